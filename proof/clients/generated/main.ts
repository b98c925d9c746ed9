import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { progressLine } from '../../support/progress.ts';
import { report, type Row } from '../../support/report.ts';
import { runProof } from '../../support/run.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { checks } from './checks.ts';
import { clients } from './clients.ts';
import { help, readOptions } from './options.ts';
import { toolsIn, versions } from './tools.ts';
import { amount, isPaid, prepareServer } from './server.ts';

/** `npm run clients`: exits with 1 where a tool finds anything or a client cannot pay. */
await runProof(async () => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
  const { only, json } = options;
  const scratch = await scratchFolder();
  const home = options.tools ?? join(scratch, 'tools');
  await mkdir(home, { recursive: true });
  const tools = toolsIn(home);
  const server = await prepareServer();
  const document = join(scratch, 'openapi.json');
  const response = await fetch(`${server.env['PURSER_URL']}/openapi.json`);
  await writeFile(document, await response.text());
  const job = async (name: string) => {
    const folder = join(scratch, name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    return { tools, document, folder, env: server.env };
  };
  const rows: Row[] = [];
  const add = async (name: string, asked: string, work: () => Promise<string>): Promise<void> => {
    if (!only.includes(name)) return;
    const line = progressLine();
    line.show(name);
    try {
      rows.push({ promise: name, asked, measured: await work(), holds: true });
      line.end();
    } catch (error) {
      line.end();
      const message = error instanceof Error ? error.message : String(error);
      process.stdout.write(`${name}: ${message}\n`);
      rows.push({ promise: name, asked, measured: message.split('\n')[0] ?? '', holds: false });
    }
  };
  for (const [name, check] of Object.entries(checks)) {
    await add(name, 'finds nothing', async () => check(await job(name)));
  }
  for (const [name, client] of Object.entries(clients)) {
    await add(name, `compiles, pays ${amount}, reads lists`, async () =>
      isPaid(server, await client(await job(name))),
    );
  }
  await report(rows, json, { versions });
  return rows.every(({ holds }) => holds) ? 0 : 1;
});
