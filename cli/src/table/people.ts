import type { Command, Context } from '../command.ts';
import { exits } from '../stop.ts';
import { showMade, showSecret, showUsage } from './agents.ts';

async function invite(context: Context): Promise<number> {
  const { args, call, flags, terminal } = context;
  const { email, ...rest } = args;
  const role = flags['role'] ?? 'MEMBER';
  showMade(context, await call('createPartyInvitations', { ...rest, invitations: [{ email, role }] }));
  if (terminal.isTerminal) terminal.note('They get a mail, and answer it there.');
  return exits.done;
}

async function stopParty({ call, show, json, terminal }: Context): Promise<number> {
  const party = await call('freezeParty', {});
  const { object, id, status, frozenBy } = party;
  show(json ? party : { object, id, status, frozenBy });
  if (terminal.isTerminal) terminal.note('No money leaves until: purser party unfreeze');
  return exits.done;
}

/** Keys, grants, people, and the party itself. */
export const peopleCommands: readonly Command[] = [
  {
    name: 'keys list',
    about: 'list keys of people',
    operation: 'listApiKeys',
    columns: ['id', 'PREFIX=apiKeyPrefix', 'status', 'name~', 'lastUsedAt?', 'expiresAt?'],
  },
  { name: 'keys get', about: 'show what a key may do', operation: 'getApiKey', positions: ['apiKeyId'] },
  {
    name: 'keys create',
    about: 'make a key: purser keys create reports --scopes payments.read,wallets.read',
    operation: 'createApiKey',
    positions: ['name'],
    run: async (context) => showSecret(context, await context.call('createApiKey', context.args), 'apiKey'),
  },
  {
    name: 'keys rotate',
    about: 'replace a key; the new one is shown once',
    operation: 'rotateApiKey',
    positions: ['apiKeyId'],
    asks: ({ apiKeyId }) => `replace key ${String(apiKeyId)}?`,
    run: async (context) => showSecret(context, await context.call('rotateApiKey', context.args), 'apiKey'),
  },
  {
    name: 'keys revoke',
    about: 'end a key at once',
    operation: 'deleteApiKey',
    positions: ['apiKeyId'],
    asks: ({ apiKeyId }) => `end key ${String(apiKeyId)} for good?`,
  },
  {
    name: 'grants list',
    about: 'list the programs that people of your party let act',
    operation: 'listOauthGrants',
    columns: ['id', 'status', 'PROGRAM=clientName~', 'HOST=clientHost~?', 'agentId?', 'lastUsedAt?'],
  },
  {
    name: 'grants get',
    about: 'show what a program may do, and as whom',
    operation: 'getOauthGrant',
    positions: ['oauthGrantId'],
  },
  {
    name: 'grants revoke',
    about: 'let a program act no more, at once',
    operation: 'deleteOauthGrant',
    positions: ['oauthGrantId'],
    asks: ({ oauthGrantId }) => `end grant ${String(oauthGrantId)} for good?`,
  },
  {
    name: 'members list',
    about: 'list the people of your party',
    operation: 'listPartyMembers',
    columns: ['id', 'role', 'name~', 'email~', 'status?'],
  },
  {
    name: 'members update',
    about: 'change what a person may do: --role ADMIN',
    operation: 'updatePartyMember',
    positions: ['userId'],
    asks: ({ userId, role }) => `make ${String(userId)} ${String(role)}?`,
  },
  {
    name: 'members remove',
    about: 'remove a person, with their keys',
    operation: 'deletePartyMember',
    positions: ['userId'],
    asks: ({ userId }) => `remove ${String(userId)}?`,
  },
  {
    name: 'members invite',
    about: 'ask somebody to join: purser members invite ann@example.com --role APPROVER',
    operation: 'createPartyInvitations',
    positions: ['email'],
    without: ['invitations'],
    flags: [
      {
        name: 'role',
        value: 'role',
        about: 'what they may do; by default MEMBER',
        choices: ['MEMBER', 'APPROVER', 'ADMIN'],
      },
    ],
    run: invite,
  },
  {
    name: 'members invitations',
    about: 'list invitations to join',
    operation: 'listPartyInvitations',
    without: ['party_id', 'partyId'],
    columns: ['id', 'role', 'status', 'email~', 'EXPIRES=expires_at?'],
  },
  {
    name: 'members cancel-invitation',
    about: 'take an invitation back',
    operation: 'deletePartyInvitation',
    positions: ['invitationId'],
    asks: ({ invitationId }) => `take invitation ${String(invitationId)} back?`,
  },
  { name: 'party get', about: 'show your party', operation: 'getParty' },
  {
    name: 'party usage',
    about: "how much of the party's own limits is used",
    operation: 'getPartyUsage',
    run: async (context) => showUsage(context, await context.call('getPartyUsage', {})),
  },
  { name: 'party freeze', about: 'let no money leave, at once', operation: 'freezeParty', run: stopParty },
  {
    name: 'party unfreeze',
    about: 'let money leave again',
    operation: 'unfreezeParty',
    asks: () => 'let money leave your party again?',
  },
];
