import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import { signInAt } from './document.ts';
import { keyOf } from './forms.ts';
import { sendForm } from './send.ts';

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
  return [
    {
      method: 'GET',
      url,
      run: async ({ session, params, path }) => {
        if (!session) return { location: signInAt(parts.program, path) };
        return { html: await show(session, params[param] ?? '', null) };
      },
    },
    {
      method: 'POST',
      url,
      run: async ({ session, params, form, path }) => {
        if (!session) return { location: signInAt(parts.program, path) };
        const id = params[param] ?? '';
        const { endpoint, attributes } = asked(form);
        return sendForm(parts, session, {
          endpoint,
          call: { params: { [param]: id }, ...(attributes && { attributes }), key: keyOf(form) },
          path,
          shown: (problem) => show(session, id, problem),
        });
      },
    },
  ];
}
