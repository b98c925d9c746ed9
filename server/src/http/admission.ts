import type { ServerResponse } from 'node:http';
import { PurserError } from '../errors.ts';

/** The bounds on concurrent requests. */
export type AdmissionLimits = { maxInFlight: number; maxInFlightPerCredential: number };

/** A request in progress: whether it was admitted, and its credential once that is known. */
export type RequestSlot = { response: ServerResponse; isAdmitted: boolean; credentialId: string | null };

/**
 * Creates admission control, which tracks requests in progress and bounds them (guarantees, rule 17): in total (503)
 * and per credential (429). Reads are refused first, because they may use only three quarters of the slots. A slot is
 * released when the response is sent or the client has disconnected.
 */
export function createAdmission(limits: AdmissionLimits) {
  let inFlight = 0;
  let admitted = 0;
  let lastReleasedAt_ms = Date.now();
  const byCredential = new Map<string, number>();
  const releaseCredential = (credentialId: string): void => {
    const left = (byCredential.get(credentialId) ?? 1) - 1;
    if (left === 0) byCredential.delete(credentialId);
    else byCredential.set(credentialId, left);
  };
  return {
    track(response: ServerResponse): RequestSlot {
      inFlight += 1;
      const slot: RequestSlot = { response, isAdmitted: false, credentialId: null };
      response.once('close', () => {
        inFlight -= 1;
        lastReleasedAt_ms = Date.now();
        if (slot.isAdmitted) admitted -= 1;
        if (slot.credentialId) releaseCredential(slot.credentialId);
      });
      return slot;
    },
    admit(slot: RequestSlot, isRead: boolean): void {
      if (admitted >= (isRead ? (limits.maxInFlight * 3) / 4 : limits.maxInFlight)) {
        throw new PurserError([
          { code: 'service_unavailable', detail: 'Too many requests are under way. Nothing was done.' },
        ]);
      }
      admitted += 1;
      slot.isAdmitted = true;
    },
    admitCredential(slot: RequestSlot, credentialId: string): void {
      if (slot.response.closed) return; // disconnected during authentication: nothing would release the slot
      const held = byCredential.get(credentialId) ?? 0;
      if (held >= limits.maxInFlightPerCredential) {
        throw new PurserError([
          { code: 'rate_limited', detail: 'This key has too many requests under way at once.' },
        ]);
      }
      byCredential.set(credentialId, held + 1);
      slot.credentialId = credentialId;
    },
    inFlight: (): number => inFlight,
    lastReleasedAt_ms: (): number => lastReleasedAt_ms,
  };
}

export type Admission = ReturnType<typeof createAdmission>;
