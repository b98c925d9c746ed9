import { pickActor, pickAmount, pickParty, pickRecipient } from '../picking.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';

const outcomes = new Set(['accepted', 'needsApproval', 'refused']);

/** Asks what would become of a payment. The model does not know it: if it is made, the books no longer match. */
export async function tryPayment(turn: Turn): Promise<void> {
  const { random } = turn;
  const payer = pickParty(turn);
  const currency = random.chance(0.12) ? 'EUR' : 'USD';
  const { as, agent } = pickActor(turn, payer);
  const amount = pickAmount(turn, payer, currency);
  const { counterparty } = pickRecipient(turn, payer);
  const response = await turn.send({
    as,
    method: 'POST',
    path: '/payments?dryRun=true',
    body: { amount, currency, counterparty, description: turn.token() },
    key: turn.token(),
    skipReplay: true,
    agentId: agent?.id ?? null,
  });
  if (response.status !== 200) turn.fail('responses', `a dry run was refused: ${outcomeOf(response)}`);
  const { outcome } = (dataOf(response) as { attributes: { outcome: string } }).attributes;
  if (!outcomes.has(outcome)) turn.fail('responses', `a dry run has the outcome ${outcome}`);
  turn.record(outcome);
}
