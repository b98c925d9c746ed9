import type { AuthenticatedActor } from '../context.ts';
import { countOf, type RuleReason } from '../engine/model/agent-rules.ts';
import type { Attempt } from '../engine/model/journal.ts';
import { refusals, type Refused } from '../engine/model/outcomes.ts';
import type { ApprovalReason, LimitType, Reasons } from '../engine/model/records.ts';
import { type Fault, PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { seesFunds } from '../http/permission.ts';
import { formatMoney } from '../lib/money.ts';

/**
 * Returns a refusal as an error, with its figures in words, as far as they are the actor's to know. Its source is left out
 * if it points to an attribute that this request does not have: the approval of a payment, for example, can fail because of
 * an attribute of the payment.
 */
export function refusalOf(
  refused: Refused,
  attributes: object,
  actor?: AuthenticatedActor,
  attempt: Attempt | null = null,
): PurserError {
  const { refusal, exceeded } = refused;
  const { source, ...described }: Fault = refusals[refusal];
  const fault = { ...described, detail: detailOf(refused, described.detail, actor) };
  if (refusal === 'rule_broken') {
    return new PurserError([{ ...fault, reasons: exceeded?.reasons ?? [] }], {
      engineRefusal: refusal,
      attempt,
    });
  }
  const name = source && 'pointer' in source ? attributeOf(source.pointer) : null;
  const isSent = name === null || name in attributes;
  return new PurserError([isSent ? { ...fault, source } : fault], { engineRefusal: refusal, attempt });
}

/** Returns the attribute that a pointer leads into, such as `counterparty` of `/data/attributes/counterparty/value`. */
function attributeOf(pointer: string): string | null {
  return /^\/data\/attributes\/([^/]+)/.exec(pointer)?.[1] ?? null;
}

function detailOf(
  { refusal, exceeded, mayWait, refund, funds, owed, frozen }: Refused,
  detail: string,
  actor?: AuthenticatedActor,
): string {
  if (exceeded)
    return refusal === 'rule_broken' ? brokenRules(exceeded, detail) : sentences(detail, exceeded);
  if (mayWait !== undefined) return `${detail} At most ${mayWait} are allowed.`;
  if (refund)
    return `${detail} ${alone(figures(refund.currency, { asked: refund.asked, left: refund.left }))}`;
  if (funds) return shortOf(funds, detail, actor);
  if (frozen) return frozen.partyId === actor?.partyId ? frozenBy(frozen.by) : detail;
  return owed && mayReadWallets(owed.partyId, actor) ? `${detail} It owes ${formatMoney(owed)}.` : detail;
}

type Exceeded = NonNullable<Refused['exceeded']>;

function brokenRules(exceeded: Exceeded, detail: string): string {
  const names = [...new Set(exceeded.reasons.map(({ type }) => type))].join(', ');
  return names === '' ? detail : sentences(`This exceeds what the agent may do: ${names}.`, exceeded);
}

/** Returns a text with a sentence for each reason that has figures. */
function sentences(text: string, { reasons, asked }: Exceeded): string {
  return [text, ...reasons.flatMap((reason) => figuresOf(reason, asked) ?? [])].join(' ');
}

const periods: Readonly<Record<LimitType, string>> = {
  perTransactionAmount: 'In one payment',
  dailyAmount: 'In one day',
  monthlyAmount: 'In one month',
};

function figuresOf(reason: ApprovalReason, asked: bigint): string | null {
  if (reason.type === 'limitExceeded') return ofLimit(reason, asked);
  return reason.type === 'currencyNotCovered' ? null : ofRule(reason);
}

function ofRule(reason: RuleReason): string | null {
  const count = countOf(reason);
  if (count === null) return null;
  const { period, limit, actual } = count;
  const left = Math.max(0, limit - actual + 1);
  return `In one ${period}: payments allowed ${limit}, asked 1, left ${left}.`;
}

/** What counts already is not in the reason, but follows from it: the sum of a period has the amount in it. */
function ofLimit(
  { limitType, limitAmount, actualAmount, currency }: Reasons['limitExceeded'],
  asked: bigint,
): string {
  const allowed = BigInt(limitAmount);
  const left = allowed - (BigInt(actualAmount) - asked);
  const ofPeriod = limitType === 'perTransactionAmount' ? {} : { left: left > 0n ? left : 0n };
  return `${periods[limitType]}: ${figures(currency, { allowed, asked, ...ofPeriod })}`;
}

/** Returns amounts of one currency by their names, as in `asked USD 80.00, left USD 20.00.` */
function figures(currency: string, named: Readonly<Record<string, bigint>>): string {
  const parts = Object.entries(named).map(([name, amount]) => `${name} ${formatMoney({ amount, currency })}`);
  return `${parts.join(', ')}.`;
}

/** Returns figures as a sentence of their own. */
function alone(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Tells people and agents of a frozen party who has frozen it. */
function frozenBy(by: NonNullable<Refused['frozen']>['by']): string {
  const [byOperator, byParty] = [by.includes('operator'), by.includes('party')];
  if (byOperator && byParty)
    return 'Your party is frozen by the operator of this service, and by its own people: no money leaves until both unfreeze it.';
  return byOperator
    ? 'Your party is frozen by the operator of this service: no money leaves until the operator unfreezes it.'
    : 'Your party is frozen by its own people: no money leaves until they unfreeze it.';
}

/** Says what is missing; what is there only to whom may know that: a party's own agent, and keys that read its wallets. */
function shortOf(
  { partyId, amount, fee, available, currency }: NonNullable<Refused['funds']>,
  detail: string,
  actor?: AuthenticatedActor,
): string {
  const mayKnow = actor?.partyId === partyId && seesFunds(actor);
  const asked = { asked: amount, ...(fee !== null && { fee }) };
  if (mayKnow) return `${detail} ${alone(figures(currency, { ...asked, available }))}`;
  return fee === null ? detail : `${detail} ${alone(figures(currency, asked))}`;
}

function mayReadWallets(partyId: Id<'pty'>, actor?: AuthenticatedActor): boolean {
  return actor?.partyId === partyId && actor.agentId === null && actor.scopes.has('wallets.read');
}
