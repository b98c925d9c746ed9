import { execFile } from 'node:child_process';
import { RootCommand } from '@bomb.sh/tab';
import { Purser } from '../../../client/src/purser.ts';
import { writeLines } from '../columns.ts';
import { bashScript } from '../complete.ts';
import type { Command, Context } from '../command.ts';
import {
  defaultUrl,
  environmentOf,
  filesOf,
  isAgentKey,
  isUrl,
  type Profile,
  removeProfile,
  requireKeyForm,
  storeProfile,
} from '../profiles.ts';
import { sendRaw } from '../raw.ts';
import { actsAsAgent, allowed } from '../sentence.ts';
import { exits, misused, Stop } from '../stop.ts';
import { asText, clean, jsonOf } from '../text.ts';
import { readValue } from '../values.ts';

/** Throws a usage error for an address with which no server can be reached. */
function addressFrom(text: string): string {
  if (!isUrl(text)) throw misused('--url takes an address, such as https://purser.example.com.');
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
  const found = await identity(purser, isAgentKey(apiKey));
  const profile: Profile = {
    url,
    ...(found.party !== null && { party: found.party }),
    ...(found.agent !== null && { agent: found.agent }),
  };
  await storeProfile(terminal.env, access.profile, profile, apiKey);
  terminal.note(`Signed in as profile ${access.profile}.`);
  if (terminal.env['PURSER_API_KEY']) terminal.note('Careful: PURSER_API_KEY is set, and comes before it.');
  return say(context, { url, apiKey, profile: access.profile }, found);
}

/** Who acts: names and ids, as far as the key may read them, and the status of the agent, or else of the party. */
type Identity = {
  actor: 'agent' | 'person';
  agent: string | null;
  agentName: string | null;
  party: string | null;
  name: string | null;
  status: string | null;
};

/** Asks as whom a key acts. Throws what a wrong key gets. */
async function identity(purser: Purser, isAgent: boolean): Promise<Identity> {
  const agent = isAgent ? await allowed(purser.agents.get({ agentId: 'me' })) : null;
  const party = await allowed(purser.party.get());
  const usage = party || agent ? null : await allowed(purser.party.usage());
  if (!party && !agent && !usage) await allowed(purser.payments.list({ limit: 1 }));
  return {
    actor: isAgent ? 'agent' : 'person',
    agent: agent?.id ?? null,
    agentName: agent?.name ?? null,
    party: party?.id ?? agent?.party.id ?? usage?.party.id ?? null,
    name: party?.displayName ?? null,
    status: (agent ?? party)?.status ?? null,
  };
}

type Session = { url: string; apiKey: string | null; profile: string };

function say({ json, terminal }: Context, { url, apiKey, profile }: Session, who: Identity): number {
  const key = `${(apiKey ?? '').slice(0, 19)}…`;
  const said = { environment: environmentOf(apiKey), url, profile, key, ...who };
  if (json) terminal.out(jsonOf(said));
  else
    writeLines(
      terminal,
      Object.entries(said).map(([title, text]): [string, string] => [title, clean(text ?? '')]),
    );
  return exits.done;
}

async function whoami(context: Context): Promise<number> {
  const { access, purser, flags } = context;
  return say(context, access, await identity(purser, actsAsAgent(access, flags)));
}

async function logout({ access, terminal, json }: Context): Promise<number> {
  const existed = await removeProfile(terminal.env, access.profile);
  if (json) terminal.out(jsonOf({ profile: access.profile, existed }));
  terminal.note(
    existed
      ? `The key of profile ${access.profile} is deleted here. It still works: purser keys revoke ends it.`
      : 'Nobody was signed in.',
  );
  return exits.done;
}

type Check = { what: string; isGood: boolean; said: string; next?: string | null };

/** Whether a version is lower than another: 0.9.1 than 0.10.0. */
const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

async function checkServer(url: string, own: string): Promise<{ isPurser: boolean; checks: Check[] }> {
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
    const version = clean(body?.info?.version ?? '');
    const isOld = isOlder(version, own);
    const checks = [
      isPurser
        ? {
            what: 'server',
            isGood: !isOld,
            said: `${url} is Purser ${version}${isOld ? `, older than this command (${own})` : ''}`,
            next: `update the server, or use the command of version ${version}`,
          }
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
    return { isPurser, checks };
  } catch {
    const next = 'start it (npm start), or: purser login --url ADDRESS';
    const checks = [{ what: 'server', isGood: false, said: `no answer from ${url}`, next }];
    return { isPurser: false, checks };
  }
}

async function checkKey({ access }: Context, isPurser: boolean): Promise<Check> {
  const { apiKey, keyFrom, profile, url, refusal } = access;
  if (refusal !== null) return { what: 'key', isGood: false, said: refusal.message, next: refusal.next };
  if (apiKey === null)
    return { what: 'key', isGood: false, said: 'nobody is signed in', next: 'purser login' };
  const where = keyFrom === 'environment' ? 'PURSER_API_KEY' : `profile ${profile}`;
  try {
    requireKeyForm(apiKey);
    if (!isPurser) return { what: 'key', isGood: false, said: `${where}: not sent there, so not checked` };
    const purser = new Purser({ apiKey, baseUrl: url, maxRetries: 0 });
    const { actor, name, party } = await identity(purser, isAgentKey(apiKey));
    const who = `${actor === 'agent' ? 'an agent of ' : ''}${clean(name ?? party ?? 'a party')}`;
    return { what: 'key', isGood: true, said: `${where}: ${who}, ${environmentOf(apiKey) ?? ''}` };
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
  const { access, terminal, json, version } = context;
  const { folder } = filesOf(terminal.env);
  const server = await checkServer(access.url, version);
  const checks: Check[] = [
    { what: 'purser', isGood: true, said: `${version}, on Node ${process.version}` },
    { what: 'files', isGood: true, said: folder },
    ...server.checks,
    await checkKey(context, server.isPurser),
  ];
  if (json) terminal.out(jsonOf(checks));
  else
    for (const { what, isGood, said, next } of checks) {
      terminal.out(
        terminal.isTerminal
          ? `${isGood ? terminal.toned('good', '✓') : terminal.toned('bad', '✗')} ${what}: ${said}`
          : `${isGood ? 'ok' : 'wrong'}\t${what}\t${said}`,
      );
      if (!isGood && next) terminal.note(`  next: ${next}`);
    }
  return checks.every(({ isGood }) => isGood) ? exits.done : exits.refused;
}

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
    about: 'say what is wrong with address, key, clock, versions and files, and what to type',
    isOpen: true,
    run: doctor,
  },
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
