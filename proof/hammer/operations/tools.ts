import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from '../../support/http.ts';
import { type Purchase, storePurchase } from '../model/model.ts';
import { beginAttempt, checkResponse } from '../paying.ts';
import { pickActor, pickAmount, pickParty, pickRecipient } from '../picking.ts';
import { dataOf, type Turn } from '../turn.ts';

const revision = '2026-07-28';
const patience_ms = 60_000;

/** What the tool that pays says. */
type Says = { status: string; code?: string; payment?: { id: string } };

/** The purchase was taken on: paid, or to be decided about. */
const accepted = ['paid', 'processing', 'waiting_for_claim'];
const taken: ReadonlySet<string> = new Set([...accepted, 'already_paid', 'needs_approval']);
const unsettled: ReadonlySet<string> = new Set(['outcome_unknown', 'overload', 'rate_limit']);

/**
 * Pays by the tool of the connector, as a model would: some calls are sent several times at once, and each that gets no
 * answer again. One purpose is one payment (G21). What others do of the same name spells it in another way.
 */
export async function payByTool(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const actor = pickActor(turn, party);
  const currency = random.chance(0.1) ? 'EUR' : 'USD';
  const amount = pickAmount(turn, party, currency);
  const intent = { ...actor, ...pickRecipient(turn, party), amount, currency, byTool: true };
  const attempt = beginAttempt(turn, intent);
  const asked = { to: intent.counterparty.value, amount: decimal(amount), currency };
  const purchase = { as: actor.as, agentId: actor.agent?.id ?? null, purpose: turn.token(), asked };
  const copies = random.chance(0.3) ? random.between(2, 5) : 1;
  const answers = await Promise.all(
    Array.from({ length: copies }, () => callTool(turn, purchase, { description: attempt.token })),
  );
  const done = answers.filter(({ status }) => taken.has(status));
  for (const says of answers) {
    if (!taken.has(says.status) && says.code !== 'insufficient_funds')
      turn.fail('responses', `a purchase was refused: ${says.status} ${says.code ?? ''}`);
  }
  const ids = new Set(done.map(({ payment }) => payment?.id ?? ''));
  if (ids.size > 1) turn.fail('G21', `one purpose has ${ids.size} payments`);
  if (!turn.run.kills && done.length > 0 && done.every(({ status }) => status === 'already_paid'))
    turn.fail('G21', 'a purchase that nobody asked for before was paid before');
  const [paymentId] = ids;
  const response = paymentId === undefined ? refusal : await readAsMade(turn, purchase, paymentId, done);
  checkResponse(turn, attempt, response);
  if (paymentId !== undefined)
    storePurchase(turn.run.model, { ...purchase, paymentId }, random.below(1_000_000));
}

/** Asks for an earlier purchase again, in other words: the payment is the same, and nothing else is paid (G21). */
export async function payAgainByTool(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const { purchases } = run.model;
  if (purchases.length === 0) return turn.record('(none)');
  const purchase = random.pick(purchases);
  const isOther = random.chance(0.3);
  const asked = isOther ? { ...purchase.asked, amount: '0.01' } : purchase.asked;
  const says = await callTool(turn, { ...purchase, asked }, { description: `${turn.token()}, again` });
  turn.record(says.status);
  if (says.payment?.id !== purchase.paymentId)
    turn.fail(
      'G21',
      `a purpose was asked for again, and names ${says.payment?.id} for ${purchase.paymentId}`,
    );
  const isSame = asked.amount === purchase.asked.amount;
  if (isSame !== (says.status !== 'refused'))
    turn.fail('G21', `a purpose was asked for again, and is ${says.status}`);
  if (accepted.includes(says.status)) turn.fail('G21', `a purpose was paid again: ${says.status}`);
}

const refusal: HttpResponse = {
  status: 409,
  head: '',
  text: JSON.stringify({ errors: [{ code: 'insufficient_funds' }] }),
};

/** Reads the payment of a purchase, and returns it as the API would have answered the one that made it. */
async function readAsMade(
  turn: Turn,
  { as, agentId }: Pick<Purchase, 'as' | 'agentId'>,
  paymentId: string,
  answers: readonly Says[],
): Promise<HttpResponse> {
  const response = await turn.send({ as, agentId, path: `/payments/${paymentId}` });
  if (response.status !== 200) turn.fail('G1', `the payment of a purchase is not there: ${response.status}`);
  const data = dataOf(response) as { attributes: object };
  const status = answers.some((each) => each.status === 'needs_approval') ? 'IN_REVIEW' : 'PROCESSING';
  const made = { ...data, attributes: { ...data.attributes, status } };
  return { ...response, status: 201, text: JSON.stringify({ data: made }) };
}

/** Calls the tool that pays, and again while nobody knows the outcome. */
async function callTool(
  turn: Turn,
  { as, agentId, purpose, asked }: Omit<Purchase, 'paymentId'>,
  words: { description: string },
): Promise<Says> {
  const name = 'create_payment';
  const spelled = turn.random.pick([
    purpose,
    ` ${purpose.toUpperCase()}`,
    purpose.replaceAll('-', '-\u200b'),
  ]);
  const [about, ours] = ['_meta', 'io.modelcontextprotocol/'];
  const params = {
    name,
    arguments: { purpose_id: spelled, ...asked, ...words },
    [about]: {
      [`${ours}protocolVersion`]: revision,
      [`${ours}clientInfo`]: { name: 'hammer', version: '1' },
      [`${ours}clientCapabilities`]: {},
    },
  };
  const message = {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
  };
  const deadline_ms = Date.now() + patience_ms;
  for (;;) {
    const { text } = await turn.send({ as, agentId, method: 'POST', path: '/mcp', message });
    const { result } = JSON.parse(text) as { result?: { structuredContent: Says } };
    if (!result) turn.fail('responses', 'a call of a tool has no result');
    const says = result.structuredContent;
    if (!unsettled.has(says.status) || Date.now() > deadline_ms) return says;
    turn.record(`(${says.status})`);
    await pause(100);
  }
}

function decimal(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2);
}
