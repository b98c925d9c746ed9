import type { ServerResponse } from 'node:http';
import { PurserError } from '../errors.ts';

/** How much work may be under way at once. */
export type AdmissionLimits = { maxInFlight: number; maxInFlightPerCredential: number };

/** A request under way: whether it was let in, and whose it is as soon as that is known. */
export type RequestSlot = { response: ServerResponse; isAdmitted: boolean; credentialId: string | null };

/**
 * Knows every request under way, and bounds the work (guarantees, rule 17): in all (503, ours) and per credential (429,
 * the caller's). Reads are shed first: they may fill three quarters of the room. Places are given back when the answer is
 * sent or the caller is gone.
 */
export function createAdmission(limits: AdmissionLimits) {
  let inFlight = 0;
  let entered = 0;
  let leftAt_ms = Date.now();
  const byCredential = new Map<string, number>();
  const leaveAs = (credentialId: string): void => {
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
        leftAt_ms = Date.now();
        if (slot.isAdmitted) entered -= 1;
        if (slot.credentialId) leaveAs(slot.credentialId);
      });
      return slot;
    },
    admit(slot: RequestSlot, isRead: boolean): void {
      if (entered >= (isRead ? (limits.maxInFlight * 3) / 4 : limits.maxInFlight)) {
        throw new PurserError([
          { code: 'service_unavailable', detail: 'Too many requests are under way. Nothing was done.' },
        ]);
      }
      entered += 1;
      slot.isAdmitted = true;
    },
    admitCredential(slot: RequestSlot, credentialId: string): void {
      if (slot.response.closed) return; // gone while it was asked who it is: nobody would give the place back
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
    leftAt_ms: (): number => leftAt_ms,
  };
}

export type Admission = ReturnType<typeof createAdmission>;
