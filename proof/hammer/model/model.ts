import type { Actor, Party } from '../model/types.ts';
import type { HttpResponse } from '../../support/http.ts';
import type { Thing } from './types.ts';
import { partiesOf } from './things.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A keyed write that was answered with success: sent again, it has to be answered in the same words. */
export type Answered = {
  as: Actor;
  method: Method;
  path: string;
  body: object | undefined;
  agentId: string | null;
  key: string;
  response: HttpResponse;
  round: number;
};

/** What the acknowledgements add up to. */
export type Model = {
  things: Map<string, Thing>;
  /** In review, waiting to be claimed, under way to a bank. Those that have ended are dropped when they are met. */
  reviews: Thing[];
  claims: Thing[];
  underWay: Thing[];
  /** Withdrawals, and whatever had approvals: few among all things, and looked for by strangers. */
  withdrawals: Thing[];
  reviewed: Thing[];
  /** Who may see what else has an id. */
  owners: Map<string, readonly Party[]>;
  answered: Answered[];
  /** Accepted in the present day and month, by whose limits count it; and what of that was approved. */
  spent: Map<string, number>;
  approved: Map<string, number>;
  today: { day: string; month: string };
  /** How often one party's key was used by another, by both. */
  sharers: Map<string, number>;
  /** Made beside the API. */
  deposits: number;
  secrets: Set<string>;
  /** Tokens of payment links. */
  links: Set<string>;
  round: number;
};

const answersKept = 400;

export function newModel(): Model {
  return {
    things: new Map(),
    reviews: [],
    claims: [],
    underWay: [],
    withdrawals: [],
    reviewed: [],
    owners: new Map(),
    answered: [],
    spent: new Map(),
    approved: new Map(),
    today: { day: '', month: '' },
    sharers: new Map(),
    deposits: 0,
    secrets: new Set(),
    links: new Set(),
    round: 0,
  };
}

/** Notes what was acknowledged. */
export function register(model: Model, thing: Thing): void {
  model.things.set(thing.id, thing);
  for (const party of new Set(partiesOf(thing))) party.things.push(thing);
  if (thing.type === 'withdrawal') model.withdrawals.push(thing);
  enlist(model, thing);
}

/** Puts it where operations look for what can be done with it. */
export function enlist(model: Model, thing: Thing): void {
  if (thing.isPrivate) return;
  if (thing.status === 'IN_REVIEW') model.reviews.push(thing);
  if (thing.status === 'PENDING_CLAIM') model.claims.push(thing);
  if (thing.status === 'PROCESSING') model.underWay.push(thing);
}

/** Keeps an answer to be asked for again, in the place of an old one once there are many. */
export function remember(model: Model, answered: Answered, place: number): void {
  if (model.answered.length < answersKept) model.answered.push(answered);
  else model.answered[place % answersKept] = answered;
}

/** Counts what was accepted against all whose limits may bound it; gives it back with −1. */
export function countSpending(model: Model, thing: Thing, sign: 1 | -1): void {
  if (thing.acceptedOn === null || thing.currency !== 'USD') return;
  const { day, month } = model.today;
  for (const owner of spendersOf(thing)) {
    for (const period of [day, month].filter((each) => thing.acceptedOn?.startsWith(each))) {
      const key = `${owner} ${period}`;
      model.spent.set(key, (model.spent.get(key) ?? 0) + sign * thing.amount);
      if (thing.wasReviewed) model.approved.set(key, (model.approved.get(key) ?? 0) + sign * thing.amount);
    }
  }
}

function spendersOf({ maker, payer }: Thing): Set<string> {
  return new Set([...(maker.agent ? [maker.agent.id] : []), maker.party.id, payer.id]);
}
