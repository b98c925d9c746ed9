import { cutCommits } from '../cut-commits.ts';

export const cutBeforeCommit = cutCommits(
  'cut-before-commit',
  'before',
  'connections cut before their COMMIT is forwarded',
);
