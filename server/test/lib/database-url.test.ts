import { describe, expect, it } from 'vitest';
import { readDatabaseUrl } from '../../src/lib/database-url.ts';

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@one:5433/db', []],
    ['postgresql:///db?host=/run/postgresql&port=5432&user=u', []],
    ['postgres://u@one/db?target_session_attrs=primary', []],
    ['postgres://u:p%40x@one,two:5433/db?target_session_attrs=read-write', ['one:5432', 'two:5433']],
    ['postgres://[::1]:5432,[::2]/db?sslmode=require', ['::1:5432', '::2:5432']],
    ['postgres://u@%2Frun%2Fpg:5432,two/db?target_session_attrs=any', ['/run/pg:5432', 'two:5432']],
  ])('%s names these hosts', (text, hosts) => {
    expect(readDatabaseUrl(text)?.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts);
  });

  it('keeps user, password, database and parameters for each host', () => {
    expect(readDatabaseUrl('postgres://u:p@one:1,two:2/db?sslmode=require')?.connectionString).toBe(
      'postgres://u:p@one:1/db?sslmode=require',
    );
  });

  it.each([
    'mysql://one/db',
    'one,two',
    'postgres://one,/db',
    'postgres://one:x,two/db',
    'postgres://one,two/db?target_session_attrs=standby',
    'postgres://one/db?target_session_attrs=prefer-standby',
    'postgres:///db?host=one,two',
  ])('%s is refused', (text) => expect(readDatabaseUrl(text)).toBeNull());
});
