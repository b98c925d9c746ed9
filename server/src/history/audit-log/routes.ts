import { type Endpoint, get } from '../../http/endpoint.ts';
import { listShape } from '../../http/shapes.ts';
import { listActivity, listAuditLog } from './list.ts';
import { activityShape, auditLineShape } from './resource.ts';
import { activityPath, activityQuery, auditLogQuery } from './schema.ts';

const ofPeople = { scope: 'audit.read', agents: 'refused' } as const;

export const auditLogRoutes: Endpoint[] = [
  get('/audit-log', {
    ...ofPeople,
    summary: 'List the audit log',
    description: `Returns the writes of your party, done and refused, newest first: who asked for what, with which key, as
which agent, what was decided, and what it changed, from what to what. All filters can be combined. A page reads a bounded part of the log, so with filters
it can be short, or even empty, while \`hasMore\` says that another one follows.`,
    response: listShape(auditLineShape),
    query: auditLogQuery,
    run: (ctx, { query }) => listAuditLog(ctx, query),
  }),
  get('/agents/:agentId/activity', {
    ...ofPeople,
    summary: "List an agent's activity",
    description: `Returns what an agent did, newest first: what it asked for, how much and for whom, what was refused and
why, what waited for an approval and who decided, and what became of each payment, withdrawal and payment request. With
\`instanceId\`, returns what it did in that conversation. Of the payments and withdrawals that are refused, the first 20
in an hour keep what was asked for; later ones are summed. All filters can be combined. A page reads a bounded part of
the log, so with filters it can be short, or even empty, while \`hasMore\` says that another one follows.`,
    response: listShape(activityShape),
    refuses: ['agent_not_found'],
    params: activityPath,
    query: activityQuery,
    run: (ctx, { params, query }) => listActivity(ctx, params.agentId, query),
  }),
];
