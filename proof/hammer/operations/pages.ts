import { setTimeout as pause } from 'node:timers/promises';
import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Members from '../../../server/src/identity/members/add.ts';
import { headerOf, type HttpResponse } from '../../support/http.ts';
import { addToLists } from '../model/model.ts';
import type { Party } from '../model/types.ts';
import { browse, cookieOf, isSignedIn, signInByMailbox } from '../pages.ts';
import { beginAttempt, checkResponse } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { disguisesOf } from '../secrets.ts';
import type { Turn } from '../turn.ts';
import { newMember } from './authority/members.ts';
import { type Shown, succeed } from './authority/writes.ts';
import { recordWrite } from './settings.ts';

const mostPolls = 500;
const poll_ms = 20;
const markup = '<b>&amp;';

/**
 * Pays a request on the page behind its link, twice at once, while a program pays it with the same key: that is one
 * payment. A form of another site pays nothing, nor does another key afterwards.
 */
export async function payOnPage(turn: Turn): Promise<void> {
  const payer = turn.run.world.parties.treasury;
  const payee = pickParty(turn);
  const amount = turn.random.between(1, 5_000);
  const token = `${turn.token()} ${markup}`;
  const named = { type: 'party_id', value: payer.id };
  const asked = { as: payee.owner, method: 'POST', path: '/payment-requests', key: turn.token() } as const;
  const body = { amount, description: token, payer: named };
  const response = await turn.send({ ...asked, body, skipReplay: true });
  recordWrite(turn, { ...asked, body }, response);
  const { id, attributes } = (JSON.parse(response.text) as Created).data;
  const path = new URL(attributes.paymentLinkUrl).pathname;
  const cookie = await signInByMailbox(turn, payer.email);
  const fields = formOf(turn, (await browse(turn, { path, cookie })).text);
  const foreign = await browse(turn, { path, cookie, fields, site: 'cross-site' });
  if (foreign.status !== 403) turn.fail('tenancy', 'a form of another site was not refused');

  const counterparty = { type: 'party_id', value: payee.id };
  const fulfils = { id, token };
  const attempt = beginAttempt(turn, {
    as: payer.owner,
    payee,
    counterparty,
    amount,
    fulfils,
    isExclusive: true,
  });
  const paymentSource = { type: 'wallet', walletId: fields['source'] };
  const same = { paymentSource, expectedAmount: amount, expectedCurrency: 'USD' };
  const request = { ...attempt.request, key: fields['key'] ?? null, body: same };
  const send = (): Promise<HttpResponse> => browse(turn, { path, cookie, fields });
  const [paid, ...pages] = await Promise.all([turn.send(request), send(), send()]);
  const { transaction: payment } = checkResponse(turn, attempt, paid);
  for (const page of pages) {
    if (headerOf(page, 'location') !== path) turn.fail('G3', `a form sent again had status ${page.status}`);
  }
  const again = await browse(turn, { path, cookie, fields: { ...fields, key: '0'.repeat(36) } });
  if (again.status !== 409) turn.fail('G3', `a request was paid again, with status ${again.status}`);
  turn.record('paid once');
  if (!payment) return;
  payment.isExclusive = false;
  addToLists(turn.run.model, payment);
}

type Created = { data: { id: string; attributes: { paymentLinkUrl: string } } };

/** Returns the fields of the form that pays, as the page shows it. */
function formOf(turn: Turn, page: string): Record<string, string> {
  if (page.includes(markup)) turn.fail('responses', 'a page shows a description as markup');
  const valueOf = (name: string): string =>
    new RegExp(`name="${name}"[^>]* value="([^"]+)"`).exec(page)?.[1] ?? '';
  const names = ['key', 'amount', 'currency', 'source'];
  return { verdict: 'pay', ...Object.fromEntries(names.map((name) => [name, valueOf(name)])) };
}

/**
 * A link to sign in opens one session, of however many that use it at once; and the session ends when its user is removed
 * from the party.
 */
export async function signInOnPage(turn: Turn): Promise<void> {
  const { run } = turn;
  const party = pickParty(turn);
  if (!party.approver) return turn.record('skipped'); // a second member would change who may approve
  const { userId, email } = await newMember(turn, party);
  const asked = await browse(turn, { path: '/sign-in', fields: { email, to: '/account' } });
  const token = asked.status === 200 ? await tokenFor(turn, email, 'sign-in') : null;
  if (token !== null) {
    const path = `/sign-in/${token}`;
    const servers = run.world.httpClients.map((_, server) => server);
    const sent = [...servers, ...servers].map((server) => browse(turn, { path, fields: {}, server }));
    const cookies = (await Promise.all(sent)).flatMap((response) => cookieOf(turn, response) ?? []);
    const [cookie = ''] = cookies;
    if (cookies.length !== 1) turn.fail('G7', `a link to sign in opened ${cookies.length} sessions`);
    const isOpen = await Promise.all(servers.map((server) => isSignedIn(turn, cookie, server)));
    if (isOpen.includes(false)) turn.fail('responses', 'a new session is not signed in');
    await remove(turn, party, userId);
    const isLeft = await Promise.all(servers.map((server) => isSignedIn(turn, cookie, server)));
    if (isLeft.includes(true)) turn.fail('G7', 'the session of a removed member is still signed in');
    return turn.record('signed in once');
  }
  await remove(turn, party, userId);
  return turn.record('(no link)'); // one address of a client gets few
}

/**
 * The link of an invitation to join makes one member, of however many that use it at once. Its session acts for that party
 * only, though the person is a member of another one; and only who could have invited reads the link in the mailbox.
 */
export async function joinOnPage(turn: Turn): Promise<void> {
  const parties = turn.run.world.parties.regular.filter(({ approver }) => approver !== null);
  if (parties.length < 2) return turn.record('skipped'); // a second member would change who may approve
  const party = turn.random.pick(parties);
  const other = turn.random.pick(parties.filter((each) => each !== party));
  const email = `${turn.token()}@joiner.purser.test`.toLowerCase();
  const body = { invitations: [{ email, role: 'ADMIN' }] };
  const path = '/party-invitations';
  const [invited] = await succeed<Shown[]>(turn, { as: party.owner, path, body });
  const token = await tokenFor(turn, email, 'join');
  if (!invited || token === null) return turn.record('(no mail)');
  const member = await newMember(turn, party);
  const box = await turn.send({ as: member, path: '/simulations/mailbox?limit=100' });
  if (box.text.includes(token)) turn.fail('tenancy', 'a member reads the invitation of an administrator');
  await remove(turn, party, member.userId);

  const { httpClients } = turn.run.world;
  const form = { path: `/join/${token}`, fields: { verdict: 'accept', name: 'Jo Joiner' } };
  const replies = await Promise.all(
    [0, 1, 2].map((at) => browse(turn, { ...form, server: at % httpClients.length })),
  );
  const cookies = replies.flatMap((response) => cookieOf(turn, response) ?? []);
  const [cookie = ''] = cookies;
  if (cookies.length !== 1) turn.fail('G7', `an invitation to join opened ${cookies.length} sessions`);
  const userId = await alsoJoin(turn, other, email);
  const entered = await browse(turn, { path: '/account/party', cookie, fields: { partyId: other.id } });
  if (entered.status !== 403) turn.fail('tenancy', 'the session of a link entered another party');
  for (const each of [party, other]) await remove(turn, each, userId);
  return turn.record('joined once');
}

/** Makes the person with this address a member of the party, and returns the user. */
async function alsoJoin({ run }: Turn, party: Party, email: string): Promise<string> {
  const { load, administer } = run.world.administration;
  const { joinByEmail } = await load<typeof Members>('identity/members/add.ts');
  const { parseId, publicId } = await load<typeof Ids>('lib/id.ts');
  const partyId = parseId('pty', party.id);
  if (!partyId) throw new Error('a party without an id');
  const person = { name: undefined, email, role: 'MEMBER' } as const;
  const userId = await administer((tx, now) => joinByEmail(tx, partyId, { ...person, now }));
  if (!userId) throw new Error('a member already');
  return publicId('usr', userId);
}

async function remove(turn: Turn, party: Party, userId: string): Promise<void> {
  await succeed(turn, { as: party.owner, method: 'DELETE', path: `/parties/me/members/${userId}` });
}

const mailed = {
  'sign-in': ['signIn', 'sign_in_links'],
  join: ['partyInvitation', 'party_invitations'],
} as const;

/** Returns the token of the link that was mailed to the address; null if none ever was. */
async function tokenFor(turn: Turn, email: string, page: keyof typeof mailed): Promise<string | null> {
  const { model, world } = turn.run;
  const [kind, table] = mailed[page];
  const text = `SELECT body FROM mails WHERE kind = '${kind}' AND status = 'SENT' AND recipient = $1`;
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const [mail] = await world.administration.query<{ body: string }>(text, [email.toLowerCase()]);
    const token = new RegExp(`/${page}/([\\w-]{32})`).exec(mail?.body ?? '')?.[1];
    if (token !== undefined) {
      model.links.add(token);
      await checkHashed(turn, { email, token, table });
      return token;
    }
    await pause(poll_ms);
  }
  return null;
}

/** The database has the hash of a token only. It is looked up at once: a link is deleted soon after it has expired. */
async function checkHashed(
  { run, fail }: Turn,
  { email, token, table }: { email: string; token: string; table: string },
): Promise<void> {
  const text = `SELECT l::text AS row FROM ${table} l WHERE email = $1`;
  const links = await run.world.administration.query<{ row: string }>(text, [email.toLowerCase()]);
  const isStored = links.some(({ row }) => disguisesOf(token).some((secret) => row.includes(secret)));
  if (isStored) fail('G13', 'the token of a link is stored');
}
