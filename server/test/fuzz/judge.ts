import type { Document, Operation } from './document.ts';
import { documentFaults, type Draft, type Place } from './draft.ts';
import { exceptionFor } from './exceptions.ts';
import { commonFaults, errorsOf, pointsAt, refusalFaults } from './refusal.ts';
import { misfit } from './validator.ts';
import type { Outcome, Reply } from './wire.ts';

/** A request, and what is known about it beyond the document. */
export type Trial = {
  draft: Draft;
  /** The one invalid place, if there is one. */
  place?: Place;
  /** Text that no response may repeat, if there is any. */
  secret?: string | undefined;
};

/**
 * The statuses of refusals for the form of a request; others depend on its target, its actor or the state.
 */
const formal = new Set([400, 413, 415, 422]);

/** Returns the promises that an outcome breaks for this request; empty if it keeps them all. */
export function brokenPromises(document: Document, trial: Trial, outcome: Outcome, now_ms: number): string[] {
  const { draft, secret } = trial;
  if (typeof outcome === 'string') return [`no response: ${outcome}`];
  if (outcome.status < 400) {
    const faults = documentFaults(draft).map((fault) => `accepted, though ${fault}`);
    return [...faults, ...responseFaults(draft.operation, outcome)];
  }
  const broken = refusalFaults(document, outcome, draft.operation);
  if (broken.length > 0) return broken;
  if (secret !== undefined && secret.length > 7 && outcome.text.includes(secret)) {
    return ['the response repeats a sent value'];
  }
  return formal.has(outcome.status) ? formalFaults(trial, outcome, now_ms) : laterFaults(draft, outcome);
}

/**
 * Checks a refusal for its form: the document must refuse the request too, and the errors must point at the
 * fault.
 */
function formalFaults({ draft, place }: Trial, reply: Reply, now_ms: number): string[] {
  const isAllowed = documentFaults(draft).length === 0;
  const wrong = errorsOf(reply).filter((error) =>
    isAllowed ? !exceptionFor(error, draft, now_ms) : place && !pointsAt(error, place),
  );
  const what = isAllowed ? 'refused, though the document allows it' : 'points elsewhere';
  return wrong.map(({ code, source }) => `${code} at ${JSON.stringify(source)}: ${what}`);
}

/** Checks that a request that the document refuses is not processed any further. */
function laterFaults(draft: Draft, { status }: Reply): string[] {
  if (status === 401 || status === 403) return [];
  if (status === 404 && draft.operation.isByToken) return []; // like a wrong credential
  return documentFaults(draft).map((fault) => `${status}, though ${fault}`);
}

function responseFaults({ schemas }: Operation, reply: Reply): string[] {
  const schema = schemas.get(reply.status);
  const reason = schema ? misfit(schema, JSON.parse(reply.text)) : '';
  return [
    ...commonFaults(reply),
    ...(schema ? [] : [`status ${reply.status}`]),
    ...(reason === '' ? [] : [`the response is not as documented: ${reason}`]),
  ];
}
