import { randomUUID } from 'node:crypto';

/** The payee, and on whose behalf or by which agent, as public ids. */
type PaymentTo = { email: string; customer?: string; agent?: string };

/** Returns a POST /payments as text on the wire, under a new idempotency key. */
export function paymentRequest(key: string, to: PaymentTo): string {
  const customer = to.customer === undefined ? '' : `"customerPartyId":"${to.customer}",`;
  const body = `{"data":{"attributes":{"amount":1,"currency":"USD",${customer}"counterparty":{"type":"email","value":"${to.email}"},"description":"bench"}}}`;
  const agent = to.agent === undefined ? '' : `X-Agent-ID: ${to.agent}\r\nX-Instance-ID: bench\r\n`;
  return jsonRequest('POST', '/payments', key, body, `${agent}Idempotency-Key: ${randomUUID()}\r\n`);
}

/** Returns a request with a body of ASCII JSON as text on the wire. Each of the further headers ends with a CRLF. */
export function jsonRequest(method: string, path: string, key: string, body: string, headers = ''): string {
  return `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Returns a GET as text on the wire. */
export function getRequest(key: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`;
}
