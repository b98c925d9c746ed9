import type { ClientBase } from 'pg';
import type { Statement } from './sql.ts';

/**
 * Yields all rows of a statement in parts of this size, from a cursor of the session's transaction. The next part is read
 * while the caller works on one.
 */
export async function* cursorParts<Row>(
  session: ClientBase,
  { text }: Pick<Statement<Row>, 'text' | 'row'>,
  values: unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  await session.query(`DECLARE parts NO SCROLL CURSOR FOR ${text}`, values);
  const fetchPart = (): Promise<Row[]> => {
    const fetched = session.query<Row & object>(`FETCH ${size} FROM parts`).then(({ rows }) => rows);
    fetched.catch(() => undefined); // it is thrown where it is awaited, if it still is
    return fetched;
  };
  let next = fetchPart();
  for (;;) {
    const rows = await next;
    if (rows.length === size) next = fetchPart();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}
