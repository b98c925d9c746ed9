import { type Mutant, seenIn } from '../mutant.ts';

const mcp = 'server/src/doors/mcp';
const inPayments = seenIn('server/test/mcp/payments.test.ts');
const inHammer = { profile: 'tools', bound: 1_500 } as const;
const inGuards = seenIn('server/test/mcp/guards.test.ts');
const inUntrusted = seenIn('server/test/mcp/untrusted.test.ts');
const caughtBy = ['G21'] as const;

/** Faults that let a model pay twice, follow what strangers wrote, or do what its key may not. */
export const connectorMutants: readonly Mutant[] = [
  {
    name: 'purpose-of-one-conversation',
    fault: 'a model that starts anew pays the same purpose again',
    caughtBy,
    patches: [[`${mcp}/purpose.ts`, '${who} ${name}`', '${who} ${actor.instanceId} ${name}`']],
    ...inHammer,
  },
  {
    name: 'purpose-as-it-is-typed',
    fault: 'a purpose in other letters is another one',
    caughtBy,
    patches: [[`${mcp}/purpose.ts`, 'seen.toUpperCase().toLowerCase()', 'seen']],
    ...inHammer,
  },
  {
    name: 'purpose-shared-by-all',
    fault: 'a purpose of one agent is that of all',
    caughtBy,
    patches: [[`${mcp}/purpose.ts`, ' ${who} ', ' ']],
    ...inPayments,
  },
  {
    name: 'reworded-retry-refused',
    fault: 'a retry in other words is no retry',
    caughtBy,
    patches: [[`${mcp}/pay-tools.ts`, 'key, sameIf };', 'key };']],
    ...inHammer,
  },
  {
    name: 'swapped-payee-is-a-retry',
    fault: 'the same purpose with another payee is answered like the first one',
    caughtBy,
    patches: [
      [
        `${mcp}/pay-tools.ts`,
        "['amount', 'currency', 'counterparty', 'customerPartyId']",
        "['amount', 'currency']",
      ],
    ],
    ...inPayments,
  },
  {
    name: 'purpose-kept-for-days',
    fault: 'a withdrawal of a purpose is made again when other keys are deleted',
    caughtBy,
    patches: [['server/src/idempotency/queries.ts', " AND NOT starts_with(key, '${keptForEver}')", '']],
    ...inPayments,
  },
  {
    name: 'wait-outlives-its-key',
    fault: 'who waits is told what became of a payment after its key was revoked',
    caughtBy: ['G7'],
    patches: [[`${mcp}/wait.ts`, 'const present = await caller.again();', 'const present = caller;']],
    ...inPayments,
  },
  {
    name: 'refusal-believed-in-doubt',
    fault: 'a model is told that nothing moved, although an earlier try may yet take effect',
    caughtBy,
    patches: [[`${mcp}/insist.ts`, 'isUnknown ||= isInDoubt(error);', 'isUnknown = isInDoubt(error);']],
    ...seenIn('server/test/mcp/insist.test.ts'),
  },
  {
    name: 'party-waits-everywhere',
    fault: 'one party takes all the places in which calls wait',
    caughtBy: ['refusals'],
    patches: [[`${mcp}/wait.ts`, 'waiting.of(partyId) >= mostPerParty || ', '']],
    ...seenIn('server/test/mcp/races.test.ts'),
  },
  {
    name: 'paid-request-of-any-amount',
    fault: 'a request that is paid was of whatever amount a model expects',
    caughtBy,
    patches: [
      [`${mcp}/pay-tools.ts`, 'asked === expectedAmount && code === expectedCurrency', 'asked === asked'],
    ],
    ...inPayments,
  },
  {
    name: 'agent-cancels-what-is-held',
    fault: 'an agent takes a payment back that was accepted',
    caughtBy: ['G21'],
    patches: [
      [`${mcp}/pay-tools.ts`, "caller.ctx.actor.agentId !== null && status !== 'IN_REVIEW'", 'false'],
    ],
    ...inPayments,
  },
  {
    name: 'strangers-text-among-ours',
    fault: 'the description of a payment stands beside its amount',
    caughtBy,
    patches: [
      [`${mcp}/outcome.ts`, ' && untrusted({ description })),', ' && description && { description }),'],
    ],
    ...inUntrusted,
  },
  {
    name: 'hidden-text-shown',
    fault: 'characters that nobody sees reach a model',
    caughtBy,
    patches: [['server/src/lib/text.ts', ".replaceAll(hidden, '')", '']],
    ...inUntrusted,
  },
  {
    name: 'lockdown-without-effect',
    fault: 'the lockdown hides nothing',
    caughtBy,
    patches: [[`${mcp}/preview.ts`, '!switches.isLocked || isPaidBefore', 'true']],
    ...inUntrusted,
  },
  {
    name: 'foreign-page-calls',
    fault: 'a page of another port of this machine may call the connector',
    caughtBy: ['G13'],
    patches: [
      [
        'server/src/http/fetch-route.ts',
        'headers.origin === own',
        "headers.origin.startsWith('http://127.0.0.1')",
      ],
    ],
    ...inGuards,
  },
  {
    name: 'batch-for-one-token',
    fault: 'a batch of calls takes one token of the rate',
    caughtBy: ['refusals'],
    patches: [[`${mcp}/protocol.ts`, 'if (Array.isArray(call.body)) return noBatches();', '']],
    ...inGuards,
  },
];
