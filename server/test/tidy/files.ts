import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A file of the project, as git sees it (untracked ones too), with the rules' view of it. */
export type SourceFile = { path: string; text: string; lines: string[]; imports: string[] };

const root = new URL('../../../', import.meta.url);

/** All files that git tracks or would track. */
export function projectFiles(): string[] {
  const out = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: root, encoding: 'utf8' },
  );
  return out.split('\n').filter((path) => path !== '' && !path.includes('package-lock'));
}

export function read(path: string): string {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return ''; // deleted, and not committed yet
  }
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
