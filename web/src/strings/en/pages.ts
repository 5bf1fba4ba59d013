/** What is said on pages that are neither the start page nor a table. */
import alerts from './alerts.json';
import analysis from './analysis.json';
import learn from './learn.json';
import puzzle from './puzzle.json';
import replay from './replay.json';
import review from './review.json';
import rules from './rules.json';
import setup from './setup.json';
import study from './study.json';

export default {
  ...replay,
  ...rules,
  ...learn,
  ...puzzle,
  ...analysis,
  ...setup,
  ...review,
  ...alerts,
  ...study,
};
