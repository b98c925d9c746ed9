import { openConnection } from './load.ts';

export type Answer = { status: number; body: string };

/** A connection on which one request after the other is asked and waited for. */
export type Asking = { ask: (request: string) => Promise<Answer>; end: () => void };

/** Opens one. */
export function openAsking(port: number): Promise<Asking> {
  return new Promise((resolve, reject) => {
    let answer = Promise.withResolvers<Answer>();
    const listener = {
      opened: () =>
        resolve({
          ask: (request: string) => {
            answer = Promise.withResolvers<Answer>();
            connection.send(request);
            return answer.promise;
          },
          end: connection.end,
        }),
      answered: (status: number, body: string) => answer.resolve({ status, body }),
      failed: (error: Error) => {
        reject(error);
        answer.reject(error);
      },
    };
    const connection = openConnection(port, listener, true);
    answer.promise.catch(() => undefined); // where nobody asks yet, opening fails instead
  });
}

/** One request on a connection of its own. */
export async function askOnce(port: number, request: string): Promise<Answer> {
  const asking = await openAsking(port);
  try {
    return await asking.ask(request);
  } finally {
    asking.end();
  }
}
