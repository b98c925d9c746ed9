import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { workerData } from 'node:worker_threads';

// The body of the thread that `startReceiver` starts: it answers everything with 200, and counts in shared memory.
const shared = workerData as Int32Array;
const server = createServer((request, response) => {
  request.resume();
  Atomics.add(shared, 0, 1);
  response.writeHead(200, { 'Content-Length': '0' }).end();
});
server.listen(0, '127.0.0.1', () => {
  Atomics.store(shared, 1, (server.address() as AddressInfo).port);
  Atomics.notify(shared, 1);
});
