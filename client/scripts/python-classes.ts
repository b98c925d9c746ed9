import { pythonName } from '../../server/src/http/openapi/library-names.ts';
import { type Member, type Method, type Model, type ObjectType, pascal, type Type } from './model.ts';
import { inLines, note, union, type Written } from './python-layout.ts';
import { distinct, placeAmong, placeIn, Shapes, singular } from './python-names.ts';

/** How each generated file begins. */
export const head = '"""Generated from /openapi.json by `npm run client:generate`. Do not edit by hand."""\n';

/** Returns the name of what a method takes. */
export const argsOf = ({ operation, parameters, attributes, kind }: Method): string =>
  parameters.length + (attributes?.members.length ?? 0) === 0
    ? optionsOf(kind)
    : `${pascal(operation.operationId)}Args`;

const optionsOf = (kind: Method['kind']): string => (kind === 'keyed' ? 'KeyedOptions' : 'Options');

/** Returns the name of what a method returns, or of an item of the list that it returns. */
export function resultOf({ operation, result: { form, of, meta } }: Method): string {
  if (form !== 'several' && meta === null && of.kind === 'named') return pascal(of.name);
  return `${pascal(operation.operationId)}Result`;
}

/** What records and inputs have in common: a class for each object, and the types of its members. */
abstract class Classes {
  protected readonly model: Model;
  protected abstract readonly shapes: Shapes;

  constructor(model: Model) {
    this.model = model;
  }

  protected abstract named(name: string): string;
  protected abstract list(of: Written): Written;
  protected abstract time(): Written;

  protected written(type: Type, place: string): Written {
    switch (type.kind) {
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'string':
        return 'str';
      case 'time':
        return this.time();
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'named':
        return this.named(type.name);
      case 'literal':
        return union([], [type.value]);
      case 'union': {
        const literals = type.of.flatMap((each) => (each.kind === 'literal' ? [each.value] : []));
        const others = type.of.filter((each) => each.kind !== 'literal');
        return union(
          others.map((each) => this.written(each, placeAmong(place, each, type))),
          literals,
        );
      }
      case 'list':
        return this.list(this.written(type.of, singular(place)));
      case 'map':
        return { word: 'Mapping', in: ['str', this.written(type.of, singular(place))] };
      case 'object':
        return type.isOpen ? 'Record' : this.shapes.nameOf(type, place);
      case 'unknown':
      default:
        return 'Any';
    }
  }
}

type Root = { name: string; type: Type; note?: string | undefined };

const componentsOf = (model: Model, types: readonly Type[]): Root[] =>
  model.components(types).map(({ name, type, note: text }) => ({ name: pascal(name), type, note: text }));

/** What answers contain. */
export class Records extends Classes {
  protected readonly shapes: Shapes;
  readonly #components: Root[];
  readonly #results: Method[];

  constructor(model: Model, methods: readonly Method[]) {
    super(model);
    this.#results = methods.filter((each) => resultOf(each).endsWith('Result'));
    const types = methods.flatMap(({ result: { of, meta } }) => (meta ? [of, meta.type] : [of]));
    this.#components = componentsOf(model, types);
    const inline = this.#results.flatMap(({ operation, result: { of, meta } }): Root[] => [
      { name: `${pascal(operation.operationId)}Result`, type: of },
      ...(meta ? [{ name: pascal(operation.operationId), type: objectOf([meta]) }] : []),
    ]);
    const taken = new Set([...this.#components.map(({ name }) => name), ...this.#results.map(resultOf)]);
    this.shapes = new Shapes([...this.#components, ...inline], taken, '');
  }

  file(): string {
    const own = this.#components.filter(({ type }) => type.kind === 'object' && !type.isOpen);
    const classes = [
      ...own.map(({ name, type, note: text }) => this.#class(name, name, type, 'Record', text)),
      ...this.shapes
        .all()
        .map(({ name, place, type }) => this.#class(name, place, type, 'Record', undefined)),
      ...this.#results.map((each) => this.#result(each)),
    ];
    const aliases = this.#components
      .filter(({ type }) => type.kind !== 'object')
      .map(({ name, type }) => {
        const start = `${name}: TypeAlias = `;
        return `${start}${inLines(this.written(type, name), 0, start.length)}\n`;
      });
    return `${head}
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from .._records import Record


${classes.join('\n\n')}

${aliases.join('')}`;
  }

  protected named(name: string): string {
    const type = this.model.component(name);
    return type.kind === 'object' && type.isOpen ? 'Record' : pascal(name);
  }

  protected list(of: Written): Written {
    return { word: 'tuple', in: [of, '...'] };
  }

  protected time(): Written {
    return 'str';
  }

  /** Of what events show, the class is chosen among those of its kind. */
  #class(name: string, place: string, type: Type, base: string, text: string | undefined): string {
    const members = type.kind === 'object' ? distinct(type.members) : [];
    const kind = members.find((each) => each.name === 'object')?.type;
    const isComponent = this.#components.some((each) => each.name === name);
    const ofKind = isComponent && kind?.kind === 'literal' ? `, kind=${JSON.stringify(kind.value)}` : '';
    const lines = members.map((each) => this.#member(each, place));
    const doc = text ? `${note(text, 4)}\n` : '';
    return `class ${name}(${base}${ofKind}):\n${doc}${lines.join('') || '    pass\n'}`;
  }

  #member({ name, type, isRequired, note: text }: Member, place: string): string {
    const plain = this.written(type, placeIn(place, name));
    const own = isRequired ? plain : union([plain, 'None'], []);
    const start = `    ${pythonName(name)}: `;
    const end = isRequired ? '' : ' = None';
    return `${start}${inLines(own, 4, start.length + end.length)}${end}\n${note(text, 4)}`;
  }

  #result({ noun, name, operation, result: { form, of, meta } }: Method): string {
    const id = pascal(operation.operationId);
    const text = `What \`purser.${pythonName(noun)}.${pythonName(name)}\` returns.`;
    const others = meta ? [meta] : [];
    const write = (place: string, members: Member[], base: string): string =>
      this.#class(`${id}Result`, place, objectOf(members), base, text);
    if (form === 'several') return write(id, [memberOf('data', { kind: 'list', of }), ...others], 'Record');
    if (of.kind === 'named') return write(id, others, pascal(of.name));
    if (of.kind !== 'object') throw new Error(`${id} returns no object`);
    return write(`${id}Result`, [...of.members, ...others], 'Record');
  }
}

const memberOf = (name: string, type: Type): Member => ({ name, note: undefined, type, isRequired: true });
const objectOf = (members: Member[]): ObjectType => ({ kind: 'object', members, isOpen: false });

/** What methods take. */
export class Inputs extends Classes {
  protected readonly shapes: Shapes;
  readonly #components: Root[];
  readonly #methods: Method[];

  constructor(model: Model, methods: readonly Method[]) {
    super(model);
    this.#methods = methods.filter((each) => argsOf(each).endsWith('Args'));
    const members = this.#methods.flatMap(membersOf);
    this.#components = componentsOf(
      model,
      members.map(({ type }) => type),
    );
    const roots: Root[] = this.#methods.map((each) => ({
      name: pascal(each.operation.operationId),
      type: { kind: 'object', members: membersOf(each), isOpen: false },
    }));
    const taken = new Set(this.#components.map(({ name }) => `${name}Input`));
    this.shapes = new Shapes([...roots, ...this.#components], taken, 'Input');
  }

  file(): string {
    const classes = [
      ...this.#methods.map((each) => {
        const { noun, name, operation, kind } = each;
        const text = `The arguments of \`purser.${pythonName(noun)}.${pythonName(name)}\`.`;
        const id = pascal(operation.operationId);
        return this.#class(`${id}Args`, id, distinct(membersOf(each)), optionsOf(kind), text);
      }),
      ...this.#components.map(({ name, type, note: text }) => {
        if (type.kind !== 'object') throw new Error(`${name} is taken, and no object`);
        return this.#class(`${name}Input`, name, type.members, 'TypedDict', text);
      }),
      ...this.shapes
        .all()
        .map(({ name, place, type }) => this.#class(name, place, type.members, 'TypedDict', undefined)),
    ];
    return `${head}
from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

from .._request import KeyedOptions, Options


${classes.join('\n\n')}`;
  }

  protected named(name: string): string {
    return `${pascal(name)}Input`;
  }

  protected list(of: Written): Written {
    return { word: 'Sequence', in: [of] };
  }

  protected time(): Written {
    return { of: ['str', 'datetime'] };
  }

  #class(
    name: string,
    place: string,
    members: readonly Member[],
    base: string,
    text: string | undefined,
  ): string {
    const lines = members.map(({ name: own, type, isRequired, note: about }) => {
      const plain = this.written(type, placeIn(place, own));
      const start = `    ${pythonName(own)}: `;
      return `${start}${inLines(isRequired ? plain : { word: 'NotRequired', in: [plain] }, 4, start.length)}\n${note(about, 4)}`;
    });
    return `class ${name}(${base}):\n${text ? `${note(text, 4)}\n` : ''}${lines.join('') || '    pass\n'}`;
  }
}

const membersOf = ({ parameters, attributes }: Method): Member[] => [
  ...parameters,
  ...(attributes?.members ?? []),
];
