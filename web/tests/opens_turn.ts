/** What the engine says of the moves that the tests make up. */
export function opensTurn(token: string): boolean {
  return /^(pass|noble|go:|free:|[a-z]+\/\d)/.test(token);
}
