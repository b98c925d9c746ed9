import type { Document, Operation } from './document.ts';
import { documentFaults } from './draft.ts';
import type { Draft, Place } from './draft.ts';
import { exceptionFor } from './exceptions.ts';
import { commonFaults, errorsOf, pointsAt, refusalFaults } from './refusal.ts';
import { misfit } from './validator.ts';
import type { Outcome, Reply } from './wire.ts';

/** A request, and what is known of it beyond the document. */
export type Trial = {
  draft: Draft;
  /** The one place that is wrong, if it is wrong. */
  place?: Place;
  /** What an answer must not repeat, if there is such a thing. */
  secret?: string | undefined;
};

/** Refusals for the form of a request; others are about what it names, who asks, or the state of things. */
const formal = new Set([400, 413, 415, 422]);

/** What an outcome breaks of the promises about this request; nothing where it keeps them all. */
export function brokenPromises(document: Document, trial: Trial, outcome: Outcome, now_ms: number): string[] {
  const { draft, secret } = trial;
  if (typeof outcome === 'string') return [`no answer: ${outcome}`];
  if (outcome.status < 400) {
    const faults = documentFaults(draft).map((fault) => `accepted, though ${fault}`);
    return [...faults, ...answerFaults(draft.operation, outcome)];
  }
  const broken = refusalFaults(document, outcome, draft.operation);
  if (broken.length > 0) return broken;
  if (secret !== undefined && secret.length > 7 && outcome.text.includes(secret)) {
    return ['the answer repeats what was sent'];
  }
  return formal.has(outcome.status) ? formalFaults(trial, outcome, now_ms) : laterFaults(draft, outcome);
}

/** A refusal for its form: the document must refuse it too, and the errors must point at what is wrong. */
function formalFaults({ draft, place }: Trial, reply: Reply, now_ms: number): string[] {
  const isAllowed = documentFaults(draft).length === 0;
  const wrong = errorsOf(reply).filter((error) =>
    isAllowed ? !exceptionFor(error, draft, now_ms) : place && !pointsAt(error, place),
  );
  const what = isAllowed ? 'refused, though the document allows it' : 'points elsewhere';
  return wrong.map(({ code, source }) => `${code} at ${JSON.stringify(source)}: ${what}`);
}

/** A request that the document refuses must not come as far as to be looked at. */
function laterFaults(draft: Draft, { status }: Reply): string[] {
  if (status === 401 || status === 403) return [];
  return documentFaults(draft).map((fault) => `${status}, though ${fault}`);
}

function answerFaults({ status, response }: Operation, reply: Reply): string[] {
  const reason = misfit(response.schema, JSON.parse(reply.text));
  return [
    ...commonFaults(reply),
    ...(reply.status === status ? [] : [`status ${reply.status}`]),
    ...(reason === '' ? [] : [`the answer is not as documented: ${reason}`]),
  ];
}
