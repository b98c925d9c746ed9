import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A source file of the project, with its lines and imports. */
export type SourceFile = { path: string; text: string; lines: string[]; imports: string[] };

const root = new URL('../../../', import.meta.url);

/** Returns all files of the project. Does not use git, which a test machine may lack. */
export function projectFiles(): string[] {
  const patterns = ['*', '.*', '.ci/*', '{server,client,cli,docs,bench,proof}/**/*'];
  const found = globSync(patterns, {
    cwd: root,
    exclude: ['.git', 'client/dist', 'cli/dist', '**/node_modules/**', '**/*.log', 'package-lock.json'],
    withFileTypes: true,
  });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(root), join(entry.parentPath, entry.name)));
}

export const read = (path: string): string => readFileSync(fromRoot(path), 'utf8');

/** Returns the project's Markdown files. */
export const documents = (): string[] => projectFiles().filter((path) => path.endsWith('.md'));

/** Returns the URL of a path below the project's root. */
export const fromRoot = (path: string): URL => new URL(path, root);

/** Returns the TypeScript files below a folder. */
export const sources = (folder: string): SourceFile[] =>
  projectFiles()
    .filter((path) => path.startsWith(folder) && path.endsWith('.ts'))
    .map((path) => {
      const text = read(path);
      const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(
        ([, target]) => new URL(target ?? '', new URL(path, root)).pathname,
      );
      return {
        path,
        text,
        lines: text.split('\n'),
        imports: imports.map((target) => target.slice(root.pathname.length)),
      };
    });

/** Returns the folder of a path below server/src, or the file name at the top level. */
export const folderOf = (path: string): string => path.replace('server/src/', '').split('/')[0] ?? '';
