import { setTimeout as pause } from 'node:timers/promises';
import { beginTurn, dataOf, type Turn } from './turn.ts';
import type { Run } from './run.ts';
import type { Party, SeenEvents } from './model/types.ts';

/** The events that the webhooks of a run get: every state of a payment. */
export const hookedEvents: readonly string[] = [
  'payment.created',
  'payment.accepted',
  'payment.completed',
  'payment.approval_denied',
  'payment.canceled',
  'payment.returned',
];

type Created = { id: string; attributes: { signingSecret?: string } };

const hookedParties = 6;
const patience_ms = 60_000; // a server that was killed keeps its webhooks for some seconds
const poll_ms = 100;

/** Gives some regular parties a webhook. Only the first response shows its secret (G13). */
export async function addHooks(run: Run): Promise<void> {
  for (const party of run.world.parties.regular.slice(0, hookedParties)) {
    const turn = beginTurn(run, -3, 0, 'addHooks');
    const { receiver } = run.world;
    const { id, attributes } = await createHook(turn, party, receiver.urlOf(party));
    const secret = attributes.signingSecret ?? turn.fail('responses', 'a new webhook has no secret');
    run.model.secrets.add(secret);
    receiver.add({ id, party, secret, taken: new Set() });
    const listed = await turn.send({ as: party.owner, path: `/webhooks?limit=100` });
    if (listed.text.includes('whsec_')) turn.fail('G13', 'a list shows the secret of a webhook');
  }
}

async function createHook(turn: Turn, party: Party, url: string): Promise<Created> {
  const body = { url, enabledEvents: hookedEvents };
  const request = { as: party.owner, method: 'POST', path: '/webhooks', body, skipReplay: true } as const;
  const key = turn.token();
  const response = await turn.send({ ...request, key });
  if (response.status !== 201) turn.fail('responses', 'a webhook was refused');
  const again = await turn.send({ ...request, key });
  if (again.text.includes('whsec_')) turn.fail('G13', 'a replay shows the secret of a webhook');
  return dataOf(response) as Created;
}

/** Waits until each webhook has got these events of its party, and checks how they came (G12). */
export async function checkDeliveries(
  run: Run,
  seenOf: (party: Party) => Pick<SeenEvents, 'newest' | 'hooked'>,
): Promise<void> {
  const { receiver } = run.world;
  const turn = beginTurn(run, -3, run.model.round, 'checkDeliveries');
  await checkForbidden(turn);
  const deadline_ms = Date.now() + patience_ms;
  for (const hook of receiver.hooks()) {
    const { newest, hooked } = seenOf(hook.party);
    const missing = (): string[] => [...hooked].filter((id) => !hook.taken.has(id));
    while (missing().length > 0 && receiver.faults.length === 0) {
      if (Date.now() > deadline_ms)
        turn.fail('G12', `${missing().length} events of ${hook.party.name} were never delivered`);
      await pause(poll_ms);
    }
    const foreign = [...hook.taken].find((id) => id <= newest && !hooked.has(id));
    if (foreign) turn.fail('tenancy', `a webhook got ${foreign}, which its party cannot read`);
  }
  const [fault] = receiver.faults;
  if (fault !== undefined) turn.fail('G12', fault);
}

/** Nothing is sent to a forbidden address, wherever a webhook got it from: it did not have it when it was created. */
async function checkForbidden(turn: Turn): Promise<void> {
  const { receiver, administration, parties } = turn.run.world;
  const { id } = await createHook(turn, parties.treasury, receiver.urlOf(parties.treasury));
  const as = parties.treasury.owner;
  const move = 'UPDATE webhooks SET url = $2 WHERE id = $1';
  await administration.administer((tx) => tx.query(move, [id.slice('whk_'.length), receiver.forbiddenUrl]));
  const change = { as, key: turn.token(), skipReplay: true } as const;
  await turn.send({ ...change, method: 'POST', path: `/webhooks/${id}/test` });
  const deadline_ms = Date.now() + patience_ms;
  for (;;) {
    const listed = await turn.send({ as, path: `/webhooks/${id}/deliveries` });
    const [attempt] = dataOf(listed) as Array<{ attributes: { error: string | null } }>;
    if (attempt && attempt.attributes.error !== 'forbidden_address')
      turn.fail('G12', `a delivery to a forbidden address ended as ${attempt.attributes.error ?? 'sent'}`);
    if (attempt) break;
    if (Date.now() > deadline_ms) turn.fail('G12', 'a test event was never sent');
    await pause(poll_ms);
  }
  await turn.send({ ...change, key: turn.token(), method: 'DELETE', path: `/webhooks/${id}` });
}
