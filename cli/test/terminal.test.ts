import { describe, expect, it } from 'vitest';
import { newAgent } from '../../server/test/support/agents.ts';
import { main, testServer } from '../../server/test/support/server.ts';
import { actingAs, builtProgram } from './program.ts';
import { type Answer, runInTerminal, type Shown } from './terminal.ts';

const server = testServer();
const program = builtProgram();
const payee = 'customer@sandbox.purser.test';

type Options = { columns?: number; answers?: readonly Answer[]; env?: Record<string, string> };

const as = (
  apiKey: string,
  args: readonly string[],
  { env = {}, ...options }: Options = {},
): Promise<Shown> => {
  const { bin, home } = program();
  return runInTerminal([bin, ...args], { HOME: home, ...actingAs(apiKey, server.baseUrl), ...env }, options);
};
const widest = ({ screen }: Shown): number => Math.max(...screen.split('\n').map(({ length }) => length));

describe('on a terminal', () => {
  it('pay says who pays whom, how much, and what environment it is; y pays', async () => {
    const answers: Answer[] = [['[y/N] ', 'y\r']];
    const paid = await as(main.apiKey, ['pay', payee, '12.50', 'USD'], { answers });
    expect(paid.code).toBe(0);
    expect(paid.screen).toMatch(
      /^SANDBOX: Pay 12\.50 USD\nfrom +Main Street Books <pty_\w+>\nto +(?:Casey Customer )?<customer@sandbox/,
    );
    expect(paid.screen).toMatch(
      /SANDBOX: Pay\? \[y\/N\] y\nid +pay_\w+\nstatus +COMPLETED\namount +12\.50 USD\n/,
    );
  });

  it.each(['n\r', '\r', 'yy\r', '\u0004'])('pay moves nothing at %j', async (typed) => {
    const before = await server.sql`SELECT FROM payments`;
    const answers: Answer[] = [['[y/N] ', typed]];
    const kept = await as(main.apiKey, ['pay', payee, '1.00', 'USD'], { answers });
    expect([kept.code === 0, kept.screen]).toEqual([false, expect.stringContaining('Nothing was done.')]);
    expect(await server.sql`SELECT FROM payments`).toHaveLength(before.length);
  });

  it('Ctrl-C at the question, and while it waits, is 130', async () => {
    const asked = await as(main.apiKey, ['pay', payee, '1.00', 'USD'], { answers: [['[y/N] ', '\u0003']] });
    expect([asked.code, asked.screen]).toEqual([130, expect.stringContaining('Nothing was done.')]);
    const args = ['pay', payee, '101.00', 'USD', '--yes', '--wait'];
    const waiting = await as(main.limitedAgentKey, args, { answers: [['IN_REVIEW', '\u0003']] });
    expect([waiting.code, waiting.screen]).toEqual([130, expect.stringContaining('it goes on.')]);
  });

  it('an agent key leaves out what it may not read, and is told that a person must agree', async () => {
    const answers: Answer[] = [['[y/N] ', 'n\r']];
    const { screen } = await as(main.limitedAgentKey, ['pay', payee, '250.00', 'USD'], { answers });
    const agent = `agent Petty cash agent <${main.limitedAgentId}>`;
    expect(screen).toMatch(
      new RegExp(`^SANDBOX: Pay 250\\.00 USD\\nfrom +${main.partyId}\\nas +${agent}\\n`),
    );
    expect(screen).toMatch(/left +100\.00 USD a payment\n/);
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(
      'a person must agree, because 250.00 USD is more than the limit of 100.00 USD a payment',
    );
  });

  it('with --as-agent, it says what limits leave', async () => {
    const { id } = await newAgent(server, { limits: { perDay: 10_000 } });
    const answers: Answer[] = [['[y/N] ', 'y\r']];
    const paid = await as(main.apiKey, ['pay', payee, '20.00', 'USD', '--as-agent', id], { answers });
    expect([paid.code, paid.screen]).toEqual([
      0,
      expect.stringMatching(/left +100\.00 USD of 100\.00 USD today/),
    ]);
  });

  it('lists are tables with a header at 80 columns and blocks at 40, with whole ids', async () => {
    const wide = await as(main.apiKey, ['agents'], { columns: 80 });
    expect(wide.screen).toMatch(/^ID +STATUS +NAME/);
    expect(wide.screen).toContain(main.agentId);
    expect(widest(wide)).toBeLessThanOrEqual(80);
    for (const list of [
      'payments',
      'wallets',
      'agents',
      'keys',
      'members',
      'events',
      'external-accounts',
      'transactions',
      'audit-log',
    ]) {
      const narrow = await as(main.apiKey, [list, '--limit', '3'], { columns: 40 });
      expect([list, narrow.code]).toEqual([list, 0]);
      expect(narrow.screen).not.toContain('\t');
    }
    const narrow = await as(main.apiKey, ['agents'], { columns: 40 });
    expect(narrow.screen).toMatch(/^ID +agt_\w{32}\nSTATUS +\w+\nNAME +\w+/);
  });

  it('has colours, unless NO_COLOR says otherwise, and asks nobody in CI', async () => {
    expect((await as(main.apiKey, ['agents'])).raw).toContain('\u001b[');
    expect((await as(main.apiKey, ['agents'], { env: { NO_COLOR: '1' } })).raw).not.toContain('\u001b[');
    const refused = await as(main.apiKey, ['pay', payee, '1.00', 'USD'], { env: { CI: 'true' } });
    expect([refused.code, refused.screen]).toEqual([2, expect.stringContaining('add --yes')]);
  });

  it('the inbox says why each waits, whole, at 80 columns too', async () => {
    const args = ['pay', payee, '140.00', 'USD', '--description', 'Inbox', '--yes'];
    const { screen: made } = await as(main.limitedAgentKey, args);
    const { screen } = await as(main.apiKey, ['approvals', '--limit', '1']);
    expect(made).toContain('IN_REVIEW');
    expect(screen).toMatch(/^WHY +140\.00 USD is more than the limit of 100\.00 USD a payment$/m);
  });

  it('help fits at 80 columns', async () => {
    for (const words of [['--help'], ['transfers', '--help'], ['keys', 'create', '--help']])
      expect([words, widest(await as(main.apiKey, words)) <= 80]).toEqual([words, true]);
  });

  it('login asks for the key and does not show it', async () => {
    const { bin, home } = program();
    const env = { HOME: home, PURSER_URL: server.baseUrl };
    const answers: Answer[] = [[`API key for ${server.baseUrl}: `, `${main.apiKey}\r`]];
    const shown = await runInTerminal([bin, 'login', '--with-key'], env, { answers });
    expect([shown.code, shown.screen]).toEqual([0, expect.stringContaining('Signed in as profile default.')]);
    expect(shown.screen).not.toContain(main.apiKey);
    const later = await runInTerminal([bin, 'whoami'], { HOME: home }, {});
    expect(later.screen).toMatch(/name +Main Street Books/);
  });
});

/** Returns what bash does when somebody asks how these words go on. */
const typing = (...words: string[]): string =>
  `COMP_WORDS=(purser ${words.join(' ')}); COMP_CWORD=${words.length}; _purser_complete; echo "\${COMPREPLY[*]}"`;

describe('completion', () => {
  it('offers commands, choices, and the ids of the last lists, without the network', async () => {
    await as(main.apiKey, ['agents']);
    const complete = async (...words: string[]): Promise<string> =>
      (await program().run(['complete', '--', ...words])).out;
    expect(await complete('agents', 'st')).toContain('stop\t');
    expect(await complete('payments', 'list', '--status', '')).toContain('COMPLETED\t');
    expect(await complete('agents', 'get', 'agt_')).toContain(`${main.agentId}\t`);
    expect((await program().run(['completion', 'bash'])).out).toContain('# bash completion for purser');
    expect((await program().run(['completion', 'tcsh'])).code).toBe(2);
  });

  it('is loaded by a bash without packages, twice, and runs nothing of what was typed so far', async () => {
    const { bin, home } = program();
    const script = [
      `purser() { '${process.execPath}' '${bin}' "$@"; }`,
      'source <(purser completion bash); source <(purser completion bash)',
      typing('agents', 'st'),
      typing('payments', 'list', '--status', 'RE'),
      typing('pay', `'$(touch ran)'`, `'> ran'`, `''`),
      'ls',
    ].join('\n');
    const { execFile } = await import('node:child_process');
    const said = await new Promise<string>((resolve) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: home };
      execFile('bash', ['--norc', '-c', script], { cwd: home, env }, (_error, out, err) =>
        resolve(out + err),
      );
    });
    expect(said).toMatch(/^stop\nRETURNED\n/);
    expect(said.split('\n')).not.toContain('ran');
  });
});
