import fastify from 'fastify';

// The least that the web framework can do with a POST of JSON: it answers what is given on the command line.
const [answer = '{}'] = process.argv.slice(2);
const server = fastify({ logger: false });
server.post('/payments', (_request, reply) =>
  reply.code(201).type('application/json; charset=utf-8').send(answer),
);
process.stdout.write(`${new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port}\n`);
