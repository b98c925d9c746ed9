import { pickActor, pickAmount, pickParty, pickRecipient } from '../picking.ts';
import { codesOf } from '../../support/http.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';

const outcomes = new Set(['accepted', 'needsApproval', 'refused']);

/**
 * Asks what would become of a payment, at the preview or by a query that a payment must refuse. The model does not know it:
 * if it is made, the books no longer match.
 */
export async function tryPayment(turn: Turn): Promise<void> {
  const { random } = turn;
  const payer = pickParty(turn);
  const currency = random.chance(0.12) ? 'EUR' : 'USD';
  const { as, agent } = pickActor(turn, payer);
  const amount = pickAmount(turn, payer, currency);
  const { counterparty } = pickRecipient(turn, payer);
  const byQuery = random.chance(0.2);
  const response = await turn.send({
    as,
    method: 'POST',
    path: byQuery ? '/payments?dryRun=true' : '/payments/preview',
    body: { amount, currency, counterparty, description: turn.token() },
    key: turn.token(),
    skipReplay: true,
    agentId: agent?.id ?? null,
  });
  if (byQuery) {
    if (response.status !== 400 || codesOf(response)[0] !== 'invalid_value') {
      turn.fail('responses', `a payment takes the query dryRun: ${outcomeOf(response)}`);
    }
    return turn.record('query refused');
  }
  if (response.status !== 200) turn.fail('responses', `a preview was refused: ${outcomeOf(response)}`);
  const { outcome } = (dataOf(response) as { attributes: { outcome: string } }).attributes;
  if (!outcomes.has(outcome)) turn.fail('responses', `a preview has the outcome ${outcome}`);
  turn.record(outcome);
}
