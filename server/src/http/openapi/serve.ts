import type { FastifyInstance } from 'fastify';
import type { Program } from '../../context.ts';
import { createOnce } from '../../lib/once.ts';
import { type Guards, takeAnonymousToken } from '../handle.ts';
import { type Described, openApiDocument } from './document.ts';

/** Adds `GET /openapi.json`, without authentication. The first request renders it, when the server's URL is known. */
export function addOpenApi(
  server: FastifyInstance,
  program: Program,
  guards: Guards,
  described: Described,
): void {
  const rendered = createOnce()(() => render(program.baseUrl(), openApiDocument(described)));
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/openapi.json`, async (request, reply) => {
      takeAnonymousToken(guards, request, reply);
      return reply.type('application/json; charset=utf-8').send(await rendered());
    });
  }
}

function render(baseUrl: string, document: object): Buffer {
  return Buffer.from(`${JSON.stringify({ ...document, servers: [{ url: baseUrl }] })}\n`);
}
