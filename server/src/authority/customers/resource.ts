import { z } from 'zod';
import { grantLimitsShape } from '../../terms/limits.ts';
import {
  embeddedShape,
  idShape,
  resourceShape,
  secondsShape,
  textShape,
  removedShape,
} from '../../http/shapes.ts';
import { permissions } from '../../scopes.ts';

const nameShape = textShape('Casey Customer');
const emailShape = textShape('casey@example.com').nullable();
const permissionsShape = z
  .array(z.enum(permissions))
  .meta({ description: 'What the customer permits.', examples: [['payments.create', 'payments.read']] });
const grantStatusShape = z.enum(['ACTIVE', 'SUSPENDED', 'REVOKED']).meta({
  description: 'Whether the agent may act for the customer.',
});

const delegation = {
  status: z.enum(['ACTIVE', 'SUSPENDED', 'REVOKED']),
  permissions: permissionsShape,
  createdAt: secondsShape,
};
const agent = {
  name: textShape('Purchasing agent'),
  status: grantStatusShape,
  permissions: permissionsShape,
  limits: grantLimitsShape,
};

const agentShape = z.strictObject({
  type: z.literal('agent'),
  id: idShape('agt'),
  attributes: z.strictObject(agent),
});

/** A party that delegated to the actor's party. */
export const customerShape = resourceShape(
  'customer',
  'pty',
  {
    name: nameShape,
    email: emailShape,
    createdAt: secondsShape.meta({ description: 'When the party became a customer.' }),
    delegation: z.strictObject({ id: idShape('dlg'), ...delegation }).meta({
      description: 'The same as the relationship `delegation`.',
    }),
    agents: z.array(z.strictObject({ id: idShape('agt'), ...agent })).meta({
      description: 'The same as the relationship `agents`.',
    }),
  },
  {
    delegation: embeddedShape('delegation', 'dlg', delegation),
    agents: z.strictObject({ data: z.array(agentShape) }),
  },
);
export type CustomerResource = z.output<typeof customerShape>;

export const agentCustomerShape = resourceShape(
  'customer',
  'pty',
  {
    name: nameShape,
    email: emailShape,
    status: grantStatusShape,
    permissions: permissionsShape,
    limits: grantLimitsShape,
    createdAt: secondsShape.meta({ description: 'When the party became a customer of the agent.' }),
    updatedAt: secondsShape,
  },
  { agent: embeddedShape('agent', 'agt', { name: textShape('Purchasing agent') }) },
).meta({ title: 'agentCustomer' });
export type AgentCustomerResource = z.output<typeof agentCustomerShape>;

export const removedCustomerShape = removedShape(customerShape);
export const removedAgentCustomerShape = removedShape(agentCustomerShape);
