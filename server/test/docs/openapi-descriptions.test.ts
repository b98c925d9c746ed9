import { expect, it } from 'vitest';
import { sandboxDocument } from '../../../client/scripts/generate.ts';

/** Names of properties that say in the API what they are. Any other property has a description. */
const sayAll = new Set(
  `acceptedAt accepted_at accountName accountType across address agentDefaults agentDelegationId agentId agents allow
  allowed amount approvalId at attemptCount attributes balance bankName block category code counterparty createdAt
  createdBy created_at customer_agent_id customer_name data days deciderPartyId decision description detail durationMs
  email enabledEvents environment error errors eventType expectedAvailableAt expiresAt expires_at failed from hasMore
  has_more header id instanceId invitations left limit limitType links localTime match max meta name nextAttemptAt now
  onBreach overridable pagination parameter partyId partyType passed path payerIdentifierType payerName payload
  paymentId period permissions pointer reason reasons recipient recipients refundId refused relationships request
  requestedAt requesterEmail requesterName resolvedAt resourceId resourceType returnedAt revokedAt role scopes seconds
  sender_name sentAt settledAt status statusCode submittedAt target text timeZone title to transactionId
  transactionType transaction_type transferId type updatedAt updatedBy updated_at url userId value verdict verified
  verifiedAt walletType weekly window withinSeconds`.split(/\s+/),
);

type Schema = { description?: string; $ref?: string; properties?: Record<string, Schema> };

/** Returns the properties below a place in the document that have no description, by their names. */
function undescribed(place: unknown, path: readonly string[] = []): string[] {
  if (typeof place !== 'object' || place === null) return [];
  const { properties = {} } = place as Schema;
  // Relationships are named after what they lead to; docs/rules.md describes each rule.
  const namesItself = path.includes('relationships') || path.at(-1) === 'rules';
  const own = Object.entries(properties).flatMap(([name, { description, $ref }]) =>
    description || $ref || namesItself ? [] : [name],
  );
  return [
    ...own,
    ...Object.entries(place).flatMap(([name, inner]) =>
      name === 'examples' || name === 'example' ? [] : undescribed(inner, [...path, name]),
    ),
  ];
}

it('every property in the OpenAPI document has a description, or a name that says all', () => {
  const names = new Set(undescribed(sandboxDocument()));
  expect([...names].filter((name) => !sayAll.has(name))).toEqual([]);
  expect([...sayAll].filter((name) => !names.has(name))).toEqual([]);
});
