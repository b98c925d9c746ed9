import { mintApiKey } from '../identity/api-keys/mint.ts';
import { nameField } from '../http/fields.ts';
import { isCurrency } from '../lib/currencies.ts';
import { publicId } from '../lib/id.ts';
import { isEmail } from '../lib/text.ts';
import { within } from '../db/tx.ts';
import { enqueueTask } from '../engine/plain-writes/enqueue-task.ts';
import { createParty } from '../identity/parties/create.ts';
import { scopes } from '../scopes.ts';
import { safeDefaults } from '../terms/agent-defaults.ts';
import { readOptions, requireRules } from './read-options.ts';
import { type Command, UsageError } from './run.ts';
import { printLines } from './table.ts';

export const createPartyUsage = `Usage: npm run admin -- create-party --name NAME --email ADDRESS [options]

Creates a party with its first user and a key with all scopes, and prints the key once. If money waits
for the address, the party that is known by it becomes the new party and keeps its id.

  --name NAME            the party's name
  --email ADDRESS        the party's e-mail address, taken as verified: payments to it reach the party
  --owner-name NAME      the first user's name            (default: the party's)
  --owner-email ADDRESS  the first user's e-mail address  (default: the party's)
  --type ORG|PERSON      the type of the party            (default: ORG)
  --currency CODE        the default wallet's currency    (default: USD)
  --safe-agents          bounds the agents that the party creates without limits or rules: 100 a payment and 500 a day in
                         its currency, and reviews of new payees and of duplicates. PATCH /parties/me changes it`;

/** Returns the command `create-party` with these arguments. Throws UsageError. */
export function preparePartyCreation(args: readonly string[]): Command {
  const names = ['name', 'email', 'owner-name', 'owner-email', 'type', 'currency'] as const;
  const values = readOptions(args, names, createPartyUsage, { flags: ['safe-agents'] as const });
  const { name = '', email = '', type = 'ORG', currency = 'USD' } = values;
  const owner = { name: values['owner-name'] ?? name, email: values['owner-email'] ?? email };
  requireRules(
    [
      [isName(name), '--name must be 1 to 128 characters'],
      [isEmail(email), '--email must be an e-mail address'],
      [isName(owner.name), '--owner-name must be 1 to 128 characters'],
      [isEmail(owner.email), '--owner-email must be an e-mail address'],
      [type === 'ORG' || type === 'PERSON', '--type must be ORG or PERSON'],
      [isCurrency(currency), '--currency must be an ISO 4217 code in upper case'],
    ],
    createPartyUsage,
  );
  const party = { name, email, currency, type: type === 'PERSON' ? ('PERSON' as const) : ('ORG' as const) };
  return async ({ config: { environment }, client, now }) => {
    const made = await within(client, async (tx) => {
      const agentDefaults = values['safe-agents'] ? safeDefaults(currency) : undefined;
      const created = await createParty(tx, { ...party, agentDefaults, now }, owner);
      if (!created) throw new UsageError('This e-mail address already leads to a party.');
      const { partyId, userId } = created;
      const key = await mintApiKey(tx, { partyId, userId, name: 'First key', scopes, environment, now });
      await enqueueTask(tx, 'expire'); // moves the money that waits for the address
      return { ...created, secret: key.secret };
    });
    const lines = [
      `party    ${publicId('pty', made.partyId)}  ${party.name}`,
      `user     ${publicId('usr', made.userId)}  ${owner.name}`,
      `wallet   ${publicId('wal', made.walletId)}  ${party.currency}`,
      `API key  ${made.secret}  (shown only now)`,
    ];
    printLines(lines);
    return 0;
  };
}

function isName(text: string): boolean {
  return nameField.safeParse(text).success;
}
