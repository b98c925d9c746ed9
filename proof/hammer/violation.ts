import type { HttpResponse, HttpRequest } from '../support/http.ts';

/** The guarantees that the hammer checks, by their names in the documentation. An unexplained 5xx violates G5. */
export type Guarantee =
  | 'G1'
  | 'G2'
  | 'G3'
  | 'G4'
  | 'G5'
  | 'G6'
  | 'G7'
  | 'G12'
  | 'G13'
  | 'G16'
  | 'G18'
  | 'G19'
  | 'G20'
  | 'G21'
  | 'G22'
  | 'tenancy'
  | 'responses'
  | 'refusals';

/** A key in full. */
export const keyForm = /(?:sk|ak|ss)_pur_[a-z]+_[0-9A-Za-z]{39}/;

/** A violated guarantee. The first one ends the run. */
export class Violation extends Error {
  readonly guarantee: Guarantee;
  constructor(guarantee: Guarantee, text: string) {
    super(text);
    this.guarantee = guarantee;
  }
}

/** Describes a request and its response, with secrets redacted. */
export function describeExchange(
  request: HttpRequest,
  response: HttpResponse | null,
  server: number,
): string {
  const { method, path, headers = {}, body, key } = request;
  const lines = [`> ${method} ${path}   (server ${server + 1}, key ${key?.slice(0, 23) ?? 'none'}…)`];
  for (const [name, value] of Object.entries(headers)) lines.push(`> ${name}: ${value}`);
  if (body !== undefined) lines.push(`> ${typeof body === 'string' ? body : JSON.stringify(body)}`);
  lines.push(response ? `< ${response.status} ${response.text}` : '< no response');
  return redact(lines.join('\n'));
}

/** Redacts the secret part of keys and access tokens, and link tokens in full. */
export function redact(text: string): string {
  return text
    .replaceAll(/\b((?:sk|ak|ss|at)_pur_[a-z]+_[0-9A-Za-z]{8})[0-9A-Za-z]{31}/g, '$1…')
    .replaceAll(/(\/(?:pay|invitations)\/)[A-Za-z0-9_-]{32}/g, '$1…');
}
