import { execFile } from 'node:child_process';
import { RootCommand } from '@bomb.sh/tab';
import { Purser } from '../../../client/src/purser.ts';
import { writeLines } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import {
  defaultUrl,
  environmentOf,
  filesOf,
  isAgentKey,
  type Profile,
  removeProfile,
  requireKeyForm,
  storeProfile,
} from '../profiles.ts';
import { sendRaw } from '../raw.ts';
import { allowed } from '../sentence.ts';
import { exits, misused, Stop } from '../stop.ts';
import { asText, clean } from '../text.ts';

/** Throws a usage error for an address with which no server can be reached. */
function addressFrom(text: string): string {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) throw misused('--url takes an address, such as https://purser.example.com.');
  return text.replace(/\/+$/, '');
}

async function login(context: Context): Promise<number> {
  const { access, flags, terminal } = context;
  const url = addressFrom(asText(flags['url'] ?? access.url));
  const isFromInput = flags['apiKeyStdin'] === true;
  if (!isFromInput && !terminal.isInteractive)
    throw misused(
      'There is no terminal to ask on. No key is taken as an argument.',
      'purser login --api-key-stdin < FILE',
    );
  const { hostname, protocol } = new URL(url);
  if (protocol === 'http:' && !/^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname))
    terminal.note('Careful: this address has no TLS, so whoever is on the way can read the key.');
  const typed = isFromInput
    ? await terminal.input()
    : await terminal.ask(`API key for ${url}: `, { isSecret: true });
  const apiKey = typed.trim();
  requireKeyForm(apiKey);
  const purser = new Purser({ apiKey, baseUrl: url });
  const found = await identity(purser);
  const profile: Profile = { url, ...(found.partyId !== null && { party: found.partyId }) };
  await storeProfile(terminal.env, access.profile, profile, apiKey);
  terminal.note(`Signed in as profile ${access.profile}.`);
  if (terminal.env['PURSER_API_KEY']) terminal.note('Careful: PURSER_API_KEY is set, and comes before it.');
  return say(context, { url, apiKey, profile: access.profile }, found);
}

type Identity = { name: string | null; partyId: string | null; status: string | null };

/** Asks who a key is: the party, as far as the key may read it. Throws what a wrong key gets. */
async function identity(purser: Purser): Promise<Identity> {
  const party = await allowed(purser.party.get());
  if (party !== null) return { name: party.displayName, partyId: party.id, status: party.status };
  const usage = await allowed(purser.party.usage());
  if (usage !== null) return { name: null, partyId: usage.party.id, status: null };
  await allowed(purser.payments.list({ limit: 1 }));
  return { name: null, partyId: null, status: null };
}

type Session = { url: string; apiKey: string | null; profile: string };

function say(
  { json, terminal }: Context,
  { url, apiKey, profile }: Session,
  { name, partyId, status }: Identity,
): number {
  const said = {
    environment: environmentOf(apiKey),
    url,
    profile,
    key: `${(apiKey ?? '').slice(0, 19)}…`,
    actor: isAgentKey(apiKey) ? 'agent' : 'person',
    party: partyId,
    name,
    status,
  };
  if (json) terminal.out(JSON.stringify(said, null, 2));
  else
    writeLines(
      terminal,
      Object.entries(said).map(([title, text]): [string, string] => [title, clean(text ?? '')]),
    );
  return exits.done;
}

async function whoami(context: Context): Promise<number> {
  const { access, purser } = context;
  return say(context, access, await identity(purser));
}

async function logout({ access, terminal }: Context): Promise<number> {
  const existed = await removeProfile(terminal.env, access.profile);
  terminal.note(
    existed
      ? `The key of profile ${access.profile} is deleted here. It still works: purser keys revoke ends it.`
      : 'Nobody was signed in.',
  );
  return exits.done;
}

type Check = { what: string; isGood: boolean; said: string; next?: string };

async function checkServer(url: string): Promise<Check[]> {
  try {
    const response = await fetch(`${url}/openapi.json`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const date = Date.parse(response.headers.get('Date') ?? '');
    const away_s = Math.round((Date.now() - date) / 1000);
    const body = (await response.json().catch(() => null)) as {
      info?: { title?: string; version?: string };
    } | null;
    const isPurser = response.ok && body?.info?.title?.includes('Purser') === true;
    return [
      isPurser
        ? { what: 'server', isGood: true, said: `${url} is Purser ${clean(body.info?.version ?? '')}` }
        : {
            what: 'server',
            isGood: false,
            said: `${url} answers ${response.status}, and not like Purser`,
            next: 'purser login --url ADDRESS',
          },
      {
        what: 'clock',
        isGood: Math.abs(away_s) < 60,
        said: `${Math.abs(away_s)} s away from that of the server`,
        next: 'set the clock of this machine',
      },
    ];
  } catch {
    return [
      {
        what: 'server',
        isGood: false,
        said: `no answer from ${url}`,
        next: 'start it (npm start), or: purser login --url ADDRESS',
      },
    ];
  }
}

async function checkKey({ access }: Context): Promise<Check> {
  const { apiKey, keyFrom, profile, url } = access;
  if (apiKey === null)
    return { what: 'key', isGood: false, said: 'nobody is signed in', next: 'purser login' };
  const where = keyFrom === 'environment' ? 'PURSER_API_KEY' : `profile ${profile}`;
  try {
    requireKeyForm(apiKey);
    const { name, partyId } = await identity(new Purser({ apiKey, baseUrl: url, maxRetries: 0 }));
    return {
      what: 'key',
      isGood: true,
      said: `${where}: ${isAgentKey(apiKey) ? 'an agent of ' : ''}${clean(name ?? partyId ?? 'a party')}, ${environmentOf(apiKey) ?? ''}`,
    };
  } catch (error) {
    const isRefused = (error as { status?: number }).status === 401 || error instanceof Stop;
    return {
      what: 'key',
      isGood: false,
      said: isRefused ? `${where}: the server does not take it` : `${where}: not checked`,
      next: 'purser login',
    };
  }
}

async function doctor(context: Context): Promise<number> {
  const { access, terminal, json } = context;
  const { folder } = filesOf(terminal.env);
  const checks: Check[] = [
    { what: 'node', isGood: true, said: process.version },
    { what: 'files', isGood: true, said: folder },
    ...(await checkServer(access.url)),
    await checkKey(context),
  ];
  if (json) terminal.out(JSON.stringify(checks, null, 2));
  else
    for (const { what, isGood, said, next } of checks) {
      terminal.out(
        terminal.isTerminal
          ? `${isGood ? terminal.toned('good', '✓') : terminal.toned('bad', '✗')} ${what}: ${said}`
          : `${isGood ? 'ok' : 'wrong'}\t${what}\t${said}`,
      );
      if (!isGood && next !== undefined) terminal.note(`  next: ${next}`);
    }
  return checks.every(({ isGood }) => isGood) ? exits.done : exits.refused;
}

const pages: Readonly<Record<string, string>> = { account: '/account', docs: '/docs', errors: '/errors' };

async function open({ access, args, terminal }: Context): Promise<number> {
  const page = pages[asText(args['page'] ?? 'account')];
  if (page === undefined) throw misused(`There are these pages: ${Object.keys(pages).join(', ')}.`);
  const address = `${access.url}${page}`;
  terminal.out(address);
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

async function completion({ args }: Context): Promise<number> {
  const shell = String(args['shell']);
  if (!shells.includes(shell))
    throw misused(`Name your shell: ${shells.join(', ')}.`, 'source <(purser completion bash)');
  new RootCommand().setup('purser', 'purser', shell);
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
  terminal.out(JSON.stringify(answer.body, null, 2));
  return exits.done;
}

async function bodyFrom({ flags, terminal }: Context, verb: string): Promise<string | null> {
  const given = flags['data'];
  if (given === undefined) return verb === 'GET' || verb === 'DELETE' ? null : '{"data":{"attributes":{}}}';
  const text = given === '-' ? await terminal.input() : asText(given);
  try {
    const value = JSON.parse(text) as object;
    return JSON.stringify('data' in value ? value : { data: { attributes: value } });
  } catch {
    throw misused('--data takes the attributes in JSON, or - for standard input.');
  }
}

/** Who acts and where, what is wrong, and what has no command of its own. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'login',
    about: 'store a key for this user; it is never an argument',
    isOpen: true,
    flags: [
      {
        name: 'url',
        value: 'address',
        about: `where the server is; by default PURSER_URL, the profile's, or ${defaultUrl}`,
      },
      { name: 'api-key-stdin', about: 'read the key from standard input' },
    ],
    run: login,
  },
  { name: 'logout', about: 'delete the key of a profile on this machine', isOpen: true, run: logout },
  { name: 'whoami', about: 'say as whom commands act, and where', run: whoami },
  {
    name: 'doctor',
    about: 'say what is wrong with address, key, clock and files, and what to type',
    isOpen: true,
    run: doctor,
  },
  {
    name: 'api',
    about: 'send any request: purser api GET /payments?limit=2',
    positions: ['method', 'path'],
    changes: true,
    flags: [
      { name: 'data', value: 'json', about: 'the attributes, or the whole body; - reads standard input' },
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
