/** What is said at a table. */
import board from './board.json';
import challenge from './challenge.json';
import coach from './coach.json';
import garden from './garden.json';
import insight from './insight.json';
import log from './log.json';
import scoring from './scoring.json';
import table from './table.json';
import talk from './talk.json';
import tips from './tips.json';
import trust from './trust.json';
import why from './why.json';

export default {
  ...table,
  ...board,
  ...garden,
  ...tips,
  ...why,
  ...log,
  ...scoring,
  ...trust,
  ...insight,
  ...coach,
  ...challenge,
  ...talk,
};
