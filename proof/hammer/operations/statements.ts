import type { Party, Transaction } from '../model/types.ts';
import { pickParty } from '../picking.ts';
import { busy, dataOf, type Turn } from '../turn.ts';

type Wallet = { id: string; attributes: { currency: string; balance: { total: number } } };
type Line = { kind: string; amount: number; balance: number; paymentId: string | null };
type Statement = {
  attributes: { from: string; to: string; openingBalance: number; closingBalance: number; lines: Line[] };
};

/**
 * Reads the statement of a wallet while others pay: its balances follow from its lines (G2), no payment is on it twice,
 * every acknowledged one is on it (G1), no balance is below zero, and what was read stays as it is (G19).
 */
export async function readStatement(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const listed = await turn.send({ as: party.owner, path: '/wallets?limit=100' });
  if (listed.status !== 200) turn.fail('responses', 'the list of wallets was refused');
  const wallets = dataOf(listed) as Wallet[];
  const { id, attributes } = random.pick(wallets);
  const isOnly = wallets.filter((wallet) => wallet.attributes.currency === attributes.currency).length === 1;
  const known = [...party.transactions].filter((each) => isOn(each, party, attributes.currency));
  const path = `/wallets/${id}/statement?from=2000-01-01T00:00:00Z`;
  const response = await turn.send({ as: party.owner, path, mayBeBusy: true });
  if (busy.has(response.status)) return turn.record('busy');
  if (response.status !== 200) turn.fail('responses', 'a statement was refused');
  turn.record('read');
  const { from, to, lines, openingBalance, closingBalance } = (dataOf(response) as Statement).attributes;
  let balance = openingBalance;
  for (const line of lines) {
    balance += line.amount;
    if (line.balance !== balance)
      turn.fail('G2', `a line says ${line.balance} where the lines before lead to ${balance}`);
    if (balance < 0) turn.fail('G19', `after a line of a statement the wallet had ${balance}`);
  }
  if (openingBalance !== 0) turn.fail('G2', `a wallet began with ${openingBalance}`);
  if (balance !== closingBalance)
    turn.fail('G2', `a statement closes with ${closingBalance} instead of ${balance}`);
  const paid = lines.flatMap(({ kind, paymentId }) => (kind === 'payment' ? [paymentId] : []));
  if (new Set(paid).size < paid.length) turn.fail('G1', 'a payment is twice on a statement');
  const missing = isOnly && known.find((payment) => !paid.includes(payment.id));
  if (missing) turn.fail('G1', `${missing.id} was acknowledged, but is missing on the statement`);
  const closed = `/wallets/${id}/statement?from=${from}&to=${to}`;
  const again = await turn.send({ as: party.owner, path: closed, mayBeBusy: true });
  if (again.status === 200 && again.text !== response.text)
    turn.fail('G19', 'a statement reads differently than before');
}

/** Whether a transaction is a payment that has moved the party's money in a currency, out or in. */
function isOn({ type, status, payee, payer, currency }: Transaction, party: Party, wanted: string): boolean {
  const isMoved = type === 'payment' && status === 'COMPLETED';
  return isMoved && currency === wanted && payee !== null && (payer === party || payee === party);
}
