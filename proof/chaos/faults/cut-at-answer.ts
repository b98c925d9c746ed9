import { cutCommits } from '../cut-commits.ts';

export const cutAtAnswer = cutCommits(
  'cut-at-answer',
  'done',
  'connections cut when the COMMIT is done, before its response is forwarded',
);
