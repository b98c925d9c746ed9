import type { Program } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import { probeInterval_ms } from '../../gateways/mail.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';
import { sessionCookieOf } from '../../http/session-cookie.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { publicId } from '../../lib/id.ts';
import { isLinkToken } from '../../lib/secret.ts';
import { isEmail, normalEmail } from '../../lib/text.ts';
import { endSession } from '../../identity/sign-in/end-session.ts';
import { type Entrance, findEntrance, isBound, openSession } from '../../identity/sign-in/open-session.ts';
import { requestLink } from '../../identity/sign-in/request-link.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, fact, facts, h, problemText, userText } from './element.ts';

// Links that one address of a client may ask for: enough for an office, too few to fill mailboxes.
const requests = { perSecond: 0.5, burst: 30 };

/** Returns the pages on which people sign in with a link by mail. */
export function signInPages(program: Program): PageRoute[] {
  const take = createRateLimiter(requests);
  const cookie = () => sessionCookieOf(program);
  return [
    {
      method: 'GET',
      url: '/sign-in',
      run: async ({ session, query }) => {
        const to = returnPath(query['to']);
        if (session && !isBound(session.actor)) return { location: hrefTo(program, to) };
        return { html: askPage(program, to, null) };
      },
    },
    {
      method: 'POST',
      url: '/sign-in',
      run: async (request) => {
        takeLinkToken(take, request.address);
        return askForLink(program, request);
      },
    },
    {
      method: 'GET',
      url: '/sign-in/:token',
      run: async (request) => {
        const entrance = await entranceOf(request);
        if (!entrance) return { status: 404, html: noLinkPage(program) };
        return { html: confirmPage(program, entrance, null) };
      },
    },
    {
      method: 'POST',
      url: '/sign-in/:token',
      run: async (request) => {
        const entrance = await entranceOf(request);
        if (!entrance) return { status: 404, html: noLinkPage(program) };
        const shownFor = request.form.get('partyId');
        if (shownFor !== null && shownFor !== publicId('pty', entrance.seat.partyId))
          return {
            status: 409,
            html: confirmPage(program, entrance, 'The link leads to another party by now.'),
          };
        const { secret } = await openSession(request.anonymous, entrance);
        if (request.session) await endSession(request.session, { everywhere: false });
        return { location: hrefTo(program, entrance.returnTo), cookie: cookie().set(secret) };
      },
    },
  ];
}

function takeLinkToken(take: ReturnType<typeof createRateLimiter>, address: string): void {
  const { allowed, retryIn_s } = take(address, Date.now()); // real time: the sandbox's clock refills nothing
  if (allowed) return;
  const detail = 'Too many links were asked for from your network. Wait a minute, then ask again.';
  throw new PurserError([{ code: 'rate_limited', detail }], { retryAfter_s: retryIn_s });
}

async function entranceOf({ params, anonymous }: PageRequest): Promise<Entrance | null> {
  const { token = '' } = params;
  return isLinkToken(token) ? findEntrance(anonymous, token) : null;
}

/** The answer is the same, and takes as long, whether or not anybody has the address. */
async function askForLink(program: Program, request: PageRequest): Promise<PageResponse> {
  const { form, address, anonymous } = request;
  const email = normalEmail((form.get('email') ?? '').trim());
  const returnTo = returnPath(form.get('to'));
  if (!isEmail(email)) {
    return { status: 422, html: askPage(program, returnTo, 'This is not an e-mail address.') };
  }
  if (program.mail.isDown()) {
    const html = askPage(program, returnTo, 'This server cannot send mail at the moment.');
    return { status: 503, headers: { 'Retry-After': String(probeInterval_ms / 1000) }, html };
  }
  await requestLink(program, address, { email, returnTo, now: anonymous.askedAt });
  return { html: sentPage(program) };
}

function askPage(program: Program, to: string, fault: string | null): string {
  return page(
    { ...program, session: null },
    'Sign in',
    card(
      h('h1', null, 'Sign in'),
      h('p', null, 'We send you a link by mail. There is no password.'),
      h(
        'form',
        { method: 'post', action: hrefTo(program, '/sign-in') },
        h('input', { type: 'hidden', name: 'to', value: to }),
        ...emailField(fault),
        h('button', null, 'Send me a link'),
      ),
    ),
  );
}

function emailField(fault: string | null): Content[] {
  const described = fault === null ? {} : { 'aria-describedby': 'fault', 'aria-invalid': true };
  const field = { id: 'email', name: 'email', type: 'email', required: true, maxLength: 254 };
  return [
    h('label', { key: 'label', htmlFor: 'email' }, 'Your e-mail address'),
    h('input', { key: 'field', ...field, autoComplete: 'email', ...described }),
    fault === null ? null : h('p', { key: 'fault', id: 'fault', className: 'bad', role: 'alert' }, fault),
  ];
}

function sentPage(program: Program): string {
  const { smtp, environment } = program.config;
  const isKept = environment === 'sandbox' && smtp === null;
  return page(
    { ...program, session: null },
    'Look into your mailbox',
    card(
      h('h1', null, 'Look into your mailbox'),
      h(
        'p',
        null,
        'If somebody with this address can sign in here, a link is on its way. It works for 15 minutes.',
      ),
      h(
        'p',
        { className: 'soft' },
        'No mail after a minute? Check the spelling and the spam folder, then ask again.',
      ),
      isKept
        ? h(
            'p',
            { className: 'note' },
            'This sandbox sends no mail. It shows all of it in its mailbox: the link that the server printed at its ' +
              'start, and ',
            h('code', null, 'mailboxUrl'),
            ' in ',
            h('code', null, 'sandbox.json'),
            '.',
          )
        : null,
    ),
  );
}

/** Its form names the party: the one of the last session may be another by then, and is shown first. */
function confirmPage(program: Program, { email, seat }: Entrance, problem: string | null): string {
  return page(
    { ...program, session: null },
    'Sign in',
    card(
      h('h1', null, 'Sign in to Purser'),
      problem === null ? null : problemText(problem),
      facts(fact('As', userText(seat.userName), userText(email)), fact('For', userText(seat.partyName))),
      h(
        'form',
        { method: 'post' },
        h('input', { type: 'hidden', name: 'partyId', value: publicId('pty', seat.partyId) }),
        h('button', null, 'Sign in'),
      ),
      h('p', { className: 'soft' }, 'Only go on if you asked for this link yourself.'),
    ),
  );
}

/** The page for every link that cannot be used. It does not reveal whether there ever was one. */
function noLinkPage(program: Program): string {
  return page(
    { ...program, session: null },
    'Link not usable',
    card(
      h('h1', null, 'This link cannot be used'),
      h('p', null, 'It works once and for 15 minutes only. It may be used up, too old, or incomplete.'),
      h('p', null, h('a', { href: hrefTo(program, '/sign-in') }, 'Ask for a new link')),
    ),
  );
}

// Without the token of a claim or an invitation, which need no sign-in.
const returnPaths =
  /^\/(?:account(?:\/(?:keys|approvals|limits|programs|bank|withdraw|delegation(?:\/[\w-]{1,64}){2}))?|(?:pay|review|invited|oauth\/consent)\/[\w-]{1,64}|oauth\/device|verify\/con_[0-9a-f]{32}\/[\w-]{32})$/;

/** Returns a path to open after a sign-in, or that of the account if it is none of ours. */
export function returnPath(sent: unknown): string {
  return typeof sent === 'string' && returnPaths.test(sent) ? sent : '/account';
}
