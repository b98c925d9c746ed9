import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRequest, PageRoute } from '../../http/web-page.ts';
import { hrefTo } from './document.ts';
import { formPage } from './form-page.ts';
import { keyOf } from './forms.ts';
import { callFor } from './read.ts';

/** A page about a resource whose id is in its path, on which somebody who is signed in decides by a form. */
export type DecisionPage = {
  url: `/${string}`;
  /** The name of the id in the paths of the page and of its endpoints. */
  param: string;
  /** Returns the page, with what is wrong with a form that was sent. */
  show: (session: Context, id: string, problem: string | null) => Promise<string>;
  /** Returns what a form asks for. */
  asked: (form: URLSearchParams) => { endpoint: Endpoint; attributes?: object };
};

/** Returns such a page and the target of its form. Whoever is not signed in gets there by the sign-in. */
export function decisionPage(
  parts: { program: Program; guards: Guards },
  { url, param, show, asked }: DecisionPage,
): PageRoute[] {
  const idIn = ({ params }: PageRequest): string => params[param] ?? '';
  return formPage(parts.program, {
    url,
    show: (session, problem, request) => show(session, idIn(request), problem),
    send: async (session, request) => {
      const { form, path } = request;
      const { endpoint, attributes } = asked(form);
      const params = { [param]: idIn(request) };
      await callFor(parts.guards, endpoint, session, {
        params,
        ...(attributes && { attributes }),
        key: keyOf(form),
      });
      return { location: hrefTo(parts.program, path) };
    },
  });
}
