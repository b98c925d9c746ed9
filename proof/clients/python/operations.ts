import { pythonName } from '../../../server/src/http/openapi/library-names.ts';
import { sandboxDocument } from '../../../client/scripts/generate.ts';
import { type Method, Model } from '../../../client/scripts/model.ts';

/** An operation as the tests in Python need it: how it is called, and what has to leave for the network. */
export type OperationForTests = {
  id: string;
  noun: string;
  method: string;
  verb: string;
  path: string;
  kind: Method['kind'];
  form: Method['result']['form'];
  /** Names of arguments, as the API has them, with a value for each. */
  inPath: Record<string, string>;
  inQuery: Record<string, unknown>;
  attributes: Record<string, unknown>;
  hasKey: boolean;
};

/** Returns all operations of the document. */
export function operationsForTests(): OperationForTests[] {
  const model = new Model(sandboxDocument());
  return model.nouns().flatMap(([, methods]) => methods.map((each) => forTests(each)));
}

function forTests(method: Method): OperationForTests {
  const { noun, name, operation, verb, path, kind, parameters, attributes, query, result } = method;
  const inPath = parameters.filter((each) => path.includes(`{${each.name}}`));
  const inQuery = parameters.filter((each) => query.includes(each.name) && isOwn(each.name, query));
  const content = operation.requestBody?.content?.['application/json'] as
    | { example?: { data: { attributes: Record<string, unknown> } } }
    | undefined;
  const others = Object.fromEntries((attributes?.members ?? []).map((each) => [each.name, `a-${each.name}`]));
  return {
    id: operation.operationId,
    noun: pythonName(noun),
    method: pythonName(name),
    verb,
    path,
    kind,
    form: result.form,
    inPath: Object.fromEntries(inPath.map((each) => [each.name, `a-${each.name}`])),
    inQuery: Object.fromEntries(inQuery.map((each) => [each.name, sampleOf(each.type.kind, each.name)])),
    attributes: { ...others, ...content?.example?.data.attributes },
    hasKey: !(
      'security' in operation &&
      Array.isArray(operation.security) &&
      operation.security.length === 0
    ),
  };
}

/** Of two spellings of a name, Python has one: the first is sent. */
const isOwn = (name: string, query: readonly string[]): boolean =>
  query.find((each) => pythonName(each) === pythonName(name)) === name;

function sampleOf(kind: Method['parameters'][number]['type']['kind'], name: string): unknown {
  if (kind === 'integer') return 7;
  if (kind === 'boolean') return true;
  return kind === 'map' ? { its_name: `its-${name}` } : `a-${name}`;
}
