import { Client, type PoolConfig } from 'pg';
import type { Host } from '../lib/database-url.ts';
import { CommitNotReplicated, SessionRefused } from './failures.ts';
import type { Hosts } from './hosts.ts';

/** How to open sessions: the settings of pg, where, and what makes a new session fit for use. */
export type SessionConfig = PoolConfig & {
  /** The hosts to choose from, if there are several. */
  hosts?: Hosts | undefined;
  /** Sets up and checks a new session. If it fails, nobody gets the session. */
  prepare?: (session: Client) => Promise<unknown>;
  /** Returns what a column of a result is called in the code; as in SQL without it. */
  nameInCode?: (name: string) => string;
  sessions?: OpenSessions | undefined;
};

/** The sessions of a program, for its watch. */
export type OpenSessions = {
  open: Set<SessionClient>;
  /** Called when `prepare` refuses a session. */
  onRefused: () => void;
  /** Whether no COMMIT returns, so that a write would only wait and keep its locks. */
  commitsWait: () => boolean;
};

/** The routine of PostgreSQL that reports, by a warning only, that it stopped waiting for the synchronous standby. */
const waitForStandby = 'SyncRepWaitForLSN';

/**
 * A session of pg that is checked before its first use, and that fails with CommitNotReplicated when PostgreSQL has
 * committed on this machine only. PostgreSQL does so when an operator cancels or terminates a session that waits for
 * its synchronous standby, and reports the COMMIT as a success.
 */
export class SessionClient extends Client {
  readonly #config: SessionConfig;

  constructor(config: SessionConfig = {}) {
    super(config);
    this.#config = config;
    const { nameInCode } = config;
    if (nameInCode) {
      // Runs before pg's own listener, which takes the keys of the rows from the fields.
      this.connection.on('rowDescription', ({ fields }: { fields: Array<{ name: string }> }) => {
        for (const field of fields) field.name = nameInCode(field.name);
      });
    }
    // A lost connection fails the query under way. Without this handler it would end the process (node-postgres#1707).
    this.on('error', () => undefined);
    this.connection.on('notice', ({ routine }: { routine?: string }) => {
      if (routine === waitForStandby) this.connection.emit('error', new CommitNotReplicated());
    });
  }

  override connect(): Promise<this>;
  override connect(settle: (error: Error | null) => void): void;
  override connect(settle?: (error: Error | null) => void): Promise<this> | void {
    const opened = this.#open();
    if (!settle) return opened;
    void opened.then(() => settle(null), settle);
  }

  /** Ends the session at once, whatever it does. */
  abandon(reason: Error): void {
    this.connection.stream.destroy(reason);
  }

  async #open(): Promise<this> {
    const { hosts, sessions } = this.#config;
    try {
      if (hosts) Object.assign(this, await hosts.find((host) => this.#try(host)));
      await this.#connect();
      sessions?.open.add(this);
      this.once('end', () => sessions?.open.delete(this));
      return this;
    } catch (error) {
      hosts?.drop();
      if (error instanceof SessionRefused) sessions?.onRefused();
      throw error;
    }
  }

  async #connect(): Promise<void> {
    const { connectionTimeoutMillis: timeout_ms, prepare } = this.#config;
    const giveUp = (): void => this.abandon(new Error('connection timeout'));
    const timer = timeout_ms ? setTimeout(giveUp, timeout_ms) : undefined;
    try {
      await super.connect();
      await prepare?.(this);
    } catch (error) {
      void this.end().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Opens and closes a session to a host. Throws where that fails. */
  async #try(host: Host): Promise<void> {
    const session = new SessionClient({ ...this.#config, hosts: undefined, sessions: undefined });
    Object.assign(session, host);
    await session.connect();
    void session.end().catch(() => undefined);
  }
}
