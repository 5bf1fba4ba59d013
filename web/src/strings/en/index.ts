/** English, the language every other catalogue is measured by. */
import analysis from './analysis.json';
import app from './app.json';
import board from './board.json';
import challenge from './challenge.json';
import coach from './coach.json';
import garden from './garden.json';
import insight from './insight.json';
import learn from './learn.json';
import lobby from './lobby.json';
import log from './log.json';
import preferences from './preferences.json';
import puzzle from './puzzle.json';
import replay from './replay.json';
import review from './review.json';
import rules from './rules.json';
import scoring from './scoring.json';
import setup from './setup.json';
import table from './table.json';
import tips from './tips.json';
import trust from './trust.json';
import why from './why.json';
import words from './words.json';

export default {
  ...words,
  ...table,
  ...board,
  ...garden,
  ...tips,
  ...why,
  ...log,
  ...scoring,
  ...trust,
  ...lobby,
  ...preferences,
  ...replay,
  ...rules,
  ...learn,
  ...puzzle,
  ...analysis,
  ...setup,
  ...insight,
  ...review,
  ...app,
  ...coach,
  ...challenge,
};
