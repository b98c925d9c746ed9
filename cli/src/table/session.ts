import { execFile } from 'node:child_process';
import { RootCommand } from '@bomb.sh/tab';
import { bashScript } from '../complete.ts';
import type { Command, Context } from '../command.ts';
import { sendRaw } from '../raw.ts';
import { exits, misused } from '../stop.ts';
import { asText, clean, jsonOf } from '../text.ts';
import { readValue } from '../values.ts';

const pages: Readonly<Record<string, string>> = { account: '/account', docs: '/docs', errors: '/errors' };

async function open({ access, args, terminal, json }: Context): Promise<number> {
  const page = pages[asText(args['page'] ?? 'account')];
  if (page === undefined) throw misused(`There are these pages: ${Object.keys(pages).join(', ')}.`);
  const address = `${access.url}${page}`;
  terminal.out(json ? jsonOf({ address }) : address);
  if (!terminal.isInteractive) return exits.done;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  await new Promise<void>((resolve) => {
    execFile(opener, [address], (error) => {
      if (error) terminal.note('No browser could be opened: open the address yourself.');
      resolve();
    });
  });
  return exits.done;
}

const shells = ['bash', 'zsh', 'fish', 'powershell'];

async function completion({ args, terminal }: Context): Promise<number> {
  const shell = String(args['shell']);
  if (!shells.includes(shell))
    throw misused(`Name your shell: ${shells.join(', ')}.`, 'source <(purser completion bash)');
  if (shell === 'bash') terminal.out(bashScript);
  else new RootCommand().setup('purser', 'purser', shell);
  return exits.done;
}

async function api(context: Context): Promise<number> {
  const { args, flags, terminal, confirm } = context;
  const verb = String(args['method']).toUpperCase();
  const path = String(args['path']);
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(verb) || !path.startsWith('/'))
    throw misused(
      'It is `purser api METHOD PATH`, such as purser api GET /payments?limit=2.',
      'purser open docs',
    );
  const body = await bodyFrom(context, verb);
  if (verb !== 'GET') await confirm(`send ${verb} ${clean(path)}?`);
  const key = flags['idempotencyKey'];
  const answer = await sendRaw(context, {
    verb,
    path,
    body,
    ...(typeof key === 'string' && { idempotencyKey: key }),
  });
  terminal.out(jsonOf(answer.body));
  return exits.done;
}

async function bodyFrom({ flags }: Context, verb: string): Promise<string | null> {
  const given = flags['data'];
  if (given === undefined) return verb === 'GET' || verb === 'DELETE' ? null : '{"data":{"attributes":{}}}';
  const value = await readValue({ name: 'data', kind: 'json', about: '' }, given);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw misused('--data takes the attributes in JSON: {"displayName":"Savings"}.');
  return JSON.stringify('data' in value ? value : { data: { attributes: value } });
}

/** What has no command of its own. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'api',
    about: 'send any request: purser api GET /payments?limit=2',
    positions: ['method', 'path'],
    changes: true,
    flags: [
      {
        name: 'data',
        value: 'json',
        about: 'the attributes, or the whole body; @file reads a file, - standard input',
      },
      { name: 'idempotency-key', value: 'key', about: 'names this intent, so that it takes effect once' },
    ],
    run: api,
  },
  {
    name: 'open',
    about: `open a page in the browser: ${Object.keys(pages).join(', ')}`,
    isOpen: true,
    positions: ['page?'],
    run: open,
  },
  {
    name: 'completion',
    about: `print completion for a shell: source <(purser completion bash)`,
    isOpen: true,
    positions: ['shell'],
    run: completion,
  },
];
