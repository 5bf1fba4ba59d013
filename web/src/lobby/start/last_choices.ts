/** What was last chosen in the lobby, kept in the browser so that the next game starts with it. */
export function kept<T extends object>(name: string, usual: T): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`amyitis.${name}`) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...usual, ...kept } : usual;
  } catch {
    return usual;
  }
}

export function keep(name: string, value: object): void {
  try {
    localStorage.setItem(`amyitis.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
