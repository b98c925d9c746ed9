import { expect } from 'vitest';
import {
  fullList,
  having,
  idOf,
  integer,
  list,
  millis,
  objectWhere,
  orNull,
  related,
  relatedOrNone,
  resource,
  seconds,
  tags,
  text,
  words,
} from './shapes.ts';
import { someLimits } from './shapes-parties.ts';

const party = related('party', 'pty');

/** What a customer can permit an agent. */
export const allPermissions = [
  'payments.create',
  'payments.read',
  'wallets.read',
  'wallets.update',
  'external_accounts.create',
  'party.read',
  'party.update',
];
const permissions = fullList(words(...allPermissions));
const limits = orNull({ perTransaction: integer });

/** Any rules of an agent; `test/api/agent-rules.test.ts` compares each of them. */
const someRules = orNull(objectWhere(() => true));

export const agentShape = resource(
  'agent',
  'agt',
  {
    name: text,
    description: orNull(text),
    status: 'ACTIVE',
    limits: someLimits,
    rules: someRules,
    walletIds: orNull(list(idOf('wal'))),
    reads: words('party', 'own'),
    tags,
    createdAt: seconds,
    createdBy: idOf('usr'),
    updatedAt: seconds,
    updatedBy: idOf('usr'),
  },
  { party },
);

/** An agent with this status. */
export const agentWith = (status: unknown) => having(agentShape, { status });

const agentKeyAttributes = {
  agentKeyPrefix: expect.stringMatching(/^ak_pur_(sandbox|prod)_[0-9A-Za-z]{8}$/) as unknown,
  status: words('ACTIVE', 'REVOKED', 'EXPIRED'),
  tags: {},
  createdAt: seconds,
  expiresAt: orNull(seconds),
  lastUsedAt: orNull(seconds),
  rotatedAt: orNull(seconds),
  revokedAt: orNull(seconds),
  createdBy: idOf('usr'),
  revokedBy: orNull(idOf('usr')),
};

const owners = { party, agent: related('agent', 'agt') };

export const agentKeyShape = resource('agentKey', 'agk', agentKeyAttributes, owners);

/** An agent key with further attributes: its secret, for example. */
export const agentKeyWith = (further: object) =>
  resource('agentKey', 'agk', { ...agentKeyAttributes, ...further }, owners);

/** The attribute that only the response to a creation has. */
export const newSecret = {
  agentKey: expect.stringMatching(/^ak_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/) as unknown,
};

const recipient = { type: words('email', 'phone', 'party_id'), value: text };
const namedAgent = { name: text, description: orNull(text) };

export const customerInvitationShape = resource(
  'customerInvitation',
  'adi',
  {
    recipient,
    url: expect.stringMatching(/^https?:\/\/.+\/invitations\/[A-Za-z0-9_-]{32}$/) as unknown,
    status: 'PENDING',
    permissions,
    limits,
    tags,
    expiresAt: millis,
    createdAt: seconds,
    updatedAt: seconds,
  },
  {
    agent: related('agent', 'agt', { ...namedAgent, status: 'ACTIVE' }),
    customerParty: relatedOrNone('party', 'pty'),
  },
);

export const incomingInvitationShape = resource(
  'customerInvitation',
  'adi',
  {
    recipient,
    status: words('PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED'),
    permissions,
    limits,
    expiresAt: millis,
    createdAt: seconds,
    updatedAt: seconds,
  },
  { party: related('party', 'pty', { name: text }), agent: related('agent', 'agt', namedAgent) },
);

/** A customer whose delegation and agent have this status. */
export function customerWith(delegationStatus: unknown, agentStatus: unknown) {
  const delegation = { status: delegationStatus, permissions, createdAt: seconds };
  const agent = { name: text, status: agentStatus, permissions, limits };
  return resource(
    'customer',
    'pty',
    {
      name: text,
      email: orNull(text),
      createdAt: seconds,
      delegation: { id: idOf('dlg'), ...delegation },
      agents: [{ id: idOf('agt'), ...agent }],
    },
    {
      delegation: related('delegation', 'dlg', delegation),
      agents: { data: [{ type: 'agent', id: idOf('agt'), attributes: agent }] },
    },
  );
}
export const customerShape = customerWith(
  words('ACTIVE', 'SUSPENDED', 'REVOKED'),
  words('ACTIVE', 'REVOKED'),
);

const namedParty = related('party', 'pty', { name: text });

export const delegationShape = resource(
  'delegation',
  'dlg',
  {
    direction: words('given', 'received'),
    status: words('ACTIVE', 'SUSPENDED', 'REVOKED'),
    permissions,
    agents: [
      {
        agentId: idOf('agt'),
        name: text,
        status: words('ACTIVE', 'REVOKED'),
        permissions,
        limits,
        rules: someRules,
      },
    ],
    createdAt: seconds,
    updatedAt: seconds,
  },
  { customer: namedParty, delegate: namedParty },
);

export const agentCustomerShape = resource(
  'customer',
  'pty',
  {
    name: text,
    email: orNull(text),
    status: words('ACTIVE', 'REVOKED'),
    permissions,
    limits,
    createdAt: seconds,
    updatedAt: seconds,
  },
  { agent: related('agent', 'agt', { name: text }) },
);

const invitation = {
  email: text,
  role: words('MEMBER', 'ADMIN'),
  status: words('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED'),
  tags,
  expiresAt: seconds,
  createdAt: seconds,
  acceptedAt: orNull(seconds),
};

export const invitationShape = resource('invitation', 'inv', invitation);

export const listedInvitationShape = resource('invitation', 'inv', {
  ...invitation,
  expires_at: seconds,
  created_at: seconds,
  accepted_at: orNull(seconds),
});
