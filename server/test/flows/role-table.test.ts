import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { idPrefixes } from '../../src/lib/id.ts';
import { type Role, roles, scopesOfRole } from '../../src/http/roles.ts';
import { scopes } from '../../src/scopes.ts';
import { call, codes, type Reply } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { testServer } from '../support/server.ts';
import { read } from '../tidy/files.ts';

/** Returns the cells of the lines of docs/security.md that end with what each of the four roles may do. */
function lines(cells: number): string[][] {
  const rows = read('docs/security.md').matchAll(/^\| (.+?)(?: \| (?:yes|no)){4} \|$/gm);
  const all = [...rows].map(([line]) => line.slice(2, -2).split(' | '));
  return all.filter(({ length }) => length === cells);
}

const byScope = lines(6).map(([, scope = '', ...may]) => [scope.replaceAll('`', ''), may] as const);
const byChange = lines(5).map(([change = '', ...may]) => [change, may] as const);

const server = testServer();
const keys = new Map<Role, string>();
beforeAll(async () => {
  for (const role of roles) keys.set(role, (await newMember(server, role)).key);
});

/** Returns the path of an endpoint with ids of nothing in it. */
function pathOf({ path, params }: Endpoint): string {
  const ids = idPrefixes.map((prefix) => `${prefix}_${'0'.repeat(32)}`);
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const faults = (id: string) => params?.safeParse({ [name]: id }).error?.issues ?? [];
    return ids.find((id) => faults(id).every((fault) => fault.path[0] !== name)) ?? '';
  });
}

const use = (endpoint: Endpoint, role: Role) =>
  call(server.baseUrl, endpoint.method, pathOf(endpoint), {
    key: keys.get(role) ?? '',
    headers: { 'Idempotency-Key': randomUUID() },
    ...(endpoint.body && { body: {} }),
  });

/** Does what a line of the second table says, as a member of this role. */
function doChange(change: string, role: Role): Promise<Reply> {
  const [, action, from, to] = /^(make|remove) an? (\w+)(?: an? (\w+))?$/.exec(change) ?? [];
  const key = keys.get(role) ?? '';
  return newMember(server, from as Role).then(({ id }) => {
    const path = `/parties/me/members/${id}`;
    if (action === 'remove') return server.as(key).delete(path);
    return server.as(key).patch(path, { role: to });
  });
}

describe('the table of roles in docs/security.md', () => {
  it('has every scope once', () => {
    expect(byScope.map(([scope]) => scope)).toEqual(scopes);
    expect(byChange.length).toBe(10);
  });

  it.each(byScope)('says who may use endpoints with %s', async (scope, may) => {
    for (const [index, role] of roles.entries()) {
      const inRole = (scopesOfRole(role) as readonly string[]).includes(scope);
      expect([role, inRole ? 'yes' : 'no']).toEqual([role, may[index]]);
      for (const endpoint of endpoints.filter((each) => each.scope === scope && !each.sandboxOnly)) {
        const isRefused = codes(await use(endpoint, role)).includes('insufficient_scope');
        expect([endpoint.path, role, isRefused ? 'no' : 'yes']).toEqual([endpoint.path, role, may[index]]);
      }
    }
  });

  it.each(byChange)('says who may %s', async (change, may) => {
    for (const [index, role] of roles.entries()) {
      const { status } = await doChange(change, role);
      expect([role, status]).toEqual([role, may[index] === 'yes' ? 200 : 403]);
    }
  });
});
