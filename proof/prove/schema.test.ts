import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../../server/src/db/describe.ts';
import { startServer } from '../../server/test/support/server.ts';
import type { TestServer } from '../../server/test/support/server.ts';
import { here } from '../support/program.ts';
import { mutants } from './list.ts';
import { applied } from './mutant.ts';
import { migrationBetween, nextMigration, schema } from './schema.ts';

const before = readFileSync(join(here, schema), 'utf8');
const patch = (find: string, replace: string): string =>
  migrationBetween(before, applied({ file: schema, find, replace }, before, 'some-mutant'));

describe('a patch of the schema', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startServer();
    client = new Client(server.connection);
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await server.close();
  });

  const patchesOf = mutants.flatMap(({ name, patches }) => {
    const ofSchema = patches.filter(({ file }) => file === schema);
    return ofSchema.length > 0 ? [{ name, patches: ofSchema }] : [];
  });

  it.each([
    ...patchesOf,
    {
      name: 'a function',
      patches: [{ file: schema, find: 'is append-only', replace: 'is never changed' }],
    },
    {
      name: 'a CHECK',
      patches: [{ file: schema, find: 'CHECK ((spent_in_day >= 0))', replace: 'CHECK ((spent_in_day > 0))' }],
    },
  ])('$name: becomes a migration that results in the patched schema', async ({ name, patches }) => {
    const after = patches.reduce((text, each) => applied(each, text, name), before);
    await client.query('BEGIN');
    await client.query(migrationBetween(before, after));
    const described = await describeSchema(client);
    await client.query('ROLLBACK');
    expect(described).toBe(after);
  });

  it('becomes a migration that changes nothing else', () => {
    expect(migrationBetween(before, before)).toBe('');
    expect(patch('BEFORE UPDATE ON public.agents', 'BEFORE UPDATE OF name ON public.agents')).toBe(
      `DROP TRIGGER agents_immutable_columns ON public.agents;
CREATE TRIGGER agents_immutable_columns BEFORE UPDATE OF name ON public.agents FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'description', 'status', 'per_transaction', 'per_day', 'per_month', 'updated_at', 'updated_by', 'tags', 'rules', 'wallet_ids');
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_immutable_columns;
`,
    );
  });

  it('is refused if it changes a column, a key, an index or a view', () => {
    for (const find of [
      'spent_in_day bigint NOT NULL',
      'PRIMARY KEY (transaction_id, step)',
      'INDEX payments_payer ON',
      'COALESCE(k.prefix',
    ]) {
      expect(() => patch(find, `${find} `)).toThrow('changes more than functions, triggers and CHECKs');
    }
  });

  it('is refused if it renames, adds or removes an object', () => {
    expect(() => patch('CREATE TRIGGER payments_stay', 'CREATE TRIGGER payments_go')).toThrow(
      'makes another object',
    );
    expect(() => patch('public.refuse_change()\n', 'public.allow_change()\n')).toThrow(
      'makes another object',
    );
    expect(() =>
      patch('CREATE TRIGGER payments_stay', 'CREATE TABLE t ();\n\nCREATE TRIGGER payments_stay'),
    ).toThrow('must not add or remove');
  });
});

it('the migration of a mutant runs after all others', () => {
  expect(nextMigration(['0001_parties.sql', '0018_last.sql'], 'some-mutant')).toBe('0019_some_mutant.sql');
});
