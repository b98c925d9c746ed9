import { type Endpoint, get, patch, put, remove } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { exampleLimits } from '../../terms/limits.ts';
import { singleShape } from '../../http/shapes.ts';
import { getParty } from './get.ts';
import { partyLimitPolicyShape, partyShape, removedPartyLimitPolicyShape } from './resource.ts';
import { partyLimitsAttributes, updatePartyAttributes } from './schema.ts';
import { limitsOf, removePartyLimits, setPartyLimits } from './set-limits.ts';
import { updateParty } from './update.ts';
import { partyLimitPolicyResource, partyResource } from './view.ts';

export const partyRoutes: Endpoint[] = [
  get('/parties/me', {
    summary: 'Retrieve your party',
    scope: 'party.read',
    ownReads: 'refused',
    response: singleShape(partyShape),
    run: async (ctx) => single(partyResource(await getParty(ctx))),
  }),
  patch('/parties/me', {
    summary: 'Update your party',
    description: `Updates the attributes that you send. The name is what payees, payers and invited people see. The
default currency never changes, because limits and what counts against them are in it. \`agentDefaults\` bounds agents that
are created without limits or without rules; it changes what it names, and null removes one or all. Who approves
(\`approvalPolicy\`) is changed by an owner, on the page of the account.`,
    scope: 'party.update',
    type: 'party',
    attributes: updatePartyAttributes,
    changedElsewhere: {
      approvalPolicy:
        'No key changes who approves: an owner who has just signed in does, on the page of the account, or the operator.',
    },
    example: { name: 'Main Street Books' },
    response: singleShape(partyShape),
    run: (ctx, { attributes }) => updateParty(ctx, attributes),
  }),
  get('/parties/me/limits', {
    summary: "Retrieve your party's limits",
    description:
      'Returns the limits that apply to everything your party spends, including through its agents.',
    scope: 'party.read',
    ownReads: 'refused',
    response: singleShape(partyLimitPolicyShape),
    run: async (ctx) => single(partyLimitPolicyResource(await getParty(ctx))),
  }),
  put('/parties/me/limits', {
    summary: "Set your party's limits",
    description: `Replaces all limits of your party: a limit that is omitted or null is removed. Limits apply to
everything your party spends, including through its agents, and count what it has already spent in the current UTC day
and month. Where the party has only people approve who have signed in (\`approvalPolicy\`), no key raises or removes a
limit: an owner does, on the page of the account. Instead of \`limits\`, the body may have \`perTransaction\`, \`perDay\` and
\`perMonth\` themselves.`,
    refuses: ['sign_in_required'],
    scope: 'party.update',
    recheckedInTransaction: true,
    type: 'partyLimitPolicy',
    attributes: partyLimitsAttributes,
    example: { limits: exampleLimits },
    response: singleShape(partyLimitPolicyShape),
    run: (ctx, { attributes }) => setPartyLimits(ctx, limitsOf(attributes), attributes.currency),
  }),
  remove('/parties/me/limits', {
    summary: "Remove your party's limits",
    shows: { attributes: { limits: null } },
    description:
      'Removes all limits of your party. If none is set, nothing changes and the response is the same. Where no key may raise them, none may remove them.',
    refuses: ['sign_in_required'],
    scope: 'party.update',
    response: removedPartyLimitPolicyShape,
    run: (ctx) => removePartyLimits(ctx),
  }),
];
