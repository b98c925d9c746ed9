/** Returns the paths that are not endpoints: they need no credential and have no envelope. */
export function servicePaths({ metrics }: { metrics: boolean }): Record<string, object> {
  return {
    '/healthz': path('getHealth', 'Check that the process is running', json),
    '/readyz': path('getReadiness', 'Check that the server can serve requests', json, {
      503: { description: 'The server is stopping, or its database is unavailable.' },
    }),
    ...(metrics ? { '/metrics': path('getMetrics', 'Retrieve metrics for Prometheus', 'text/plain') } : {}),
    '/errors/{code}': path('getErrorPage', 'Retrieve the page about an error code', 'text/html', {}, [
      { name: 'code', in: 'path', required: true, schema: { type: 'string' } },
    ]),
    '/openapi.json': path('getOpenApiDocument', 'Retrieve this document', json),
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
      responses: { 200: { description: 'OK.', content: { [type]: { schema } } }, ...others },
    },
  };
}
