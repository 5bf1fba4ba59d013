/** How large an element is, measured whenever that changes. */
import type { Attachment } from 'svelte/attachments';

/**
 * Tells the size after the browser has laid the page out. (A binding to `clientWidth` asks at once, and the browser must
 * lay out all that is there before the script may go on.)
 */
export function sized(measured: (size: { width: number; height: number }) => void): Attachment<HTMLElement> {
  return (element) => {
    const watching = new ResizeObserver(() =>
      measured({ width: element.clientWidth, height: element.clientHeight }),
    );
    watching.observe(element);
    return () => watching.disconnect();
  };
}
