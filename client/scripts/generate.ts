import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openApiDocument } from '../../server/src/http/openapi/document.ts';
import { endpointsIn, streams } from '../../server/src/start/app.ts';
import { Model } from './model.ts';
import type { Api } from './schema.ts';
import { typescriptOf } from './typescript.ts';

/** Where the generated file is. */
export const generatedFile = new URL('../src/generated/api.ts', import.meta.url);

/** Returns the document of a sandbox, which has every operation. */
export function sandboxDocument(): Api {
  const endpoints = endpointsIn({ environment: 'sandbox', requireIdempotencyKey: false });
  return openApiDocument({ endpoints, streams, metrics: false }) as Api;
}

/** Returns the text of the generated file. */
export const generated = (api: Api): string => typescriptOf(new Model(api));

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  await writeFile(fileURLToPath(generatedFile), generated(sandboxDocument()));
}
