import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { mcpCommands } from '../../../cli/src/table/mcp.ts';

const root = new URL('../../../', import.meta.url);

async function readJson(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(new URL(file, root), 'utf8')) as Record<string, unknown>;
}

/** A version is one, and no range of them. */
const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
const input = z.strictObject({
  description: z.string().min(1).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
});
const variables = z.record(z.string(), input).optional();
const named = input.extend({ name: z.string().min(1), variables });
const argument = input.extend({ type: z.literal('positional'), value: z.string() });
const remote = z.strictObject({
  type: z.literal('streamable-http'),
  url: z.string(),
  headers: z.array(named),
  variables: z.record(z.string(), input),
});

/** What a registry of connectors asks of the file, of schema 2025-12-11, as far as this one uses it. */
const file = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-z0-9][a-z0-9.-]*[a-z0-9]\/[a-z0-9][a-z0-9._-]*[a-z0-9]$/i),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  packages: z.tuple([
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string().regex(/^\S+$/),
      version,
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(argument),
      environmentVariables: z.array(named),
    }),
  ]),
  remotes: z.tuple([remote]),
});

it('server.json has what a registry of connectors asks for', async () => {
  const { error } = file.safeParse(await readJson('server.json'));
  expect(error).toBeUndefined();
});

it('server.json starts the command line as hosts do, and names the path of the connector', async () => {
  const { name, version: own, packages, remotes } = file.parse(await readJson('server.json'));
  const cli = await readJson('cli/package.json');
  const [{ identifier, version: packed, packageArguments, environmentVariables }] = packages;
  // A registry compares the name with what the package says, so that nobody lists the package of another.
  expect([identifier, packed, own, name]).toEqual([
    cli['name'],
    cli['version'],
    cli['version'],
    cli['mcpName'],
  ]);
  expect(packageArguments.map(({ value }) => value)).toEqual(mcpCommands.map((command) => command.name));
  expect(environmentVariables.map((each) => each.name)).toEqual(['PURSER_API_KEY', 'PURSER_URL']);
  const [{ url, headers, variables: ofAddress }] = remotes;
  expect(new URL(url.replace('{purser_host}', 'purser.example')).href).toBe('https://purser.example/mcp');
  expect(Object.keys(ofAddress)).toEqual(['purser_host']);
  expect(headers.map((each) => [each.name, each.value])).toEqual([['Authorization', 'Bearer {api_key}']]);
});

it('server.json has no secret, and says of each key that it is one', async () => {
  const text = await readFile(new URL('server.json', root), 'utf8');
  expect(text).not.toMatch(/(sk|ak)_pur_/);
  const { packages, remotes } = file.parse(JSON.parse(text));
  const keys = [
    packages[0].environmentVariables[0],
    remotes[0].headers[0]?.variables?.['api_key'],
    remotes[0].headers[0],
  ];
  for (const key of keys) expect(key).toMatchObject({ isSecret: true, isRequired: true });
  for (const key of keys) expect(key).not.toHaveProperty('default');
  expect(keys[0]).not.toHaveProperty('value');
  expect(keys[1]).not.toHaveProperty('value');
});
