import { describe, expect, it } from 'vitest';
import { connect } from '../../server/test/support/oauth.ts';
import { main, testServer } from '../../server/test/support/server.ts';
import { table } from '../src/table/all.ts';
import { actingAs, builtProgram, type Ended } from './program.ts';

const server = testServer({ PURSER_WEBHOOKS_TO_LOOPBACK: 'true', PURSER_SANDBOX_SETTLE_MS: '86400000' });
const program = builtProgram();
const typed = new Set<string>();

/** Whether a command was typed; a noun alone lists, or shows. */
const isTyped = (name: string): boolean =>
  typed.has(name) || (/ (?:list|get)$/.test(name) && typed.has(name.split(' ')[0] ?? ''));

/** Types a command as the main party. Returns what it wrote; throws unless it ends as expected. */
async function type(words: string, rest: readonly string[] = [], code = 0): Promise<Ended> {
  const args = [...words.split(' '), ...rest];
  typed.add(args.slice(0, 2).join(' '));
  typed.add(args[0] ?? '');
  const ended = await program().run(args, actingAs(main.apiKey, server.baseUrl));
  if (ended.code !== code)
    throw new Error(`purser ${args.join(' ')}: ${ended.code} ${ended.err}${ended.out}`);
  return ended;
}

/** Types a command with the key of an agent. */
const asAgent = (words: string): Promise<Ended> =>
  program().run(words.split(' '), actingAs(main.limitedAgentKey, server.baseUrl));

/** Returns the value of a line `name`, tab, value. */
const valueOf = ({ out }: Ended, name: string): string =>
  new RegExp(`^${name}\t(.*)$`, 'm').exec(out)?.[1] ?? `no ${name}`;

describe('the commands', () => {
  it('of agents: made, bounded, keyed, stopped, ended', async () => {
    const made = await type('agents create Courier --per-transaction', [
      '20.00 USD',
      '--per-day',
      '30.00 EUR',
    ]);
    const id = valueOf(made, 'id');
    expect((await type(`agents limits ${id}`)).out).toBe('a payment\t20.00 USD\na UTC day\t30.00 EUR\n');
    await type(`agents limits ${id} --per-transaction`, ['50.00 USD'], 2);
    const wider = await type(`agents limits ${id} --per-transaction`, [
      '50.00 USD',
      '--per-day',
      '90.00 USD',
      '--yes',
    ]);
    expect(wider.out).toContain('a UTC day\t90.00 USD\n');
    const without = await type(`agents limits ${id} --per-transaction none --yes`);
    expect(without.out).toBe('a UTC day\t90.00 USD\na UTC day\t30.00 EUR\n');
    expect((await type(`agents usage ${id}`)).out).toContain(
      'this UTC day\t90.00 USD\t0.00 USD\t90.00 USD\t',
    );
    const rule = ['--rules', '{"paymentsPerHour":{"max":3}}'];
    await type(`agents rules ${id}`, [...rule, '--backtest']);
    expect((await type(`agents rules ${id}`, [...rule, '--yes'])).out).toMatch(
      /^paymentsPerHour\t\{"max":3,/,
    );
    expect((await type(`agents rules ${id}`)).out).toMatch(/^paymentsPerHour\t/);
    await type(`agents update ${id} --description Fast`);
    expect((await type(`agents get ${id}`)).out).toContain('description\tFast\n');
    const key = await type(`agents create-key ${id}`);
    const secret = valueOf(key, 'agentKey');
    const payment = ['pay', 'customer@sandbox.purser.test', '1.00', 'USD', '--yes'];
    expect(await program().run(payment, actingAs(secret, server.baseUrl))).toMatchObject({ code: 0 });
    await type(`agents rotate-key ${valueOf(key, 'id')}`);
    expect((await type(`agents keys ${id}`)).out.split('\n')).toHaveLength(3);
    await type(`agents revoke-key ${valueOf(key, 'id')} --yes`);
    expect((await type(`agents activity ${id}`)).out).toContain('POST /payments');
    await type(`agents stop ${id}`);
    await type(`agents resume ${id} --yes`);
    await type(`customers invite ${id} ann@example.com --permissions payments.create`);
    const invitation = (await type('customers invitations')).out.split('\t')[0] ?? '';
    await type(`customers cancel-invitation ${invitation} --yes`);
    await type(`agents revoke ${id} --yes`);
    expect((await type('agents list --status REVOKED')).out).toContain(`${id}\tREVOKED\tCourier\t`);
  });

  it('of money: wallets, bank accounts, transfers, statements', async () => {
    const wallet = valueOf(await type('wallets create Savings --currency USD'), 'id');
    await type('transfers arrive', ['70.00', 'USD', '--wallet-id', wallet]);
    const moved = ['1.00', 'USD', '--source-wallet-id', wallet, '--dest-wallet-id', main.reserveWalletId];
    await type('transfers internal', moved, 2);
    await type('transfers internal', [...moved.with(1, 'EUR'), '--yes'], 1);
    await type('transfers internal', [...moved, '--yes']);
    expect((await type(`statement ${wallet}`)).out).toMatch(
      /\tdeposit\t70\.00 USD\t70\.00 USD\t.*\n.*\tinternal\t-1\.00 USD\t69\.00 USD/,
    );
    expect((await type('balance')).out).toContain(`69.00 USD\t0.00 USD\tSavings\t${wallet}\t`);
    for (const verb of ['get', 'freeze', 'unfreeze --yes', 'update --display-name Kept']) {
      const [word = '', ...flags] = verb.split(' ');
      await type(`wallets ${word} ${wallet}`, flags);
    }
    await type(`wallets close ${wallet} --yes`, [], 1);
    await type(`wallets default ${main.walletId}`);
    const bank = ['--external-account-id', main.externalAccountId, '--yes'];
    const withdrawal = valueOf(await type('transfers withdraw 2.00 USD', bank), 'id');
    await type(`transfers settle ${withdrawal}`);
    await type(`transfers return ${withdrawal}`);
    const deposit = valueOf(await type('transfers deposit 3.00 USD', bank), 'id');
    await type(`transfers fail ${deposit}`);
    await type(`transfers cancel ${deposit} --yes`, [], 1);
    expect((await type(`transfers get ${withdrawal}`)).out).toContain('status\tRETURNED\n');
    expect((await type('transfers')).out).toContain(`${deposit}\tdeposit\tFAILED\t3.00 USD\t`);
    const numbers =
      '{"type":"us","routingNumber":"021000021","accountNumber":"12345678","accountType":"checking"}';
    const account = valueOf(await type('external-accounts create Shop --account', [numbers]), 'id');
    await type(`external-accounts verify ${account} --amounts`, ['[1, 1]'], 1); // the right ones differ
    await type(`external-accounts get ${account}`);
    await type(`external-accounts remove ${account} --yes`);
    await type('external-accounts');
    const [first = ''] = (await type('transactions --limit 1')).out.split('\t');
    expect((await type(`transactions get ${first}`)).out).toMatch(/^amount\t\d+\.\d\d USD$/m);
    await type('counterparties');
  });

  it('of payments and requests', async () => {
    const held = valueOf(await type('pay ann@example.com 2.00 USD --yes'), 'id');
    await type(`payments cancel ${held} --yes`);
    expect((await type('payments --direction OUTBOUND --limit 1 --all')).out).toContain(
      `${held}\tCANCELED\t2.00 USD\t`,
    );
    const request = valueOf(await type('requests create ann@example.com 5.00 USD --payer-name Ann'), 'id');
    await type(`requests get ${request}`);
    await type(`requests cancel ${request} --yes`);
    await type('requests');
    await type('requests incoming');
    await type(`requests decline ${request} --yes`, [], 3);
    await type(`requests pay ${request} --yes`, [], 3);
    await type(`payments refund ${held} 1.00 USD --yes`, [], 3);
  });

  it('of people, keys and the party', async () => {
    expect((await type('party get')).out).toContain(`id\t${main.partyId}\n`);
    const key = valueOf(
      await type('keys create Reports --scopes payments.read,wallets.read --expires-at 30d'),
      'id',
    );
    await type(`keys get ${key}`);
    await type(`keys rotate ${key} --yes`);
    await type(`keys revoke ${key} --yes`);
    await type('keys --status ACTIVE');
    const invited = await type('members invite bob@example.com --role APPROVER');
    const invitation = (await type('members invitations')).out.split('\t')[0] ?? '';
    expect(invited.out).toMatch(/^id\tinv_\w{32}\nemail\tbob@example\.com\nrole\tAPPROVER\n/);
    await type(`members cancel-invitation ${invitation} --yes`);
    const [user = ''] = (await type('members --role ADMIN')).out.split('\t');
    await type(`members update ${user} --role APPROVER --yes`);
    await type(`members remove ${user} --yes`);
    await type('party usage');
    await type('party freeze');
    await type('party unfreeze --yes');
    const [customer = ''] = (await type('customers')).out.split('\t');
    await type(`customers get ${customer}`);
    const all = (await type('delegations')).out.split('\n').map((line) => line.split('\t'));
    const idOf = (direction: string): string => all.find((cells) => cells[1] === direction)?.[0] ?? 'none';
    const [given, received] = [idOf('given'), idOf('received')];
    expect((await type(`delegations get ${given}`)).out).toContain('\ndirection\tgiven\n');
    expect((await type(`delegations usage ${received}`)).out).toContain(
      '\ta payment\t50.00 USD\t\t50.00 USD\t',
    );
    expect((await type(`delegations stop ${given}`)).out).toContain('\nstatus\tSUSPENDED\n');
    await type(`delegations resume ${given}`, [], 2);
    expect((await type(`delegations resume ${given} --yes`)).out).toContain('\nstatus\tACTIVE\n');
    await type(`delegations stop ${received}`, [], 3);
    await type(`delegations revoke ${given}`, [], 2);
    expect((await type(`delegations revoke ${given} --yes`)).out).toContain('\nstatus\tREVOKED\n');
    await type(`customers remove ${customer}`, [], 2);
    expect((await type(`customers remove ${customer} --yes`)).out).toContain('delegation.status\tREVOKED\n');
    expect((await type('customers')).out).toBe('');
  });

  it('of an agent by its own key: who it is, and what limits leave, without an id', async () => {
    const who = await asAgent('whoami --json');
    expect(JSON.parse(who.out)).toMatchObject({
      actor: 'agent',
      agent: main.limitedAgentId,
      agentName: 'Petty cash agent',
      party: main.partyId,
    });
    expect((await asAgent('agents usage me')).out).toBe('a payment\t100.00 USD\t\t100.00 USD\t\n');
    expect((await asAgent('agents limits me')).out).toBe('a payment\t100.00 USD\n');
    expect((await asAgent('agents get me')).out).toContain('limits.perTransaction\t10000 minor units\n');
  });

  it('that only a sandbox has send nothing with a key for PROD', async () => {
    const prod = actingAs(`sk_pur_prod_${'a'.repeat(39)}`, 'http://127.0.0.1:1');
    for (const words of [
      'clock',
      'clock advance 1h',
      'mailbox',
      'trigger payment.created',
      'transfers settle x',
    ])
      expect(await program().run(words.split(' '), prod)).toMatchObject({
        code: 1,
        out: '',
        err: 'purser: Only a sandbox has this, and this key is for PROD.\n',
      });
  });

  it('print one JSON value, or one a line, and nothing besides', async () => {
    for (const words of [
      'open docs',
      'listen --print-secret',
      'doctor',
      'mailbox --limit 1',
      'logout --profile none',
    ])
      expect(JSON.parse((await type(`${words} --json`)).out)).toEqual(expect.anything());
    const refused = await type('payments get x --json', [], 1);
    expect([refused.out, JSON.parse(refused.err)]).toEqual([
      '',
      expect.objectContaining({ code: 'invalid_value' }),
    ]);
  });

  it('of grants: listed, shown, ended at once', async () => {
    const { access_token: token } = await connect(server, 'main@sandbox.purser.test');
    const { out } = await type('grants --status ACTIVE --limit 1');
    expect(out).toMatch(/^ogr_\w+\tACTIVE\tAssistant\t\tagt_\w+\t/);
    const [grant = ''] = out.split('\t');
    expect((await type(`grants get ${grant}`)).out).toContain('clientName\tAssistant\n');
    await type(`grants revoke ${grant}`, [], 2);
    expect((await type(`grants revoke ${grant} --yes`)).out).toContain('status\tREVOKED\n');
    const refused = await fetch(`${server.baseUrl}/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(401);
  });

  it('of webhooks, events, the log and the sandbox', async () => {
    const made = await type(
      'webhooks create http://127.0.0.1:9/ --enabled-events wallet.created,wallet.frozen',
    );
    const webhook = valueOf(made, 'id');
    expect(valueOf(made, 'signingSecret')).toMatch(/^whsec_/);
    await type(`webhooks get ${webhook}`);
    await type(`webhooks update ${webhook} --description Mine`);
    await type(`webhooks rotate-secret ${webhook}`);
    await type(`webhooks test ${webhook}`);
    await type(`webhooks deliveries ${webhook}`);
    await type(`webhooks redeliver ${webhook}`, [], 2);
    await type(`webhooks redeliver ${webhook} --created-after 1h`);
    const [event = ''] = (await type('events --limit 1')).out.split('\t');
    await type(`events get ${event}`);
    await type('webhooks');
    await type(`webhooks remove ${webhook} --yes`);
    expect((await type('audit-log --limit 5')).out).toContain('POST /webhooks');
    for (const name of [
      'payment.canceled',
      'approval.canceled',
      'agent.revoked',
      'withdrawal.failed',
      'deposit.completed',
    ])
      await type(`trigger ${name}`);
    await type('trigger nothing.happened', [], 2);
    await type('clock');
    await type('clock advance 1h');
    expect((await type('mailbox --limit 2')).out.split('\n')).toHaveLength(3);
    await type('listen --events payment.compelted', [], 2);
    await type(`listen --again ${event}`, [], 2);
    await type(`listen --again ${event} --forward-to 9`, [], 1);
    expect((await type('open docs')).out).toBe(`${server.baseUrl}/docs\n`);
    await type('whoami');
  });

  it('`purser api` sends the rest: reads at once, and writes after a yes, once for each key', async () => {
    const { out } = await type('api GET /payments?limit=1');
    expect(JSON.parse(out)).toMatchObject({
      data: [{ type: 'payment' }],
      meta: { pagination: { hasMore: true } },
    });
    const data = ['--data', '{"displayName":"By hand","currency":"USD"}'];
    await type('api POST /wallets', data, 2);
    const key = [...data, '--idempotency-key', 'by-hand', '--yes'];
    const [one, other] = [await type('api POST /wallets', key), await type('api POST /wallets', key)];
    expect(other.out).toBe(one.out);
    await type('api FETCH /wallets', [], 2);
    await type('api POST /wallets --data {x --yes', [], 2);
  });

  it('have each been typed here or in another test', () => {
    const elsewhere = /^(?:pay|approvals .*|login|logout|doctor|listen|completion|mcp)$/;
    const names = table.map(({ name }) => name);
    expect(names.filter((name) => !isTyped(name) && !elsewhere.test(name))).toEqual([]);
  });
});
