import type { Endpoint } from '../endpoint.ts';

const verbs = { GET: 'get', POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' } as const;

/**
 * The name of an operation, from its method and path: `createPayment`, `listAgentCustomers`, `cancelPayment`,
 * `setPartyLimits`, `simulateAdvanceClock`. Clients are generated from it, so the rule does not change.
 */
export function operationIdOf({ method, path, status }: Endpoint, answersList: boolean): string {
  const segments = path.slice(1).split('/');
  const isSimulation = segments[0] === 'simulations' && method !== 'GET';
  const steps = segments.map((text, index) => ({
    text,
    // `me` stands for the one party that asks.
    isNoun: !isOne(text) && !(isSimulation && index === 0),
    ofOne: text === 'simulations' || isOne(segments[index + 1]),
    isLast: index === segments.length - 1,
  }));
  // POST /payments/:paymentId/cancel: what comes last is done to what comes before.
  const isAction = method === 'POST' && status === 200 && segments.length > 1 && !isOne(segments.at(-1));
  const nouns = steps.filter(({ isNoun, isLast }) => isNoun && !(isAction && isLast));
  const names = nouns.map(({ text, ofOne }, index) => {
    const madeOne = method === 'POST' && !answersList && index === nouns.length - 1;
    return ofOne || madeOne ? singular(text) : text;
  });
  const verb = isAction ? (segments.at(-1) ?? '') : method === 'GET' && answersList ? 'list' : verbs[method];
  return camelCase([...(isSimulation ? ['simulate'] : []), verb, ...names]);
}

function isOne(segment: string | undefined): boolean {
  return segment !== undefined && (segment.startsWith(':') || segment === 'me');
}

function singular(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '');
}

function camelCase(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split('-'));
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
