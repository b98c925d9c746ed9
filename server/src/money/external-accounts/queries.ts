import type { ListPage } from '../../db/filters.ts';
import { asRecorded } from '../../db/recorded.ts';
import { count, hits, many, one, type Queryable, run } from '../../db/sql.ts';
import type { Tags } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { accountStatuses, accountTypes } from './schema.ts';

export type AccountStatus = (typeof accountStatuses)[number];

export type ExternalAccountRow = {
  id: Id<'eac'>;
  partyId: Id<'pty'>;
  bankName: string | null;
  accountName: string | null;
  accountType: (typeof accountTypes)[number] | null;
  lastFour: string;
  status: AccountStatus;
  tags: Tags | null;
  createdAt: Date;
};

/** What proves an account, encrypted under the secret `secretId`; null if the account has no number. */
export type SecretsRow = {
  id: Id<'eac'>;
  secretId: string | null;
  sealedNumber: Buffer | null;
  /** Null if no amounts were sent, or they have come back. */
  sealedAmounts: Buffer | null;
};

/** The secrets of a new account, the digest of its number, and how often its amounts were guessed wrong before. */
export type NewSecrets = Omit<SecretsRow, 'id'> & { digest: Buffer | null; wrongGuesses: number };

const columns = `id, party_id, bank_name, account_name, account_type, last_four, status, tags, created_at`;
const secrets = 'id, secret_id, sealed_number, sealed_amounts';
const ofParty = 'FROM external_accounts WHERE party_id = $1';

export const insertExternalAccount = run<ExternalAccountRow & NewSecrets & { userId: Id<'usr'> }>(
  'external_accounts_insert',
  `INSERT INTO external_accounts (id, party_id, bank_name, account_name, account_type, last_four, status, tags,
     created_at,
     created_by, secret_id, sealed_number, sealed_amounts, number_digest, wrong_guesses)
   VALUES ($id, $partyId, $bankName, $accountName, $accountType, $lastFour, $status, $tags, $createdAt, $userId,
     $secretId, $sealedNumber, $sealedAmounts, $digest, $wrongGuesses)`,
);

// Of a disabled account at a bank, the names are deleted: only the sources of deposits keep theirs.
/** Returns the account from which deposits that no party draws come, by its bank's name, or null. */
export const findSourceAccount = one<{ id: Id<'eac'> }, [partyId: Id<'pty'>, bankName: string]>(
  'external_accounts_find_source',
  `SELECT id ${ofParty} AND status = 'disabled' AND bank_name = $2 LIMIT 1`,
);

export const findExternalAccount = one<ExternalAccountRow & SecretsRow, [partyId: Id<'pty'>, id: Id<'eac'>]>(
  'external_accounts_find',
  `SELECT ${columns}, ${secrets} ${ofParty} AND id = $2`,
);

type AccountsPage = ListPage & { status?: AccountStatus | undefined };
const pageOf = (condition: string): string =>
  `SELECT ${columns} FROM external_accounts WHERE party_id = $partyId ${condition} AND id < $before
   ORDER BY id DESC LIMIT $count`;
const list = many<ExternalAccountRow, AccountsPage>('external_accounts_list', pageOf(''));
const listWith = many<ExternalAccountRow, AccountsPage>(
  'external_accounts_list_with_status',
  pageOf('AND status = $status'),
);

/** Returns a page of the accounts of the party, or of those with this status, newest first. */
export function listExternalAccountsBefore(db: Queryable, page: AccountsPage): Promise<ExternalAccountRow[]> {
  return (page.status ? listWith : list)(db, page);
}

/** Returns whether the party has linked an account with one of these digests. The transaction must hold the party. */
export const isAlreadyLinked = hits<[partyId: Id<'pty'>, digests: readonly Buffer[]]>(
  'external_accounts_is_linked',
  `SELECT id ${ofParty} AND status <> 'disabled' AND number_digest = ANY ($2::bytea[]) LIMIT 1`,
);

/** Returns how many accounts of the party are pending. */
export const countPending = count<[partyId: Id<'pty'>]>(
  'external_accounts_count_pending',
  `SELECT count(*)::integer AS count ${ofParty} AND status = 'pending'`,
);

/** Returns how often amounts were guessed wrong for this number, in accounts that the party linked since a time. */
export const countWrongGuesses = count<{ partyId: Id<'pty'>; digests: readonly Buffer[]; since: Date }>(
  'external_accounts_count_guesses',
  `SELECT coalesce(max(wrong_guesses), 0)::integer AS count FROM external_accounts
   WHERE party_id = $partyId AND status = 'disabled' AND wrong_guesses > 0
     AND number_digest = ANY ($digests::bytea[]) AND created_at > $since`,
);

export const lockExternalAccount = one<ExternalAccountRow & SecretsRow, [partyId: Id<'pty'>, id: Id<'eac'>]>(
  'external_accounts_lock',
  `SELECT ${columns}, ${secrets} ${ofParty} AND id = $2 FOR NO KEY UPDATE`,
);

/**
 * Disables an account that is in the state `from`, and deletes its names, tags and number. If its amounts were guessed
 * wrong, the digest of its number stays. Returns null if it is not in this state.
 */
export const disableExternalAccount = one<
  ExternalAccountRow,
  { partyId: Id<'pty'>; id: Id<'eac'>; from: 'pending' | 'active' }
>(
  'external_accounts_disable',
  `UPDATE external_accounts
   SET status = 'disabled', bank_name = NULL, account_name = NULL, account_type = NULL, last_four = '', tags = NULL,
     secret_id = NULL, sealed_number = NULL, sealed_amounts = NULL,
     number_digest = CASE WHEN wrong_guesses > 0 THEN number_digest END
   WHERE party_id = $partyId AND id = $id AND status = $from RETURNING ${columns}`,
);

/** Counts a wrong guess of a pending account, and returns how many there are now. */
export const addWrongGuess = count<[partyId: Id<'pty'>, id: Id<'eac'>]>(
  'external_accounts_add_guess',
  `UPDATE external_accounts SET wrong_guesses = wrong_guesses + 1
   WHERE party_id = $1 AND id = $2 AND status = 'pending' RETURNING wrong_guesses`,
);

/** Makes a pending account active. Returns null if it is not pending. */
export const activateExternalAccount = one<ExternalAccountRow, [partyId: Id<'pty'>, id: Id<'eac'>]>(
  'external_accounts_activate',
  `UPDATE external_accounts SET status = 'active', sealed_amounts = NULL, wrong_guesses = 0
   WHERE party_id = $1 AND id = $2 AND status = 'pending' RETURNING ${columns}`,
);

export const externalAccountAsRecorded = asRecorded<ExternalAccountRow>(
  'external_accounts_as_recorded',
  'external_accounts',
  (row) => `SELECT ${columns} FROM ${row} e WHERE party_id = $partyId`,
);
