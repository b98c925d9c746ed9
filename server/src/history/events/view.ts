import { related } from '../../http/envelope.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { isoMillis } from '../../lib/time.ts';
import { eventTypeOf } from './names.ts';
import type { ShownEvent } from './payloads.ts';
import type { EventResourceObject } from './resource.ts';

export function eventResource(
  { id, kind, createdAt, payload }: ShownEvent,
  partyId: Id<'pty'>,
): EventResourceObject {
  return {
    type: 'event',
    id: publicId('evt', id),
    attributes: {
      eventType: eventTypeOf(kind),
      resourceId: payload.id,
      resourceType: payload.type,
      payload: { object: { ...payload, attributes: { ...payload.attributes } } },
      createdAt: isoMillis(createdAt),
    },
    relationships: { party: related('party', 'pty', partyId) },
  };
}
