import { nameWarning, payeeSentences } from '../../authority/approvals/payee-sentences.ts';
import type { ShownPayee } from '../../terms/payee.ts';
import { type Content, h, userText } from './element.ts';

/** Returns what tells a payee from others of the same name. */
export function payeeNotes(payee: ShownPayee): Content[] {
  const warning = nameWarning(payee);
  return payeeSentences(payee).map((sentence) =>
    sentence === warning
      ? h('strong', { key: sentence, className: 'bad' }, sentence)
      : h('span', { key: sentence, className: 'soft' }, userText(sentence)),
  );
}
