import type { Command } from '../command.ts';
import { agentCommands } from './agents.ts';
import { approvalCommands } from './approvals.ts';
import { doctorCommands } from './doctor.ts';
import { hookCommands } from './hooks.ts';
import { listenCommands } from './listen.ts';
import { loginCommands } from './login.ts';
import { mcpCommands } from './mcp.ts';
import { moneyCommands } from './money.ts';
import { payCommands } from './pay.ts';
import { peopleCommands } from './people.ts';
import { sandboxCommands } from './sandbox.ts';
import { sessionCommands } from './session.ts';

/** Every command, in the order of help. Parser, help, completion and tests are made of it. */
export const table: readonly Command[] = [
  ...payCommands,
  ...approvalCommands,
  ...moneyCommands,
  ...agentCommands,
  ...peopleCommands,
  ...hookCommands,
  ...listenCommands,
  ...mcpCommands,
  ...sandboxCommands,
  ...loginCommands,
  ...doctorCommands,
  ...sessionCommands,
];

/** Operations without a command: `purser api` sends them. Each is either for pages and tokens, or rare. */
export const byApiOnly: ReadonlySet<string> = new Set([
  'acceptClaim',
  'acceptCustomerInvitation',
  'acceptInvitation',
  'acceptPartyInvitation',
  'createPartyContact',
  'declineCustomerInvitation',
  'declineInvitation',
  'declinePartyInvitation',
  'deleteAgentCustomer',
  'deletePartyContact',
  'deletePartyLimits',
  'getPartyLimits',
  'getSimulationExternalAccountMicroDeposits',
  'listAgentCustomers',
  'listCustomerInvitationsIncoming',
  'listPartyContacts',
  'setPartyLimits',
  'updateDelegation',
  'updateParty',
  'verifyPartyContact',
]);
