import { action, type Endpoint, get, patch, post, remove } from '../../http/endpoint.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { backtestRules } from './backtest/backtest.ts';
import { backtestShape, exampleBacktest } from './backtest/resource.ts';
import { backtestAttributes } from './backtest/schema.ts';
import { createAgentOf } from './create.ts';
import { readAgent } from './get.ts';
import { removeAgent } from './remove.ts';
import { agentShape, createdAgentShape, removedAgentShape } from './resource.ts';
import { agentOrMePath } from './path.ts';
import { agentPath, agentsQuery, createAgentAttributes, updateAgentAttributes } from './schema.ts';
import { suspendedShape } from '../../identity/under-way/resource.ts';
import { exampleLimits } from '../../terms/limits.ts';
import { usualGuard } from '../../terms/rules.ts';
import { setAgentStatus } from './suspend.ts';
import { updateAgent } from './update.ts';
import { page } from '../../http/pages.ts';
import { listAgentsBefore } from './queries.ts';
import { agentResource } from './view.ts';

const changeOfStatus = {
  response: singleShape(agentShape),
  refuses: ['agent_not_found', 'conflict'],
  scope: 'agents.update',
  type: 'agent',
  params: agentPath,
} as const;

export const agentRoutes: Endpoint[] = [
  post('/agents', {
    summary: 'Create an agent',
    description: `Creates an agent of your party. \`limits\` bounds what it spends per payment, UTC day and UTC month;
beyond them, its payments and withdrawals wait for an approval. \`rules\` bounds it in other ways: whom it pays, in
which currencies, how often and when. \`walletIds\` binds it to wallets: it spends from no other one. The agent acts by
a key of its own: see \`POST /agent-keys\`. \`reads: "own"\` lets it read only what it made itself. Without \`limits\`, \`rules\` or
\`reads\` it gets those of the party's \`agentDefaults\`; null is none. \`meta.unbounded\` says that no limit of its own bounds it.`,
    response: createdAgentShape,
    status: 201,
    refuses: ['wallet_not_found', 'conflict'],
    example: {
      name: 'Purchasing agent',
      description: 'Buys books at auctions',
      limits: exampleLimits,
      rules: { duplicates: usualGuard },
    },
    scope: 'agents.create',
    type: 'agent',
    attributes: createAgentAttributes,
    run: (ctx, { attributes }) => createAgentOf(ctx, attributes),
  }),
  get('/agents', {
    summary: 'List agents',
    description: `Returns the agents of your party, newest first, including suspended and revoked agents. Filter by
\`status\`.`,
    response: listShape(agentShape),
    scope: 'agents.read',
    ownReads: 'refused',
    query: agentsQuery,
    run: (ctx, { query }) => page(ctx, 'agents', query, listAgentsBefore, agentResource),
  }),
  get('/agents/:agentId', {
    summary: 'Get an agent',
    description: 'Returns an agent of your party. An agent reads itself only, also as `me`.',
    response: singleShape(agentShape),
    refuses: ['agent_not_found'],
    scope: 'agents.read',
    ownReads: 'filtered',
    agentScope: 'payments.read',
    params: agentOrMePath,
    run: (ctx, { params }) => readAgent(ctx, params.agentId),
  }),
  patch('/agents/:agentId', {
    summary: 'Update an agent',
    description: `Updates the attributes that you send and leaves all others unchanged. \`limits\`, \`rules\` and
\`tags\` change what they name, and null removes one; a rule that is named is replaced as a whole. \`limits: null\` and
\`rules: null\` remove all. New limits apply immediately, and count what the agent has already spent in the current UTC
day and month. \`walletIds\` replaces the wallets that the agent is bound to, and null binds it to none.`,
    response: singleShape(agentShape),
    refuses: ['agent_not_found', 'wallet_not_found', 'conflict'],
    example: { description: 'Buys books at auctions', limits: exampleLimits },
    scope: 'agents.update',
    idempotency: 'required',
    type: 'agent',
    params: agentPath,
    attributes: updateAgentAttributes,
    run: (ctx, { params, attributes }) => updateAgent(ctx, params.agentId, attributes),
  }),
  action('/agents/:agentId/rules/backtest', {
    summary: 'Try rules on past payments',
    shows: { attributes: exampleBacktest },
    description: `Returns how many of the agent's latest payments and withdrawals would have passed, waited for an
approval or been refused under other \`rules\` and \`limits\`; what you leave out stays as the agent has it. Looks at
up to 10,000. What would have waited counts as approved if it was accepted. \`intendedRepeat\` is not stored, so a payment
that was repeated on purpose counts as a duplicate. Nothing changes.`,
    response: backtestShape,
    refuses: ['agent_not_found'],
    scope: 'agents.update',
    idempotency: 'none',
    type: 'backtest',
    params: agentPath,
    attributes: backtestAttributes,
    example: { payments: 1_000, rules: { paymentsPerHour: { max: 20, onBreach: 'refuse' } } },
    run: (ctx, { params, attributes }) => backtestRules(ctx, params.agentId, attributes),
  }),
  action('/agents/:agentId/suspend', {
    summary: 'Suspend an agent',
    shows: { attributes: { status: 'SUSPENDED' } },
    description: `Stops an agent at once, on all servers, until it is resumed. Its keys stay valid and it may read; each
of its writes gets 403 \`agent_suspended\`. What it requested before cannot be approved meanwhile. Suspending a suspended
agent changes nothing. \`meta.underWay\` lists what it requested before and has not reached its end, among the newest
10,000 of each kind of your party's. A replay shows the state at the time of the first response.`,
    ...changeOfStatus,
    response: suspendedShape(agentShape),
    run: (ctx, { params }) => setAgentStatus(ctx, params.agentId, 'SUSPENDED'),
  }),
  action('/agents/:agentId/resume', {
    summary: 'Resume an agent',
    description: `Lets a suspended agent act again. Resuming an active agent changes nothing. A replay shows the state
at the time of the first response.`,
    ...changeOfStatus,
    run: (ctx, { params }) => setAgentStatus(ctx, params.agentId, 'ACTIVE'),
  }),
  remove('/agents/:agentId', {
    summary: 'Revoke an agent',
    shows: { attributes: { status: 'REVOKED' } },
    description: `Revokes an agent for good, at once and on all servers: its keys, what customers granted it and its
pending invitations end, and its payments and withdrawals in review are canceled. Revoking it again returns the same
response.`,
    response: removedAgentShape,
    refuses: ['agent_not_found'],
    scope: 'agents.delete',
    params: agentPath,
    run: (ctx, { params }) => removeAgent(ctx, params.agentId),
  }),
];
