import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { killPrograms } from '../../../proof/support/program.ts';
import { removeScratch } from '../../../proof/support/scratch.ts';
import { newAgent } from '../support/agents.ts';
import { clientAt } from '../support/client.ts';
import { pagination, resources } from '../support/http.ts';
import { scratchFolder } from './folder.ts';
import { type Program, startProgram, stopProgram } from './program.ts';

afterAll(async () => {
  killPrograms();
  await removeScratch();
});

const [purchases, clients, kills] = [1_000, 16, 6];
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Says = { status: string; payment?: { id: string } };

type Asking = { baseUrl: string; key: string; conversation: number; patience_ms: number };

/** Sends a purchase and returns what the tool says; throws if the answer is lost. */
async function buy(purchase: object, { baseUrl, key, conversation, patience_ms }: Asking): Promise<Says> {
  // A host names its conversation in one way, in another, or not at all.
  const named = `made up ${conversation}`;
  const about = conversation % 3 === 0 ? { ...envelope, 'purser/instance-id': named } : envelope;
  const params = { name: 'create_payment', arguments: purchase, _meta: about };
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'create_payment',
      ...(conversation % 3 === 1 && { 'X-Instance-ID': named }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: AbortSignal.timeout(patience_ms),
  });
  const { result } = (await response.json()) as { result?: { structuredContent: Says } };
  if (!result) throw new Error(`no answer: ${response.status}`);
  return result.structuredContent;
}

/** Words that a model changes from one try to the next. */
const wordings = ['', 'As agreed', 'as agreed!', 'The books', 'Books'];

it('a thousand purchases with lost answers, kills and made-up conversations: none is paid twice, none is lost', async () => {
  const folder = await scratchFolder();
  let program: Program = await startProgram(folder);
  const { main, stranger } = program.parties;
  const owner = clientAt(program.baseUrl, main);
  const { id: agentId, key } = await newAgent(owner);
  const acknowledged = new Map<number, string>();
  let [next, lost, conversations] = [0, 0, 0];

  async function model(): Promise<void> {
    for (let purchase = next++; purchase < purchases; purchase = next++) await until(purchase);
  }
  /** Tries a purchase, in other words each time, until the model is told how it ended. */
  async function until(purchase: number): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const description = wordings[(purchase + turn) % wordings.length];
      const asked = {
        purpose_id: turn % 2 === 0 ? `Purchase ${purchase}` : ` purchase ${purchase} `,
        to: stranger.partyId,
        amount: '0.01',
        ...(description && { description }),
      };
      // Every third first answer is lost: the model gives up before it can arrive.
      const patience_ms = turn === 0 && purchase % 3 === 0 ? 4 : 10_000;
      try {
        const { baseUrl } = program;
        const conversation = (conversations += 1);
        const { status, payment } = await buy(asked, { baseUrl, key, conversation, patience_ms });
        if (payment && ['paid', 'processing', 'already_paid'].includes(status)) {
          acknowledged.set(purchase, payment.id);
          return;
        }
        expect(['outcome_unknown', 'overload', 'rate_limit']).toContain(status);
      } catch (error) {
        if (error instanceof Error && error.name === 'AssertionError') throw error;
        lost += 1;
        await pause(20);
      }
    }
  }
  async function killer(): Promise<void> {
    for (let kill = 1; kill <= kills; kill += 1) {
      while (acknowledged.size < (kill * purchases) / (kills + 1)) await pause(10);
      program.signal('SIGKILL');
      await program.ended;
      program = await startProgram(folder);
    }
  }
  /** Asks for purchases again, in a conversation that knows nothing of them. */
  async function another(): Promise<void> {
    for (let purchase = next++; purchase < purchases; purchase = next++) {
      const asked = { purpose_id: `PURCHASE ${purchase}`, to: stranger.partyId, amount: '0.01' };
      const conversation = (conversations += 1);
      const { baseUrl } = program;
      const { status, payment } = await buy(asked, { baseUrl, key, conversation, patience_ms: 60_000 });
      expect([status, payment?.id]).toEqual(['already_paid', acknowledged.get(purchase)]);
    }
  }
  await Promise.all([killer(), ...Array.from({ length: clients }, model)]);
  next = 0;
  await Promise.all(Array.from({ length: clients }, another));

  const paid = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/payments?agentId=${agentId}&limit=100${cursor && `&cursor=${cursor}`}`;
    const page = await clientAt(program.baseUrl, main).get(path);
    for (const payment of resources(page)) paid.set(payment.id, String(payment.attributes['status']));
    cursor = pagination(page).nextCursor;
  }
  expect(acknowledged.size).toBe(purchases);
  expect(new Set(acknowledged.values()).size).toBe(purchases);
  expect([...acknowledged.values()].filter((id) => paid.get(id) !== 'COMPLETED')).toEqual([]);
  expect(paid.size).toBe(purchases);
  expect(lost).toBeGreaterThan(purchases / 10);
  expect((await stopProgram(program)).code).toBe(0);
});
