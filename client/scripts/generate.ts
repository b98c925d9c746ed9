import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openApiDocument } from '../../server/src/http/openapi/document.ts';
import { endpointsIn, streams } from '../../server/src/start/app.ts';
import { Model } from './model.ts';
import { pythonOf } from './python.ts';
import type { Api } from './schema.ts';
import { typescriptOf } from './typescript.ts';

const root = new URL('../../', import.meta.url);

/** Where the generated file of the library in TypeScript is; its formatter runs over it. */
export const typescriptFile = fileURLToPath(new URL('client/src/generated/api.ts', root));

/** Returns the document of a sandbox, which has every operation. */
export function sandboxDocument(): Api {
  const endpoints = endpointsIn({ environment: 'sandbox', requireIdempotencyKey: false });
  return openApiDocument({ endpoints, streams, metrics: false }) as Api;
}

/** Returns the generated files of all libraries, by path. */
export function generated(): Map<string, string> {
  const model = new Model(sandboxDocument());
  const python = fileURLToPath(new URL('clients/python/src/purser/_generated/', root));
  return new Map([
    [typescriptFile, typescriptOf(model)],
    ...[...pythonOf(model)].map(([name, text]): [string, string] => [`${python}${name}`, text]),
  ]);
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url)
  for (const [file, text] of generated()) await writeFile(file, text);
