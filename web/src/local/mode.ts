/**
 * Whether this is the page without a server (`vite build --mode site`): the same page, but tables, bots and games live
 * in the browser.
 */
export const WITHOUT_SERVER = import.meta.env.MODE === 'site';

/** The whole address of a file that lies beside the page, whatever folder that lies in. */
export function fileAddress(name: string): string {
  return new URL(import.meta.env.BASE_URL + name, document.baseURI).href;
}
