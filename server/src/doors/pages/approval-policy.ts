import type { Context, Program } from '../../context.ts';
import type { PageRoute } from '../../http/web-page.ts';
import type { ApprovalPolicy } from '../../engine/model/state.ts';
import { fault } from '../../errors.ts';
import { needsFreshSignIn } from '../../http/require-fresh.ts';
import { setApprovalPolicy } from '../../identity/parties/approval-policy.ts';
import { getParty } from '../../identity/parties/get.ts';
import type { PartyRow } from '../../identity/parties/queries.ts';
import { formatDecimal, formatMoney, parseDecimal } from '../../lib/money.ts';
import { hrefTo, page } from './document.ts';
import { card, type Content, h, problemText } from './element.ts';
import { formPage } from './form-page.ts';
import { textField } from './forms.ts';
import { freshSignIn } from './fresh-sign-in.ts';

const url = '/account/approvals';
const byWords = {
  any: 'Whoever may decide: on the pages, or with a key',
  session: 'Only people who have signed in on the pages',
} as const;

/** Returns the page on which an owner says who approves for the party, right after a sign-in. No key can. */
export function approvalPolicyPages(program: Program): PageRoute[] {
  return formPage(program, {
    url,
    show: (session, problem) => policyPage(program, session, problem),
    send: async (session, { form }) => {
      await setApprovalPolicy(session, policyOf(form, await getParty(session)));
      return { location: hrefTo(program, '/account') };
    },
  });
}

function policyOf(form: URLSearchParams, { currency }: PartyRow): ApprovalPolicy {
  const [by, above] = [form.get('by'), (form.get('twoAbove') ?? '').trim()];
  if (by !== 'any' && by !== 'session') throw fault('invalid_value', 'Say who approves.');
  const twoAbove = above === '' ? null : parseDecimal(above, currency, 0n);
  if (above !== '' && twoAbove === null)
    throw fault('invalid_value', `The amount must be one in ${currency}, such as 500, or nothing.`);
  return { approveBy: by, twoAbove };
}

async function policyPage(program: Program, session: Context, problem: string | null): Promise<string> {
  const party = await getParty(session);
  return page(
    { ...program, session },
    'Who approves',
    card(
      h('p', { className: 'kind' }, 'Approvals'),
      h('h1', null, 'Who approves for your party'),
      problem === null ? null : problemText(problem),
      h(
        'p',
        null,
        'What exceeds a limit or a rule of yours waits until somebody approves it who did not ask for it: ',
        policyWords(party),
        '.',
      ),
      await change(program, session, party),
      h('p', null, h('a', { href: hrefTo(program, '/account') }, 'Back to your account')),
    ),
  );
}

/** Says who approves, as the end of a sentence. */
function policyWords({ approveBy, twoAbove, currency }: PartyRow): string {
  const who =
    approveBy === 'session' ? 'only people who have signed in' : 'people who may decide, and their keys';
  if (twoAbove === null) return who;
  return `${who}; above ${formatMoney({ amount: twoAbove, currency })}, and in every other currency, two of them`;
}

async function change(program: Program, session: Context, party: PartyRow): Promise<Content> {
  if (session.actor.role !== 'OWNER')
    return h('p', { key: 'owners', className: 'soft' }, 'Only owners of the party change this.');
  if (needsFreshSignIn(session, null))
    return freshSignIn(program, session, { path: url, action: 'To change this' });
  return policyForm(party);
}

function policyForm({ approveBy, twoAbove, currency }: PartyRow): Content {
  const options = Object.entries(byWords).map(([value, label]) => h('option', { key: value, value }, label));
  return h(
    'form',
    { key: 'form', method: 'post' },
    h('label', { htmlFor: 'by' }, 'Who approves'),
    h('select', { id: 'by', name: 'by', defaultValue: approveBy }, ...options),
    ...textField('twoAbove', `Two people above, in ${currency}; nothing if one is enough`, {
      inputMode: 'decimal',
      defaultValue: twoAbove === null ? '' : formatDecimal({ amount: twoAbove, currency }),
    }),
    h(
      'p',
      { className: 'soft' },
      'Two different people approve then, and neither asked for it: what one of only two deciders asks for waits for a third.',
    ),
    h('button', null, 'Save'),
  );
}

/** Returns the part of the account's page about who approves. */
export function approvalPolicyPart(program: Program, party: PartyRow): Content[] {
  return [
    h('h2', { key: 'policy' }, 'Who approves'),
    h('p', { key: 'policy-words' }, `${capitalised(policyWords(party))}.`),
    h(
      'p',
      { key: 'policy-link' },
      h('a', { href: hrefTo(program, url) }, 'Change who approves'),
      ' · ',
      h('a', { href: hrefTo(program, '/account/limits') }, 'Limits'),
    ),
  ];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
