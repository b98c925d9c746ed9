import { afterAll, describe, expect, it } from 'vitest';
import { type Proxy, startProxy, type Trick } from '../../client/test/proxy.ts';
import { newAgent } from '../../server/test/support/agents.ts';
import { customer, main, testServer } from '../../server/test/support/server.ts';
import { actingAs, builtProgram, type Ended } from './program.ts';

const server = testServer();
const program = builtProgram();
const payee = 'customer@sandbox.purser.test';

const as = (apiKey: string, ...args: string[]): Promise<Ended> =>
  program().run(args, actingAs(apiKey, server.baseUrl));

type Shown = { id: string; status: string; approvals: Array<{ id: string }> };

const json = ({ out }: Ended): Shown => JSON.parse(out) as Shown;

/** Returns how many payments have this description, and have completed. */
async function paidCount(description: string): Promise<bigint> {
  const [row] = await server.sql<{ count: bigint }>`SELECT count(*) FROM payments
    WHERE description = ${description} AND status = 'COMPLETED'`;
  return row?.count ?? -1n;
}

describe('pay', () => {
  it('pays with a bare agent key, and says what became of it', async () => {
    const paid = await as(main.agentKey, 'pay', payee, '12.50', 'USD', '--description', 'Bare key', '--yes');
    expect([paid.code, paid.err]).toEqual([0, '']);
    expect(paid.out).toMatch(/^id\tpay_\w{32}\nstatus\tCOMPLETED\namount\t12\.50 USD\n/);
    expect(await paidCount('Bare key')).toBe(1n);
  });

  it('takes an amount as one word, and as JSON gives the resource', async () => {
    const paid = await as(
      main.apiKey,
      'pay',
      customer.partyId,
      '1.00 USD',
      '--yes',
      '--json',
      '--tags',
      'order=7',
    );
    expect(json(paid)).toMatchObject({
      object: 'payment',
      amount: 100,
      status: 'COMPLETED',
      tags: { order: '7' },
    });
  });

  it.each([
    ['12,50 USD', 'Write 12.50 USD.'],
    ['$12.50', 'Write 12.50 USD.'],
    ['12.5 USD', 'Write 12.50 USD.'],
    ['1e3 USD', 'Write 1000.00 USD.'],
    ['1.000.000 USD', 'Write 1000000.00 USD.'],
    ['1.000 USD', 'Write 1000.00 USD or 1.00 USD.'],
    ['0,001 USD', 'USD has 2 decimals: write an amount such as 12.00 USD.'],
    ['€5 USD', 'Write 5.00 USD or 5.00 EUR.'],
    ['0.00 USD', '0.00 USD is nothing: write an amount that is more.'],
    ['12.505 USD', 'USD has 2 decimals: write an amount such as 12.00 USD.'],
    ['1,250.00 USD', 'Write 1250.00 USD.'],
    ['12,500 USD', 'Write 12500.00 USD or 12.50 USD.'],
    ['1.5 JPY', 'JPY has no decimals: write an amount such as 12 JPY.'],
    ['12.50 usd', 'Write 12.50 USD.'],
    ['12.50', 'Say the currency too: 12.50 USD.'],
    ['12.50 XXX', '`XXX` is no currency that this version knows: write one such as USD.'],
  ])('refuses %s, and says how it is written', async (amount, advice) => {
    const refused = await as(main.apiKey, 'pay', payee, ...amount.split(' '), '--yes');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain(`${advice}\n`);
  });

  it('asks nobody without a terminal, and moves nothing', async () => {
    const refused = await as(main.apiKey, 'pay', payee, '12.50', 'USD', '--description', 'Unasked');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('next: add --yes');
    expect(await paidCount('Unasked')).toBe(0n);
  });

  it('with --dry-run says what would happen, and moves nothing', async () => {
    const args = ['pay', payee, '250.00', 'USD', '--description', 'Dry', '--dry-run'];
    expect(await as(main.limitedAgentKey, ...args)).toMatchObject({
      code: 0,
      out: 'outcome\tneedsApproval\n',
    });
    const refused = await as(main.apiKey, 'pay', payee, '99999999.00', 'USD', '--dry-run');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/not have this amount.*Nothing was moved\.\n {2}next: purser balance/s);
    expect(await server.sql`SELECT FROM payments WHERE description = 'Dry'`).toEqual([]);
  });
});

describe('a payment beyond a limit', () => {
  it('waits for a person (4), who sees why, approves, and ends --wait', async () => {
    const args = ['pay', payee, '250.00', 'USD', '--description', 'Beans', '--yes', '--wait', '--json'];
    const waiting = as(main.limitedAgentKey, ...args);
    const inbox = async (): Promise<string> => {
      const { out } = await as(main.approverApiKey, 'approvals');
      return /^apr_\w+(?=\t250\.00 USD)/m.exec(out)?.[0] ?? inbox();
    };
    const approval = await inbox();
    const shown = await as(main.approverApiKey, 'approvals', 'show', approval);
    expect(shown.out).toContain('because\t250.00 USD is more than the limit of 100.00 USD a payment\n');
    expect(shown.out).toContain('they say\t“Beans”\n');
    const approved = await as(main.approverApiKey, 'approvals', 'approve', approval, '--yes');
    expect(approved).toMatchObject({ code: 0, err: '' });
    const ended = await waiting;
    expect([ended.code, ended.err]).toEqual([0, '… IN_REVIEW\n… COMPLETED\n']);
    expect(json(ended)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is denied: --wait exits with 1; and when the time is over, with 4', async () => {
    const args = ['pay', payee, '251.00', 'USD', '--yes'];
    const late = await as(main.limitedAgentKey, ...args, '--timeout', '1s', '--json');
    expect([late.code, json(late).status]).toEqual([4, 'IN_REVIEW']);
    const [approval] = json(late).approvals;
    const denied = await as(
      main.approverApiKey,
      'approvals',
      'deny',
      approval?.id ?? '',
      '--reason',
      'No',
      '--yes',
    );
    expect(denied.code).toBe(0);
    const key = json(late).id;
    expect((await as(main.limitedAgentKey, 'payments', 'get', key)).out).toContain('status\tAPPROVAL_DENIED');
  });

  it('of a stopped agent is refused (3), and its next one after it was resumed is paid', async () => {
    const { id: agentId, key: agentKey } = await newAgent(server);
    expect(await as(main.apiKey, 'agents', 'stop', agentId)).toMatchObject({ code: 0 });
    const refused = await as(agentKey, 'pay', payee, '1.00', 'USD', '--yes');
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(refused.err).toContain('next: a person of the party lifts it: purser agents resume AGENT');
    expect(await as(main.apiKey, 'agents', 'resume', agentId)).toMatchObject({ code: 2 });
    expect(await as(main.apiKey, 'agents', 'resume', agentId, '--yes')).toMatchObject({ code: 0 });
    expect(await as(agentKey, 'pay', payee, '1.00', 'USD', '--yes')).toMatchObject({ code: 0 });
  });
});

describe('a key', () => {
  it.each([
    ['of nobody', `sk_pur_sandbox_${'a'.repeat(39)}`, 'unauthenticated', 'check PURSER_API_KEY, or unset it'],
    ['that is malformed', 'hello', 'malformed_key', 'purser login'],
    ['that is empty', '', 'not_signed_in', 'purser login   (or set PURSER_API_KEY)'],
  ])('%s is exit 3, with one line of what to type next', async (_name, apiKey, code, next) => {
    const refused = await as(apiKey, 'payments', '--json');
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(JSON.parse(refused.err)).toMatchObject({ code, next });
    const said = await as(apiKey, 'payments');
    expect(said.err).toMatch(/^purser: .+\n {2}next: .+\n(?: {2}request: req_\w+\n)?$/);
  });
});

describe('an answer that gets lost', () => {
  const proxies: Proxy[] = [];
  afterAll(() => Promise.all(proxies.map((each) => each.close())));

  /** Starts a proxy that does this with every write. */
  async function before(trick: Trick): Promise<Proxy> {
    const proxy = await startProxy(server.baseUrl, () => trick);
    proxies.push(proxy);
    return proxy;
  }

  it('is exit 5, and the command that is printed pays once', async () => {
    const { url, seen, close } = await before('cut');
    const args = ['pay', payee, '7.00', 'USD', '--description', "Kim's cut", '--yes'];
    const lost = await program().run(args, actingAs(main.apiKey, url));
    await close();
    expect([lost.code, lost.out]).toEqual([5, '']);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    const [, printed = ''] = /^ {2}next: purser (.*)$/m.exec(lost.err) ?? [];
    expect(printed).toContain(`--description 'Kim'\\''s cut' --yes --idempotency-key ${seen[0]?.key}`);
    const { execFile } = await import('node:child_process');
    const typed = await new Promise<string>((resolve, reject) => {
      execFile(
        'sh',
        ['-c', `'${process.execPath}' '${program().bin}' ${printed}`],
        {
          env: {
            PATH: process.env['PATH'] ?? '',
            HOME: program().home,
            ...actingAs(main.apiKey, server.baseUrl),
          },
        },
        (error, out) => (error ? reject(error) : resolve(out)),
      );
    });
    expect(typed).toContain('status\tCOMPLETED');
    expect(await paidCount("Kim's cut")).toBe(1n);
  });

  it('behind a payment does not deny it: it took effect, and how it goes on is to be looked at', async () => {
    let isPaid = false;
    const proxy = await startProxy(server.baseUrl, (key) => {
      if (key === undefined && isPaid) return 'drop';
      isPaid ||= key !== undefined;
      return 'pass';
    });
    proxies.push(proxy);
    const args = ['pay', payee, '120.00', 'USD', '--description', 'Watched', '--yes', '--wait'];
    const { code, out, err } = await program().run(args, actingAs(main.limitedAgentKey, proxy.url));
    expect([code, out]).toEqual([4, '']);
    expect(err).toMatch(
      /^… IN_REVIEW\npurser: The payment pay_\w{32} was made, and then: No answer from .*\.\n {2}next: purser payments get pay_\w{32}\n$/,
    );
    expect(err).not.toContain('Nothing was done');
  });

  it('sends no key to where a server redirects, and says what to type', async () => {
    const { url } = await before({ status: 307, location: 'http://localhost:2/payments' });
    const moved = await program().run(['pay', payee, '1.00', 'USD', '--yes'], actingAs(main.apiKey, url));
    expect(moved).toMatchObject({ code: 2, out: '' });
    expect(moved.err).toBe(
      `purser: ${url} redirects to http://localhost:2. The key was not sent there.\n  next: purser login --url ADDRESS, with the address that it leads to\n`,
    );
  });

  it('says the same to programs, and warns that other writes keep their key for 48 hours', async () => {
    const { url } = await before('cut');
    const args = [
      'transfers',
      'withdraw',
      '5.00',
      'USD',
      '--external-account-id',
      main.externalAccountId,
      '--yes',
      '--json',
    ];
    const lost = await program().run(args, actingAs(main.apiKey, url));
    expect(lost.code).toBe(5);
    expect(JSON.parse(lost.err)).toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringContaining('Within 48 hours') as string,
      next: expect.stringMatching(
        /^purser transfers withdraw 5\.00 USD .*--idempotency-key [0-9a-f-]{32,36}$/,
      ) as string,
    });
  });
});

describe('output that cannot be written', () => {
  it('is said, behind a payment that took effect; who stops reading changes nothing', async () => {
    const { execFile } = await import('node:child_process');
    const run = (key: string, rest: string): Promise<string> =>
      new Promise((resolve) => {
        const command = `'${process.execPath}' '${program().bin}' pay ${payee} ${rest}; echo "exit $?"`;
        const env = {
          PATH: process.env['PATH'] ?? '',
          HOME: program().home,
          ...actingAs(key, server.baseUrl),
        };
        execFile('bash', ['-c', `set -o pipefail; ${command}`], { env }, (_error, out, err) =>
          resolve(err + out),
        );
      });
    expect(await run(main.apiKey, '2.00 USD --description Full --yes > /dev/full')).toMatch(
      /^purser: The payment pay_\w{32} was made, and then: The output could not be written \(ENOSPC\)\.\n.*\nexit 4\n$/,
    );
    expect(await paidCount('Full')).toBe(1n);
    expect(await run(main.limitedAgentKey, '160.00 USD --yes | true')).toBe('exit 4\n');
  });
});

describe('no server', () => {
  it('is one line, and what to type', async () => {
    const gone = await program().run(['payments'], actingAs(main.apiKey, 'http://127.0.0.1:1'));
    expect(gone).toMatchObject({ code: 1, out: '' });
    expect(gone.err).toBe(
      'purser: No answer from http://127.0.0.1:1. Nothing was done.\n  next: start the server (npm start), or say where it is: PURSER_URL=https://… or purser login --url https://…\n',
    );
  });
});
