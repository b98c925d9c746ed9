import { nachaReasons } from '../../gateways/sandbox-outcomes.ts';
import { action, type Endpoint, post } from '../../http/endpoint.ts';
import { exampleTime, singleShape } from '../../http/shapes.ts';
import { transferShape } from './resource.ts';
import { simulateDepositAttributes, simulatedReasonAttributes, transferPath } from './schema.ts';
import { simulateDeposit } from './simulate-deposit.ts';
import { simulateOutcome } from './simulate-outcome.ts';

const simulation = {
  response: singleShape(transferShape),
  scope: 'wallets.fund',
  sandboxOnly: true,
  type: 'transfer',
} as const;

const outcome = { ...simulation, params: transferPath, refuses: ['transfer_not_found', 'conflict'] } as const;

/** What steers the sandbox's bank. */
export const transferSimulationRoutes: Endpoint[] = [
  post('/simulations/deposits', {
    ...simulation,
    summary: 'Let money arrive',
    shows: {
      attributes: {
        type: 'deposit',
        tags: {},
        status: 'COMPLETED',
        externalAccountDisplayMask: null,
        expectedAvailableAt: null,
        settledAt: exampleTime,
      },
      relationships: { externalAccount: { data: null } },
    },
    description: `Lets money arrive for your party from outside, as a deposit that has completed. It needs no external
account.`,
    refuses: ['wallet_not_found', 'conflict'],
    example: { amount: 50_000, currency: 'USD', description: 'A customer paid by bank transfer' },
    attributes: simulateDepositAttributes,
    run: (ctx, { attributes }) => simulateDeposit(ctx, attributes),
  }),
  action('/simulations/transfers/:transferId/settle', {
    ...outcome,
    summary: 'Settle a transfer',
    shows: { attributes: { status: 'COMPLETED', settledAt: exampleTime } },
    description: `Has the sandbox's bank complete a withdrawal or deposit of your party at once, in place of what it was
to report. The transfer must be \`PROCESSING\`.`,
    run: (ctx, { params }) => simulateOutcome(ctx, params.transferId, { kind: 'completed' }),
  }),
  action('/simulations/transfers/:transferId/fail', {
    ...outcome,
    summary: 'Fail a transfer',
    shows: { attributes: { status: 'FAILED', failure: { code: 'R02', reason: nachaReasons.R02 } } },
    description: `Has the sandbox's bank refuse a withdrawal or deposit of your party at once, by default with \`R03\` for a
withdrawal and \`R01\` for a deposit. The transfer must be \`PROCESSING\`.`,
    attributes: simulatedReasonAttributes,
    example: { code: 'R02' },
    run: (ctx, { params, attributes: { code = null } }) =>
      simulateOutcome(ctx, params.transferId, { kind: 'failed', code }),
  }),
  action('/simulations/transfers/:transferId/return', {
    ...outcome,
    summary: 'Return a transfer',
    shows: {
      attributes: {
        status: 'RETURNED',
        settledAt: exampleTime,
        return: { code: 'R10', reason: nachaReasons.R10, returnedAt: exampleTime },
      },
    },
    description: `Has the sandbox's bank return a withdrawal or deposit of your party at once, by default with \`R23\` for a
withdrawal and \`R10\` for a deposit. The transfer must be \`COMPLETED\`.`,
    attributes: simulatedReasonAttributes,
    example: { code: 'R10' },
    run: (ctx, { params, attributes: { code = null } }) =>
      simulateOutcome(ctx, params.transferId, { kind: 'returned', code }),
  }),
];
