import type { Context, Program } from '../../context.ts';
import type { PageResponse, PageRoute } from '../../http/web-page.ts';
import { hrefTo } from './document.ts';
import { orRefusal } from './send.ts';

/** Returns the page of the account as it is now, with what is wrong with a form that was sent from it. */
export type ShowAccount = (session: Context, problem: string | null) => Promise<string>;

/**
 * Returns the target of a form on the page of the account. `send` does what it asks for and leads back to the page, unless it
 * answers otherwise; a refusal is shown on the page as it is now.
 */
export function accountForm(
  program: Program,
  showAccount: ShowAccount,
  url: PageRoute['url'],
  send: (session: Context, form: URLSearchParams) => Promise<PageResponse | void>,
): PageRoute {
  return {
    method: 'POST',
    url,
    run: async ({ session, form }) => {
      if (!session) return { location: hrefTo(program, '/sign-in') };
      return orRefusal(
        (problem) => showAccount(session, problem),
        async () => (await send(session, form)) ?? { location: hrefTo(program, '/account') },
      );
    },
  };
}
