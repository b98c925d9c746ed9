import { errorTable } from '../../../errors.ts';
import type { Document } from './blocks.ts';

/** Returns the list of all error codes, and a document for each. */
export function errorDocuments(): Document[] {
  const codes = Object.entries(errorTable);
  const list: Document = {
    path: '/docs/errors',
    title: 'Error codes',
    blocks: [
      {
        links: codes.map(([code, { status, meaning }]) => ({
          to: `/docs/errors/${code}`,
          label: `\`${code}\``,
          about: `${status}. ${meaning}`,
        })),
      },
    ],
  };
  const pages = codes.map(([code, { status, title, meaning }]) => ({
    path: `/docs/errors/${code}`,
    title,
    blocks: [{ text: `HTTP ${status} · \`${code}\`` }, { text: meaning }],
  }));
  return [list, ...pages];
}
