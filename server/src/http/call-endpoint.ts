import type { Context, TokenContext } from '../context.ts';
import { type Fault, PurserError } from '../errors.ts';
import { bodySchema } from './body.ts';
import type { Endpoint, HttpResponse, Input } from './endpoint.ts';
import { faultsOf, jsonPointer } from './faults.ts';
import type { Guards } from './handle.ts';
import { readParameters, refuseFaults, routeOf } from './head.ts';
import { permissionError } from './permission.ts';
import { isLinkToken } from '../lib/secret.ts';

/**
 * What a page or a tool sends to an endpoint, as a client of the API would. `key` is the idempotency key, and `sameIf` the
 * attributes that tell a retry from another request under it; all of them by default.
 */
export type EndpointCall = {
  params?: Readonly<Record<string, string>>;
  query?: object;
  attributes?: object;
  key?: string;
  sameIf?: readonly string[];
};

/**
 * Calls an endpoint for an actor who is known already: the same permission, validation, verb and audit log as for a
 * request. Throws its errors.
 */
export async function callEndpoint(
  { refusals }: Pick<Guards, 'refusals'>,
  endpoint: Endpoint,
  ctx: Context,
  { params = {}, query = {}, attributes, key, sameIf }: EndpointCall,
): Promise<HttpResponse> {
  const route = routeOf(endpoint, params);
  try {
    const refusal = permissionError(endpoint, ctx.actor, null);
    if (refusal) throw refusal;
    const faults: Fault[] = [];
    const checked = {
      params: readParameters(endpoint.params, params, faults),
      query: readParameters(endpoint.query, query, faults),
    };
    refuseFaults(faults);
    const read = readAttributes(endpoint, attributes ?? {});
    const told = sameIf ? only(read, sameIf) : read;
    const fingerprint = endpoint.fingerprint(told, ctx.actor.agentId);
    const idempotency = key === undefined ? null : { key, fingerprint };
    const keyed = { route, attributes: read, idempotency };
    const input = { ...checked, attributes: read, prefersCsv: false };
    return await endpoint.run({ ...ctx, keyed } as never, input as Input<never, never, never>);
  } catch (error) {
    await refusals.record(ctx, { endpoint, route }, error);
    throw error;
  }
}

function only(attributes: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
}

/**
 * Calls an endpoint whose authority is the token of a link: the same look-up, validation, verb and audit log as for a
 * request of a program. Throws its errors; a token that leads nowhere is its 404.
 */
export async function callByToken(
  endpoint: Endpoint,
  ctx: TokenContext,
  { token, attributes }: { token: string; attributes: object },
): Promise<HttpResponse> {
  const { token: lookUp } = endpoint;
  if (!lookUp) throw new Error(`${endpoint.path} takes no token`);
  const target = isLinkToken(token) ? await lookUp.find(ctx.db, token) : null;
  if (!target) throw lookUp.notFound();
  const read = readAttributes(endpoint, attributes);
  const keyed = {
    route: routeOf(endpoint, { token: target.publicId }),
    attributes: read,
    idempotency: null,
  };
  const input = { params: target, query: undefined, attributes: read, prefersCsv: false };
  return endpoint.run({ ...ctx, keyed } as never, input as Input<never, never, never>);
}

function readAttributes({ body }: Endpoint, attributes: object): object {
  if (!body) return {};
  const sent = { data: { attributes } };
  const parsed = bodySchema(body).safeParse(sent);
  if (parsed.success) return parsed.data.data.attributes as object;
  const [first, ...others] = faultsOf(parsed.error, sent, jsonPointer, body.changedElsewhere);
  throw new PurserError([
    first ?? { code: 'invalid_value', detail: 'The form is not acceptable.' },
    ...others,
  ]);
}
