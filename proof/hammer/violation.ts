import type { HttpResponse, HttpRequest } from '../support/http.ts';

/** The promises that the hammer watches, by their names in the guarantees. A 5xx that nothing explains breaks G5. */
export type Promised = 'G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7' | 'G13' | 'tenancy' | 'answers';

/** Something that was promised and did not hold. The run ends with the first. */
export class Violation extends Error {
  readonly promised: Promised;
  constructor(promised: Promised, text: string) {
    super(text);
    this.promised = promised;
  }
}

/** A request and its answer for people to read, without the secrets in them. */
export function describeExchange(
  request: HttpRequest,
  response: HttpResponse | null,
  server: number,
): string {
  const { method, path, headers = {}, body, key } = request;
  const lines = [`> ${method} ${path}   (server ${server + 1}, key ${key?.slice(0, 23) ?? 'none'}…)`];
  for (const [name, value] of Object.entries(headers)) lines.push(`> ${name}: ${value}`);
  if (body !== undefined) lines.push(`> ${typeof body === 'string' ? body : JSON.stringify(body)}`);
  lines.push(response ? `< ${response.status} ${response.text}` : '< no answer');
  return redact(lines.join('\n'));
}

/** Keys without all that is secret in them, link tokens without all. */
export function redact(text: string): string {
  return text
    .replaceAll(/\b((?:sk|ak)_pur_[a-z]+_[0-9A-Za-z]{8})[0-9A-Za-z]{31}/g, '$1…')
    .replaceAll(/(\/pay\/)[A-Za-z0-9_-]{32}/g, '$1…');
}
