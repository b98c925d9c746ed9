import { createHash, timingSafeEqual } from 'node:crypto';
import type { Program } from '../../context.ts';
import { fault } from '../../errors.ts';
import { sessionCookieOf } from '../../http/session-cookie.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { mailStyle } from '../../mails/write-mail.ts';
import { type BoxedMail, findMailHtml, listNewestMails } from '../../mails/queries.ts';
import { parseId, publicId } from '../../lib/id.ts';
import type { Keyring } from '../../lib/keyring.ts';
import { isEmail, normalEmail } from '../../lib/text.ts';
import { listFirstPeople, listSeats, type Person } from '../../identity/sign-in/queries.ts';
import { endSession } from '../../identity/sign-in/end-session.ts';
import { openSession } from '../../identity/sign-in/open-session.ts';
import { hrefTo, page, policyWith } from './document.ts';
import { type Content, h, plainUserText, timeOf, userText } from './element.ts';
import { buttonForm } from './forms.ts';

const shown = 50;
const purpose = 'mailbox';

/** Returns the path of the sandbox's mailbox. Whoever has it reads all mail and can sign in as anybody. */
export function mailboxPath(keyring: Keyring): string {
  return `/mailbox/${tokenOf(keyring.digest(purpose, 'page'))}`;
}

function tokenOf(digest: Buffer): string {
  return digest.subarray(0, 24).toString('base64url');
}

/** Returns the pages of the sandbox's mailbox: all mail, and a button to sign in as each of the first people. */
export function mailboxPages(program: Program): PageRoute[] {
  const url = '/mailbox/:token';
  return [
    {
      method: 'GET',
      url,
      run: async (request) => {
        requireToken(program, request);
        const { db } = request.anonymous;
        const [mails, people] = await Promise.all([listNewestMails(db, shown), listFirstPeople(db, 8)]);
        return { html: mailboxPage(program, request, mails, people) };
      },
    },
    {
      method: 'GET',
      url: `${url}/:mailId`,
      run: async (request) => {
        requireToken(program, request);
        const id = parseId('mai', request.params['mailId'] ?? '');
        const html = id && (await findMailHtml(request.anonymous.db, id));
        if (html === null) throw fault('not_found', 'There is no such mail.');
        return { html, headers: mailHeaders };
      },
    },
    { method: 'POST', url, run: (request) => signIn(program, request) },
  ];
}

const mailHeaders = {
  'Content-Security-Policy': policyWith(createHash('sha256').update(mailStyle).digest('base64')),
};

function requireToken({ keyring }: Program, { params }: PageRequest): void {
  const sent = Buffer.from(params['token'] ?? '');
  const isOurs = keyring
    .digests(purpose, 'page')
    .map((digest) => Buffer.from(tokenOf(digest)))
    .some((token) => token.length === sent.length && timingSafeEqual(token, sent));
  if (!isOurs) throw fault('not_found', 'Nothing answers at this address.');
}

/** Signs in at once: who has the mailbox could also open the link in a mail. */
async function signIn(program: Program, request: PageRequest): Promise<PageResponse> {
  requireToken(program, request);
  const email = normalEmail(request.form.get('email') ?? '');
  const [seat] = isEmail(email) ? await listSeats(request.anonymous.db, email) : [];
  if (!seat) return { location: hrefTo(program, request.path) };
  const entrance = { linkId: null, email, seat, returnTo: '/account' };
  const { secret } = await openSession(request.anonymous, entrance);
  if (request.session) await endSession(request.session, { everywhere: false });
  return { location: hrefTo(program, '/account'), cookie: sessionCookieOf(program).set(secret) };
}

function mailboxPage(
  program: Program,
  { path, session }: PageRequest,
  mails: readonly BoxedMail[],
  people: readonly Person[],
): string {
  return page(
    { ...program, session },
    'Mailbox',
    h(
      'div',
      { className: 'wide' },
      h('h1', null, 'Sign in'),
      h('p', { className: 'soft' }, 'In this sandbox you can be anybody. These people were there first.'),
      h(
        'ul',
        { className: 'plain' },
        ...people.map(({ email, partyName }) =>
          h(
            'li',
            { key: email },
            h('strong', null, userText(partyName)),
            h('p', { className: 'soft' }, userText(email)),
            buttonForm(hrefTo(program, path), { email }, `Sign in as ${plainUserText(email)}`, 'second'),
          ),
        ),
      ),
    ),
    h(
      'div',
      { className: 'wide' },
      h('h1', null, 'Mailbox'),
      mails.length === 0
        ? h('p', null, 'No mail yet.')
        : h('ul', { className: 'plain' }, ...mails.map((mail) => mailItem(program, path, mail))),
    ),
  );
}

function mailItem(program: Program, path: string, mail: BoxedMail): Content {
  const { id, recipient, status, subject, text, createdAt, hasHtml } = mail;
  const links = (text ?? '').match(/https?:\/\/\S+/g) ?? [];
  const ours = links.filter((link) => link.startsWith(`${program.baseUrl()}/`));
  return h(
    'li',
    { key: id },
    h(
      'div',
      { className: 'row' },
      h('strong', null, userText(subject ?? '(not written yet)')),
      timeOf(createdAt),
    ),
    h(
      'p',
      { className: 'soft' },
      'To ',
      userText(recipient),
      status === 'SENT' ? '' : ` · ${status.toLowerCase()}`,
    ),
    hasHtml
      ? h('p', null, h('a', { href: hrefTo(program, `${path}/${publicId('mai', id)}`) }, 'Show this mail'))
      : null,
    ...ours.map((link) => h('p', { key: link }, h('a', { href: link }, 'Open the link of this mail'))),
    text === null
      ? null
      : h('details', null, h('summary', null, 'Text'), h('pre', { tabIndex: 0 }, text.trimEnd())),
  );
}
