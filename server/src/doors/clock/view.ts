import { isoMillis } from '../../lib/time.ts';
import type { ClockResource } from './resource.ts';

export function clockResource(now: Date, offset_ms: number): ClockResource {
  return {
    type: 'clock',
    id: 'clock',
    attributes: { now: isoMillis(now), offsetSeconds: Math.round(offset_ms / 1000) },
  };
}
