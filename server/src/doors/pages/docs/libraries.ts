import type { Library } from './library.ts';
import { python } from './library-python.ts';
import { typescript } from './library-typescript.ts';

/** The client libraries that have a page. */
export const libraries: readonly Library[] = [typescript, python];
