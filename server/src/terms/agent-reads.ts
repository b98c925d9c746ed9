import { z } from 'zod';

/** What an agent reads: all that its party and its key allow, or what is its own only. */
export const agentReads = ['party', 'own'] as const;
export type AgentReads = (typeof agentReads)[number];

const description =
  'What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments, transactions, transfers, payment requests, approvals and events that it made itself, and the payment requests that name it as the payer; nothing that others wrote to your party, and no counterparties.';

export const agentReadsField = z.enum(agentReads, 'must be party or own').meta({ description });
export const agentReadsShape = z.enum(agentReads).meta({ description, examples: ['party'] });
