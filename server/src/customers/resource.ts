import { z } from 'zod';
import { transactionLimitShape } from '../http/limits.ts';
import { embeddedShape, idShape, resourceShape, secondsShape, textShape } from '../http/shapes.ts';

const nameShape = textShape('Casey Customer');
const emailShape = textShape('casey@example.com').nullable();
const permissionsShape = z
  .array(z.string())
  .meta({ description: 'What the customer allowed.', examples: [['payments.create', 'payments.read']] });
const grantStatusShape = z.enum(['ACTIVE', 'REVOKED']).meta({ description: 'Of what the agent may do.' });

const delegationShape = embeddedShape('delegation', 'dlg', {
  status: z.enum(['ACTIVE', 'SUSPENDED', 'REVOKED']),
  permissions: permissionsShape,
  createdAt: secondsShape,
});

const agentShape = z.strictObject({
  type: z.literal('agent'),
  id: idShape('agt'),
  attributes: z.strictObject({
    name: textShape('Purchasing agent'),
    status: grantStatusShape,
    permissions: permissionsShape,
    limits: transactionLimitShape,
  }),
});

/** A party that delegated to the caller's. */
export const customerShape = resourceShape(
  'customer',
  'pty',
  {
    name: nameShape,
    email: emailShape,
    createdAt: secondsShape.meta({ description: 'When it became a customer.' }),
  },
  { delegation: delegationShape, agents: z.strictObject({ data: z.array(agentShape) }) },
);
export type CustomerResource = z.output<typeof customerShape>;

/** A customer as one agent sees it. */
export const agentCustomerShape = resourceShape(
  'customer',
  'pty',
  {
    name: nameShape,
    email: emailShape,
    status: grantStatusShape,
    permissions: permissionsShape,
    limits: transactionLimitShape,
    createdAt: secondsShape.meta({ description: "When it became the agent's customer." }),
    updatedAt: secondsShape,
  },
  { agent: embeddedShape('agent', 'agt', { name: textShape('Purchasing agent') }) },
).meta({ title: 'agentCustomer' });
export type AgentCustomerResource = z.output<typeof agentCustomerShape>;
