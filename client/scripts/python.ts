import { currencies, exponentOf } from '../../server/src/lib/currencies.ts';
import { extended, type Method, type Model, pascal, type Type, wrapped } from './model.ts';
import { argsOf, head, Inputs, Records, resultOf } from './python-classes.ts';
import { docstring, width } from './python-layout.ts';
import { pythonName } from '../../server/src/http/openapi/library-names.ts';

/** Returns the generated files of the library in Python, by name, as its formatter leaves them. */
export function pythonOf(model: Model): Map<string, string> {
  const nouns = model.nouns();
  const methods = nouns.flatMap(([, each]) => each);
  return new Map([
    ['tables.py', tables(methods, model)],
    ['operations.py', operations(methods)],
    ['types.py', new Records(model, methods).file()],
    ['args.py', new Inputs(model, methods).file()],
    ['nouns.py', nounsFile(nouns, '')],
    ['async_nouns.py', nounsFile(nouns, 'Async')],
  ]);
}

/** Returns the currencies, and the names whose members are no names of the API. */
function tables(methods: readonly Method[], model: Model): string {
  const maps = new Set<string>();
  const translated = new Set<string>();
  const look = (type: Type, parent: string, name: string): void => {
    const at = `${parent}/${name}`;
    if (type.kind === 'map') maps.add(at);
    if (type.kind === 'named') look(model.component(type.name), parent, name);
    if (type.kind === 'union') for (const each of type.of) look(each, parent, name);
    if (type.kind === 'list') look(type.of, parent, name);
    if (type.kind === 'map') look(type.of, name, '');
    if (type.kind !== 'object') return;
    if (type.members.some((each) => pythonName(each.name) !== each.name)) translated.add(at);
    for (const each of type.members) look(each.type, name, each.name);
  };
  for (const { parameters, attributes } of methods)
    for (const each of [...parameters, ...(attributes?.members ?? [])]) look(each.type, '', each.name);
  const both = [...maps].filter((at) => translated.has(at));
  if (both.length > 0)
    throw new Error(`${both.join(', ')} has names of the API in one place, and any in another`);
  const codes = [...Map.groupBy(currencies, exponentOf)].map(([digits, each]) => {
    const lines = wrapped(each.join(' '), 105).map((line) => `"${line}`);
    const text = lines.length === 1 ? `${lines[0]}"` : `(\n        ${lines.join(' "\n        ')}"\n    )`;
    return `    ${digits}: ${text},\n`;
  });
  const names = [...maps].toSorted().map((name) => JSON.stringify(name));
  return `${head}
from collections.abc import Mapping

codes: Mapping[int, str] = {
${codes.join('')}}
"""All currencies, by their number of decimals."""

maps = frozenset({${names.join(', ')}})
"""Where the members of an argument have names of their own, which stay as they are."""
`;
}

/** Returns the operations, which both clients call. */
function operations(methods: readonly Method[]): string {
  const lines = methods.map(({ operation, verb, path, body, query, kind }) => {
    const words = [
      JSON.stringify(verb),
      JSON.stringify(path),
      ...(body.length === 0 ? [] : [`body=${JSON.stringify(body.join(','))}`]),
      ...(query.length === 0 ? [] : [`query=${JSON.stringify(query.join(','))}`]),
      ...(kind === 'read' ? [] : [`kind="${kind}"`]),
    ];
    const start = `${pythonName(operation.operationId)} = Operation(`;
    const line = `${start}${words.join(', ')})\n`;
    return line.length <= width ? line : `${start}\n${words.map((word) => `    ${word},\n`).join('')})\n`;
  });
  return `${head}\nfrom .._request import Operation\n\n${lines.toSorted().join('')}`;
}

/** Returns the classes of all nouns, of one of the two clients. */
function nounsFile(nouns: ReadonlyArray<[string, Method[]]>, prefix: '' | 'Async'): string {
  const classes = nouns.map(([noun, methods]) => {
    const text = methods.map((each) => methodOf(each, prefix)).join('\n');
    return `class ${prefix}${pascal(noun)}Operations(${prefix}Operations):\n    """The operations of \`purser.${pythonName(noun)}\`."""\n\n${text}`;
  });
  const own = nouns.map(([noun]) => noun).filter((noun) => !extended.has(noun));
  const made = own.map(
    (noun) => `        self.${pythonName(noun)} = ${prefix}${pascal(noun)}Operations(sender)\n`,
  );
  const all = nouns.flatMap(([, methods]) => methods);
  const args = new Set(all.map(argsOf).filter((name) => name.endsWith('Args')));
  const options = new Set(all.map(argsOf).filter((name) => !name.endsWith('Args')));
  const sender = prefix === '' ? 'Sender' : 'AsyncSender';
  const pages = prefix === '' ? 'Page' : 'AsyncPages';
  return `${head}
from __future__ import annotations

from typing import Unpack

from .._operations import ${prefix}Operations
from .._pages import ${pages}
from .._request import ${[...options].toSorted().join(', ')}
from .._senders import ${sender}
from . import operations
${importOf('.args', args)}${importOf('.types', new Set(all.map(resultOf)))}

${classes.join('\n\n')}

class ${prefix}Nouns:
    """The nouns that need nothing beside the operations of the API."""

    def __init__(self, sender: ${sender}) -> None:
${made.join('')}`;
}

/** Returns an import of these names, in the order of the linter. */
function importOf(from: string, names: ReadonlySet<string>): string {
  const sorted = [...names].toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return `from ${from} import (\n${sorted.map((name) => `    ${name},\n`).join('')})\n`;
}

function methodOf(method: Method, prefix: '' | 'Async'): string {
  const { name, operation, result } = method;
  const { form } = result;
  const type = resultOf(method);
  const isPage = form === 'page';
  const returned = isPage ? `${prefix === '' ? 'Page' : 'AsyncPages'}[${type}]` : type;
  const isAwaited = prefix !== '' && !isPage;
  const call = `self._${isPage ? 'page' : 'one'}(${type}, operations.${pythonName(operation.operationId)}, args)`;
  const start = `    ${isAwaited ? 'async ' : ''}def ${pythonName(name)}(`;
  const given = `self, **args: Unpack[${argsOf(method)}]`;
  const end = `) -> ${returned}:\n`;
  const line = `${start}${given}${end}`;
  const signature = line.length <= width + 1 ? line : `${start}\n        ${given}\n    ${end}`;
  return `${signature}${docstring(method.note, 8)}        return ${isAwaited ? 'await ' : ''}${call}\n`;
}
