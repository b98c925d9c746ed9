import type { Stream } from '../streams.ts';
import { operationOf, type Responses } from './operation.ts';
import { exampleOf } from './examples.ts';
import { responseHeadersOf } from './headers.ts';
import { type Components, responseSchema } from './schemas.ts';

/** A stream as the OpenAPI document describes it. */
export type DocumentedStream = Pick<Stream<never>, 'endpoint' | 'idForm'>;

/**
 * Returns the operation of a stream. Its response is no JSON, so generated clients hand it over as it is, and do not wait
 * for its end to read it.
 */
export function streamOperationOf(
  { endpoint, idForm }: DocumentedStream,
  components: Components,
  responses: Responses,
): object {
  const { parameters, responses: answers, ...operation } = operationOf(endpoint, components, responses);
  const { examples: _, ...schema } = responseSchema(endpoint.response);
  const success = {
    description: 'A stream without an end.',
    headers: responseHeadersOf(200),
    content: { 'text/event-stream': { schema, example: exampleOf(responseSchema(endpoint.response)) } },
  };
  const lastEventId = {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` that the stream sent last. The response goes on behind it.',
    schema: { type: 'string', pattern: idForm.source },
  };
  return {
    ...operation,
    parameters: [...parameters, lastEventId],
    responses: { ...answers, 200: success },
  };
}
