import { createHash } from 'node:crypto';

/** The style of all pages. Colours have at least the contrast that WCAG 2.2 AA asks for, in both schemes. */
export const style = `
:root { color-scheme: light dark;
  --ink: light-dark(#17202a, #e8ebee); --soft: light-dark(#55606c, #a3adb8); --paper: light-dark(#f4f6f8, #0f1316);
  --card: light-dark(#fff, #181d22); --line: light-dark(#dde2e7, #2d353d); --field: light-dark(#87929e, #6b7681);
  --accent: light-dark(#0b5cad, #7cbcff); --on-accent: light-dark(#fff, #08203a);
  --good: light-dark(#166b3b, #7bd3a0); --bad: light-dark(#a8261d, #ff9d92); --note: light-dark(#fff6dc, #332a12);
  --note-line: light-dark(#e3cf8c, #5c4d22); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem 1.5rem;
  border-bottom: 1px solid var(--line); background: var(--card); }
header .brand { font-weight: 650; letter-spacing: -.01em; color: inherit; text-decoration: none; }
header nav { margin-left: auto; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; overflow-wrap: anywhere; }
.pill { display: inline-block; border: 1px solid var(--line); border-radius: 99px; padding: 0 .6rem; color: var(--soft);
  font-size: .8125rem; }
main { max-width: 60rem; margin: 2.5rem auto; padding: 0 1.5rem; overflow-wrap: anywhere; }
.card { max-width: 28rem; margin: 0 auto 1.25rem; padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--card); }
.card > :last-child, .wide > :last-child { margin-bottom: 0; }
.wide { max-width: 44rem; margin: 0 auto 1.25rem; padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--card); }
.kind { color: var(--soft); margin: 0; font-size: .875rem; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: .125rem 0 1rem; text-wrap: balance; }
h2 { font-size: 1.125rem; margin: 1.75rem 0 .5rem; }
p { margin: 0 0 1rem; }
.amount { font-size: clamp(1.75rem, 7vw, 2.25rem); letter-spacing: -.02em; font-variant-numeric: tabular-nums;
  margin: .125rem 0 1rem; }
.soft { color: var(--soft); font-size: .875rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
.note { background: var(--note); border: 1px solid var(--note-line); border-radius: 8px; padding: .75rem 1rem; }
.note + .note { margin-top: .75rem; }
a { color: var(--accent); }
dl { margin: 0 0 1.25rem; border-bottom: 1px solid var(--line); }
dl div { border-top: 1px solid var(--line); padding: .625rem 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; white-space: pre-line; }
h1, h2, p, dd, ul.plain > li, label.choice, td { overflow: clip; overflow-clip-margin: .375rem; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
ul.plain { list-style: none; padding: 0; }
ul.plain li { border-top: 1px solid var(--line); padding: .625rem 0; }
ul.plain li:last-child { border-bottom: 1px solid var(--line); }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.number { font-variant-numeric: tabular-nums; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { background: var(--paper); border: 1px solid var(--line); padding: .05em .3em; border-radius: 4px; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1rem;
  white-space: pre-wrap; }
pre code { border: 0; padding: 0; }
table { overflow-wrap: break-word; border-collapse: collapse; width: 100%; margin: 0 0 1rem; }
th { white-space: nowrap; text-align: left; color: var(--soft); font-size: .875rem; font-weight: 500; }
th, td { border-bottom: 1px solid var(--line); padding: .5rem .75rem .5rem 0; vertical-align: top; }
.document { max-width: 58rem; }
.document td { overflow-wrap: anywhere; }
.document td:first-child { width: 36%; }
.document td:nth-child(2):not(:last-child) { width: 22%; }
.document h2 { margin-top: 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.document pre { max-height: 24rem; overflow: auto; }
form { margin: 0 0 1rem; }
label { display: block; font-weight: 550; margin: 0 0 .25rem; }
input, select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; margin: 0 0 1rem; color: inherit;
  background: var(--paper); border: 1px solid var(--field); border-radius: 8px; font: inherit; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--accent); border-radius: 8px; font: inherit;
  font-weight: 600; background: var(--accent); color: var(--on-accent); cursor: pointer; width: 100%; }
a.button { display: block; padding: .5rem 1.25rem; border-radius: 8px; font-weight: 600; text-align: center;
  text-decoration: none; background: var(--accent); color: var(--on-accent); }
fieldset { border: 0; padding: 0; margin: 0 0 1rem; }
legend { padding: 0; margin: 0 0 .25rem; font-weight: 550; }
label.choice { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; padding: .5rem .75rem;
  margin: 0 0 .5rem; border: 1px solid var(--field); border-radius: 8px; font-weight: 400; }
label.choice input { width: auto; min-height: 0; margin: 0; accent-color: var(--accent); }
label.choice .number { margin-left: auto; }
dd.item::before { content: "· "; color: var(--soft); }
button + button { margin-top: .5rem; }
button.second { background: transparent; color: var(--accent); border-color: var(--field); }
button.danger { background: transparent; color: var(--bad); border-color: var(--bad); }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; color: var(--accent); padding: .5rem 0; }
@media (max-width: 30rem) {
  table, thead, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  td, .document td:nth-child(n) { border: 0; padding: 0; width: auto; overflow-wrap: anywhere; }
  header { padding: .75rem 1.25rem; }
  main { margin: 0; padding: 0; }
  .card, .wide { margin: 0; padding: 1.5rem 1.25rem; border-width: 0 0 1px; border-radius: 0; max-width: none; }
}`;

/** The hash with which the content security policy allows the style. */
export const styleHash = createHash('sha256').update(style).digest('base64');
