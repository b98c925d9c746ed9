import { PurserError } from '../../errors.ts';
import type { PageResponse } from '../../http/web-page.ts';

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
