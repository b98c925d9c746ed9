import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints as served } from '../../src/start/app.ts';
import type { BodyAttribute } from './bodies.ts';
import { endpoints } from './endpoints.ts';

// Which ids are good, a table cannot say.
const isTried = ([name, { good, bad }]: [string, BodyAttribute]): boolean =>
  bad.length > 0 && (good.length > 0 || name.endsWith('Id'));

it.each(endpoints.flatMap(({ body, method, path }) => (body ? [{ body, method, path }] : [])))(
  'specification, rows E1–E19: $method $path has values for each attribute that it takes, and no others',
  ({ body, method, path }) => {
    const endpoint = served.find((each) => each.method === method && pattern(each.path) === pattern(path));
    const schema = endpoint?.body?.attributes;
    if (!(schema instanceof z.ZodObject)) throw new Error(`${method} ${path} takes no attributes`);
    expect(Object.keys(body.attributes).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
    const values = Object.entries<BodyAttribute>(body.attributes);
    expect(values.filter((each) => !isTried(each))).toEqual([]);
  },
);

/** A path whose parameters have no names. */
const pattern = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, ':');
