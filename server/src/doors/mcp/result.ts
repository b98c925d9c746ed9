/** What a tool says: an object, and its twin as text. */
export type Result = { says: object; isError: boolean };

export function said(says: object): Result {
  return { says, isError: false };
}
