import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import type { MemberResource } from '../../identity/members/resource.ts';
import type { ApiKeyResource, CreatedApiKeyResource } from '../../identity/api-keys/resource.ts';
import { scopesOfRole } from '../../http/roles.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import { publicId } from '../../lib/id.ts';
import { type Scope, scopes } from '../../scopes.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, fact, facts, h, problemText, timeOf, userText } from './element.ts';
import { formPage } from './form-page.ts';
import { textField } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';
import { callFor, cutNote, endpointOf, mostListed, readList } from './read.ts';
import { revocation } from './stop.ts';

const url = '/account/keys';
const day_ms = 86_400_000;
const lasting = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'Until it is revoked'],
] as const;

/** Returns the page on which people make API keys of their own: also who came without one, right after a sign-in. */
export function keyPages(program: Program, guards: Guards, endpoints: readonly Endpoint[]): PageRoute[] {
  const create = endpointOf(endpoints, 'POST', '/api-keys');
  return formPage(program, {
    url,
    show: (session, problem) => keyPage(program, session, problem),
    send: async (session, { form }) => {
      const attributes = attributesOf(session, form);
      const key = await callFor<CreatedApiKeyResource>(guards, create, asMaker(session), { attributes });
      return { html: madePage(program, session, key) };
    },
  });
}

/** A key of a member makes no keys, but the person does, who shows by a fresh sign-in to be there. */
function asMaker(session: Context): Context {
  const { actor } = session;
  return { ...session, actor: { ...actor, scopes: new Set([...actor.scopes, 'api_keys.create']) } };
}

function attributesOf({ actor, askedAt }: Context, form: URLSearchParams): object {
  const days = Number(form.get('days') ?? '');
  const allowed = scopesOfRole(actor.role ?? 'MEMBER');
  return {
    name: (form.get('name') ?? '').trim(),
    scopes: form.get('may') === 'read' ? allowed.filter(isRead) : allowed,
    ...(days > 0 && days < 3660
      ? { expiresAt: new Date(askedAt.getTime() + days * day_ms).toISOString() }
      : {}),
  };
}

const isRead = (scope: Scope): boolean => scope.endsWith('.read');

async function keyPage(program: Program, session: Context, problem: string | null): Promise<string> {
  const { actor } = session;
  const isOld = needsFreshSignIn(session, null);
  const all = scopesOfRole(actor.role ?? 'MEMBER').length === scopes.length;
  return page(
    { ...program, session },
    'New API key',
    card(
      h('p', { className: 'kind' }, 'API key'),
      h('h1', null, 'Make a key for your programs'),
      problem === null ? null : problemText(problem),
      h(
        'p',
        null,
        'A program that has the key acts as you, for this party only. ',
        all ? 'With every scope it may do whatever you may.' : 'It may do what your role may.',
      ),
      isOld ? await freshSignIn(program, session, { path: url, action: 'To make a key' }) : keyForm(),
    ),
  );
}

function keyForm(): Content {
  const may = [
    ['read', 'Read only'],
    ['all', 'All that your role may'],
  ] as const;
  return h(
    'form',
    { key: 'form', method: 'post' },
    ...textField('name', 'Name, by which you will know it', { required: true, maxLength: 128 }),
    h('label', { htmlFor: 'may' }, 'What it may do'),
    h('select', { id: 'may', name: 'may' }, ...may.map(option)),
    h('label', { htmlFor: 'days' }, 'How long it works'),
    h('select', { id: 'days', name: 'days', defaultValue: '90' }, ...lasting.map(option)),
    h('button', null, 'Make the key'),
  );
}

function option([value, label]: readonly [string, string]): Content {
  return h('option', { key: label, value }, label);
}

function madePage(program: Program, session: Context, { attributes }: CreatedApiKeyResource): string {
  const { apiKey, name, expiresAt } = attributes;
  return page(
    { ...program, session },
    'New API key',
    card(
      h('p', { className: 'kind' }, 'API key'),
      h('h1', null, 'Your key, shown only now'),
      h('p', null, h('code', null, apiKey)),
      h('p', null, 'Copy it to where your program keeps its secrets: Purser stores only its hash.'),
      facts(
        fact('Name', userText(name)),
        fact('Works until', expiresAt === null ? 'it is revoked' : timeOf(new Date(expiresAt))),
      ),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

/**
 * Returns the part of the account's page about keys. It shows the user's own keys; whoever may revoke keys sees the keys of
 * all people of the party.
 */
export async function keysPart(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
): Promise<Content[]> {
  const { actor } = session;
  const read = (path: string, query: object) => readList(guards, endpoints, session, path, query);
  const [keys, members] = await Promise.all([
    read('/api-keys', { limit: mostListed, status: 'ACTIVE' }),
    read('/parties/me/members', { limit: mostListed }),
  ]);
  const userId = publicId('usr', actor.userId);
  const people = new Map((members as MemberResource[]).map((member) => [member.id, member.attributes]));
  const mayRevoke = actor.scopes.has('api_keys.delete');
  const listed = (keys as ApiKeyResource[]).filter(({ attributes: { createdBy, signedInAt } }) => {
    return signedInAt === null && (mayRevoke || createdBy === userId);
  });
  const items = listed.map((key) => {
    const { createdBy } = key.attributes;
    const maker = people.get(createdBy);
    const isKept = maker?.role === 'OWNER' && actor.role !== 'OWNER';
    return keyItem(program, key, {
      of: createdBy === userId ? null : (maker?.name ?? null),
      mayRevoke: mayRevoke && !isKept,
    });
  });
  return [
    h('h2', { key: 'keys' }, mayRevoke ? 'API keys' : 'Your API keys'),
    h('ul', { key: 'key-list', className: 'plain' }, ...items),
    cutNote('keys-cut', keys),
    h('p', { key: 'new-key' }, h('a', { href: hrefTo(program, url) }, 'Make a key')),
  ];
}

function keyItem(
  program: Program,
  { id, attributes }: ApiKeyResource,
  { of, mayRevoke }: { of: string | null; mayRevoke: boolean },
): Content {
  const { name, apiKeyPrefix, lastUsedAt, expiresAt, rotatedAt } = attributes;
  const used = lastUsedAt === null ? ['never used'] : ['last used at ', timeOf(new Date(lastUsedAt))];
  const end = expiresAt === null ? [] : [', works until ', timeOf(new Date(expiresAt))];
  const maker = of === null ? [] : ['of ', userText(of), ', '];
  return h(
    'li',
    { key: id },
    userText(name),
    ' ',
    h('code', null, `${apiKeyPrefix}…`),
    h('p', { className: 'soft' }, ...maker, ...used, ...end, rotatedAt === null ? '' : ', replaced'),
    mayRevoke ? revocation(program, id, null) : null,
  );
}
