import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { describeSchema } from '../../src/db/describe.ts';

it('server/db/schema.sql is the result of the migrations (otherwise run npm run db:dump)', async () => {
  const client = new Client({ ...inject('connection'), database: 'purser_template' });
  await client.connect();
  const described = await describeSchema(client);
  await client.end();
  expect(await readFile(new URL('../../db/schema.sql', import.meta.url), 'utf8')).toBe(described);
});
