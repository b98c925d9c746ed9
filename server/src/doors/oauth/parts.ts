import type { Provider } from 'oidc-provider';
import type { Program } from '../../context.ts';
import { createOnce } from '../../lib/once.ts';
import { createProvider } from './provider.ts';

/** What the pages and endpoints of OAuth share. The provider is made at its first use: it needs the address of the server. */
export type OauthParts = { provider: () => Promise<Provider> };

export function createOauthParts(program: Program): OauthParts {
  return { provider: createOnce()(() => createProvider(program)) };
}
