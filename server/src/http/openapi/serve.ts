import type { FastifyInstance } from 'fastify';
import type { Program } from '../../context.ts';
import { type Guards, takeAnonymousToken } from '../handle.ts';

/** Adds `GET /openapi.json`, without authentication. The first request renders it, when the server's URL is known. */
export function addOpenApi(
  server: FastifyInstance,
  program: Program,
  guards: Guards,
  document: () => Promise<object>,
): void {
  let rendered: Promise<Buffer> | null = null;
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/openapi.json`, async (request, reply) => {
      takeAnonymousToken(guards, request, reply);
      return reply
        .type('application/json; charset=utf-8')
        .send(await (rendered ??= document().then((made) => render(program.baseUrl(), made))));
    });
  }
}

function render(baseUrl: string, document: object): Buffer {
  return Buffer.from(`${JSON.stringify({ ...document, servers: [{ url: baseUrl }] })}\n`);
}
