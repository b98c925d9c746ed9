import { type Api, isResource, nameIn, resolve, type Schema } from './schema.ts';

/** Returns a name as a type has it: `paymentPreview` becomes `PaymentPreview`. */
export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Returns a comment for people, with what stands in the document; nothing without a text. */
export function comment(text: string | undefined, indent = ''): string {
  if (!text) return '';
  const lines = wrapped(
    text
      .replaceAll('*/', '*\\/')
      .replaceAll(/\s*\n(?!\n)/g, ' ')
      .trim(),
  );
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length > 104) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Writes the types of schemas, and keeps which components they need. */
export class Types {
  readonly needed = new Set<string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Returns the type of a schema. */
  of(schema: Schema): string {
    if (schema.$ref !== undefined) {
      this.needed.add(nameIn(schema.$ref));
      return pascal(nameIn(schema.$ref));
    }
    const either = schema.oneOf ?? schema.anyOf;
    if (either) return [...new Set(either.map((each) => this.of(each)))].join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    return [...new Set(types.map((type) => this.#ofType(type, schema)))].join(' | ');
  }

  #ofType(type: string | undefined, schema: Schema): string {
    switch (type ?? 'unknown') {
      case 'integer':
      case 'number':
        return 'number';
      case 'string':
      case 'boolean':
      case 'null':
        return String(type);
      case 'array':
        return `Array<${schema.items ? this.of(schema.items) : 'unknown'}>`;
      case 'object':
        return this.object(schema);
      default:
        return 'unknown';
    }
  }

  /** Returns the type of an object; that of a resource is flat. */
  object(schema: Schema): string {
    if (isResource(schema)) return this.#resource(schema);
    const { properties = {}, additionalProperties: rest } = schema;
    const members = this.members(properties, schema.required ?? []);
    if (members !== '') return `{\n${members}}`;
    return typeof rest === 'object' ? `Record<string, ${this.of(rest)}>` : 'Record<string, never>';
  }

  /** Returns the members of an object, each with its comment. */
  members(properties: Record<string, Schema>, required: readonly string[]): string {
    return Object.entries(properties)
      .map(([name, each]) => {
        const isNeeded = required.includes(name);
        const note =
          each.description ?? (each.$ref === undefined ? undefined : resolve(this.#api, each).description);
        return `${comment(note)}${keyOf(name)}${isNeeded ? '' : '?'}: ${this.of(each)}${isNeeded ? '' : ' | undefined'};\n`;
      })
      .join('');
  }

  #resource({ properties = {}, required = [] }: Schema): string {
    const { type, id, attributes = {}, relationships } = properties;
    const given = resolve(this.#api, attributes);
    const related = relationships?.properties ?? {};
    const rest = Object.entries(related).filter(([name]) => !(name in (given.properties ?? {})));
    const own = { object: type ?? {}, id: id ?? {}, ...given.properties };
    const openEnd = given.properties ? '' : ' & Record<string, unknown>';
    return `{\n${this.members(own, ['object', 'id', ...(given.required ?? [])])}${rest
      .map(([name, each]) => this.#relationship(name, each, relationships?.required ?? required))
      .join('')}}${openEnd}`;
  }

  #relationship(name: string, schema: Schema, required: readonly string[]): string {
    const data = schema.properties?.['data'] ?? {};
    const isOptional = !required.includes(name);
    const isList = data.type === 'array';
    const one = (isList ? data.items : data) ?? {};
    const { type, id, attributes } = one.properties ?? {};
    const members = this.members({ object: type ?? {}, id: id ?? {}, ...attributes?.properties }, [
      'object',
      'id',
      ...(attributes?.required ?? []),
    ]);
    const isNullable = Array.isArray(one.type) && one.type.includes('null');
    const shape = `{\n${members}}`;
    const value = isList ? `Array<${shape}>` : `${shape}${isNullable ? ' | null' : ''}`;
    return `${comment(schema.description)}${keyOf(name)}${isOptional ? '?' : ''}: ${value};\n`;
  }

  /** Returns the declarations of the components that the types name, directly or through another component. */
  declarations(): string {
    const written = new Map<string, string>();
    for (let before = -1; before < written.size;) {
      before = written.size;
      for (const name of this.needed) {
        if (written.has(name)) continue;
        const schema = resolve(this.#api, { $ref: name });
        const isPlain = schema.type === 'object' && (schema.properties !== undefined || isResource(schema));
        const body = this.of(schema);
        const head =
          isPlain && body.startsWith('{') && body.endsWith('}')
            ? `export interface ${pascal(name)} ${body}`
            : `export type ${pascal(name)} = ${body};`;
        written.set(name, `${comment(schema.description)}${head}\n`);
      }
    }
    return [...written.entries()]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([, text]) => text)
      .join('\n');
  }
}

export const keyOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
