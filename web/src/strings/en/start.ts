/** What the start page says, and what every page says: it comes with the first file. */
import app from './app.json';
import lobby from './lobby.json';
import preferences from './preferences.json';
import start from './start.json';
import words from './words.json';

export default { ...words, ...start, ...lobby, ...preferences, ...app };
