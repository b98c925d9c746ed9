/**
 * What programs call each operation of `/openapi.json`: its noun and its method. Names are part of the library's interface,
 * so they are chosen and not derived; the generator fails for an operation without one, and for one that is gone.
 */
export const names: Readonly<Record<string, readonly [noun: string, method: string]>> = {
  createAgent: ['agents', 'create'],
  listAgents: ['agents', 'list'],
  getAgent: ['agents', 'get'],
  updateAgent: ['agents', 'update'],
  deleteAgent: ['agents', 'revoke'],
  suspendAgent: ['agents', 'suspend'],
  resumeAgent: ['agents', 'resume'],
  getAgentUsage: ['agents', 'usage'],
  listAgentActivity: ['agents', 'activity'],
  backtestAgentRule: ['agents', 'backtestRules'],
  createAgentCustomers: ['agents', 'inviteCustomers'],
  listAgentCustomers: ['agents', 'listCustomers'],
  deleteAgentCustomer: ['agents', 'removeCustomer'],
  listAgentsInvitations: ['agents', 'listInvitations'],
  deleteAgentsInvitation: ['agents', 'cancelInvitation'],

  createAgentKey: ['agentKeys', 'create'],
  listAgentKeys: ['agentKeys', 'list'],
  rotateAgentKey: ['agentKeys', 'rotate'],
  deleteAgentKey: ['agentKeys', 'revoke'],

  createApiKey: ['apiKeys', 'create'],
  listApiKeys: ['apiKeys', 'list'],
  getApiKey: ['apiKeys', 'get'],
  rotateApiKey: ['apiKeys', 'rotate'],
  deleteApiKey: ['apiKeys', 'revoke'],

  listOauthGrants: ['oauthGrants', 'list'],
  getOauthGrant: ['oauthGrants', 'get'],
  deleteOauthGrant: ['oauthGrants', 'revoke'],

  listApprovals: ['approvals', 'list'],
  getApproval: ['approvals', 'get'],
  approveApproval: ['approvals', 'approve'],
  denyApproval: ['approvals', 'deny'],

  listAuditLog: ['auditLog', 'list'],

  acceptClaim: ['claims', 'accept'],

  listCounterparties: ['counterparties', 'list'],

  listCustomerInvitationsIncoming: ['customerInvitations', 'listIncoming'],
  acceptCustomerInvitation: ['customerInvitations', 'accept'],
  declineCustomerInvitation: ['customerInvitations', 'decline'],
  acceptInvitation: ['customerInvitations', 'acceptByToken'],
  declineInvitation: ['customerInvitations', 'declineByToken'],

  listCustomers: ['customers', 'list'],
  getCustomer: ['customers', 'get'],
  deleteCustomer: ['customers', 'remove'],

  listDelegations: ['delegations', 'list'],
  getDelegation: ['delegations', 'get'],
  updateDelegation: ['delegations', 'update'],
  suspendDelegation: ['delegations', 'suspend'],
  resumeDelegation: ['delegations', 'resume'],
  deleteDelegation: ['delegations', 'revoke'],
  getDelegationUsage: ['delegations', 'usage'],

  listEvents: ['events', 'list'],
  getEvent: ['events', 'get'],

  createExternalAccount: ['externalAccounts', 'create'],
  listExternalAccounts: ['externalAccounts', 'list'],
  getExternalAccount: ['externalAccounts', 'get'],
  verifyExternalAccount: ['externalAccounts', 'verify'],
  deleteExternalAccount: ['externalAccounts', 'remove'],

  getParty: ['party', 'get'],
  updateParty: ['party', 'update'],
  freezeParty: ['party', 'freeze'],
  unfreezeParty: ['party', 'unfreeze'],
  getPartyLimits: ['party', 'getLimits'],
  setPartyLimits: ['party', 'setLimits'],
  deletePartyLimits: ['party', 'removeLimits'],
  getPartyUsage: ['party', 'usage'],
  listPartyContacts: ['party', 'listContacts'],
  createPartyContact: ['party', 'addContact'],
  verifyPartyContact: ['party', 'verifyContact'],
  deletePartyContact: ['party', 'removeContact'],
  listPartyMembers: ['party', 'listMembers'],
  updatePartyMember: ['party', 'updateMember'],
  deletePartyMember: ['party', 'removeMember'],

  createPartyInvitations: ['partyInvitations', 'create'],
  listPartyInvitations: ['partyInvitations', 'list'],
  deletePartyInvitation: ['partyInvitations', 'revoke'],
  acceptPartyInvitation: ['partyInvitations', 'accept'],
  declinePartyInvitation: ['partyInvitations', 'decline'],

  createPaymentRequest: ['paymentRequests', 'create'],
  listPaymentRequests: ['paymentRequests', 'list'],
  listPaymentRequestsIncoming: ['paymentRequests', 'listIncoming'],
  getPaymentRequest: ['paymentRequests', 'get'],
  fulfillPaymentRequest: ['paymentRequests', 'fulfill'],
  previewFulfillPaymentRequest: ['paymentRequests', 'previewFulfill'],
  declinePaymentRequest: ['paymentRequests', 'decline'],
  cancelPaymentRequest: ['paymentRequests', 'cancel'],

  createPayment: ['payments', 'create'],
  previewCreatePayment: ['payments', 'preview'],
  listPayments: ['payments', 'list'],
  getPayment: ['payments', 'get'],
  cancelPayment: ['payments', 'cancel'],
  createPaymentRefund: ['payments', 'refund'],

  getSimulationClock: ['simulations', 'getClock'],
  simulateAdvanceClock: ['simulations', 'advanceClock'],
  simulateDeposits: ['simulations', 'deposit'],
  getSimulationExternalAccountMicroDeposits: ['simulations', 'getMicroDeposits'],
  listSimulationMailbox: ['simulations', 'listMailbox'],
  simulateSettleTransfer: ['simulations', 'settleTransfer'],
  simulateFailTransfer: ['simulations', 'failTransfer'],
  simulateReturnTransfer: ['simulations', 'returnTransfer'],

  listTransactions: ['transactions', 'list'],
  getTransaction: ['transactions', 'get'],

  withdrawTransfer: ['transfers', 'withdraw'],
  previewWithdrawTransfer: ['transfers', 'previewWithdraw'],
  depositTransfer: ['transfers', 'deposit'],
  internalTransfer: ['transfers', 'internal'],
  listTransfers: ['transfers', 'list'],
  getTransfer: ['transfers', 'get'],
  cancelTransfer: ['transfers', 'cancel'],

  createWallet: ['wallets', 'create'],
  listWallets: ['wallets', 'list'],
  getWallet: ['wallets', 'get'],
  updateWallet: ['wallets', 'update'],
  defaultWallet: ['wallets', 'makeDefault'],
  freezeWallet: ['wallets', 'freeze'],
  unfreezeWallet: ['wallets', 'unfreeze'],
  deleteWallet: ['wallets', 'close'],
  getWalletStatement: ['wallets', 'statement'],

  createWebhook: ['webhooks', 'create'],
  listWebhooks: ['webhooks', 'list'],
  getWebhook: ['webhooks', 'get'],
  updateWebhook: ['webhooks', 'update'],
  deleteWebhook: ['webhooks', 'remove'],
  rotateSecretWebhook: ['webhooks', 'rotateSecret'],
  testWebhook: ['webhooks', 'test'],
  listWebhookDeliveries: ['webhooks', 'listDeliveries'],
  redeliverWebhook: ['webhooks', 'redeliver'],
  redeliverWebhookEvent: ['webhooks', 'redeliverEvent'],
};

/** Operations with a method written by hand: what streams, and what the server shows to people and monitors. */
export const byHand: ReadonlySet<string> = new Set([
  'getEventsStream',
  'getHealth',
  'getReadiness',
  'listErrorPages',
  'getErrorPage',
  'getPayPage',
  'sendPayForm',
  'getOpenApiDocument',
]);

const wordsOfPython: ReadonlySet<string> = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** Returns the name that Python has for one of the API: `walletId` becomes `wallet_id`, `from` becomes `from_`. */
export function pythonName(name: string): string {
  const text = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return wordsOfPython.has(text) ? `${text}_` : text;
}
