type Raw = {
  type: string;
  id?: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: unknown }> | null;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether this is a resource. What a preview returns has no id. */
const isResource = (value: Record<string, unknown>): value is Raw =>
  typeof value['type'] === 'string' &&
  (value['id'] === undefined || typeof value['id'] === 'string') &&
  isObject(value['attributes']);

/**
 * Returns a value of an answer with its resources flat: `type` is `object`, the attributes stand beside `id`, and so do the
 * relationships, each as what it leads to. An attribute wins over a relationship of the same name.
 */
export function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat);
  if (!isObject(value)) return value;
  if (isResource(value)) {
    const { type, id, attributes } = value;
    return {
      object: type,
      ...(id !== undefined && { id }),
      ...related(value),
      ...flatEach(attributes),
    };
  }
  return flatEach(value);
}

function flatEach(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, flat(each)]));
}

function related({ relationships }: Raw): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(relationships ?? {}).map(([name, { data }]) => [name, reference(data)]),
  );
}

function reference(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(reference);
  if (!isObject(data)) return data;
  const { type, id, attributes } = data;
  return { object: type, id, ...(isObject(attributes) ? flatEach(attributes) : {}) };
}
