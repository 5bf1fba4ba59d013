/** Copy a text. Pages that came without encryption have no clipboard but the old one. */
export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The other way may still be open.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'hidden';
  const before = document.activeElement;
  // Beside what was clicked, so that the focus does not leave the menu it is in, which would close.
  const home = before === document.body ? before : before?.parentElement;
  (home ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
