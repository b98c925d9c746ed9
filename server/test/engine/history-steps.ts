import type { ApprovalPolicy } from '../../src/engine/model/state.ts';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';

type Money = { amount: bigint; currency: string };

/** A command. `who` chooses an actor, `which` one of the resources that it may be about. */
export type CommandStep =
  | ({ do: 'pay'; who: number; forCustomer: boolean; to: number; named: number | null } & Money)
  /** `all` withdraws all that is available in the currency, if anything is. */
  | ({ do: 'withdraw'; who: number; all: boolean } & Money)
  | ({ do: 'draw'; which: number } & Money)
  | ({ do: 'move'; which: number } & Money)
  | ({ do: 'deposit'; to: number; rail: string } & Money)
  | { do: 'decide'; which: number; who: number; verdict: 'approve' | 'deny'; signedIn: boolean }
  | { do: 'cancel' | 'expire'; which: number; who: number }
  | { do: 'report'; which: number; kind: RailOutcome['kind'] }
  | { do: 'fulfil'; which: number; who: number; drawn: boolean }
  | { do: 'refund'; which: number; who: number; part: bigint | null }
  | { do: 'claim'; which: number }
  | { do: 'pay out fees'; amount: bigint };

/** What other code than the engine writes between its commands. */
export type OtherWrite =
  | { do: 'ask'; which: number; amount: bigint; currency: string }
  /** The jobs in between: the bank is called, and accepts the transfer or does not respond. */
  | { do: 'call the bank'; which: number; state: 'unknown' | 'taken' }
  /** Freezing what is frozen unfreezes it. Only an empty wallet is closed. */
  | ({ do: 'set policy' } & ApprovalPolicy)
  | { do: 'open wallet' | 'close wallet' | 'freeze wallet' | 'freeze party'; which: number };

/** A command, another write in between, or time that passes. A negative time lets a server act whose clock is behind. */
export type Step = CommandStep | OtherWrite | { do: 'wait'; hours: number };
