/** The addresses that are no endpoints: no credential, no envelope. */
export function servicePaths({ metrics }: { metrics: boolean }): Record<string, object> {
  return {
    '/healthz': path('getHealth', 'Does the process live?', json),
    '/readyz': path('getReadiness', 'Can it take requests?', json, {
      503: { description: 'Not now: stopping, or without its database.' },
    }),
    ...(metrics ? { '/metrics': path('getMetrics', 'Figures for Prometheus', 'text/plain') } : {}),
    '/errors/{code}': path('getErrorPage', 'A page about an error code', 'text/html', {}, [
      { name: 'code', in: 'path', required: true, schema: { type: 'string' } },
    ]),
    '/openapi.json': path('getOpenApiDocument', 'This document', json),
  };
}

const json = 'application/json';

function path(
  operationId: string,
  summary: string,
  type: string,
  others: Record<number, object> = {},
  parameters: object[] = [],
): object {
  const schema = type === json ? { type: 'object' } : { type: 'string' };
  return {
    get: {
      operationId,
      tags: ['service'],
      summary,
      security: [],
      parameters,
      responses: { 200: { description: 'As asked.', content: { [type]: { schema } } }, ...others },
    },
  };
}
