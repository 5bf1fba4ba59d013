/** English, the language every other catalogue is measured by: all of it, for types and tests. A page loads parts. */
import account from './account.json';
import pages from './pages';
import start from './start';
import table from './table';

export default { ...start, ...table, ...pages, ...account };
