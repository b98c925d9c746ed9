import { z } from 'zod';
import type { Tag } from '../db/tagged.ts';
import type { Tags } from '../engine/model/records.ts';
import { fault } from '../errors.ts';
import { textField } from './fields.ts';

/** The maximum number of tags of a resource. */
const mostTags = 30;

const rule = `must be an object of at most ${mostTags} tags`;
const nameRule = 'has a tag whose name is not 1 to 128 letters, digits and underscores';
const nameField = z.string().regex(/^[A-Za-z0-9_]{1,128}$/);
const valueField = textField(1, 256);

function recordOf<V extends z.ZodType>(value: V) {
  return z
    .record(nameField, value, { error: ({ code }) => (code === 'invalid_key' ? nameRule : rule) })
    .refine((tags) => Object.keys(tags).length <= mostTags, rule)
    .meta({ maxProperties: mostTags, description: 'Your own labels of the resource, by name.' });
}

/** The tags of a new resource; null if it has none. */
export const tagsField = recordOf(valueField)
  .transform((tags): Tags | null => (Object.keys(tags).length === 0 ? null : tags))
  .nullable()
  .default(null);

/** Changes to the tags of a resource: a new value for each tag that is named, or null to remove it. */
export const tagChangesField = recordOf(valueField.nullable());

/** Returns the tags after the changes; null if none is left. */
export function changedTags(tags: Tags | null, changes: z.output<typeof tagChangesField>): Tags | null {
  const left = Object.entries({ ...tags, ...changes }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return left.length === 0 ? null : Object.fromEntries(left);
}

/** Throws `invalid_value` if a change left more tags than a resource may have. */
export function requireTagsFit(tags: Tags | null): void {
  if (tags === null || Object.keys(tags).length <= mostTags) return;
  throw fault('invalid_value', `A resource has at most ${mostTags} tags.`, {
    pointer: '/data/attributes/tags',
  });
}

export const tagsShape = z.record(z.string(), z.string()).meta({
  description: 'The tags that your party gave it.',
  examples: [{ order: '1001' }],
});

/** The tags of a resource that no endpoint gives any. */
export const noTagsShape = z
  .record(z.string(), z.string())
  .meta({ description: 'Always empty: no endpoint gives it tags.', examples: [{}] });

/** Returns tags as JSON, in one order: a stored response and one that is rendered again must be equal. */
export function tagsToJson(tags: Tags | null): Record<string, string> {
  return tags === null
    ? {}
    : Object.fromEntries(Object.entries(tags).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const filterRule = 'must be one tag, like tag[order]=1001';

/** The query parameter `tag[name]=value` of a list; `query.ts` reads the brackets. */
export const tagFilter = {
  tag: z
    .record(nameField, valueField, { error: () => filterRule })
    .refine((tags) => Object.keys(tags).length === 1, filterRule)
    .meta({ description: 'Only rows that your party gave this tag. One tag, as `tag[order]=1001`.' })
    .transform((tags): Tag => {
      const [name = '', value = ''] = Object.entries(tags)[0] ?? [];
      return { name, value };
    })
    .optional(),
};
