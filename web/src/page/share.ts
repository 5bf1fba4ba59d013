/** Giving something away by the system's share sheet, where the browser has one. */

export function canShare(what: ShareData): boolean {
  return typeof navigator.share === 'function' && (navigator.canShare?.(what) ?? !what.files);
}

/** Open the share sheet; false where it could not be opened. Whoever closes it again has answered, too. */
export async function share(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch (problem) {
    return problem instanceof DOMException && problem.name === 'AbortError';
  }
}
