import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Program } from '../context.ts';
import { type ErrorCode, errorTable, PurserError } from '../errors.ts';
import { failure } from './fail.ts';

/** How pages look that a server sends: their headers, and the page of an error. */
export type PageFrame = {
  headers: Readonly<Record<string, string>>;
  failed: (of: { status: number; title: string; detail: string; requestId: string }) => string;
};

/** Returns whether somebody who reads pages, as browsers say in `Accept`, asked for an address that nothing serves. */
export function isMissingPage(error: unknown, { method, headers }: FastifyRequest): boolean {
  const isMissing = error instanceof PurserError && error.faults[0].code === 'not_found';
  return isMissing && (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/** Sends the page about an error. */
export function sendPage(
  program: Program,
  frame: PageFrame,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, headers, body } = failure(error, request.id, program.baseUrl(), program.log);
  const [first] = (body as { errors: Array<{ code: ErrorCode; detail: string }> }).errors;
  const { title } = errorTable[first?.code ?? 'server_error'];
  const { 'WWW-Authenticate': _challenge, ...others } = headers;
  const page = frame.failed({ status, title, detail: first?.detail ?? '', requestId: request.id });
  void reply
    .code(status)
    .headers({ ...frame.headers, ...others })
    .send(page);
}
