/** The error codes with the status 404, in the form of `errors.ts`. */
export const absentCodes = {
  not_found: absent('Not found', 'Nothing answers at this address.'),
  agent_not_found: absent(
    'Agent not found',
    'The caller’s party has no agent of this id, or none that is active where it is to act.',
  ),
  agent_key_not_found: absent('Agent key not found', 'The caller’s party has no agent key of this id.'),
  api_key_not_found: absent('API key not found', 'The caller’s party has no API key of this id.'),
  approval_not_found: absent(
    'Approval not found',
    'There is no approval of this id that the caller may see.',
  ),
  claim_not_found: absent(
    'Claim not found',
    'The token leads to no money that waits: it was claimed, canceled or returned, or the token is wrong or too old.',
  ),
  contact_not_found: absent(
    'Contact not found',
    'The caller’s party has no address with this id, or the token of the pending one has expired.',
  ),
  customer_not_found: absent(
    'Customer not found',
    'There is no customer of this id that delegated to the caller.',
  ),
  customer_invitation_not_found: absent(
    'Customer invitation not found',
    'There is no customer invitation of this id that the caller’s party sent or received.',
  ),
  delegation_not_found: absent(
    'Delegation not found',
    'There is no delegation of this id that the caller’s party gave or received.',
  ),
  event_not_found: absent('Event not found', 'There is no event of this id that the caller may see.'),
  external_account_not_found: absent(
    'External account not found',
    'The caller’s party has no external account of this id.',
  ),
  invitation_not_found: absent(
    'Invitation not found',
    'The caller’s party has no invitation of this id. Or the token leads to no open invitation: it was answered, canceled or left too long, or the token is wrong.',
  ),
  party_not_found: absent('Party not found', 'There is no party of this id.'),
  payment_not_found: absent('Payment not found', 'There is no payment of this id that the caller may see.'),
  payment_request_not_found: absent(
    'Payment request not found',
    'There is no payment request of this id that the caller may see.',
  ),
  recipient_agent_not_found: absent(
    'Recipient agent not found',
    'There is no active agent of this id to be paid.',
  ),
  transaction_not_found: absent(
    'Transaction not found',
    'There is no transaction of this id that the caller may see.',
  ),
  transfer_not_found: absent(
    'Transfer not found',
    'There is no transfer of this id that the caller may see.',
  ),
  user_not_found: absent('User not found', 'The caller’s party has no member with this id.'),
  webhook_not_found: absent('Webhook not found', 'The caller’s party has no webhook of this id.'),
  wallet_not_found: absent(
    'Wallet not found',
    'There is no wallet of this id that the caller may see or use.',
  ),
} as const;

function absent(title: string, meaning: string): { status: 404; title: string; meaning: string } {
  return { status: 404, title, meaning };
}
