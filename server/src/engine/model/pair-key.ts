export function pairKey(first: string, second: string): string {
  return `${first} ${second}`;
}
