import type { Context, Program } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import type { EndpointCall } from '../../http/call-endpoint.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageResponse } from '../../http/web-page.ts';
import { hrefTo } from './document.ts';
import { callFor } from './read.ts';

/** What a form asks for: the endpoint and its input, and the page that a refusal is shown on. */
type Sent = {
  endpoint: Endpoint;
  call: EndpointCall;
  path: string;
  shown: (problem: string) => Promise<string>;
};

/**
 * Calls an endpoint with what a form has sent, then leads back to the page at `path`. A refusal is shown on that page.
 * Throws what is not a refusal.
 */
export async function sendForm(
  { program, guards }: { program: Program; guards: Guards },
  session: Context,
  { endpoint, call, path, shown }: Sent,
): Promise<PageResponse> {
  return orRefusal(shown, async () => {
    await callFor(guards, endpoint, session, call);
    return { location: hrefTo(program, path) };
  });
}

/** Returns what the work answers, or the page on which its refusal is shown. Throws what is not a refusal. */
export async function orRefusal(
  shown: (problem: string) => Promise<string>,
  work: () => Promise<PageResponse>,
): Promise<PageResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PurserError) || error.status >= 500) throw error;
    return { status: error.status, html: await shown(error.faults[0].detail) };
  }
}
