import type { Endpoint } from '../endpoint.ts';

const verbs = { GET: 'get', POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' } as const;

/**
 * Returns the id of an operation from its method and path: `createPayment`, `listAgentCustomers`, `cancelPayment`,
 * `setPartyLimits`, `simulateAdvanceClock`. Clients are generated from it, so the rule must not change.
 */
export function operationIdOf({ method, path, status }: Endpoint, returnsList: boolean): string {
  const segments = path.slice(1).split('/');
  const isSimulation = segments[0] === 'simulations' && method !== 'GET';
  const steps = segments.map((text, index) => ({
    text,
    // `me` stands for one resource: the actor's party.
    isNoun: !isOne(text) && !(isSimulation && index === 0),
    isSingular: text === 'simulations' || isOne(segments[index + 1]),
    isLast: index === segments.length - 1,
  }));
  // In POST /payments/:paymentId/cancel, the last segment is an action on the resource before it.
  const isAction = method === 'POST' && status === 200 && segments.length > 1 && !isOne(segments.at(-1));
  const nouns = steps.filter(({ isNoun, isLast }) => isNoun && !(isAction && isLast));
  const names = nouns.map(({ text, isSingular }, index) => {
    const createsOne = method === 'POST' && !returnsList && index === nouns.length - 1;
    return isSingular || createsOne ? singular(text) : text;
  });
  const verb = isAction ? (segments.at(-1) ?? '') : method === 'GET' && returnsList ? 'list' : verbs[method];
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
