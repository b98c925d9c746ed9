import { type Endpoint, get } from '../../http/endpoint.ts';
import { customerOf } from '../../http/fields.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { listEvents, readEvent } from './list.ts';
import { eventShape } from './resource.ts';
import { eventPath, eventsQuery, onBehalfOf } from './schema.ts';

export const eventRoutes: Endpoint[] = [
  get('/events', {
    summary: 'List events',
    description: `Returns what happened to the resources that your key may read, newest first; GET /events/stream sends it as it
happens. Each event has the
resource as it was then. A payment that completes at once has two, \`payment.created\` and \`payment.completed\`. An event appears about half a second after it happened, and never behind one that is shown
already. Filters can be combined. A page reads a bounded number of events, so it can be short, even empty, although
\`meta.pagination.hasMore\` is true. With \`partyId\`, returns the events of payments, refunds and transfers of a
customer who delegated \`payments.read\` to your party.`,
    response: listShape(eventShape),
    refuses: ['party_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    query: eventsQuery,
    run: (ctx, { query }) => listEvents(ctx, query),
  }),
  get('/events/:eventId', {
    summary: 'Retrieve an event',
    response: singleShape(eventShape),
    refuses: ['event_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: eventPath,
    query: onBehalfOf,
    run: (ctx, { params, query }) => readEvent(ctx, params.eventId, customerOf(query)),
  }),
];
