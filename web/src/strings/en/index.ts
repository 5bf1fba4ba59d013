/** English, the language every other catalogue is measured by. */
import lobby from './lobby.json';
import log from './log.json';
import table from './table.json';
import tips from './tips.json';
import words from './words.json';

export default { ...words, ...table, ...tips, ...log, ...lobby };
