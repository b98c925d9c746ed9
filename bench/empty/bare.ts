import fastify from 'fastify';

// The minimal web server of the same framework: for a POST of JSON, and for a GET that it refuses. It responds with the
// body given on the command line.
const [body = '{}'] = process.argv.slice(2);
const server = fastify({ logger: false });
server.post('/payments', (_request, reply) =>
  reply.code(201).type('application/json; charset=utf-8').send(body),
);
server.get('/payments', (_request, reply) =>
  reply.code(401).type('application/json; charset=utf-8').send(body),
);
process.stdout.write(`${new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port}\n`);
