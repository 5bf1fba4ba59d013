/** German. */
import { merged } from '../merge';

export default merged(
  import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' }),
);
