import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { Engine } from './engine/queue/engine.ts';
import type { Actor } from './engine/model/actor.ts';
import type { Task } from './engine/model/journal.ts';
import type { Id } from './lib/id.ts';
import type { Keyring } from './lib/keyring.ts';
import type { Mailer } from './gateways/mail.ts';
import type { Rail } from './gateways/rail.ts';
import type { Scope } from './scopes.ts';

/** Who is calling: read from the credential and the headers, at each request anew. */
export type AuthenticatedActor = Actor & {
  scopes: ReadonlySet<string>;
  /** False where `X-Agent-ID` names no active agent of the party: a 404 once the request is known to be sound. */
  agentIsActive: boolean;
};

/** What the program is made of, built once in `app.ts`. */
export type Program = {
  config: Config;
  db: Db;
  engine: Engine;
  keyring: Keyring;
  mail: Mailer;
  /** The way of money to a bank; null where this server has none. */
  rail: Rail | null;
  log: Logger;
  /** Does the due work of a kind in this process, and answers how much there was; jobs call it, and moving the clock. */
  work: (task: Task) => Promise<number>;
  /** The address under which callers reach this server, without a slash at the end. */
  baseUrl(): string;
};

/**
 * What a verb gets: the program, who asks, and when. `now` is the service's clock, read once per request: timestamps,
 * expiries and limits go by it; ids use real time.
 */
export type Context = Program & {
  now: Date;
  /** How far ahead of real time that is. */
  clockOffset_ms: number;
  requestId: Id<'req'>;
  actor: AuthenticatedActor;
};

export type { Scope };
