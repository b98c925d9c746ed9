import { describe, expect, it } from 'vitest';
import { pagination, refusal, resources, type Resource, type Reply } from './http.ts';
import type { TestServer } from './server.ts';

/** A list as the specification describes it. `more` adds rows that the main party sees, newest last. */
export type List = {
  /** By default the path in the list's name. */
  path: string;
  /** By default 50. */
  defaultLimit: number;
  more: (count: number) => Promise<unknown>;
  /** Another list, which does not accept this list's cursors; nor do other filters: `server/test/spec/filters.test.ts`. */
  otherList: string;
  /** The value that orders the rows; the row's id by default. */
  orderedBy?: (resource: Resource) => string;
  /** The response to another party, which must not learn that the list exists. */
  toOthers?: ReturnType<typeof refusal>;
};

type Usual = 'path' | 'defaultLimit';

/**
 * Checks what every list promises. The main party reads it; rows are added first, so that there are several
 * pages.
 */
export function checkList(
  name: string,
  server: TestServer,
  described: Omit<List, Usual> & Partial<List>,
): void {
  const list = { path: name.replace('GET ', ''), defaultLimit: 50, ...described };
  const read = (query: string, key?: string): Promise<Reply> => get(server, list.path, query, key);

  describe(`${name}, like every list`, () => {
    checkPages(read, list);
    checkLimits(read, list);
    checkCursors(server, read, list);
  });
}

/** Adds rows in parts: on a busy machine, a hundred writes of a party at once wait too long for its sessions. */
async function addTo(list: List, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 16) await list.more(Math.min(left, 16));
}

type Read = (query: string, key?: string) => Promise<Reply>;

function get(server: TestServer, path: string, query: string, key?: string): Promise<Reply> {
  const address = path + (query && (path.includes('?') ? '&' : '?')) + query;
  return server.as(key ?? server.parties.main.apiKey).get(address);
}

/**
 * Reads a list from a cursor to its end, cycling through `limits`, and returns the values that order its
 * rows.
 */
async function walk(read: Read, list: List, limits: readonly number[], from?: string): Promise<string[]> {
  const orderedBy = list.orderedBy ?? ((each: Resource) => each.id);
  const ids: string[] = [];
  let cursor: string | null = from ?? null;
  for (let turn = 0; ; turn += 1) {
    const reply = await read(
      `limit=${limits[turn % limits.length]}${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    expect(reply.status).toBe(200);
    ids.push(...resources(reply).map(orderedBy));
    const { hasMore, nextCursor } = pagination(reply);
    expect(hasMore).toBe(nextCursor !== null);
    if (nextCursor === null) return ids;
    cursor = nextCursor;
  }
}

function checkPages(read: Read, list: List): void {
  it('shows every row once, newest first, whatever the page size', async () => {
    await addTo(list, 7);
    const whole = await walk(read, list, [100]);
    expect(whole.length).toBeGreaterThanOrEqual(7);
    expect(whole).toEqual([...new Set(whole)].toSorted().toReversed());
    // Other clients may add rows to a shared server: ignore rows newer than the first walk.
    const parts = await walk(read, list, [1, 2, 3, 5, 100]);
    expect(parts.filter((id) => id <= (whole[0] ?? ''))).toEqual(whole);
  });

  it('keeps its pages stable while rows are added', async () => {
    const first = await read('limit=2');
    const { nextCursor } = pagination(first);
    const rest = await walk(read, list, [100], nextCursor ?? undefined);
    await addTo(list, 3);
    expect(await walk(read, list, [2, 100], nextCursor ?? undefined)).toEqual(rest);
    expect(rest).not.toContain(resources(first).map(list.orderedBy ?? (({ id }) => id))[0]);
  });

  it('says on each page whether another follows', async () => {
    const whole = await walk(read, list, [100]);
    await addTo(list, Math.max(0, 2 - whole.length));
    const reply = await read('limit=1');
    expect(pagination(reply)).toEqual({ hasMore: true, nextCursor: expect.any(String) as unknown });
    expect(Object.keys(JSON.parse(reply.text) as object)).toEqual(['data', 'meta']);
  });
}

function checkLimits(read: Read, list: List): void {
  it(`shows ${list.defaultLimit} rows by default`, async () => {
    await addTo(list, list.defaultLimit + 1);
    expect(resources(await read('')).length).toBe(list.defaultLimit);
  });

  it('accepts limits from 1 to 100', async () => {
    await addTo(list, 101);
    for (const limit of [1, 99, 100]) expect(resources(await read(`limit=${limit}`)).length).toBe(limit);
  });

  it.each([
    '0',
    '01',
    '101',
    'abc',
    '',
    '-1',
    '1.5',
    '1e1',
    '%2B5',
    '5%20',
    '0x10',
    '9999999999',
    '٣',
    '1&limit=2',
  ])('refuses limit=%s', async (limit) => {
    expect(refusal(await read(`limit=${limit}`))).toEqual([400, ['invalid_value'], ['limit']]);
  });
}

function checkCursors(server: TestServer, read: Read, list: List): void {
  const invalid = [400, ['invalid_pagination_cursor'], ['cursor']];
  async function cursor(): Promise<string> {
    await addTo(list, 2);
    return pagination(await read('limit=1')).nextCursor ?? '';
  }

  it('refuses a cursor that was altered at any position', async () => {
    const good = await cursor();
    for (let index = 0; index < good.length; index += 1) {
      const other = good[index] === 'a' ? 'b' : 'a';
      const altered = good.slice(0, index) + other + good.slice(index + 1);
      expect([altered, ...refusal(await read(`cursor=${altered}`))]).toEqual([altered, ...invalid]);
    }
  });

  it('refuses a cursor that it did not issue', async () => {
    const good = await cursor();
    const others = [
      '',
      'x',
      good.slice(0, -1),
      `${good}a`,
      `${good}%20`,
      `%00`,
      good.toUpperCase(),
      'x'.repeat(2000),
    ];
    for (const each of others) {
      expect([each, ...refusal(await read(`cursor=${each}`))]).toEqual([each, ...invalid]);
    }
  });

  it('refuses a cursor of another list or another party', async () => {
    const query = `cursor=${await cursor()}`;
    expect(refusal(await get(server, list.otherList, query))).toEqual(invalid);
    const toOthers = list.toOthers ?? invalid;
    expect(refusal(await read(query, server.parties.stranger.apiKey))).toEqual(toOthers);
  });

  it('accepts its cursor with another key of the party, and under /api', async () => {
    const query = `limit=3&cursor=${await cursor()}`;
    const { text } = await read(query);
    expect((await read(query, server.parties.main.approverApiKey)).text).toBe(text);
    expect((await get(server, `/api${list.path}`, query)).text).toBe(text);
  });
}
