import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { MoneyNames } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Result } from './result.ts';
import type { Lists, Responses } from './responses.ts';
import type { Toolset } from './switches.ts';

/**
 * What a tool does: `read` changes nothing, `pay` moves money to others, `change` takes something back or moves money
 * within the party, `ask` adds something that moves no money.
 */
type Effect = 'read' | 'pay' | 'change' | 'ask';

const hints: { [E in Effect]: object } = {
  read: { readOnlyHint: true, openWorldHint: false },
  pay: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  ask: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
};

/** The form of a member of a result. */
type Member = { type: string | string[]; enum?: string[] };

type Definition = {
  name: string;
  title: string;
  description: string;
  /** The sets that it belongs to. */
  toolsets: readonly Toolset[];
  effect: Effect;
  /** Who may not use these endpoints does not see the tool. */
  needs: ReadonlyArray<keyof Responses | keyof Lists>;
  /** The members of its result, as JSON Schema has them. All are optional, and there may be others. */
  gives: Readonly<Record<string, Member>>;
  /** Which arguments are an amount and its currency. */
  money?: MoneyNames;
};

export type Tool = Omit<Definition, 'money'> & {
  input: z.ZodType;
  money: MoneyNames | null;
  run: (caller: Caller, read: never) => Promise<Result>;
};

/** Declares a tool: `takes` are its arguments, and `run` gets them as their fields read them. */
export function tool<S extends z.ZodRawShape>({
  takes,
  money,
  ...definition
}: Definition & {
  takes: S;
  run: (caller: Caller, read: z.output<z.ZodObject<S>>) => Promise<Result>;
}): Tool {
  return { ...definition, money: money ?? null, input: z.strictObject(takes, 'must be an object') };
}

/** Returns a tool as `tools/list` shows it. */
export function describeTool({ name, title, description, effect, input, gives }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(input),
    outputSchema: { type: 'object', properties: gives },
    annotations: hints[effect],
  };
}

/** Returns the arguments as JSON Schema, without what says nothing to a model. */
function schemaOf(input: z.ZodType): ListedTool['inputSchema'] {
  const made = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const { $schema: _dialect, additionalProperties: _strict, ...schema } = made;
  return { ...schema, type: 'object' } as ListedTool['inputSchema'];
}
