import { expect } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { errorsShape, refusalsOf } from '../../src/http/openapi/errors.ts';

type Reply = { status: number; text: string };

/**
 * Checks that a response is one the OpenAPI document promises: a success in exactly the documented shape, or
 * a refusal with a documented status and documented codes. Responses to unknown paths are not checked.
 */
export function checkContract(method: string, path: string, reply: Reply): void {
  const endpoint = endpointOf(method, path);
  const faults = endpoint ? faultsOf(endpoint, reply) : [];
  expect({ [`${method} ${endpoint?.path ?? path}`]: faults }).toEqual({
    [`${method} ${endpoint?.path ?? path}`]: [],
  });
}

function faultsOf(endpoint: Endpoint, { status, text }: Reply): string[] {
  const body: unknown = JSON.parse(text);
  if (status < 400) {
    const faults = issuesOf(endpoint.response.safeParse(body));
    return status === endpoint.status ? faults : [...faults, `status ${status}`];
  }
  const parsed = errorsShape.safeParse(body);
  if (!parsed.success) return issuesOf(parsed);
  // A server may ask every write that moves money for a key.
  const asked =
    endpoint.idempotency === 'requirable' ? ({ ...endpoint, idempotency: 'required' } as const) : endpoint;
  const documented = refusalsOf(asked).get(status) ?? [];
  return parsed.data.errors.flatMap((error) => {
    const known = documented.includes(error.code) && error.status === String(status);
    return known ? [] : [`${status} ${error.code} is not among its refusals: add it to \`refuses\``];
  });
}

/** Returns the route of a path, and of two matching routes the one with fewer parameters. */
function endpointOf(method: string, address: string): Endpoint | undefined {
  const path = (address.split('?')[0] ?? '').replace(/^\/api(?=\/)/, '');
  const fitting = endpoints.filter((endpoint) => endpoint.method === method && fits(endpoint.path, path));
  return fitting.toSorted((a, b) => parameters(a) - parameters(b))[0];
}

const parameters = ({ path }: Endpoint): number => path.split('/:').length;

function fits(template: string, path: string): boolean {
  const [wanted, found] = [template.split('/'), path.split('/')];
  return (
    wanted.length === found.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === found[index])
  );
}

type Parsed = { error?: { issues: ReadonlyArray<{ path: PropertyKey[]; message: string }> } | undefined };

const issuesOf = ({ error }: Parsed): string[] =>
  (error?.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`);
