/** Changes of a view, as replays, tries and updates have them: new values by their paths. */

/** As in `{ "seats/1/talents": 3, "question": null }`. */
type Changes = Readonly<Record<string, unknown>>;

/** The whole after the changes; the one given stays as it is, and shares with the new one all that is alike. */
export function withChanges<T>(whole: T, changes: Changes): T {
  let changed: unknown = whole;
  for (const [path, value] of Object.entries(changes))
    changed = put(changed, path ? path.split('/') : [], value);
  return changed as T;
}

function put(whole: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(step), put(whole[Number(step)], rest, value));
  const parts = whole as Record<string, unknown>;
  return { ...parts, [step]: put(parts[step], rest, value) };
}
