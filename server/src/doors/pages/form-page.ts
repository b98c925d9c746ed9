import type { Context, Program } from '../../context.ts';
import type { PageRequest, PageResponse, PageRoute } from '../../http/web-page.ts';
import { signInAt } from './document.ts';
import { orRefusal } from './send.ts';

/** A page with a form, for somebody who is signed in. */
export type FormPage = {
  url: `/${string}`;
  /** Returns the page, with what is wrong with a form that was sent. */
  show: (session: Context, problem: string | null, request: PageRequest) => Promise<string>;
  /** Does what a form asks for. A refusal that it throws is shown on the page. */
  send: (session: Context, request: PageRequest) => Promise<PageResponse>;
};

/** Returns such a page and the target of its form. Whoever is not signed in gets there by the sign-in. */
export function formPage(program: Program, { url, show, send }: FormPage): PageRoute[] {
  const signedIn =
    (answer: (session: Context, request: PageRequest) => Promise<PageResponse>) =>
    async (request: PageRequest): Promise<PageResponse> => {
      const { session, path } = request;
      return session ? answer(session, request) : { location: signInAt(program, path) };
    };
  return [
    {
      method: 'GET',
      url,
      run: signedIn(async (session, request) => ({ html: await show(session, null, request) })),
    },
    {
      method: 'POST',
      url,
      run: signedIn((session, request) =>
        orRefusal(
          (problem) => show(session, problem, request),
          () => send(session, request),
        ),
      ),
    },
  ];
}
