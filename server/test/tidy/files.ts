import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the project, with the rules' view of it. */
export type SourceFile = { path: string; text: string; lines: string[]; imports: string[] };

const root = new URL('../../../', import.meta.url);

/** All files of the project; found without git, since a machine to try it on may have none. */
export function projectFiles(): string[] {
  const places = ['*', '.*', '.ci/*', '{server,docs,bench,proof}/**/*'];
  const found = globSync(places, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.log', 'package-lock.json'],
    withFileTypes: true,
  });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(root), join(entry.parentPath, entry.name)));
}

export function read(path: string): string {
  return readFileSync(fromRoot(path), 'utf8');
}

/** The project's Markdown files. */
export function documents(): string[] {
  return projectFiles().filter((path) => path.endsWith('.md'));
}

/** Where a path of the project is. */
export function fromRoot(path: string): URL {
  return new URL(path, root);
}

/** The TypeScript files below a folder. */
export function sources(folder: string): SourceFile[] {
  return projectFiles()
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
}

/** The folder below server/src that a path is in, or the file's own name at the top. */
export function placeOf(path: string): string {
  return path.replace('server/src/', '').split('/')[0] ?? '';
}
