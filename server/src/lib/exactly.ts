/** Returns a value of exactly this type: the compiler refuses members that the type lacks, which it lets pass elsewhere. */
export function exactly<T>() {
  return <U extends T>(value: U & Record<Exclude<keyof U, keyof T>, never>): T => value;
}
