import { cutCommits } from '../cut-commits.ts';

export const cutAfterCommit = cutCommits(
  'cut-after-commit',
  'sent',
  'connections cut right after their COMMIT is forwarded',
);
