import { z } from 'zod';
import type { Scope, TokenWriteContext } from '../context.ts';
import { action, type Documentation, type Endpoint, type HttpResponse, type Input } from './endpoint.ts';
import type { TokenLookUp, TokenTarget } from './token-look-up.ts';

/** An action that needs no credential: the token in its path, `:token`, gives the authority for it. */
export type TokenActionDefinition<T, A> = Documentation & {
  token: TokenLookUp<T>;
  type: string;
  attributes?: z.ZodType<A>;
  example?: object;
  run: (ctx: TokenWriteContext, input: Input<T, undefined, A>) => Promise<HttpResponse>;
};

/** Returns a POST route for an action that the token in its path gives the authority for. */
export function tokenAction<T extends TokenTarget, A>(
  path: `/${string}/:token/${string}`,
  { token, run, ...definition }: TokenActionDefinition<T, A>,
): Endpoint {
  const noScope: Scope = 'party.read'; // replaced by null
  const shared = {
    ...definition,
    agents: 'accepted' as const,
    scope: noScope,
    params: tokenPath,
    run: run as never,
  };
  return { ...action<unknown, A>(path, shared), scope: null, token, run };
}

const tokenPath = z.object({
  token: z.string().meta({ description: 'The token at the end of the link that was sent.' }),
});
