import { call, type Reply } from './http.ts';

/** A browser as far as forms need one: it keeps cookies, and says where its forms come from. */
export type Browser = {
  get: (path: string) => Promise<Reply>;
  /** Sends a form from a page of the server, without following the redirect. `headers` replace the browser's own. */
  post: (
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string | undefined>,
  ) => Promise<Reply>;
  cookies: Map<string, string>;
};

export function openBrowser(baseUrl: string): Browser {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, rest: object, headers: object): Promise<Reply> => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await call(baseUrl, method, path, {
      ...rest,
      headers: { ...(Cookie ? { Cookie } : {}), ...headers },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  return {
    cookies,
    get: (path) => send('GET', path, {}, {}),
    post: (path, fields = {}, headers = {}) =>
      send(
        'POST',
        path,
        { body: new URLSearchParams(fields).toString() },
        {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
          ...headers,
        },
      ),
  };
}

/** Returns the path that a redirect leads to. */
export const locationOf = (reply: Reply): string => reply.headers.get('Location') ?? `${reply.status}`;
