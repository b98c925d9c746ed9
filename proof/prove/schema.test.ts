import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSchema } from '../../server/src/db/describe.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { emptyDatabase, withSession } from '../../server/test/flows/support.ts';
import { here } from '../support/program.ts';
import { removeScratch, scratchFolder } from '../support/scratch.ts';
import { patchFiles } from './build.ts';
import { mutants } from './list.ts';

const folder = 'server/db/';
const schemaOf = async (root: string): Promise<string> =>
  withSession(await emptyDatabase(), async (session) => {
    await migrate(session, pathToFileURL(join(root, folder)));
    return describeSchema(session);
  });

describe('a patch of the schema', () => {
  let unbroken: string;
  beforeAll(async () => {
    unbroken = await schemaOf(here);
  });
  afterAll(removeScratch);

  const patched = mutants.flatMap(({ name, patches }) => {
    const ofSchema = patches.filter(([file]) => file.startsWith(folder));
    return ofSchema.length > 0 ? [{ name, patches: ofSchema }] : [];
  });

  it.each(patched)('$name: changes the schema of a new database', async ({ name, patches }) => {
    const root = await scratchFolder();
    await cp(join(here, folder), join(root, folder), { recursive: true });
    await patchFiles(root, { name, patches });
    const broken = await schemaOf(root);
    expect(broken).not.toBe(unbroken);
    expect(broken.split('\n\n').length).toBe(unbroken.split('\n\n').length);
  });
});
