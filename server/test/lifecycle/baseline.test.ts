import { expect, it } from 'vitest';
import { describeSchema } from '../../src/db/describe.ts';
import { urlOf } from '../commands/command.ts';
import { scratchFolder, serve, type Served } from '../embedded/support.ts';
import { withSession } from '../flows/support.ts';
import { runProgram, startProgram, stopProgram } from './program.ts';

/** Returns the schema, and rows with the transactions that wrote them. */
const contentOf = ({ connection }: Served): Promise<unknown[]> =>
  withSession(connection, async (session) => {
    const content: unknown[] = [await describeSchema(session)];
    for (const table of ['schema_migrations', 'parties', 'api_keys', 'wallets', 'movements'])
      content.push((await session.query(`SELECT *, xmin FROM ${table} ORDER BY 1, 2`)).rows);
    return content;
  });

async function expectRefusal(settings: Record<string, string>): Promise<void> {
  const ended = await runProgram({ PORT: '0', PURSER_LOG_LEVEL: 'warn', ...settings });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^This database has another baseline.*npm run db:reset.*\n$/);
}

it('a database of another baseline is refused in one line, by its address and in its folder, and stays as it is', async () => {
  const folder = await scratchFolder();
  const program = await startProgram(folder);
  await withSession(program.connection, (session) =>
    session.query(`UPDATE schema_migrations SET checksum = 'other' WHERE version = 1`),
  );
  await stopProgram(program);
  const byAddress = await serve(folder);
  const before = await contentOf(byAddress);
  await expectRefusal({ DATABASE_URL: urlOf(byAddress), PURSER_SECRET: `k1:${'s'.repeat(32)}` });
  expect(await contentOf(byAddress)).toEqual(before);
  await byAddress.stop();
  await expectRefusal({ PURSER_DATA_DIR: folder });
  const afterwards = await serve(folder);
  expect(await contentOf(afterwards)).toEqual(before);
  await afterwards.stop();
});
