/** Returns a map key for two ids or names. */
export function pairKey(first: string, second: string): string {
  return `${first} ${second}`;
}
