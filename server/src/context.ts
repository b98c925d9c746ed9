import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { Sessions } from './db/sessions.ts';
import type { Queryable } from './db/sql.ts';
import type { Engine } from './engine/queue/engine.ts';
import type { Actor } from './engine/model/actor.ts';
import type { Task } from './engine/model/journal.ts';
import type { FairGate } from './lib/fair-gate.ts';
import type { Id } from './lib/id.ts';
import type { Keyring } from './lib/keyring.ts';
import type { Mailer } from './gateways/mail.ts';
import type { Rail } from './gateways/rail.ts';
import type { TextSender } from './gateways/text-messages.ts';
import { type OauthResource, type OauthScope, type Scope } from './scopes.ts';

export type AuthenticatedActor = Actor & {
  scopes: ReadonlySet<string>;
  /** When its key expires, by the service's clock; null if never. */
  expiresAt: Date | null;
  /** When its user signed in, if it is a browser session; null for keys that programs use. */
  signedInAt: Date | null;
  /** The OAuth grant behind its access token; null for a key. */
  grant: ActingGrant | null;
  /**
   * False if `X-Agent-ID` names no agent of the party, or a revoked one; a 404 after the request itself has been
   * checked. What a suspended agent may not do, transactions refuse.
   */
  agentIsKnown: boolean;
  /** True for an agent that reads its own only: what it, or a request to it, made. A write looks it up again. */
  readsOwn: boolean;
};

/** What a person let a program do, and at which part of this server. */
export type ActingGrant = { id: Id<'ogr'>; resource: OauthResource; scopes: readonly OauthScope[] };

/** The parts of the program, created once in `app.ts`. */
export type Program = {
  config: Config;
  /** The sessions of background work. */
  db: Db;
  sessions: Sessions;
  /** Where plain writes wait for earlier ones with their idempotency key. */
  copies: FairGate;
  engine: Engine;
  keyring: Keyring;
  mail: Mailer;
  texts: TextSender;
  /** The gateway to a bank; null if this server has none, and the operator carries out its orders by hand. */
  rail: Rail | null;
  /** How many differences between clearing accounts and the bank are open, as last read; NaN before. */
  reconciled: { open: number };
  /** How many orders wait to be taken by a bank, and since how many seconds the oldest, as last read; NaN before. */
  waitingOrders: { count: number; oldest_s: number };
  /** Since how many seconds the oldest line of the audit log waits to be sealed, as last read; NaN before. */
  unsealed: { oldest_s: number };
  log: Logger;
  /** Runs a task in this process until nothing is due, and returns how much was done. */
  work: (task: Task) => Promise<number>;
  /** Returns the URL under which clients reach this server, without a trailing slash. */
  baseUrl(): string;
};

/**
 * The context of a request, which every verb gets. Ids use real time, everything else the service's clock.
 */
export type Context = Omit<Program, 'db'> & {
  /** Runs single statements, in the share of the actor's party. */
  db: Queryable;
  /** When the request arrived, for reads. What a write stores or judges has the time that it gets under its locks. */
  askedAt: Date;
  /** How far `askedAt` is ahead of real time. */
  clockOffset_ms: number;
  requestId: Id<'req'>;
  actor: AuthenticatedActor;
};

/** The identity of a write, by which a retry is distinguished from another write. */
export type Keyed = {
  /** The method, and the path with its parameters filled in, such as `POST /payments`. */
  route: string;
  /** The parsed attributes, with defaults; empty if the endpoint takes none. */
  attributes: object;
  /** The idempotency key and the fingerprint of this request; null without a key. */
  idempotency: { key: string; fingerprint: Buffer } | null;
};

/** The context of a write. */
export type WriteContext = Context & { keyed: Keyed };

/** The context of a request whose authority is the token in its path: it has no actor. */
export type TokenContext = Omit<Context, 'actor'> & { actor: null };
export type TokenWriteContext = TokenContext & { keyed: Keyed };

export type { Scope };
