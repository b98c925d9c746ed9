import { RootCommand } from '@bomb.sh/tab';
import type { Command } from './command.ts';
import { knownIds } from './ids.ts';
import { flagValues } from './program.ts';
import { kebab } from './text.ts';
import { variable } from './terminal.ts';

const prefixes: Readonly<Record<string, string>> = {
  paymentId: 'pay_',
  paymentRequestId: 'prq_',
  approvalId: 'apr_',
  transferId: 'trf_',
  walletId: 'wal_',
  externalAccountId: 'eac_',
  transaction_id: 'txn_',
  agentId: 'agt_',
  agentKeyId: 'agk_',
  apiKeyId: 'apy_',
  oauthGrantId: 'ogr_',
  userId: 'usr_',
  webhookId: 'whk_',
  eventId: 'evt_',
  delegationId: 'dlg_',
  partyId: 'pty_',
};

/**
 * The completion of bash. The library's needs the package bash-completion, evaluates what was typed so far, and cannot be
 * loaded twice.
 */
export const bashScript = `# bash completion for purser

_purser_complete() {
    local cur=\${COMP_WORDS[COMP_CWORD]} offered about
    COMPREPLY=()
    while IFS=$'\\t' read -r offered about; do
        if [[ $offered != :* && $offered == "$cur"* ]]; then
            COMPREPLY+=("$offered")
        fi
    done < <(purser complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o default -F _purser_complete purser`;

/** Answers a shell that asks how words go on: from the table and the ids of the last lists, never from the network. */
export async function completeFor(
  table: readonly Command[],
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const ids = Object.entries(await knownIds(env, variable(env, 'PURSER_PROFILE') ?? 'default'));
  const root = new RootCommand();
  for (const noun of new Set(
    table.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])),
  ))
    root.command(noun, '');
  for (const command of table) {
    const known = root.command(command.name, command.about);
    for (const position of command.positions ?? []) {
      const prefix = prefixes[position.replace('?', '')];
      known.argument(position, (complete) => {
        for (const [id, about] of prefix === undefined ? [] : ids)
          if (id.startsWith(prefix ?? '')) complete(id, about);
      });
    }
    for (const { name, about, kind, choices = [] } of flagValues(command)) {
      if (kind === 'yesNo') known.option(kebab(name), about);
      else known.option(kebab(name), about, (complete) => choices.forEach((each) => complete(each, '')));
    }
    for (const { name, about, value, choices = [] } of command.flags ?? []) {
      if (value === undefined) known.option(name, about);
      else known.option(name, about, (complete) => choices.forEach((each) => complete(each, '')));
    }
    for (const name of ['json', 'yes', 'all']) known.option(name, '');
    known.option('profile', 'which server and key', () => undefined);
  }
  root.parse(words[0] === '--' ? words.slice(1) : [...words]);
}
