import { describe, expect, it } from 'vitest';
import { projectFiles, read } from './files.ts';

// Words of our own for standard terms, each with the term to use instead. The glossary is docs/glossary.md.
const banned: ReadonlyArray<[pattern: RegExp, term: string]> = [
  [/\b(?:engine'?s|session'?s) memory\b|\bremember(?:s|ed|ing)?\b/i, 'cache'],
  [/\brecall(?:s|ed)?\b|\bknown people\b/i, 'cache'],
  [/\bforget(?:s|ting)?\b|\bforgotten\b/i, 'evict, delete'],
  [/\bidentif(?:y|ies) (?:the|a) (?:caller|client|request)/i, 'authenticate'],
  [/\bat the door\b|\bthe door\b|\bstanding\b|\bvisits?\b/i, 'request guards'],
  [/\brooms\b|\b(?:a|the|its|own|another) room\b|\bhouse rules?\b/i, 'module, project rules'],
  [/\bpost offices?\b|\w*Letter\b/, 'mailer, mail'],
  [/\bwak(?:e|es|ing)(?: up)? (?:background )?(?:work|tasks?)\b/i, 'enqueue'],
  [
    /\bnoted? (?:in|by) the audit\b|\bnot(?:es|ed) (?:that|a|an|the) (?:write|refusal|change)/i,
    'record, audit',
  ],
  [/\bbut for\b/i, 'except'],
  [/\bthose who\b|\bnobody who\b|\bis not there any ?more\b|\bwhat is left of\b/i, 'a plain sentence'],
  [/\bcallers\/|\boutside\/(?:mail|rail|smtp)/, 'authentication, gateways'],
];

// Files that cannot change or come from others, and this one.
const exempt = /^(?:LICENSE|THIRD_PARTY\.md|server\/test\/tidy\/words\.test\.ts|bench\/results)/;

describe('words', () => {
  it('in code, comments and documents are those of the glossary', () => {
    const found = projectFiles()
      .filter(
        (path) => /\.(?:ts|js|md|json|sql)$/.test(path) && !exempt.test(path) && !path.startsWith('package'),
      )
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line, index) =>
            banned.flatMap(([pattern, term]) => {
              const word = pattern.exec(line)?.[0];
              return word === undefined ? [] : [`${path}:${index + 1} says "${word}": say ${term}`];
            }),
          ),
      );
    expect(found).toEqual([]);
  });
});
