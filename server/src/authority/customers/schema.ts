import { z } from 'zod';
import { idField, pageQuery } from '../../http/fields.ts';

const statusField = z
  .enum(['active', 'revoked', 'all'], 'must be active, revoked or all')
  .default('active')
  .meta({ description: 'Active, revoked or all customers.' });

export const agentPath = z.object({ agentId: idField('agt') });

export const customerPath = z.object({ partyId: idField('pty') });
export const agentCustomerPath = z.object({ agentId: idField('agt'), partyId: idField('pty') });

export const customersQuery = z.object({ status: statusField, ...pageQuery(20) });
export const agentCustomersQuery = z.object({ status: statusField, ...pageQuery(50) });
export type CustomersQuery = z.output<typeof customersQuery>;
