import type { Mutant } from '../mutant.ts';

const runner = 'server/src/history/webhooks/delivery/runner.ts';
const strangers = 'server/src/gateways/strangers.ts';

/** Faults by which events are lost, reach somebody else, or go where and how they must not. */
export const eventMutants: readonly Mutant[] = [
  {
    name: 'events-beyond-the-scopes-of-a-key',
    fault: 'a key that may read payments gets the events of everything else, too',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/history/events/readable.ts',
        'ctx.actor.scopes.has(readScopes[resource]) &&',
        "ctx.actor.scopes.has('payments.read') &&",
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'payee-without-events',
    fault: 'a payment that completes at once is an event of its payer only',
    caughtBy: ['G12'],
    patches: [
      [
        'server/src/history/events/queries.ts',
        "indexed: 'AND accepted_at IS NOT NULL' },",
        "indexed: 'AND accepted_at IS NOT NULL AND false' },",
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'payment-without-its-first-event',
    fault: 'no event says that a payment was made which completed at once',
    caughtBy: ['G12'],
    patches: [
      [
        'server/src/history/events/queries.ts',
        'ON x.derived OR NOT s.is_second',
        'ON x.derived = s.is_second',
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'payment-without-its-second-event',
    fault: 'no event says that a payment is complete which completed at once',
    caughtBy: ['G12'],
    patches: [
      ['server/src/history/events/queries.ts', 'ON x.derived OR NOT s.is_second', 'ON NOT s.is_second'],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'event-of-a-payment-twice',
    fault: 'a reviewed payment that completes is an event twice: stored, and derived from its row',
    caughtBy: ['G12'],
    patches: [
      [
        'server/src/history/events/queries.ts',
        'accepted_at IS NOT NULL AND NOT reviewed AND',
        'accepted_at IS NOT NULL AND',
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'delivery-marked-before-it-is-sent',
    fault: 'how far a webhook has come is stored before the events are sent: a kill between loses them',
    caughtBy: ['G12'],
    patches: [
      [
        runner,
        '  const { sent, held, unsent } = await sendBatch(',
        `  const none = { sent: [], held: [], dropped: [] };
  await recordBatch(program.db, line.server, webhook, none, { sentTo: readTo, now });
  const { sent, held, unsent } = await sendBatch(`,
      ],
    ],
    bound: 20_000,
    servers: 2,
    profile: 'events',
    kills: true,
  },
  {
    name: 'signature-with-another-time',
    fault: 'the signature covers another time than the header says',
    caughtBy: ['G12'],
    patches: [
      [
        'server/src/history/webhooks/secrets.ts',
        'const signed = `${eventId}.${timestamp_s}.${body}`;',
        'const signed = `${eventId}.${timestamp_s - 1}.${body}`;',
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'redirect-followed',
    fault: 'a delivery goes where the answer of its receiver says',
    caughtBy: ['G12'],
    patches: [
      [
        strangers,
        "import { Agent, type Dispatcher, fetch as fetchBy } from 'undici';",
        "import { Agent, type Dispatcher, fetch as fetchBy, interceptors } from 'undici';",
      ],
      [
        strangers,
        '    agent.dispatch(',
        '    agent.compose(interceptors.redirect({ maxRedirections: 3 })).dispatch(',
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'address-checked-only-at-creation',
    fault: 'the address of a webhook is checked when it is created, and not when something is sent',
    caughtBy: ['G12'],
    patches: [
      [
        strangers,
        'return address !== null && isForbidden(address, allowLoopback);',
        'return address !== null && allowLoopback && address === url.href;',
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
  {
    name: 'order-of-a-resource-given-up',
    fault: 'an event does not wait behind an earlier one of its resource that failed',
    caughtBy: ['G12'],
    patches: [
      [
        runner,
        '!isAgain && blocked.has(event.resourceId);',
        "!isAgain && blocked.has('') && event.resourceId === '';",
      ],
    ],
    bound: 6_000,
    profile: 'events',
  },
  {
    name: 'secret-of-a-webhook-replayed',
    fault: 'the stored response to the creation of a webhook has its secret',
    caughtBy: ['G13'],
    patches: [
      [
        'server/src/history/webhooks/create.ts',
        'stored: { data: resource } };',
        'stored: { data: shown } };',
      ],
    ],
    bound: 3_000,
    profile: 'events',
  },
];
