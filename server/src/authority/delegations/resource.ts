import { z } from 'zod';
import { grantLimitsShape } from '../../terms/limits.ts';
import { rulesShape } from '../../terms/rules.ts';
import {
  embeddedShape,
  idShape,
  resourceShape,
  secondsShape,
  textShape,
  removedShape,
} from '../../http/shapes.ts';
import { permissions } from '../../scopes.ts';
import { grantStatuses } from './grants/queries.ts';
import { statuses } from './queries.ts';

const permissionsShape = z
  .array(z.enum(permissions))
  .meta({ examples: [['payments.create', 'payments.read']] });

export const delegationShape = resourceShape(
  'delegation',
  'dlg',
  {
    direction: z.enum(['given', 'received']).meta({
      description: '`given`: your party is the customer. `received`: your party acts for the customer.',
    }),
    status: z.enum(statuses),
    permissions: permissionsShape.meta({
      description: 'What the customer permits at most. Of this, an agent may do what is permitted to itself.',
    }),
    agents: z
      .array(
        z.strictObject({
          agentId: idShape('agt'),
          name: textShape('Purchasing agent'),
          status: z.enum(grantStatuses).meta({
            description:
              'Whether the agent may act for the customer. The customer makes a SUSPENDED one ACTIVE again; only a new invitation renews a REVOKED one.',
          }),
          permissions: permissionsShape,
          limits: grantLimitsShape,
          rules: rulesShape,
        }),
      )
      .meta({ description: 'The agents that may act for the customer, or once could.' }),
    createdAt: secondsShape,
    updatedAt: secondsShape,
  },
  {
    customer: embeddedShape('party', 'pty', { name: textShape('Casey Customer') }),
    delegate: embeddedShape('party', 'pty', { name: textShape('Main Street Books') }),
  },
);
export type DelegationResource = z.output<typeof delegationShape>;

export const revokedDelegationShape = removedShape(delegationShape);
