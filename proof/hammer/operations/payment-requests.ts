import { addToLists } from '../model/model.ts';
import { beginAttempt, checkResponse } from '../paying.ts';
import { pickActor, pickAmount, pickParty } from '../picking.ts';
import { dataOf, outcomeOf, type RequestSpec, type Turn } from '../turn.ts';
import { recordWrite } from './settings.ts';

type Shown = {
  id: string;
  attributes: { status: string };
  relationships: { payment?: { data: object | null } };
};

/**
 * Asks a party to pay and pays the request, often several times at once, and sometimes while it is declined and
 * canceled: one of these takes effect, and the status of the request says which.
 */
export async function payRequest(turn: Turn): Promise<void> {
  const { random } = turn;
  const payer = pickParty(turn);
  const payee = pickParty(turn, payer);
  const amount = pickAmount(turn, payer, 'USD');
  const token = turn.token();
  const named = random.pick([
    { type: 'party_id', value: payer.id },
    { type: 'email', value: payer.email },
  ]);
  const body = { amount, description: token, payer: named };
  const { id } = await ask(turn, { as: payee.owner, method: 'POST', path: '/payment-requests', body });
  const path = `/payment-requests/${id}`;
  const counterparty = { type: 'party_id', value: payee.id };
  const fulfils = { id, token };
  // No other operation decides about the payment until the status of the request was compared with it.
  const intent = { ...pickActor(turn, payer), payee, counterparty, amount, fulfils, isExclusive: true };
  const attempts = Array.from({ length: random.pick([1, 1, 2, 6]) }, () => beginAttempt(turn, intent));
  const verbs = random.chance(0.5) ? (['DECLINED', 'CANCELED'] as const) : [];
  const isAlone = attempts.length + verbs.length === 1;
  const [outcomes, closings] = await Promise.all([
    Promise.all(
      attempts.map(async (attempt) =>
        checkResponse(turn, attempt, await turn.send(attempt.request), isAlone ? [] : ['conflict']),
      ),
    ),
    Promise.all(
      verbs.map(async (status) => {
        const [as, verb] = status === 'DECLINED' ? [payer.owner, 'decline'] : [payee.owner, 'cancel'];
        const response = await turn.send({ as, method: 'POST', path: `${path}/${verb}`, key: turn.token() });
        turn.record(`${verb} ${outcomeOf(response)}`);
        return { status, outcome: outcomeOf(response) };
      }),
    ),
  ]);
  const made = outcomes.flatMap(({ transaction }) => transaction ?? []);
  const closed = closings.filter(({ outcome }) => outcome === '200');
  if (made.length > 1) turn.fail('G3', `${made.map((each) => each.id).join(' and ')} pay one request`);
  if (made.length + closed.length > 1) turn.fail('G1', 'a request was both paid and closed, or closed twice');
  const isConflict = outcomes.some(({ refusal }) => refusal === 'conflict');
  if (made.length + closed.length === 0 && (isConflict || closings.length > 0)) {
    turn.fail('responses', 'nothing took effect of what was asked of an open request');
  }
  const [payment] = made;
  const paid = payment?.wasReviewed ? 'PROCESSING' : 'COMPLETED';
  const wanted = payment ? paid : (closed[0]?.status ?? 'OPEN');
  await checkStatus(turn, { as: payee.readOnly, path }, wanted);
  if (!payment) return;
  payment.isExclusive = false;
  addToLists(turn.run.model, payment);
}

/** Compares a request with what was done about it. */
async function checkStatus(turn: Turn, read: RequestSpec, wanted: string): Promise<void> {
  const { attributes, relationships } = await ask(turn, read);
  if (attributes.status !== wanted) turn.fail('G1', `a request is ${attributes.status} instead of ${wanted}`);
  if ((attributes.status === 'COMPLETED') !== (relationships.payment?.data !== null)) {
    turn.fail('tenancy', 'the requester sees a payment before it is accepted, or does not see it afterwards');
  }
}

/** Sends a request that must succeed, about a payment request, and returns that. */
export async function ask(turn: Turn, spec: RequestSpec): Promise<Shown> {
  const isWrite = spec.method === 'POST';
  const response = await turn.send({ ...spec, key: isWrite ? turn.token() : null, skipReplay: true });
  if (response.status >= 300) turn.fail('responses', `a request was refused: ${outcomeOf(response)}`);
  if (isWrite) recordWrite(turn, spec, response);
  return dataOf(response) as Shown;
}
