import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailContent } from '../gateways/mail.ts';
import { withinLine } from '../lib/text.ts';

/** A part of a mail: a paragraph, a list, the one link that it has, or a token to copy. */
export type Block =
  | string
  | { intro: string; items: readonly string[] }
  | { intro: string; label: string; url: string }
  | { code: string };

/** A mail before it is written. `why` tells its reader why it was sent. */
export type MailDraft = { subject: string; blocks: readonly Block[]; why: string };

/**
 * Writes a mail as text and as HTML: without pictures, scripts or anything that tells the sender of its being read. What
 * clients wrote has passed `withinMail`.
 */
export function writeMail(draft: MailDraft): MailContent {
  const [subject, why] = [withinLine(draft.subject), withinLine(draft.why)];
  const blocks = draft.blocks.map(inLines);
  const text = [...blocks.map(textOf), `Why this mail: ${why}`].join('\n\n');
  return { subject, text: `${text}\n`, html: htmlOf(subject, blocks, why) };
}

/** Writes a text message: what it is about, further sentences, and its one link. */
export function writeText(subject: string, sentences: readonly string[], url: string): MailContent {
  const line = withinLine(`${subject}. ${sentences.join(' ')}`);
  return { subject: withinLine(subject), text: `${line} ${url}\n`, html: null };
}

function inLines(block: Block): Block {
  if (typeof block === 'string') return withinLine(block);
  if ('code' in block) return block;
  const intro = withinLine(block.intro);
  return 'url' in block ? { ...block, intro } : { intro, items: block.items.map(withinLine) };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return block.code;
  if ('url' in block) return `${block.intro}\n${block.url}`;
  return `${block.intro}\n${block.items.map((item) => `- ${item}`).join('\n')}`;
}

/** The style of all mails, for readers in both colour schemes. */
export const mailStyle = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f6f8; color: #17202a; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto,
  Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
.sheet { max-width: 34rem; margin: 0 auto; padding: 28px; background: #fff; border: 1px solid #dde2e7; border-radius: 12px; }
.brand { margin: 0 0 20px; font-weight: 650; }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 16px; }
p { margin: 0 0 16px; }
ul { margin: 0 0 16px; padding-left: 20px; }
.button { display: block; padding: 12px 20px; border-radius: 8px; background: #0b5cad; color: #fff; font-weight: 600;
  text-align: center; text-decoration: none; }
.code { padding: 12px; background: #f4f6f8; border: 1px solid #dde2e7; border-radius: 8px; font-family: monospace; }
.why { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #dde2e7; color: #55606c; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #0f1316; color: #e8ebee; }
  .sheet { background: #181d22; border-color: #2d353d; }
  .button { background: #7cbcff; color: #08203a; }
  .code { background: #0f1316; border-color: #2d353d; }
  .why { color: #a3adb8; border-color: #2d353d; }
}`;

function htmlOf(subject: string, blocks: readonly Block[], why: string): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, subject),
    h('style', { dangerouslySetInnerHTML: { __html: mailStyle } }), // a constant
  );
  const sheet = h(
    'main',
    { className: 'sheet' },
    h('p', { className: 'brand' }, 'Purser'),
    h('h1', null, subject),
    ...blocks.filter((block) => block !== `${subject}.`).map((block, index) => elementOf(block, index)),
    h('p', { className: 'why' }, `Why this mail: ${why}`),
  );
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en' }, head, h('body', null, sheet)))}\n`;
}

function elementOf(block: Block, key: number): ReactNode {
  if (typeof block === 'string') return h('p', { key }, block);
  if ('code' in block) return h('p', { key, className: 'code' }, block.code);
  if ('url' in block) {
    const link = h('a', { className: 'button', href: block.url }, block.label);
    return h('div', { key }, h('p', null, block.intro), h('p', null, link));
  }
  const items = block.items.map((item) => h('li', { key: item }, item));
  return h('div', { key }, h('p', null, block.intro), h('ul', null, ...items));
}
