import { expect } from 'vitest';
import { idOf, integer, millis, orNull, related, relatedOrNone, seconds, tags, text } from './shapes.ts';
import { someLimits } from './shapes-parties.ts';

const permissions: unknown = expect.toSatisfy(
  (names: unknown[]) => names.length > 0 && names.every((name) => typeof name === 'string'),
  'are permissions',
);
const limits: unknown = orNull({ perTransaction: integer });

/** Any rules of an agent; `test/api/agent-rules.test.ts` compares each of them. */
const someRules: unknown = orNull(
  expect.toSatisfy((rules: unknown) => typeof rules === 'object', 'are rules'),
);

/** An agent with this status. */
export const agentWith = (status: unknown) => ({
  type: 'agent',
  id: idOf('agt'),
  attributes: {
    name: text,
    description: orNull(text),
    status,
    limits: someLimits,
    rules: someRules,
    walletIds: orNull(expect.any(Array)),
    tags,
    createdAt: seconds,
    createdBy: idOf('usr'),
    updatedAt: seconds,
    updatedBy: idOf('usr'),
  },
  relationships: { party: related('party', 'pty') },
});
export const agentShape = agentWith('ACTIVE');

const agentKeyAttributes = {
  agentKeyPrefix: expect.stringMatching(/^ak_pur_(sandbox|prod)_[0-9A-Za-z]{8}$/) as unknown,
  status: expect.toBeOneOf(['ACTIVE', 'REVOKED', 'EXPIRED']) as unknown,
  tags: {},
  createdAt: seconds,
  expiresAt: orNull(seconds),
  lastUsedAt: orNull(seconds),
  revokedAt: orNull(seconds),
  createdBy: idOf('usr'),
  revokedBy: orNull(idOf('usr')),
};

/** An agent key with further attributes: its secret, for example. */
export const agentKeyWith = (further: object) => ({
  type: 'agentKey',
  id: idOf('agk'),
  attributes: { ...agentKeyAttributes, ...further },
  relationships: { party: related('party', 'pty'), agent: related('agent', 'agt') },
});
export const agentKeyShape = agentKeyWith({});

/** The attribute that only the response to a creation has. */
export const newSecret = {
  agentKey: expect.stringMatching(/^ak_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/) as unknown,
};

export const customerInvitationShape = {
  type: 'customerInvitation',
  id: idOf('adi'),
  attributes: {
    recipient: { type: expect.toBeOneOf(['email', 'phone', 'party_id']) as unknown, value: text },
    url: expect.stringMatching(/^https?:\/\/.+\/invitations\/[A-Za-z0-9_-]{32}$/) as unknown,
    status: 'PENDING',
    permissions,
    limits,
    tags,
    expiresAt: millis,
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: {
    agent: {
      data: {
        type: 'agent',
        id: idOf('agt'),
        attributes: { name: text, description: orNull(text), status: 'ACTIVE' },
      },
    },
    customerParty: relatedOrNone('party', 'pty'),
  },
};

export const incomingInvitationShape = {
  type: 'customerInvitation',
  id: idOf('adi'),
  attributes: {
    recipient: { type: expect.toBeOneOf(['email', 'phone', 'party_id']) as unknown, value: text },
    status: expect.toBeOneOf(['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED']) as unknown,
    permissions,
    limits,
    expiresAt: millis,
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: {
    party: { data: { type: 'party', id: idOf('pty'), attributes: { name: text } } },
    agent: {
      data: { type: 'agent', id: idOf('agt'), attributes: { name: text, description: orNull(text) } },
    },
  },
};

const delegation = {
  status: expect.toBeOneOf(['ACTIVE', 'SUSPENDED', 'REVOKED']) as unknown,
  permissions,
  createdAt: seconds,
};
const grantedAgent = {
  name: text,
  status: expect.toBeOneOf(['ACTIVE', 'REVOKED']) as unknown,
  permissions,
  limits,
};

export const customerShape = {
  type: 'customer',
  id: idOf('pty'),
  attributes: {
    name: text,
    email: orNull(text),
    createdAt: seconds,
    delegation: { id: idOf('dlg'), ...delegation },
    agents: [{ id: idOf('agt'), ...grantedAgent }],
  },
  relationships: {
    delegation: {
      data: {
        type: 'delegation',
        id: idOf('dlg'),
        attributes: delegation,
      },
    },
    agents: {
      data: [
        {
          type: 'agent',
          id: idOf('agt'),
          attributes: grantedAgent,
        },
      ],
    },
  },
};

const namedParty = { data: { type: 'party', id: idOf('pty'), attributes: { name: text } } };

export const delegationShape = {
  type: 'delegation',
  id: idOf('dlg'),
  attributes: {
    direction: expect.toBeOneOf(['given', 'received']) as unknown,
    status: expect.toBeOneOf(['ACTIVE', 'SUSPENDED', 'REVOKED']) as unknown,
    permissions,
    agents: [{ id: idOf('agt'), ...grantedAgent, rules: someRules }],
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: { customer: namedParty, delegate: namedParty },
};

export const agentCustomerShape = {
  type: 'customer',
  id: idOf('pty'),
  attributes: {
    name: text,
    email: orNull(text),
    status: expect.toBeOneOf(['ACTIVE', 'REVOKED']) as unknown,
    permissions,
    limits,
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: { agent: { data: { type: 'agent', id: idOf('agt'), attributes: { name: text } } } },
};

const invitation = {
  email: text,
  role: expect.toBeOneOf(['MEMBER', 'ADMIN']) as unknown,
  status: expect.toBeOneOf(['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED']) as unknown,
  tags,
  expiresAt: seconds,
  createdAt: seconds,
  acceptedAt: orNull(seconds),
};

export const invitationShape = {
  type: 'invitation',
  id: idOf('inv'),
  attributes: invitation,
};

export const listedInvitationShape = {
  type: 'invitation',
  id: idOf('inv'),
  attributes: { ...invitation, expires_at: seconds, created_at: seconds, accepted_at: orNull(seconds) },
};
