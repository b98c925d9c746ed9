import { openConnection } from '../proof/support/load/connection.ts';

export type HttpResponse = { status: number; body: string };

/** A connection that sends one request at a time and waits for its response. */
export type HttpConnection = { send: (request: string) => Promise<HttpResponse>; end: () => void };

/** Opens a connection. */
export function openHttpConnection(port: number): Promise<HttpConnection> {
  return new Promise((resolve, reject) => {
    let response = Promise.withResolvers<HttpResponse>();
    const listener = {
      onOpen: () =>
        resolve({
          send: (request: string) => {
            response = Promise.withResolvers<HttpResponse>();
            connection.send(request);
            return response.promise;
          },
          end: connection.end,
        }),
      onResponse: (status: number, body: string) => response.resolve({ status, body }),
      onError: (error: Error) => {
        reject(error);
        response.reject(error);
      },
    };
    const connection = openConnection(port, listener, { keepBodies: true });
    response.promise.catch(() => undefined); // before the first request, the failure rejects the opening instead
  });
}

/** Sends one request on a new connection. */
export async function sendOnce(port: number, request: string): Promise<HttpResponse> {
  const connection = await openHttpConnection(port);
  try {
    return await connection.send(request);
  } finally {
    connection.end();
  }
}
