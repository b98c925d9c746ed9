import { revokeAgentKeyByOperator } from '../authority/agent-keys/operator/revoke.ts';
import { within } from '../db/tx.ts';
import { makeKeyByOperator } from '../identity/members/operator/new-key.ts';
import { revokeApiKeyByOperator } from '../identity/api-keys/operator/revoke.ts';
import { parseId, publicId } from '../lib/id.ts';
import { withinLine } from '../lib/text.ts';
import {
  becauseRule,
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  reasonUsage,
  requireRules,
  systemUser,
} from './read-options.ts';
import { asUsage, type Command, UsageError } from './run.ts';
import { printLines } from './table.ts';

export const revokeKeyUsage = `Usage: npm run admin -- revoke-key KEY [--reason TEXT]

Revokes an API key, a browser session or an agent key for good, at once and on all servers. Recorded in the audit log of
its party.

  KEY               the key, apy_… or agk_…; "parties PARTY" lists them with their public beginnings
  ${reasonUsage}
  ${operatorUsage}`;

export const newKeyUsage = `Usage: npm run admin -- new-key PARTY [OWNER] [--reason TEXT]

Makes an API key with all scopes for an owner of a party who has lost the last one, and prints it once. Every owner of the
party gets a mail about it, and its audit log has a line. Make sure first that it is the owner who asks you.

  PARTY             the party, pty_…
  OWNER             the owner, usr_…, where there are several
  ${reasonUsage}
  ${operatorUsage}`;

/** Returns the command `revoke-key` with these arguments. Throws UsageError. */
export function prepareRevokeKey(args: readonly string[]): Command {
  const values = readOptions(args, ['reason', 'operator'] as const, revokeKeyUsage, { positions: ['key'] });
  const { key: text = '', reason: because, operator = systemUser() } = values;
  const [apiKeyId, agentKeyId] = [parseId('apy', text), parseId('agk', text)];
  requireRules(
    [
      [apiKeyId !== null || agentKeyId !== null, 'KEY must be apy_ or agk_ and 32 lower-case hex digits'],
      becauseRule(because),
      operatorRule(operator),
    ],
    revokeKeyUsage,
  );
  return async ({ client, now }) => {
    const by = { operator, because, now };
    const { key, isNew } = await asUsage(() =>
      within(client, async (tx) => {
        if (apiKeyId) return revokeApiKeyByOperator(tx, { ...by, id: apiKeyId });
        if (agentKeyId) return revokeAgentKeyByOperator(tx, { ...by, id: agentKeyId });
        throw new UsageError(revokeKeyUsage);
      }),
    );
    const before = isNew ? '' : '; it was so before';
    const of = `of party ${publicId('pty', key.partyId)}`;
    process.stdout.write(`key ${text}  ${key.prefix}…  revoked${before}  ${of}\n`);
    return 0;
  };
}

/** Returns the command `new-key` with these arguments. Throws UsageError. */
export function prepareNewKey(args: readonly string[]): Command {
  const values = readOptions(args, ['reason', 'operator'] as const, newKeyUsage, {
    positions: ['party', 'owner'],
  });
  const { party = '', owner, reason: because, operator = systemUser() } = values;
  const partyId = parseId('pty', party);
  const userId = owner === undefined ? null : parseId('usr', owner);
  requireRules(
    [
      idRule('PARTY', 'pty', partyId),
      ...(owner === undefined ? [] : [idRule('OWNER', 'usr', userId)]),
      becauseRule(because),
      operatorRule(operator),
    ],
    newKeyUsage,
  );
  return async ({ config: { environment }, client, now }) => {
    if (!partyId) throw new UsageError(newKeyUsage);
    const asked = { partyId, userId, environment, operator, because, now };
    const { key, ownerName, mails } = await asUsage(() =>
      within(client, (tx) => makeKeyByOperator(tx, asked)),
    );
    const lines = [
      `key      ${publicId('apy', key.id)}  of ${publicId('usr', key.createdBy)}  ${withinLine(ownerName)}`,
      `API key  ${key.secret}  (shown only now)`,
      `mails    ${mails} to the owners of the party`,
    ];
    printLines(lines);
    return 0;
  };
}
