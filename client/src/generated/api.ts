// Generated from /openapi.json by `npm run client:generate`. Do not edit by hand.
import { type Call, Operations, type PageCall, type RequestOptions } from '../client.ts';
import type { Connection } from '../send.ts';

/** All currencies, by their number of decimals. */
export const codes: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: 'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** The operations of `purser.agentKeys`. */
export class AgentKeysOperations extends Operations {
  /**
   * Create an agent key.
   *
   * Creates a key with which an agent of your party acts. Name the agent by `agentId` or as the relationship
   * `agent`. This response is the only one that contains the complete key, so store it safely. The key of
   * this request must itself have the scopes of agent keys, `payments.create` and `payments.read`, and a key
   * that expires makes only keys with an `expiresAt` that is no later.
   *
   * Requires the scope `agents.create`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  create(args?: CreateAgentKeyArgs, options?: RequestOptions): Call<CreatedAgentKey> {
    return this.one(args, options, 'POST /agent-keys', 'agentId,expiresAt');
  }

  /**
   * List agent keys.
   *
   * Returns the keys of your party's agents, newest first, including revoked and expired keys. Filter by
   * agent with `agentId`; for an agent of another party the list is empty. Filter by `status`.
   *
   * Requires the scope `agents.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListAgentKeysArgs, options?: RequestOptions): PageCall<AgentKey> {
    return this.page(args, options, 'GET /agent-keys', 'agentId,status');
  }

  /**
   * Revoke an agent key.
   *
   * Revokes an agent key for good, at once. Revoking it again returns the same response.
   *
   * Requires the scope `agents.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`agent_key_not_found`).
   */
  revoke(args: DeleteAgentKeyArgs, options?: RequestOptions): Call<DeleteAgentKeyResult> {
    return this.one(args, options, 'DELETE /agent-keys/{agentKeyId}');
  }

  /**
   * Rotate an agent key.
   *
   * Creates a new key for the same agent, shown only in this response, and lets the previous one end: at
   * once, or after `expiresInSeconds`, so that both work while you replace it; never later than its own
   * `expiresAt`, which the new key keeps. A key can be rotated once.
   *
   * Requires the scope `agents.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`agent_key_not_found`), `ConflictError` (`conflict`).
   */
  rotate(args: RotateAgentKeyArgs, options?: RequestOptions): Call<RotatedAgentKey> {
    return this.one(args, options, 'POST /agent-keys/{agentKeyId}/rotate', 'expiresInSeconds');
  }
}

/** The operations of `purser.agents`. */
export class AgentsOperations extends Operations {
  /**
   * Create an agent.
   *
   * Creates an agent of your party. `limits` bounds what it spends per payment, UTC day and UTC month; beyond
   * them, its payments and withdrawals wait for an approval. `rules` bounds it in other ways: whom it pays,
   * in which currencies, how often and when. `walletIds` binds it to wallets: it spends from no other one.
   * The agent acts by a key of its own: see `POST /agent-keys`. `reads: "own"` lets it read only what it made
   * itself. Without `limits`, `rules` or `reads` it gets those of the party's `agentDefaults`; null is none.
   * `meta.unbounded` says that no limit of its own bounds it.
   *
   * Requires the scope `agents.create`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  create(args: CreateAgentArgs, options?: RequestOptions): Call<CreateAgentResult> {
    return this.one(args, options, 'POST /agents', 'name,description,limits,rules,walletIds,reads,tags');
  }

  /**
   * List agents.
   *
   * Returns the agents of your party, newest first, including suspended and revoked agents. Filter by
   * `status`.
   *
   * Requires the scope `agents.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListAgentsArgs, options?: RequestOptions): PageCall<Agent> {
    return this.page(args, options, 'GET /agents', 'status');
  }

  /**
   * List customer invitations.
   *
   * Returns the invitations of your party to become customers of its agents, newest first.
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   */
  listInvitations(args?: ListAgentsInvitationsArgs, options?: RequestOptions): PageCall<CustomerInvitation> {
    return this.page(args, options, 'GET /agents/invitations', 'status,agentId,recipient,customerEmail');
  }

  /**
   * Cancel a customer invitation.
   *
   * Cancels an invitation that is pending. If it is canceled already, the response is the same; one that was
   * answered or has expired is refused.
   *
   * Requires the scope `delegations.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`customer_invitation_not_found`), `ConflictError` (`conflict`).
   */
  cancelInvitation(
    args: DeleteAgentsInvitationArgs,
    options?: RequestOptions,
  ): Call<DeleteAgentsInvitationResult> {
    return this.one(args, options, 'DELETE /agents/invitations/{invitationId}');
  }

  /**
   * Get an agent.
   *
   * Returns an agent of your party. An agent reads itself only, also as `me`.
   *
   * Requires the scope `agents.read`. For an agent, `payments.read` is enough. An agent with `reads: "own"`
   * gets what is its own only.
   */
  get(args: GetAgentArgs, options?: RequestOptions): Call<Agent> {
    return this.one(args, options, 'GET /agents/{agentId}');
  }

  /**
   * Update an agent.
   *
   * Updates the attributes that you send and leaves all others unchanged. `limits`, `rules` and `tags` change
   * what they name, and null removes one; a rule that is named is replaced as a whole. `limits: null` and
   * `rules: null` remove all. New limits apply immediately, and count what the agent has already spent in the
   * current UTC day and month. `walletIds` replaces the wallets that the agent is bound to, and null binds it
   * to none.
   *
   * Requires the scope `agents.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  update(args: UpdateAgentArgs, options?: RequestOptions): Call<Agent> {
    return this.one(
      args,
      options,
      'PATCH /agents/{agentId}',
      'name,description,limits,rules,walletIds,reads,tags',
    );
  }

  /**
   * Revoke an agent.
   *
   * Revokes an agent for good, at once and on all servers: its keys, what customers granted it and its
   * pending invitations end, and its payments and withdrawals in review are canceled. Revoking it again
   * returns the same response.
   *
   * Requires the scope `agents.delete`. Not available to agents.
   */
  revoke(args: DeleteAgentArgs, options?: RequestOptions): Call<DeleteAgentResult> {
    return this.one(args, options, 'DELETE /agents/{agentId}');
  }

  /**
   * List an agent's activity.
   *
   * Returns what an agent did, newest first: what it asked for, how much and for whom, what was refused and
   * why, what waited for an approval and who decided, and what became of each payment, withdrawal and payment
   * request. With `instanceId`, returns what it did in that conversation. Of the payments and withdrawals
   * that are refused, the first 20 in an hour keep what was asked for; later ones are summed. All filters can
   * be combined. A page reads a bounded part of the log, so with filters it can be short, or even empty,
   * while `hasMore` says that another one follows.
   *
   * Requires the scope `audit.read`. Not available to agents.
   */
  activity(args: ListAgentActivityArgs, options?: RequestOptions): PageCall<AgentActivity> {
    return this.page(
      args,
      options,
      'GET /agents/{agentId}/activity',
      'instanceId,outcome,createdAfter,createdBefore',
    );
  }

  /**
   * Invite customers to an agent.
   *
   * Invites up to 100 recipients to let one of your agents act for them, with the given permissions and
   * limits. Recipients with an e-mail address are notified by mail, those with a phone number by text
   * message. A new invitation replaces a pending one for the same recipient. `expiresAt` must be in the
   * future; by default an invitation expires after 30 days.
   *
   * Recipients for whom no invitation can be created are listed in `meta.emailFailures`, and the response is
   * 201 even if that is all of them. The reasons are an unknown type, a malformed address, a duplicate in the
   * list, an unknown or inactive party, and your own party or one of its addresses. The key needs each of the
   * permissions itself, and does not expire.
   *
   * Requires the scope `delegations.create`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  inviteCustomers(
    args: CreateAgentCustomersArgs,
    options?: RequestOptions,
  ): Call<CreateAgentCustomersResult> {
    return this.one(
      args,
      options,
      'POST /agents/{agentId}/customers',
      'recipients,permissions,limits,expiresAt,tags',
    );
  }

  /**
   * List the customers of an agent.
   *
   * Returns the customers for whom one of your agents may act, newest delegation first. `status` filters by
   * whether the agent may act for them or is suspended (`active`, the default), no longer may (`revoked`), or
   * either (`all`).
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   */
  listCustomers(args: ListAgentCustomersArgs, options?: RequestOptions): PageCall<AgentCustomer> {
    return this.page(args, options, 'GET /agents/{agentId}/customers', 'status');
  }

  /**
   * Remove a customer from an agent.
   *
   * Ends what a customer permits to one of your agents. With the last agent, the delegation of the customer
   * is revoked. Payments of the agent that wait for an approval are canceled, in large numbers soon after the
   * response. If the agent may no longer act for the customer already, the response is the same.
   *
   * Requires the scope `delegations.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`customer_not_found`).
   */
  removeCustomer(args: DeleteAgentCustomerArgs, options?: RequestOptions): Call<DeleteAgentCustomerResult> {
    return this.one(args, options, 'DELETE /agents/{agentId}/customers/{partyId}');
  }

  /**
   * Resume an agent.
   *
   * Lets a suspended agent act again. Resuming an active agent changes nothing. A replay shows the state at
   * the time of the first response.
   *
   * Requires the scope `agents.update`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  resume(args: ResumeAgentArgs, options?: RequestOptions): Call<Agent> {
    return this.one(args, options, 'POST /agents/{agentId}/resume');
  }

  /**
   * Try rules on past payments.
   *
   * Returns how many of the agent's latest payments and withdrawals would have passed, waited for an approval
   * or been refused under other `rules` and `limits`; what you leave out stays as the agent has it. Looks at
   * up to 10,000. What would have waited counts as approved if it was accepted. `intendedRepeat` is not
   * stored, so a payment that was repeated on purpose counts as a duplicate. Nothing changes.
   *
   * Requires the scope `agents.update`. Not available to agents.
   */
  backtestRules(args: BacktestAgentRuleArgs, options?: RequestOptions): Call<BacktestAgentRuleResult> {
    return this.one(
      args,
      options,
      'POST /agents/{agentId}/rules/backtest',
      'payments,limits,rules',
      '',
      'read',
    );
  }

  /**
   * Suspend an agent.
   *
   * Stops an agent at once, on all servers, until it is resumed. Its keys stay valid and it may read; each of
   * its writes gets 403 `agent_suspended`. What it requested before cannot be approved meanwhile. Suspending
   * a suspended agent changes nothing. `meta.underWay` lists what it requested before and has not reached its
   * end, among the newest 10,000 of each kind of your party's. A replay shows the state at the time of the
   * first response.
   *
   * Requires the scope `agents.update`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  suspend(args: SuspendAgentArgs, options?: RequestOptions): Call<SuspendAgentResult> {
    return this.one(args, options, 'POST /agents/{agentId}/suspend');
  }

  /**
   * Retrieve what an agent has left.
   *
   * Returns, for each limit of an agent and each of its rules that counts payments, how much is used, how
   * much is left and when it begins again; and how much the agent may spend now. It is exact at the moment of
   * the read. An agent reads its own only, also as `me`.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   */
  usage(args: GetAgentUsageArgs, options?: RequestOptions): Call<AgentUsage> {
    return this.one(args, options, 'GET /agents/{agentId}/usage');
  }
}

/** The operations of `purser.apiKeys`. */
export class ApiKeysOperations extends Operations {
  /**
   * Create an API key.
   *
   * Creates an API key for your party. This response is the only one that contains the complete key, so store
   * it safely. You can grant only scopes that the key of this request has itself, and for no longer than it
   * lasts. From `expiresAt` on, the key is refused like one that never existed.
   *
   * Requires the scope `api_keys.create`. Not available to agents.
   *
   * It takes no idempotency key, so it is not repeated if it may have taken effect.
   */
  create(args: CreateApiKeyArgs, options?: RequestOptions): Call<CreatedApiKey> {
    return this.one(args, options, 'POST /api-keys', 'name,scopes,expiresAt,tags', '', 'once');
  }

  /**
   * List API keys.
   *
   * Returns the API keys of your party, newest first, including revoked and expired keys. The browser
   * sessions of its users are among them, with `signedInAt`. Filter by `status`.
   *
   * Requires the scope `api_keys.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListApiKeysArgs, options?: RequestOptions): PageCall<ApiKey> {
    return this.page(args, options, 'GET /api-keys', 'status');
  }

  /**
   * Get an API key.
   *
   * Requires the scope `api_keys.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`api_key_not_found`).
   */
  get(args: GetApiKeyArgs, options?: RequestOptions): Call<ApiKey> {
    return this.one(args, options, 'GET /api-keys/{apiKeyId}');
  }

  /**
   * Revoke an API key.
   *
   * Revokes an API key of your party for good, at once and on all servers, or ends a browser session. It may
   * be the key of this request. Only an owner may revoke the key of an owner. Revoking it again returns the
   * same response.
   *
   * Requires the scope `api_keys.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`api_key_not_found`).
   */
  revoke(args: DeleteApiKeyArgs, options?: RequestOptions): Call<DeleteApiKeyResult> {
    return this.one(args, options, 'DELETE /api-keys/{apiKeyId}');
  }

  /**
   * Rotate an API key.
   *
   * Creates a key with the same name, scopes, tags and time of expiry, shown only in this response, and lets
   * the previous one end: at once, or after `expiresInSeconds`, so that both work while you replace it; never
   * later than its own `expiresAt`. It may be the key of this request: let it overlap, so that a lost
   * response locks nobody out. For another key, `api_keys.delete` is needed too. The new key belongs to your
   * user, and needs each scope of the previous one. Only an owner may rotate the key of an owner. A key can
   * be rotated once.
   *
   * Requires the scope `api_keys.create`. Not available to agents.
   *
   * Errors: `NotFoundError` (`api_key_not_found`), `ConflictError` (`conflict`).
   */
  rotate(args: RotateApiKeyArgs, options?: RequestOptions): Call<RotatedApiKey> {
    return this.one(args, options, 'POST /api-keys/{apiKeyId}/rotate', 'expiresInSeconds');
  }
}

/** The operations of `purser.approvals`. */
export class ApprovalsOperations extends Operations {
  /**
   * List approvals.
   *
   * Returns the approvals, newest first, of payments that your party would pay or initiated, and of its
   * withdrawals. An approval is required when an amount exceeds a limit, or an agent breaks a rule that asks
   * for one. `deciderPartyId` decides, and reads all `reasons`; the other party reads only reasons that come
   * from the customer's grant, which both know. Without `status`, only pending ones, also with `targetId`.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   */
  list(args?: ListApprovalsArgs, options?: RequestOptions): PageCall<Approval> {
    return this.page(args, options, 'GET /approvals', 'status,targetId');
  }

  /**
   * Retrieve an approval.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`approval_not_found`).
   */
  get(args: GetApprovalArgs, options?: RequestOptions): Call<Approval> {
    return this.one(args, options, 'GET /approvals/{approvalId}');
  }

  /**
   * Approve a payment or withdrawal.
   *
   * Only the party whose limit was exceeded can approve. The user who made the payment or withdrawal cannot
   * approve it, unless that user is an owner and no other user of the party may decide. If an agent made it
   * with its own key and it exceeds a limit of the party, neither can the user who made that key. What a rule
   * about counterparties or currencies refuses by now is 403 `rule_broken`. Where the party has only people
   * approve who have signed in (`approvalPolicy` of GET /parties/me), a key gets 403 `sign_in_required`.
   * Where two users have to approve, the first leaves the approval pending, with their name in `decidedBy`; a
   * maker is neither of the two. The last approval checks everything again, then runs the payment or
   * withdrawal. If it cannot run, for example because funds are insufficient, the response is 409 and the
   * approval stays pending.
   *
   * Requires the scope `approvals.decide`. Not available to agents.
   *
   * With the last approval, the money of a payment has moved with the response, and that of a withdrawal is
   * held. Its idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `PermissionError` (`rule_broken`, `sign_in_required`), `NotFoundError` (`approval_not_found`),
   * `ConflictError` (`amount_owed`, `conflict`, `external_account_not_usable`, `insufficient_funds`,
   * `party_frozen`, `wallet_frozen`).
   */
  approve(args: ApproveApprovalArgs, options?: RequestOptions): Call<Approval> {
    return this.one(args, options, 'POST /approvals/{approvalId}/approve');
  }

  /**
   * Deny a payment or withdrawal.
   *
   * Denies the payment or withdrawal and cancels its other pending approvals. Only the party whose limit was
   * exceeded can deny. No money was held, so none is released.
   *
   * Requires the scope `approvals.decide`. Not available to agents.
   *
   * Its idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `NotFoundError` (`approval_not_found`), `ConflictError` (`conflict`).
   */
  deny(args: DenyApprovalArgs, options?: RequestOptions): Call<Approval> {
    return this.one(args, options, 'POST /approvals/{approvalId}/deny', 'reason');
  }
}

/** The operations of `purser.auditLog`. */
export class AuditLogOperations extends Operations {
  /**
   * List the audit log.
   *
   * Returns the writes of your party, done and refused, newest first: who asked for what, with which key, as
   * which agent, what was decided, and what it changed, from what to what. All filters can be combined. A
   * page reads a bounded part of the log, so with filters it can be short, or even empty, while `hasMore`
   * says that another one follows.
   *
   * Requires the scope `audit.read`. Not available to agents.
   */
  list(args?: ListAuditLogArgs, options?: RequestOptions): PageCall<AuditLine> {
    return this.page(
      args,
      options,
      'GET /audit-log',
      'agentId,userId,action,instanceId,credentialId,decision,targetId,createdAfter,createdBefore',
    );
  }
}

/** The operations of `purser.claims`. */
export class ClaimsOperations extends Operations {
  /**
   * Claim money that waits for an address.
   *
   * Claims all payments that wait for the address to which the mail with this token was sent, which needs no
   * other credential. The token proves the address: its party becomes active, with a person as its owner, and
   * the money moves into its wallets; of many payments, some move soon after the response. `received` says
   * which: they are its own at once. With `apiKeyName`, the response has an API key of the party, and is the
   * only one that contains it.
   *
   * Requires no credential: the token gives the authority.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`claim_not_found`).
   */
  accept(args: AcceptClaimArgs, options?: RequestOptions): Call<AcceptClaimResult> {
    return this.one(args, options, 'POST /claims/{token}/accept', 'name,apiKeyName');
  }
}

/** The operations of `purser.counterparties`. */
export class CounterpartiesOperations extends Operations {
  /**
   * List counterparties.
   *
   * Returns the parties that your party has paid or been paid by, newest party first. A payment in review
   * counts for its payer, if its recipient is known; one that was denied or canceled in review does not.
   *
   * Requires the scope `payments.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListCounterpartiesArgs, options?: RequestOptions): PageCall<Counterparty> {
    return this.page(args, options, 'GET /counterparties', 'direction');
  }
}

/** The operations of `purser.customerInvitations`. */
export class CustomerInvitationsOperations extends Operations {
  /**
   * List incoming customer invitations.
   *
   * Returns the invitations to your party to become a customer, newest first: those to its id and those to
   * its verified e-mail addresses and phone numbers.
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   */
  listIncoming(
    args?: ListCustomerInvitationsIncomingArgs,
    options?: RequestOptions,
  ): PageCall<IncomingCustomerInvitation> {
    return this.page(args, options, 'GET /customer-invitations/incoming', 'status');
  }

  /**
   * Accept a customer invitation.
   *
   * Lets the inviting party and its agent act for your party, with the permissions and the limit of the
   * invitation. They replace what your party permitted to this agent before; what it permitted to other
   * agents does not grow. A delegation that your party has suspended must be resumed first. The key needs
   * each of the permissions itself, and does not expire.
   *
   * Requires the scope `delegations.create`. Not available to agents.
   *
   * Errors: `NotFoundError` (`customer_invitation_not_found`), `ConflictError` (`conflict`).
   */
  accept(args: AcceptCustomerInvitationArgs, options?: RequestOptions): Call<IncomingCustomerInvitation> {
    return this.one(args, options, 'POST /customer-invitations/{invitationId}/accept');
  }

  /**
   * Decline a customer invitation.
   *
   * Requires the scope `delegations.create`. Not available to agents.
   *
   * Errors: `NotFoundError` (`customer_invitation_not_found`), `ConflictError` (`conflict`).
   */
  decline(args: DeclineCustomerInvitationArgs, options?: RequestOptions): Call<IncomingCustomerInvitation> {
    return this.one(args, options, 'POST /customer-invitations/{invitationId}/decline');
  }

  /**
   * Accept a customer invitation without an account.
   *
   * Accepts the invitation whose mail or text message contains the token. It makes a person: a party with
   * this address, which is verified by the token, and its first user as owner. Money that waits for the
   * address is this party's. With `apiKeyName`, the response has an API key of the new party, and is the only
   * one that contains it. If the address belongs to a party already, answer with a key of that party (409).
   *
   * Requires no credential: the token gives the authority.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`), `ConflictError`
   * (`conflict`).
   */
  acceptByToken(args: AcceptInvitationArgs, options?: RequestOptions): Call<AcceptInvitationResult> {
    return this.one(args, options, 'POST /invitations/{token}/accept', 'name,apiKeyName');
  }

  /**
   * Decline a customer invitation without an account.
   *
   * Requires no credential: the token gives the authority.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`), `ConflictError`
   * (`conflict`).
   */
  declineByToken(args: DeclineInvitationArgs, options?: RequestOptions): Call<IncomingCustomerInvitation> {
    return this.one(args, options, 'POST /invitations/{token}/decline');
  }
}

/** The operations of `purser.customers`. */
export class CustomersOperations extends Operations {
  /**
   * List customers.
   *
   * Returns the parties that delegated to your party, newest delegation first, each with the agents that may
   * act for it. The default `status=active` returns active and suspended delegations, `status=revoked`
   * revoked ones, and `status=all` both. With `revoked` and `all`, each customer also shows the agents that
   * may no longer act for it.
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListCustomersArgs, options?: RequestOptions): PageCall<Customer> {
    return this.page(args, options, 'GET /customers', 'status');
  }

  /**
   * Retrieve a customer.
   *
   * Returns a party that delegated to your party, whatever the status of the delegation, with the agents that
   * may act for it, or once could.
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`customer_not_found`).
   */
  get(args: GetCustomerArgs, options?: RequestOptions): Call<Customer> {
    return this.one(args, options, 'GET /customers/{partyId}');
  }

  /**
   * Remove a customer.
   *
   * Revokes the delegation of a customer to your party: from the response on, no payment under it is
   * accepted, by any agent. Payments under it that wait for an approval are canceled, in large numbers soon
   * after the response. If it is revoked already, the response is the same.
   *
   * Requires the scope `delegations.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`customer_not_found`).
   */
  remove(args: DeleteCustomerArgs, options?: RequestOptions): Call<DeleteCustomerResult> {
    return this.one(args, options, 'DELETE /customers/{partyId}');
  }
}

/** The operations of `purser.delegations`. */
export class DelegationsOperations extends Operations {
  /**
   * List delegations.
   *
   * Returns the delegations that your party gave as a customer and those that it received, newest first, each
   * with the agents that may act, or once could.
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListDelegationsArgs, options?: RequestOptions): PageCall<Delegation> {
    return this.page(args, options, 'GET /delegations', 'direction,status');
  }

  /**
   * Retrieve a delegation.
   *
   * Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`delegation_not_found`).
   */
  get(args: GetDelegationArgs, options?: RequestOptions): Call<Delegation> {
    return this.one(args, options, 'GET /delegations/{delegationId}');
  }

  /**
   * Update a delegation.
   *
   * Changes what your party permits as a customer. `permissions` is what the delegation permits at most;
   * `agents` changes the status, the permissions, the limits and the rules of single agents and leaves the
   * others unchanged. It takes an agent as responses show it, without its `name`. A SUSPENDED agent does
   * nothing for your party until you make it ACTIVE again. REVOKED ends what you permit to it, and with the
   * last agent the delegation: what waits for an approval under it is canceled, in large numbers soon after
   * the response. A limit that is null is removed; `limits` null removes all of an agent, `rules` null its
   * rules. What you do not send stays. New terms apply immediately. Limits per day and month count what the
   * agent has spent of your party's money in the current UTC day and month, also before they were set. With
   * one of them nothing is paid without the agent. To widen anything, the key needs the permissions that it
   * gives, and does not expire: a limit that is lifted and a rule that is removed or changed widen
   * `payments.create`, and an agent that is made ACTIVE all of its permissions.
   *
   * Requires the scope `delegations.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`delegation_not_found`), `ConflictError` (`conflict`).
   */
  update(args: UpdateDelegationArgs, options?: RequestOptions): Call<Delegation> {
    return this.one(args, options, 'PATCH /delegations/{delegationId}', 'permissions,agents');
  }

  /**
   * Revoke a delegation.
   *
   * Revokes a delegation that your party gave or received, with what it permits to each agent: from the
   * response on, no payment under it is accepted. Payments under it that wait for an approval are canceled,
   * in large numbers soon after the response. A revoked delegation stays revoked, and the response is the
   * same.
   *
   * Requires the scope `delegations.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`delegation_not_found`).
   */
  revoke(args: DeleteDelegationArgs, options?: RequestOptions): Call<DeleteDelegationResult> {
    return this.one(args, options, 'DELETE /delegations/{delegationId}');
  }

  /**
   * Resume a delegation.
   *
   * Resumes a suspended delegation that your party gave. An active one stays active. The key needs the
   * permissions of the delegation, and does not expire. A replay shows the state at the time of the first
   * response.
   *
   * Requires the scope `delegations.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`delegation_not_found`), `ConflictError` (`conflict`).
   */
  resume(args: ResumeDelegationArgs, options?: RequestOptions): Call<Delegation> {
    return this.one(args, options, 'POST /delegations/{delegationId}/resume');
  }

  /**
   * Suspend a delegation.
   *
   * Suspends a delegation that your party gave: from the response on, no payment under it is accepted or
   * approved, and nothing is read with it. A suspended delegation stays suspended, and the response is the
   * same. `meta.underWay` lists what was requested under it before and has not reached its end, among the
   * newest 10,000 of each kind of your party's. A replay shows the state at the time of the first response.
   *
   * Requires the scope `delegations.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`delegation_not_found`), `ConflictError` (`conflict`).
   */
  suspend(args: SuspendDelegationArgs, options?: RequestOptions): Call<SuspendDelegationResult> {
    return this.one(args, options, 'POST /delegations/{delegationId}/suspend');
  }

  /**
   * Retrieve what is left under a delegation.
   *
   * Returns the same of what a customer lets each agent do, for the customer and for the party that acts: the
   * limits of grants that are not revoked, and their rules that count payments. An agent reads what is its
   * own.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`delegation_not_found`).
   */
  usage(args: GetDelegationUsageArgs, options?: RequestOptions): Call<DelegationUsage> {
    return this.one(args, options, 'GET /delegations/{delegationId}/usage');
  }
}

/** The operations of `purser.events`. */
export class EventsOperations extends Operations {
  /**
   * List events.
   *
   * Returns what happened to the resources that your key may read, newest first; GET /events/stream sends it
   * as it happens. Each event has the resource as it was then. A payment that completes at once has two,
   * `payment.created` and `payment.completed`. An event appears about half a second after it happened, and
   * never behind one that is shown already. Filters can be combined. A page reads a bounded number of events,
   * so it can be short, even empty, although `meta.pagination.hasMore` is true. With `partyId`, returns the
   * events of payments, refunds and transfers of a customer who delegated `payments.read` to your party.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  list(args?: ListEventsArgs, options?: RequestOptions): PageCall<Event> {
    return this.page(
      args,
      options,
      'GET /events',
      'eventType,resourceId,createdAfter,createdBefore,partyId,customerPartyId',
    );
  }

  /**
   * Retrieve an event.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`event_not_found`).
   */
  get(args: GetEventArgs, options?: RequestOptions): Call<Event> {
    return this.one(args, options, 'GET /events/{eventId}', '', 'partyId,customerPartyId');
  }
}

/** The operations of `purser.externalAccounts`. */
export class ExternalAccountsOperations extends Operations {
  /**
   * Link an external account.
   *
   * Links a bank account to your party. It is `pending`: nothing can be withdrawn to it before it is verified
   * by two micro-deposits, see `POST /external-accounts/{externalAccountId}/verify`. Its number is stored
   * encrypted, and never shown except for its last four characters. At most 20 accounts can be pending. Each
   * account can be linked once; after five wrong attempts to verify it, not again for 30 days.
   *
   * Requires the scope `external_accounts.create`. Not available to agents.
   *
   * Errors: `ConflictError` (`already_exists`, `conflict`).
   */
  create(args: CreateExternalAccountArgs, options?: RequestOptions): Call<ExternalAccount> {
    return this.one(args, options, 'POST /external-accounts', 'accountName,bankName,account,tags');
  }

  /**
   * List external accounts.
   *
   * Returns the bank accounts of your party, newest first, including disabled ones. Filter by `status`. The
   * operator's deposits come from an account of their own, which is always disabled.
   *
   * Requires the scope `external_accounts.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListExternalAccountsArgs, options?: RequestOptions): PageCall<ExternalAccount> {
    return this.page(args, options, 'GET /external-accounts', 'status');
  }

  /**
   * Get an external account.
   *
   * Requires the scope `external_accounts.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`external_account_not_found`).
   */
  get(args: GetExternalAccountArgs, options?: RequestOptions): Call<ExternalAccount> {
    return this.one(args, options, 'GET /external-accounts/{externalAccountId}');
  }

  /**
   * Remove an external account.
   *
   * Permanently disables an external account and deletes its names and number. Withdrawals to it that are in
   * progress finish; no new one starts. Removing it again returns the same response.
   *
   * Requires the scope `external_accounts.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`external_account_not_found`).
   */
  remove(args: DeleteExternalAccountArgs, options?: RequestOptions): Call<DeleteExternalAccountResult> {
    return this.one(args, options, 'DELETE /external-accounts/{externalAccountId}');
  }

  /**
   * Verify an external account.
   *
   * Makes a pending account active, if you send the amounts of the two micro-deposits that arrived at it.
   * Wrong amounts are refused with 422, and counted: the fifth wrong attempt disables the account for good. A
   * retry with the same idempotency key gets the same response and counts nothing more, so another attempt
   * needs another key. In a sandbox, `GET /simulations/external-accounts/{externalAccountId}/micro-deposits`
   * shows the amounts. A server that sends no micro-deposits refuses this with 409; there the operator
   * verifies accounts.
   *
   * Requires the scope `external_accounts.create`. Not available to agents.
   *
   * Errors: `NotFoundError` (`external_account_not_found`), `ConflictError` (`conflict`,
   * `external_account_not_usable`).
   */
  verify(args: VerifyExternalAccountArgs, options?: RequestOptions): Call<ExternalAccount> {
    return this.one(args, options, 'POST /external-accounts/{externalAccountId}/verify', 'amounts');
  }
}

/** The operations of `purser.oauthGrants`. */
export class OauthGrantsOperations extends Operations {
  /**
   * List OAuth grants.
   *
   * Returns what people of your party let programs do by OAuth, newest first, including grants that have
   * ended. Each names the program, and the agent or the user as which it acts. Filter by `status`.
   *
   * Requires the scope `api_keys.read`. Not available to agents.
   */
  list(args?: ListOauthGrantsArgs, options?: RequestOptions): PageCall<OauthGrant> {
    return this.page(args, options, 'GET /oauth-grants', 'status');
  }

  /**
   * Get an OAuth grant.
   *
   * Requires the scope `api_keys.read`. Not available to agents.
   *
   * Errors: `NotFoundError` (`oauth_grant_not_found`).
   */
  get(args: GetOauthGrantArgs, options?: RequestOptions): Call<OauthGrant> {
    return this.one(args, options, 'GET /oauth-grants/{oauthGrantId}');
  }

  /**
   * End an OAuth grant.
   *
   * Ends a grant of your party for good, at once and on all servers: the program's tokens are refused from
   * then on. It may be the grant of this request. Only an owner may end a grant by which a program acts as an
   * owner. Ending it again returns the same response.
   *
   * Requires the scope `api_keys.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`oauth_grant_not_found`).
   */
  revoke(args: DeleteOauthGrantArgs, options?: RequestOptions): Call<DeleteOauthGrantResult> {
    return this.one(args, options, 'DELETE /oauth-grants/{oauthGrantId}');
  }
}

/** The operations of `purser.party`. */
export class PartyOperations extends Operations {
  /**
   * Retrieve your party.
   *
   * Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
   */
  get(args?: GetPartyArgs, options?: RequestOptions): Call<Party> {
    return this.one(args, options, 'GET /parties/me');
  }

  /**
   * Update your party.
   *
   * Updates the attributes that you send. The name is what payees, payers and invited people see. The default
   * currency never changes, because limits and what counts against them are in it. `agentDefaults` bounds
   * agents that are created without limits or without rules; it changes what it names, and null removes one
   * or all. Who approves (`approvalPolicy`) is changed by an owner, on the page of the account.
   *
   * Requires the scope `party.update`. Not available to agents.
   */
  update(args?: UpdatePartyArgs, options?: RequestOptions): Call<Party> {
    return this.one(args, options, 'PATCH /parties/me', 'name,displayName,agentDefaults');
  }

  /**
   * List your party's addresses.
   *
   * Returns the e-mail addresses and phone numbers of your party, verified and pending. Filter them by
   * `type`. A pending address whose token has expired is gone.
   *
   * Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
   */
  listContacts(args?: ListPartyContactsArgs, options?: RequestOptions): PageCall<Contact> {
    return this.page(args, options, 'GET /parties/me/contacts', 'type');
  }

  /**
   * Add an address to your party.
   *
   * Adds an e-mail address or a phone number and sends a token to it, which is valid for 24 hours. The
   * address leads to your party once you send the token back. Adding a pending address again sends another
   * token, once a minute at most (429). A party has at most 50 verified addresses.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  addContact(args: CreatePartyContactArgs, options?: RequestOptions): Call<Contact> {
    return this.one(args, options, 'POST /parties/me/contacts', 'address');
  }

  /**
   * Remove an address from your party.
   *
   * Removes a verified or pending address: payments to it no longer reach your party. The last verified one
   * cannot be removed.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`contact_not_found`), `ConflictError` (`conflict`).
   */
  removeContact(args: DeletePartyContactArgs, options?: RequestOptions): Call<DeletePartyContactResult> {
    return this.one(args, options, 'DELETE /parties/me/contacts/{contactId}');
  }

  /**
   * Verify an address of your party.
   *
   * Verifies a pending address with the token that was last sent to it. An address that another party has
   * verified is refused. What waits for the address is your party's from then on, as by a claim:
   * `meta.received` says which payments, and the money moves into its wallets; of many payments, some move
   * soon after the response. What your party itself has paid to the address goes back.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`contact_not_found`), `ConflictError` (`conflict`).
   */
  verifyContact(args: VerifyPartyContactArgs, options?: RequestOptions): Call<VerifyPartyContactResult> {
    return this.one(args, options, 'POST /parties/me/contacts/{contactId}/verify', 'token');
  }

  /**
   * Freeze your party.
   *
   * Stops all money that leaves your party, at once and on all servers: from the response on, no payment or
   * withdrawal from its wallets is accepted, whoever asks for it, none that its keys and agents ask for from
   * customers' wallets, and nothing of the kind is approved (409 `party_frozen`). Money still arrives, and
   * what is under way, which `meta.underWay` lists, can be denied and canceled. Freezing a party that its
   * people have frozen changes nothing. A replay shows the state at the time of the first response.
   *
   * Requires the scope `party.update`. Not available to agents.
   */
  freeze(args?: FreezePartyArgs, options?: RequestOptions): Call<FreezePartyResult> {
    return this.one(args, options, 'POST /parties/me/freeze');
  }

  /**
   * Retrieve your party's limits.
   *
   * Returns the limits that apply to everything your party spends, including through its agents.
   *
   * Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
   */
  getLimits(args?: GetPartyLimitsArgs, options?: RequestOptions): Call<PartyLimitPolicy> {
    return this.one(args, options, 'GET /parties/me/limits');
  }

  /**
   * Set your party's limits.
   *
   * Replaces all limits of your party: a limit that is omitted or null is removed. Limits apply to everything
   * your party spends, including through its agents, and count what it has already spent in the current UTC
   * day and month. Where the party has only people approve who have signed in (`approvalPolicy`), no key
   * raises or removes a limit: an owner does, on the page of the account. Instead of `limits`, the body may
   * have `perTransaction`, `perDay` and `perMonth` themselves.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `PermissionError` (`sign_in_required`).
   */
  setLimits(args?: SetPartyLimitsArgs, options?: RequestOptions): Call<PartyLimitPolicy> {
    return this.one(
      args,
      options,
      'PUT /parties/me/limits',
      'limits,perTransaction,perDay,perMonth,currency',
    );
  }

  /**
   * Remove your party's limits.
   *
   * Removes all limits of your party. If none is set, nothing changes and the response is the same. Where no
   * key may raise them, none may remove them.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `PermissionError` (`sign_in_required`).
   */
  removeLimits(args?: DeletePartyLimitsArgs, options?: RequestOptions): Call<DeletePartyLimitsResult> {
    return this.one(args, options, 'DELETE /parties/me/limits');
  }

  /**
   * List your party's members.
   *
   * Returns the users who act for your party, with their roles, newest user first. Filter them by `role`.
   *
   * Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
   */
  listMembers(args?: ListPartyMembersArgs, options?: RequestOptions): PageCall<User> {
    return this.page(args, options, 'GET /parties/me/members', 'role');
  }

  /**
   * Change a member's role.
   *
   * Gives a member another role. The role bounds the scopes of the member's API keys from the next request
   * on. Only an owner may make an owner, or change the role of one, and the last owner stays an owner. A key
   * that expires gives no role that may do more.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`user_not_found`), `ConflictError` (`conflict`).
   */
  updateMember(args: UpdatePartyMemberArgs, options?: RequestOptions): Call<User> {
    return this.one(args, options, 'PATCH /parties/me/members/{userId}', 'role');
  }

  /**
   * Remove a member.
   *
   * Removes a user from your party, revokes the API keys that the user has for it, and disables the webhooks
   * that the user made. The keys of agents that the user made stay; the response names them, and the
   * webhooks. What waits for an approval can be decided by others. Only an owner may remove an owner, and the
   * last owner cannot be removed.
   *
   * Requires the scope `party.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`user_not_found`), `ConflictError` (`conflict`).
   */
  removeMember(args: DeletePartyMemberArgs, options?: RequestOptions): Call<DeletePartyMemberResult> {
    return this.one(args, options, 'DELETE /parties/me/members/{userId}');
  }

  /**
   * Unfreeze your party.
   *
   * Lifts the freeze by your own people and keys: the money of the party moves again, unless the operator has
   * frozen it too. Then it stays `FROZEN` until the operator lifts that freeze, as `frozenBy` shows.
   * Unfreezing a party that its people have not frozen changes nothing. A replay shows the state at the time
   * of the first response.
   *
   * Requires the scope `party.update`. Not available to agents.
   */
  unfreeze(args?: UnfreezePartyArgs, options?: RequestOptions): Call<UnfreezePartyResult> {
    return this.one(args, options, 'POST /parties/me/unfreeze');
  }

  /**
   * Retrieve what your party has left.
   *
   * Returns how much of each limit of your party is used, by its people and all its agents together, how much
   * is left and when it begins again.
   *
   * Requires the scope `payments.read`. Not available to an agent with `reads: "own"`.
   */
  usage(args?: GetPartyUsageArgs, options?: RequestOptions): Call<PartyUsage> {
    return this.one(args, options, 'GET /parties/me/usage');
  }
}

/** The operations of `purser.partyInvitations`. */
export class PartyInvitationsOperations extends Operations {
  /**
   * Invite people to your party.
   *
   * Invites up to 100 people, each by mail. Entries for which no invitation can be created are listed in
   * `meta.failed` with the reason, and the response is 201 even if that is all of them. The reasons are an
   * invalid address or role, a duplicate in the list, a person who is already a member, and one who already
   * has a pending invitation.
   *
   * Requires the scope `invite.create`. Not available to agents.
   *
   * It takes no idempotency key, so it is not repeated if it may have taken effect.
   */
  create(args: CreatePartyInvitationsArgs, options?: RequestOptions): Call<CreatePartyInvitationsResult> {
    return this.one(args, options, 'POST /party-invitations', 'invitations,expiresInDays,tags', '', 'once');
  }

  /**
   * List invitations to your party.
   *
   * Returns the invitations to your party, newest first. Filter them by `status`, `email` or a tag. If
   * `party_id` names a party other than yours, the list is empty.
   *
   * Requires the scope `invite.read`. Not available to an agent with `reads: "own"`.
   */
  list(args?: ListPartyInvitationsArgs, options?: RequestOptions): PageCall<ListedInvitation> {
    return this.page(args, options, 'GET /party-invitations', 'party_id,partyId,email,status,tag');
  }

  /**
   * Revoke an invitation to your party.
   *
   * Revokes a pending invitation: its token stops working, and its mail is not sent if it is still waiting.
   * Revoking it again returns the same response.
   *
   * Requires the scope `invite.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`invitation_not_found`), `ConflictError` (`conflict`).
   */
  revoke(args: DeletePartyInvitationArgs, options?: RequestOptions): Call<DeletePartyInvitationResult> {
    return this.one(args, options, 'DELETE /party-invitations/{invitationId}');
  }

  /**
   * Accept an invitation to a party.
   *
   * Accepts the invitation whose mail contains the token, which needs no other credential. The invited person
   * becomes a member of the party: as the user who has this address, or as a new one with `name`. With
   * `apiKeyName`, the response has an API key of that user for that party, with the scopes of the role, and
   * is the only one that contains it.
   *
   * Requires no credential: the token gives the authority.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`), `ConflictError`
   * (`conflict`).
   */
  accept(args: AcceptPartyInvitationArgs, options?: RequestOptions): Call<AcceptPartyInvitationResult> {
    return this.one(args, options, 'POST /party-invitations/{token}/accept', 'name,apiKeyName');
  }

  /**
   * Decline an invitation to a party.
   *
   * Requires no credential: the token gives the authority.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`).
   */
  decline(args: DeclinePartyInvitationArgs, options?: RequestOptions): Call<AnsweredInvitation> {
    return this.one(args, options, 'POST /party-invitations/{token}/decline');
  }
}

/** The operations of `purser.paymentRequests`. */
export class PaymentRequestsOperations extends Operations {
  /**
   * Create a payment request.
   *
   * Asks another party or person to pay your party. The response has a link to a page that shows the request.
   * If the payer has an e-mail address, the link is mailed to it; a payer named by a phone number gets it as
   * a text message, but in prod no text messages can be sent yet. One address gets at most 20 messages of
   * your party within an hour; a request beyond them is valid, and `meta.emailFailures` names the address,
   * which gets none. The payer must not be your own party. An agent that is named as the payer must be
   * active; it or its party can pay. `walletId` names the wallet that receives the money.
   *
   * Requires the scope `payments.create`.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. Nothing moves until it is paid. Its
   * idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`party_not_found`,
   * `recipient_agent_not_found`, `wallet_not_found`), `ConflictError` (`conflict`).
   */
  create(args: CreatePaymentRequestArgs, options?: RequestOptions): Call<CreatePaymentRequestResult> {
    return this.one(
      args,
      options,
      'POST /payment-requests',
      'amount,currency,description,tags,walletId,payerName,payer',
    );
  }

  /**
   * List payment requests.
   *
   * Returns the payment requests that your party created, newest first. With `partyId`, returns those of a
   * customer who delegated `payments.read` to your party. `tag[name]=value` filters by a tag.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  list(args?: ListPaymentRequestsArgs, options?: RequestOptions): PageCall<ListedPaymentRequest> {
    return this.page(args, options, 'GET /payment-requests', 'partyId,customerPartyId,tag');
  }

  /**
   * List incoming payment requests.
   *
   * Returns the requests that ask your party to pay, newest first: those to its id, to its agents, and to its
   * verified e-mail addresses and phone numbers. With `partyId`, returns those that ask a customer who
   * delegated `payments.read` to your party.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  listIncoming(
    args?: ListPaymentRequestsIncomingArgs,
    options?: RequestOptions,
  ): PageCall<ListedPaymentRequest> {
    return this.page(args, options, 'GET /payment-requests/incoming', 'status,partyId,customerPartyId');
  }

  /**
   * Retrieve a payment request.
   *
   * Returns a request that your party created, or that asks your party to pay. The payer sees neither its
   * tags nor the agent that created it. The requester sees who pays, and the payment, once the request is
   * paid. With `partyId`, returns a request of, or to, a customer who delegated `payments.read` to your
   * party.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`payment_request_not_found`).
   */
  get(args: GetPaymentRequestArgs, options?: RequestOptions): Call<ListedPaymentRequest> {
    return this.one(args, options, 'GET /payment-requests/{paymentRequestId}', '', 'partyId,customerPartyId');
  }

  /**
   * Cancel a payment request.
   *
   * Cancels an open request of your party. An agent can cancel only requests that it created itself.
   *
   * Requires the scope `payments.create`.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`payment_request_not_found`),
   * `ConflictError` (`conflict`).
   */
  cancel(args: CancelPaymentRequestArgs, options?: RequestOptions): Call<ListedPaymentRequest> {
    return this.one(args, options, 'POST /payment-requests/{paymentRequestId}/cancel');
  }

  /**
   * Decline a payment request.
   *
   * Declines an open request that asks your party to pay. While it is being paid, cancel the payment first.
   *
   * Requires the scope `payments.create`.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`payment_request_not_found`),
   * `ConflictError` (`conflict`).
   */
  decline(args: DeclinePaymentRequestArgs, options?: RequestOptions): Call<ListedPaymentRequest> {
    return this.one(args, options, 'POST /payment-requests/{paymentRequestId}/decline');
  }

  /**
   * Pay a payment request.
   *
   * Pays an open request from your party's wallet, or from an external account. Only the payer that the
   * request names can do this: the party with this id or with this verified address, or the named agent and
   * its party.
   *
   * The payment is like any other, under the same limits and rules, and this is its response. If it needs an
   * approval, the request is `PROCESSING` until that is decided, and `OPEN` again if the payment is denied or
   * canceled. A request is paid once: a second payment, even while the first one waits for an approval, is
   * refused (409). So is a payment of a request that asks for another amount or currency than you expect.
   *
   * From an external account the money is drawn first, which needs the scope `wallets.fund`, and agents may
   * not do it. The payment is `PROCESSING` until the bank has settled the deposit, which `GET /transfers`
   * shows. Then it is paid, or fails if it can no longer be paid: the money stays in your wallet. If the
   * deposit fails, so does the payment. The request is `OPEN` again after a failure. What would need an
   * approval is refused (409): pay that from a wallet.
   *
   * Requires the scope `payments.create`.
   *
   * From a wallet, the money has left with the response, unless the status is `IN_REVIEW`. From an external
   * account, it moves once the bank has settled the deposit. Its idempotency key is kept for 48 hours, or as
   * long as the operator has set.
   *
   * Errors: `PermissionError` (`agent_suspended`, `rule_broken`, `wallet_not_allowed`), `NotFoundError`
   * (`external_account_not_found`, `payment_request_not_found`, `wallet_not_found`), `ConflictError`
   * (`amount_owed`, `conflict`, `external_account_not_usable`, `insufficient_funds`, `party_frozen`,
   * `wallet_frozen`), `RateLimitError` (`too_many_in_review`).
   */
  fulfill(args: FulfillPaymentRequestArgs, options?: RequestOptions): Call<Payment> {
    return this.one(
      args,
      options,
      'POST /payment-requests/{paymentRequestId}/fulfill',
      'paymentSource,expectedAmount,expectedCurrency',
    );
  }

  /**
   * Preview the payment of a payment request.
   *
   * Takes the body of `POST /payment-requests/{paymentRequestId}/fulfill`, and pays nothing: says whether
   * that payment would be accepted now, which approvals it would need and why, or with which error it would
   * be refused. From an external account it needs the scope `wallets.fund` too, and agents may not ask; the
   * bank is not asked. Nothing is stored, and no idempotency key is used up.
   *
   * Requires the scope `payments.create`.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`payment_request_not_found`).
   */
  previewFulfill(args: PreviewFulfillPaymentRequestArgs, options?: RequestOptions): Call<PaymentPreview> {
    return this.one(
      args,
      options,
      'POST /payment-requests/{paymentRequestId}/fulfill/preview',
      'paymentSource,expectedAmount,expectedCurrency',
      '',
      'read',
    );
  }
}

/** The operations of `purser.payments`. */
export class PaymentsOperations extends Operations {
  /**
   * Create a payment.
   *
   * Pays from your party's wallet or, with `customerPartyId`, from the wallet of a customer who delegated
   * `payments.create` to your party. `walletId` names one of the payer's wallets. The payer cannot be the
   * recipient.
   *
   * A 201 means that the payment is stored durably. Its `status` is `PROCESSING`, or `IN_REVIEW` if the
   * amount exceeds a limit, or breaks a rule of the agent, and the payment needs an approval first. Later
   * reads show the current status. If the recipient is known, it can be `COMPLETED` immediately. If no party
   * has verified the e-mail address or phone number, it is `PENDING_CLAIM`, and the money is held until it is
   * claimed. A mail or text message tells the recipient; in prod no text messages can be sent yet.
   *
   * Requires the scope `payments.create`.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. With the response it has left the payer's
   * wallet, or is held there until it is claimed, and the operator's fee with it; unless the status is
   * `IN_REVIEW`: then nothing is held, and it leaves with the last approval. The idempotency key is kept for
   * ever.
   *
   * Errors: `PermissionError` (`agent_suspended`, `rule_broken`, `wallet_not_allowed`), `NotFoundError`
   * (`customer_not_found`, `party_not_found`, `recipient_agent_not_found`, `wallet_not_found`),
   * `ConflictError` (`amount_owed`, `conflict`, `insufficient_funds`, `party_frozen`, `wallet_frozen`),
   * `RateLimitError` (`too_many_in_review`).
   */
  create(args: CreatePaymentArgs, options?: RequestOptions): Call<Payment> {
    return this.one(
      args,
      options,
      'POST /payments',
      'amount,currency,counterparty,customerPartyId,walletId,description,tags,intendedRepeat',
    );
  }

  /**
   * List payments.
   *
   * Returns the payments that your party pays, receives or initiated, newest first, as a read by id shows
   * them. A payee sees a payment from its acceptance on. Filters can be combined. A page can be short, even
   * empty, although `meta.pagination.hasMore` is true: it reads a bounded number of payments. With `partyId`,
   * returns those of a customer who delegated `payments.read` to your party. `tag[name]=value` filters by a
   * tag.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  list(args?: ListPaymentsArgs, options?: RequestOptions): PageCall<Payment> {
    return this.page(
      args,
      options,
      'GET /payments',
      'status,direction,agentId,counterpartyPartyId,instanceId,createdAfter,createdBefore,partyId,customerPartyId,tag',
    );
  }

  /**
   * Preview a payment.
   *
   * Takes the body of `POST /payments`, and pays nothing: says whether that payment would be accepted now,
   * which approvals it would need and why, or with which error it would be refused. Nothing is stored, and no
   * idempotency key is used up.
   *
   * Requires the scope `payments.create`.
   *
   * Errors: `PermissionError` (`agent_suspended`).
   */
  preview(args: PreviewCreatePaymentArgs, options?: RequestOptions): Call<PaymentPreview> {
    return this.one(
      args,
      options,
      'POST /payments/preview',
      'amount,currency,counterparty,customerPartyId,walletId,description,tags,intendedRepeat',
      '',
      'read',
    );
  }

  /**
   * Retrieve a payment.
   *
   * Returns a payment that your party pays, receives or initiated. A payee sees a payment from its acceptance
   * on, not while it is in review, and neither its tags nor the agent that paid. With `partyId`, returns a
   * payment of a customer who delegated `payments.read` to your party.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`payment_not_found`).
   */
  get(args: GetPaymentArgs, options?: RequestOptions): Call<Payment> {
    return this.one(args, options, 'GET /payments/{paymentId}', '', 'partyId,customerPartyId');
  }

  /**
   * Cancel a payment.
   *
   * Cancels a payment that is in review or waits to be claimed; held money becomes available again. Only the
   * payer and the initiator can cancel it. An agent can cancel only payments that it initiated itself. A
   * delegate needs the power to pay for the customer: while the customer has suspended the delegation, it is
   * refused.
   *
   * Requires the scope `payments.create`.
   *
   * What was held is available again with the response. Its idempotency key is kept for 48 hours, or as long
   * as the operator has set.
   *
   * Errors: `PermissionError` (`agent_suspended`, `delegation_suspended`), `NotFoundError`
   * (`payment_not_found`), `ConflictError` (`conflict`).
   */
  cancel(args: CancelPaymentArgs, options?: RequestOptions): Call<Payment> {
    return this.one(args, options, 'POST /payments/{paymentId}/cancel');
  }

  /**
   * Refund a payment.
   *
   * Gives money of a completed payment back to its sender: `amount`, or all that is left. Only the recipient
   * can refund, as often as something is left; never more than was paid. The money comes from the wallet that
   * received the payment. The payment shows the sum as `refundedAmount`, and is `RETURNED` when nothing is
   * left. Limits do not count refunds, and get nothing back. Each refund is a transaction of its own, which
   * both parties see.
   *
   * Requires the scope `payments.create`. Not available to agents.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. It is back with the response. Its
   * idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `NotFoundError` (`payment_not_found`), `ConflictError` (`amount_owed`, `conflict`,
   * `insufficient_funds`, `party_frozen`, `wallet_frozen`).
   */
  refund(args: CreatePaymentRefundArgs, options?: RequestOptions): Call<Refund> {
    return this.one(args, options, 'POST /payments/{paymentId}/refund', 'amount,description');
  }
}

/** The operations of `purser.simulations`. */
export class SimulationsOperations extends Operations {
  /**
   * Retrieve the clock.
   *
   * Returns the time of the sandbox's clock, which timestamps, expiries and limits use.
   *
   * Requires the scope `party.read`. Available only in a sandbox.
   */
  getClock(args?: GetSimulationClockArgs, options?: RequestOptions): Call<Clock> {
    return this.one(args, options, 'GET /simulations/clock');
  }

  /**
   * Advance the clock.
   *
   * Moves the sandbox's clock forward for all parties in this sandbox. Before the response, the work that
   * became due is done: invitations and approvals expire, unclaimed payments are returned, and the bank
   * reports outcomes. What takes longer than 15 s goes on after the response; a replay waits for it again.
   * The clock cannot be moved beyond the year 9998.
   *
   * Requires the scope `party.update`. Not available to agents. Available only in a sandbox.
   */
  advanceClock(args: SimulateAdvanceClockArgs, options?: RequestOptions): Call<Clock> {
    return this.one(args, options, 'POST /simulations/clock/advance', 'seconds');
  }

  /**
   * Let money arrive.
   *
   * Lets money arrive for your party from outside, as a deposit that has completed. It needs no external
   * account.
   *
   * Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. It has arrived with the response. Its
   * idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  deposit(args: SimulateDepositsArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(args, options, 'POST /simulations/deposits', 'amount,currency,walletId,description');
  }

  /**
   * Read the micro-deposits of an account.
   *
   * Returns the amounts of the two micro-deposits of a pending account, as its owner would find them in the
   * account's statement.
   *
   * Requires the scope `external_accounts.create`. Not available to agents. Available only in a sandbox.
   *
   * Errors: `NotFoundError` (`external_account_not_found`), `ConflictError` (`conflict`).
   */
  getMicroDeposits(
    args: GetSimulationExternalAccountMicroDepositsArgs,
    options?: RequestOptions,
  ): Call<MicroDeposits> {
    return this.one(args, options, 'GET /simulations/external-accounts/{externalAccountId}/micro-deposits');
  }

  /**
   * List mail in the mailbox.
   *
   * Returns the mail that your party caused and the mail to its verified addresses, newest first, and so are
   * text messages to phone numbers. A message whose token answers something is shown only to a caller who
   * could have caused it: `invite.create` for invitations to a party, `delegations.create` for those to
   * customers, `payments.create` for claims and `party.update` for addresses. Neither an agent nor a key that
   * expires sees invitations. Without a mail server, the sandbox keeps mail here instead of sending it; text
   * messages it always keeps.
   *
   * Requires the scope `party.read`. Not available to an agent with `reads: "own"`. Available only in a
   * sandbox.
   */
  listMailbox(args?: ListSimulationMailboxArgs, options?: RequestOptions): PageCall<Mail> {
    return this.page(args, options, 'GET /simulations/mailbox');
  }

  /**
   * Fail a transfer.
   *
   * Has the sandbox's bank refuse a withdrawal or deposit of your party at once, by default with `R03` for a
   * withdrawal and `R01` for a deposit. The transfer must be `PROCESSING`.
   *
   * Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.
   *
   * Errors: `NotFoundError` (`transfer_not_found`), `ConflictError` (`conflict`).
   */
  failTransfer(args: SimulateFailTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(args, options, 'POST /simulations/transfers/{transferId}/fail', 'code');
  }

  /**
   * Return a transfer.
   *
   * Has the sandbox's bank return a withdrawal or deposit of your party at once, by default with `R23` for a
   * withdrawal and `R10` for a deposit. The transfer must be `COMPLETED`.
   *
   * Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.
   *
   * Errors: `NotFoundError` (`transfer_not_found`), `ConflictError` (`conflict`).
   */
  returnTransfer(args: SimulateReturnTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(args, options, 'POST /simulations/transfers/{transferId}/return', 'code');
  }

  /**
   * Settle a transfer.
   *
   * Has the sandbox's bank complete a withdrawal or deposit of your party at once, in place of what it was to
   * report. The transfer must be `PROCESSING`.
   *
   * Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.
   *
   * Errors: `NotFoundError` (`transfer_not_found`), `ConflictError` (`conflict`).
   */
  settleTransfer(args: SimulateSettleTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(args, options, 'POST /simulations/transfers/{transferId}/settle');
  }
}

/** The operations of `purser.transactions`. */
export class TransactionsOperations extends Operations {
  /**
   * List transactions.
   *
   * Returns the payments that your party pays, receives or initiated, the refunds that it makes or gets, and
   * its transfers, newest first. A payee sees a payment from its acceptance on. With `partyId`, returns those
   * of a customer who delegated `payments.read` to your party, as that customer sees them. `tag[name]=value`
   * filters by a tag.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  list(args?: ListTransactionsArgs, options?: RequestOptions): PageCall<Transaction> {
    return this.page(args, options, 'GET /transactions', 'type,partyId,customerPartyId,tag');
  }

  /**
   * Retrieve a transaction.
   *
   * Returns a transaction with more details than the list. The amount is a string. With `partyId`, returns
   * one of a customer who delegated `payments.read` to your party, as that customer sees it.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`transaction_not_found`).
   */
  get(args: GetTransactionArgs, options?: RequestOptions): Call<TransactionDetail> {
    return this.one(args, options, 'GET /transactions/{transaction_id}', '', 'partyId,customerPartyId');
  }
}

/** The operations of `purser.transfers`. */
export class TransfersOperations extends Operations {
  /**
   * List transfers.
   *
   * Returns the deposits, withdrawals and internal transfers of your party, newest first. With `partyId`,
   * returns those of a customer who delegated `payments.read` to your party. `tag[name]=value` filters by a
   * tag.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  list(args?: ListTransfersArgs, options?: RequestOptions): PageCall<Transfer> {
    return this.page(args, options, 'GET /transfers', 'partyId,customerPartyId,tag');
  }

  /**
   * Deposit from an external account.
   *
   * Draws money from your party's own bank account into its wallet. The response has the status `PROCESSING`:
   * no money has moved yet. Later reads show the outcome that the bank reports: `COMPLETED`, `FAILED` with
   * `failure`, or `RETURNED` with `return`, if the bank takes the money back after it had arrived. What the
   * party has spent of it by then is shown as `receivable` in the balance of its wallets, and taken from what
   * arrives next. Agents cannot deposit.
   *
   * Requires the scope `wallets.fund`. Not available to agents.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. It arrives once the bank reports it, which
   * is after the response. Its idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `NotFoundError` (`external_account_not_found`, `wallet_not_found`), `ConflictError` (`conflict`,
   * `external_account_not_usable`).
   */
  deposit(args: DepositTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(
      args,
      options,
      'POST /transfers/deposit',
      'amount,currency,externalAccountId,walletId,description,tags',
    );
  }

  /**
   * Move money between wallets.
   *
   * Moves money between two wallets of your party in one currency, at once: the response has the status
   * `COMPLETED`. It counts against no limit. Agents cannot do it.
   *
   * Requires the scope `wallets.fund`. Not available to agents.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. It has moved with the response. Its
   * idempotency key is kept for 48 hours, or as long as the operator has set.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`amount_owed`, `conflict`,
   * `insufficient_funds`, `party_frozen`, `wallet_frozen`).
   */
  internal(args: InternalTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(
      args,
      options,
      'POST /transfers/internal',
      'sourceWalletId,destWalletId,amount,description,tags',
    );
  }

  /**
   * Withdraw to an external account.
   *
   * Withdraws money to your party's own bank account. The response has the status `PROCESSING`, and the money
   * is held. If it exceeds a limit or breaks a rule that asks for a review, it has the status `IN_REVIEW`, no
   * money is held, and the withdrawal needs an approval first. Later reads show the outcome that the bank
   * reports: `COMPLETED`, `FAILED` with `failure`, or `RETURNED` with `return` after it had completed.
   *
   * Requires the scope `wallets.withdraw`.
   *
   * `amount` is a whole number of minor units: 1250 is 12.50 USD. It is held with the response, unless the
   * status is `IN_REVIEW`: then it is held with the last approval. Its idempotency key is kept for 48 hours,
   * or as long as the operator has set.
   *
   * Errors: `PermissionError` (`agent_suspended`, `rule_broken`, `wallet_not_allowed`), `NotFoundError`
   * (`external_account_not_found`, `wallet_not_found`), `ConflictError` (`amount_owed`, `conflict`,
   * `external_account_not_usable`, `insufficient_funds`, `party_frozen`, `wallet_frozen`), `RateLimitError`
   * (`too_many_in_review`).
   */
  withdraw(args: WithdrawTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(
      args,
      options,
      'POST /transfers/withdraw',
      'amount,currency,externalAccountId,walletId,description,tags,intendedRepeat',
    );
  }

  /**
   * Preview a withdrawal.
   *
   * Takes the body of `POST /transfers/withdraw`, and withdraws nothing: says whether that withdrawal would
   * be accepted now, which approval it would need and why, or with which error it would be refused. Nothing
   * is stored, and no idempotency key is used up.
   *
   * Requires the scope `wallets.withdraw`.
   *
   * Errors: `PermissionError` (`agent_suspended`).
   */
  previewWithdraw(args: PreviewWithdrawTransferArgs, options?: RequestOptions): Call<TransferPreview> {
    return this.one(
      args,
      options,
      'POST /transfers/withdraw/preview',
      'amount,currency,externalAccountId,walletId,description,tags,intendedRepeat',
      '',
      'read',
    );
  }

  /**
   * Retrieve a transfer.
   *
   * Returns a transfer of your party. With `partyId`, returns one of a customer who delegated `payments.read`
   * to your party.
   *
   * Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
   *
   * Errors: `NotFoundError` (`transfer_not_found`).
   */
  get(args: GetTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(args, options, 'GET /transfers/{transferId}', '', 'partyId,customerPartyId');
  }

  /**
   * Cancel a withdrawal or deposit.
   *
   * Cancels a withdrawal or deposit. In review, or before it was sent to the bank, it is `CANCELED`
   * immediately, and held money becomes available again. Afterwards the bank is asked to cancel it: the
   * response still has the status `PROCESSING`, and the bank's report decides. An agent can cancel only
   * withdrawals that it initiated itself.
   *
   * Requires the scope `wallets.withdraw`.
   *
   * What is canceled at once is available again with the response. Its idempotency key is kept for 48 hours,
   * or as long as the operator has set.
   *
   * Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`transfer_not_found`), `ConflictError`
   * (`conflict`).
   */
  cancel(args: CancelTransferArgs, options?: RequestOptions): Call<Transfer> {
    return this.one(args, options, 'POST /transfers/{transferId}/cancel');
  }
}

/** The operations of `purser.wallets`. */
export class WalletsOperations extends Operations {
  /**
   * Open a wallet.
   *
   * Opens an empty wallet for your party. A party can have up to 50 wallets per currency; one of all its
   * wallets is the default one.
   *
   * Requires the scope `wallets.update`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  create(args: CreateWalletArgs, options?: RequestOptions): Call<Wallet> {
    return this.one(args, options, 'POST /wallets', 'displayName,currency,tags');
  }

  /**
   * List wallets.
   *
   * Returns the wallets of your party with their balances, newest first, including closed ones. With
   * `partyId`, returns those of a customer who delegated `wallets.read` to your party. Filter by `status` and
   * `currency`.
   *
   * Requires the scope `wallets.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`party_not_found`).
   */
  list(args?: ListWalletsArgs, options?: RequestOptions): PageCall<Wallet> {
    return this.page(args, options, 'GET /wallets', 'partyId,customerPartyId,status,currency');
  }

  /**
   * Get a wallet.
   *
   * Returns a wallet of your party with its balance. With `partyId`, returns one of a customer who delegated
   * `wallets.read` to your party.
   *
   * Requires the scope `wallets.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`wallet_not_found`).
   */
  get(args: GetWalletArgs, options?: RequestOptions): Call<Wallet> {
    return this.one(args, options, 'GET /wallets/{walletId}', '', 'partyId,customerPartyId');
  }

  /**
   * Update a wallet.
   *
   * Changes the attributes that you send. `tags` changes the tags that it names, and null removes one.
   *
   * Requires the scope `wallets.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  update(args: UpdateWalletArgs, options?: RequestOptions): Call<Wallet> {
    return this.one(args, options, 'PATCH /wallets/{walletId}', 'displayName,tags');
  }

  /**
   * Close a wallet.
   *
   * Closes an empty wallet for good: it neither pays nor receives. The default wallet cannot be closed, nor
   * one that has or holds money, nor any in a currency in which your party owes money. A withdrawal that a
   * bank returns later goes to the wallet in which your party receives. Closing a closed wallet returns the
   * same response.
   *
   * Requires the scope `wallets.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`amount_owed`, `conflict`).
   */
  close(args: DeleteWalletArgs, options?: RequestOptions): Call<DeleteWalletResult> {
    return this.one(args, options, 'DELETE /wallets/{walletId}');
  }

  /**
   * Make a wallet the default one.
   *
   * Makes this the default wallet of your party in place of another one. The default wallet pays and receives
   * in its currency if no other one is named; in another currency the oldest active wallet does. A replay
   * shows the state at the time of the first response.
   *
   * Requires the scope `wallets.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  makeDefault(args: DefaultWalletArgs, options?: RequestOptions): Call<Wallet> {
    return this.one(args, options, 'POST /wallets/{walletId}/default');
  }

  /**
   * Freeze a wallet.
   *
   * Stops all money that leaves this wallet, at once and on all servers. It still receives, and what it holds
   * for payments and withdrawals under way is settled or released as usual. Freezing a frozen wallet changes
   * nothing. A replay shows the state at the time of the first response.
   *
   * Requires the scope `wallets.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  freeze(args: FreezeWalletArgs, options?: RequestOptions): Call<Wallet> {
    return this.one(args, options, 'POST /wallets/{walletId}/freeze');
  }

  /**
   * Get a statement of a wallet.
   *
   * Returns what the wallet had before a period and at its end, and every movement between that changed it,
   * the oldest first. A hold changes nothing: its money is still in the wallet. The period is half-open:
   * `from` belongs to it, `to` does not, so that the closing balance of one period is the opening balance of
   * the next. By default it is the current month, in UTC. With `partyId`, returns a statement of a customer
   * who delegated `wallets.read` to your party.
   *
   * With `Accept: text/csv` the response is CSV, with the same amounts in minor units: the opening balance,
   * the lines, and the closing balance, which is missing if the connection was cut. A text that a spreadsheet
   * would run as a formula has an apostrophe in front.
   *
   * Your party reads one statement at a time. A client that takes nothing for 5 s, or is not done in two
   * minutes, is cut off: ask for shorter periods.
   *
   * Requires the scope `wallets.read`. Not available to an agent with `reads: "own"`.
   *
   * Errors: `NotFoundError` (`wallet_not_found`).
   */
  statement(args: GetWalletStatementArgs, options?: RequestOptions): Call<Statement> {
    return this.one(
      args,
      options,
      'GET /wallets/{walletId}/statement',
      '',
      'from,to,partyId,customerPartyId',
    );
  }

  /**
   * Unfreeze a wallet.
   *
   * Lets money leave a frozen wallet again. Unfreezing an active wallet changes nothing. It is no approval: a
   * key may do it also where only people approve (`approvalPolicy`), and limits and approvals bind what is
   * paid then. A replay shows the state at the time of the first response.
   *
   * Requires the scope `wallets.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
   */
  unfreeze(args: UnfreezeWalletArgs, options?: RequestOptions): Call<Wallet> {
    return this.one(args, options, 'POST /wallets/{walletId}/unfreeze');
  }
}

/** The operations of `purser.webhooks`. */
export class WebhooksOperations extends Operations {
  /**
   * Create a webhook.
   *
   * Sends the events of your party to an address of yours, from now on, signed as Standard Webhooks says.
   * This response is the only one with the secret. A delivery that fails is tried again for three days. The
   * key must have the scopes by which the resources of the events are read, and not expire. A party has at
   * most 128 webhooks.
   *
   * Requires the scope `webhooks.create`. Not available to agents.
   *
   * Errors: `ConflictError` (`conflict`).
   */
  create(args: CreateWebhookArgs, options?: RequestOptions): Call<CreatedWebhook> {
    return this.one(args, options, 'POST /webhooks', 'url,enabledEvents,description,sources,tags');
  }

  /**
   * List webhooks.
   *
   * With `status`, only the enabled or only the disabled webhooks.
   *
   * Requires the scope `webhooks.read`. Not available to agents.
   */
  list(args?: ListWebhooksArgs, options?: RequestOptions): PageCall<Webhook> {
    return this.page(args, options, 'GET /webhooks', 'status');
  }

  /**
   * Retrieve a webhook.
   *
   * Requires the scope `webhooks.read`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`).
   */
  get(args: GetWebhookArgs, options?: RequestOptions): Call<Webhook> {
    return this.one(args, options, 'GET /webhooks/{webhookId}');
  }

  /**
   * Change a webhook.
   *
   * Changes what is sent, and enables or disables the webhook. One that is enabled again gets what happens
   * from then on, and what waited for another attempt, within 30 days; have what it missed delivered again.
   * To change `url` or `enabledEvents`, the key needs the scopes to read what the events show; to change them
   * or to enable it, it must not expire.
   *
   * Requires the scope `webhooks.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`).
   */
  update(args: UpdateWebhookArgs, options?: RequestOptions): Call<Webhook> {
    return this.one(
      args,
      options,
      'PATCH /webhooks/{webhookId}',
      'url,enabledEvents,description,sources,status,tags',
    );
  }

  /**
   * Delete a webhook.
   *
   * Requires the scope `webhooks.delete`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`).
   */
  remove(args: DeleteWebhookArgs, options?: RequestOptions): Call<DeleteWebhookResult> {
    return this.one(args, options, 'DELETE /webhooks/{webhookId}');
  }

  /**
   * List deliveries.
   *
   * Returns the attempts to deliver to a webhook, newest first: what was sent, what the receiver answered,
   * and when the next attempt follows. The body that was sent is the event itself (GET /events/{eventId}).
   *
   * Requires the scope `webhooks.read`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`).
   */
  listDeliveries(args: ListWebhookDeliveriesArgs, options?: RequestOptions): PageCall<WebhookDelivery> {
    return this.page(args, options, 'GET /webhooks/{webhookId}/deliveries', 'status,eventId');
  }

  /**
   * Deliver an event again.
   *
   * Its attempts are among the deliveries of the webhook, with this `eventId`.
   *
   * Requires the scope `webhooks.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`event_not_found`, `webhook_not_found`), `ConflictError` (`conflict`).
   */
  redeliverEvent(args: RedeliverWebhookEventArgs, options?: RequestOptions): Call<Redelivery> {
    return this.one(args, options, 'POST /webhooks/{webhookId}/events/{eventId}/redeliver');
  }

  /**
   * Deliver a range of events again.
   *
   * Delivers the events that the webhook is enabled for, from `createdAfter` on and before `createdBefore`;
   * at most 10,000 at once, of a period in which at most 100,000 events of the party happened.
   *
   * Requires the scope `webhooks.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`), `ConflictError` (`conflict`).
   */
  redeliver(args: RedeliverWebhookArgs, options?: RequestOptions): Call<RedeliverWebhookResult> {
    return this.one(args, options, 'POST /webhooks/{webhookId}/redeliver', 'createdAfter,createdBefore');
  }

  /**
   * Rotate the secret of a webhook.
   *
   * Replaces the secret. For `expiresInSeconds` both sign each delivery, so that a receiver can change over
   * without losing any. This response is the only one with the new secret.
   *
   * Requires the scope `webhooks.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`).
   */
  rotateSecret(args: RotateSecretWebhookArgs, options?: RequestOptions): Call<RotatedWebhook> {
    return this.one(args, options, 'POST /webhooks/{webhookId}/rotate-secret', 'expiresInSeconds');
  }

  /**
   * Send a test event.
   *
   * Sends an event `webhook.test` with the webhook as its object, to this webhook only.
   *
   * Requires the scope `webhooks.update`. Not available to agents.
   *
   * Errors: `NotFoundError` (`webhook_not_found`), `ConflictError` (`conflict`).
   */
  test(args: TestWebhookArgs, options?: RequestOptions): Call<TestWebhookResult> {
    return this.one(args, options, 'POST /webhooks/{webhookId}/test');
  }
}

/** The nouns that need nothing beside the operations of the API. */
export class Nouns {
  declare readonly agentKeys: AgentKeysOperations;
  declare readonly agents: AgentsOperations;
  declare readonly apiKeys: ApiKeysOperations;
  declare readonly approvals: ApprovalsOperations;
  declare readonly auditLog: AuditLogOperations;
  declare readonly claims: ClaimsOperations;
  declare readonly counterparties: CounterpartiesOperations;
  declare readonly customerInvitations: CustomerInvitationsOperations;
  declare readonly customers: CustomersOperations;
  declare readonly delegations: DelegationsOperations;
  declare readonly externalAccounts: ExternalAccountsOperations;
  declare readonly oauthGrants: OauthGrantsOperations;
  declare readonly party: PartyOperations;
  declare readonly partyInvitations: PartyInvitationsOperations;
  declare readonly paymentRequests: PaymentRequestsOperations;
  declare readonly payments: PaymentsOperations;
  declare readonly simulations: SimulationsOperations;
  declare readonly transactions: TransactionsOperations;
  declare readonly transfers: TransfersOperations;
  declare readonly wallets: WalletsOperations;

  constructor(connection: Connection) {
    this.agentKeys = new AgentKeysOperations(connection);
    this.agents = new AgentsOperations(connection);
    this.apiKeys = new ApiKeysOperations(connection);
    this.approvals = new ApprovalsOperations(connection);
    this.auditLog = new AuditLogOperations(connection);
    this.claims = new ClaimsOperations(connection);
    this.counterparties = new CounterpartiesOperations(connection);
    this.customerInvitations = new CustomerInvitationsOperations(connection);
    this.customers = new CustomersOperations(connection);
    this.delegations = new DelegationsOperations(connection);
    this.externalAccounts = new ExternalAccountsOperations(connection);
    this.oauthGrants = new OauthGrantsOperations(connection);
    this.party = new PartyOperations(connection);
    this.partyInvitations = new PartyInvitationsOperations(connection);
    this.paymentRequests = new PaymentRequestsOperations(connection);
    this.payments = new PaymentsOperations(connection);
    this.simulations = new SimulationsOperations(connection);
    this.transactions = new TransactionsOperations(connection);
    this.transfers = new TransfersOperations(connection);
    this.wallets = new WalletsOperations(connection);
  }
}

/** The arguments of `agentKeys.create`. */
export type CreateAgentKeyArgs = CreateAgentKeyAttributes;

/** The arguments of `agentKeys.list`. */
export type ListAgentKeysArgs = {
  /** Only the keys of this agent. */
  agentId?: string | undefined;
  /** Only keys with this status. */
  status?: 'ACTIVE' | 'REVOKED' | 'EXPIRED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `agentKeys.revoke`. */
export type DeleteAgentKeyArgs = {
  /** An id: `agk_` and 32 hexadecimal digits in lower case. */
  agentKeyId: string;
};

/** What `agentKeys.revoke` returns. */
export type DeleteAgentKeyResult = AgentKey & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `agentKeys.rotate`. */
export type RotateAgentKeyArgs = {
  /** An id: `agk_` and 32 hexadecimal digits in lower case. */
  agentKeyId: string;
} & RotateAgentKeyAttributes;

/** The arguments of `agents.create`. */
export type CreateAgentArgs = CreateAgentAttributes;

/** What `agents.create` returns. */
export type CreateAgentResult = Agent & {
  meta: {
    /** Whether the agent has no limits of its own: then it may spend whatever its party may. */
    unbounded: boolean;
    /** The same in words, and what to do about it; null if limits bound the agent. */
    notice: string | null;
  };
};

/** The arguments of `agents.list`. */
export type ListAgentsArgs = {
  /** Only agents with this status. */
  status?: 'ACTIVE' | 'SUSPENDED' | 'REVOKED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `agents.listInvitations`. */
export type ListAgentsInvitationsArgs = {
  /** The status of the invitation; by default any. */
  status?: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'CANCELED' | 'EXPIRED' | undefined;
  /** The agent of the invitation; by default any. */
  agentId?: string | undefined;
  /** The invited e-mail address, as an invitation takes it, phone number or party. */
  recipient?: string | undefined;
  /** The same as `recipient`, for an e-mail address. */
  customerEmail?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `agents.cancelInvitation`. */
export type DeleteAgentsInvitationArgs = {
  /** An id: `adi_` and 32 hexadecimal digits in lower case. */
  invitationId: string;
};

/** What `agents.cancelInvitation` returns. */
export type DeleteAgentsInvitationResult = CustomerInvitation & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `agents.get`. */
export type GetAgentArgs = {
  /** An id, `agt_` and 32 hexadecimal digits in lower case; or `me`, the agent that acts. */
  agentId: string;
};

/** The arguments of `agents.update`. */
export type UpdateAgentArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
} & UpdateAgentAttributes;

/** The arguments of `agents.revoke`. */
export type DeleteAgentArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
};

/** What `agents.revoke` returns. */
export type DeleteAgentResult = Agent & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `agents.activity`. */
export type ListAgentActivityArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
  /** Only this conversation: the `X-Instance-ID` of its requests. */
  instanceId?: string | undefined;
  /** Only what has this outcome now. */
  outcome?:
    | 'REFUSED'
    | 'PROCESSING'
    | 'PENDING_CLAIM'
    | 'IN_REVIEW'
    | 'COMPLETED'
    | 'FAILED'
    | 'RETURNED'
    | 'APPROVAL_DENIED'
    | 'CANCELED'
    | 'OPEN'
    | 'DECLINED'
    | 'EXPIRED'
    | undefined;
  /** Only lines from this time on. */
  createdAfter?: string | undefined;
  /** Only lines before this time. */
  createdBefore?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `agents.inviteCustomers`. */
export type CreateAgentCustomersArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
} & CreateAgentCustomersAttributes;

/** What `agents.inviteCustomers` returns. */
export type CreateAgentCustomersResult = {
  data: Array<CustomerInvitation>;
  meta: {
    /**
     * The recipient values, as sent, for which no invitation could be created, or to which no mail can be sent
     * at the moment. In the second case the invitation is in `data` as well. None is created for an address
     * that your party has sent 20 messages within the hour; a party that is named by its id is invited, and
     * gets no mail.
     */
    emailFailures: Array<string>;
    /** Recipients who were skipped as customers of the agent. Always empty: they are invited again. */
    alreadyConnected: Array<{
      recipient: {
        type: 'email' | 'phone' | 'party_id';
        value: string;
      };
      agentId: string;
      agentDelegationId: string;
    }>;
  };
};

/** The arguments of `agents.listCustomers`. */
export type ListAgentCustomersArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
  /** Active, revoked or all customers. */
  status?: 'active' | 'revoked' | 'all' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `agents.removeCustomer`. */
export type DeleteAgentCustomerArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
  /** An id: `pty_` and 32 hexadecimal digits in lower case. */
  partyId: string;
};

/** What `agents.removeCustomer` returns. */
export type DeleteAgentCustomerResult = AgentCustomer & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `agents.resume`. */
export type ResumeAgentArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
};

/** The arguments of `agents.backtestRules`. */
export type BacktestAgentRuleArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
} & BacktestAgentRuleAttributes;

/** What `agents.backtestRules` returns. */
export type BacktestAgentRuleResult = {
  object: 'backtest';
  /** How many payments and withdrawals were looked at. */
  payments: number;
  passed: number;
  /** How many would have waited for an approval. */
  waited: number;
  refused: number;
  /** When the oldest of them was made. */
  from: string | null;
  to: string | null;
  /**
   * The latest that would have been refused or waited, up to 10 of each, with all reasons. Null if the key of
   * the request lacks the scope `payments.read`.
   */
  examples: Array<{
    target: PaymentTarget | WithdrawalTarget;
    outcome: 'waited' | 'refused';
    reasons: Array<Reason>;
  }> | null;
};

/** The arguments of `agents.suspend`. */
export type SuspendAgentArgs = {
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  agentId: string;
};

/** What `agents.suspend` returns. */
export type SuspendAgentResult = Agent & {
  meta: {
    /** Null if the key of the request lacks the scope `payments.read`. */
    underWay: {
      /**
       * Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you
       * cancel them.
       */
      withdrawals: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'transfer';
          id: string;
          status: 'PROCESSING';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
      /** Payments and withdrawals that wait for an approval. What is stopped can only be denied or canceled. */
      reviews: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<PaymentInReview | WithdrawalInReview>;
      };
      /** Payments that wait to be claimed. They can be claimed unless you cancel them. */
      claims: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'payment';
          id: string;
          status: 'PENDING_CLAIM';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
    } | null;
  };
};

/** The arguments of `agents.usage`. */
export type GetAgentUsageArgs = {
  /** An id, `agt_` and 32 hexadecimal digits in lower case; or `me`, the agent that acts. */
  agentId: string;
};

/** The arguments of `apiKeys.create`. */
export type CreateApiKeyArgs = CreateApiKeyAttributes;

/** The arguments of `apiKeys.list`. */
export type ListApiKeysArgs = {
  /** Only keys with this status. */
  status?: 'ACTIVE' | 'REVOKED' | 'EXPIRED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `apiKeys.get`. */
export type GetApiKeyArgs = {
  /** An id: `apy_` and 32 hexadecimal digits in lower case. */
  apiKeyId: string;
};

/** The arguments of `apiKeys.revoke`. */
export type DeleteApiKeyArgs = {
  /** An id: `apy_` and 32 hexadecimal digits in lower case. */
  apiKeyId: string;
};

/** What `apiKeys.revoke` returns. */
export type DeleteApiKeyResult = ApiKey & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `apiKeys.rotate`. */
export type RotateApiKeyArgs = {
  /** An id: `apy_` and 32 hexadecimal digits in lower case. */
  apiKeyId: string;
} & RotateApiKeyAttributes;

/** The arguments of `approvals.list`. */
export type ListApprovalsArgs = {
  /** The status of the approval. */
  status?: 'pending' | 'approved' | 'denied' | 'canceled' | undefined;
  /** Only approvals of this payment or withdrawal. */
  targetId?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `approvals.get`. */
export type GetApprovalArgs = {
  /** An id: `apr_` and 32 hexadecimal digits in lower case. */
  approvalId: string;
};

/** The arguments of `approvals.approve`. */
export type ApproveApprovalArgs = {
  /** An id: `apr_` and 32 hexadecimal digits in lower case. */
  approvalId: string;
};

/** The arguments of `approvals.deny`. */
export type DenyApprovalArgs = {
  /** An id: `apr_` and 32 hexadecimal digits in lower case. */
  approvalId: string;
} & DenyApprovalAttributes;

/** The arguments of `auditLog.list`. */
export type ListAuditLogArgs = {
  /** Only what this agent did. */
  agentId?: string | undefined;
  /** Only what this user did, or a key that the user made. */
  userId?: string | undefined;
  /**
   * Only this action. A part of the path in braces or after a colon stands for any: `PATCH
   * /agents/{agentId}`.
   */
  action?: string | undefined;
  /** Only what was done in this conversation. */
  instanceId?: string | undefined;
  /** Only what was done with this API key or agent key, named by its id. */
  credentialId?: string | undefined;
  /** Only what was done, or only what was refused. */
  decision?: 'accepted' | 'refused' | undefined;
  /** Only lines about this resource. An id with a prefix that Purser gives, such as `pay_`. */
  targetId?: string | undefined;
  /** Only lines from this time on. */
  createdAfter?: string | undefined;
  /** Only lines before this time. */
  createdBefore?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `claims.accept`. */
export type AcceptClaimArgs = {
  /** The token at the end of the link that was sent. */
  token: string;
} & AcceptClaimAttributes;

/** What `claims.accept` returns. */
export type AcceptClaimResult = ClaimedParty & {
  meta: {
    /** Its first user, the owner. */
    userId: string;
    /**
     * What is the party's own from now on: nobody can cancel it, and it does not go back. What no wallet has
     * room for, or whose payer owes money, is not part of it, and goes back.
     */
    received: {
      /** The payments, oldest first, at most 100 of them. */
      payments: Array<{
        paymentId: string;
        /** An integer in minor units of the currency, such as cents of USD. */
        amount: number;
        /** An ISO 4217 currency code. */
        currency: string;
      }>;
      /** The sums of all of them, by currency. */
      totals: Array<{
        /** An ISO 4217 currency code. */
        currency: string;
        /** An integer in minor units of the currency, such as cents of USD. */
        amount: number;
        /** Of how many payments. */
        count: number;
      }>;
    };
    /** The API key that `apiKeyName` made. A replay shows it without the complete key. */
    apiKey?: CreatedApiKey | ApiKey | undefined;
  };
};

/** The arguments of `counterparties.list`. */
export type ListCounterpartiesArgs = {
  /** Only parties that your party has paid (`sent`) or was paid by (`received`). */
  direction?: 'sent' | 'received' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `customerInvitations.listIncoming`. */
export type ListCustomerInvitationsIncomingArgs = {
  /** The status of the invitation; by default any. */
  status?: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'CANCELED' | 'EXPIRED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `customerInvitations.accept`. */
export type AcceptCustomerInvitationArgs = {
  /** An id: `adi_` and 32 hexadecimal digits in lower case. */
  invitationId: string;
};

/** The arguments of `customerInvitations.decline`. */
export type DeclineCustomerInvitationArgs = {
  /** An id: `adi_` and 32 hexadecimal digits in lower case. */
  invitationId: string;
};

/** The arguments of `customerInvitations.acceptByToken`. */
export type AcceptInvitationArgs = {
  /** The token at the end of the link that was sent. */
  token: string;
} & AcceptInvitationAttributes;

/** What `customerInvitations.acceptByToken` returns. */
export type AcceptInvitationResult = IncomingCustomerInvitation & {
  meta: {
    /** The new party, which is the customer. */
    partyId: string;
    /** Its first user, the owner. */
    userId: string;
    /** The API key that `apiKeyName` made. A replay shows it without the complete key. */
    apiKey?: CreatedApiKey | ApiKey | undefined;
  };
};

/** The arguments of `customerInvitations.declineByToken`. */
export type DeclineInvitationArgs = {
  /** The token at the end of the link that was sent. */
  token: string;
};

/** The arguments of `customers.list`. */
export type ListCustomersArgs = {
  /** Active, revoked or all customers. */
  status?: 'active' | 'revoked' | 'all' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `customers.get`. */
export type GetCustomerArgs = {
  /** An id: `pty_` and 32 hexadecimal digits in lower case. */
  partyId: string;
};

/** The arguments of `customers.remove`. */
export type DeleteCustomerArgs = {
  /** An id: `pty_` and 32 hexadecimal digits in lower case. */
  partyId: string;
};

/** What `customers.remove` returns. */
export type DeleteCustomerResult = Customer & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `delegations.list`. */
export type ListDelegationsArgs = {
  /** `given` by your party, or `received`; by default both. */
  direction?: 'given' | 'received' | undefined;
  /** The status of the delegation; by default any. */
  status?: 'ACTIVE' | 'SUSPENDED' | 'REVOKED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `delegations.get`. */
export type GetDelegationArgs = {
  /** An id: `dlg_` and 32 hexadecimal digits in lower case. */
  delegationId: string;
};

/** The arguments of `delegations.update`. */
export type UpdateDelegationArgs = {
  /** An id: `dlg_` and 32 hexadecimal digits in lower case. */
  delegationId: string;
} & UpdateDelegationAttributes;

/** The arguments of `delegations.revoke`. */
export type DeleteDelegationArgs = {
  /** An id: `dlg_` and 32 hexadecimal digits in lower case. */
  delegationId: string;
};

/** What `delegations.revoke` returns. */
export type DeleteDelegationResult = Delegation & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `delegations.resume`. */
export type ResumeDelegationArgs = {
  /** An id: `dlg_` and 32 hexadecimal digits in lower case. */
  delegationId: string;
};

/** The arguments of `delegations.suspend`. */
export type SuspendDelegationArgs = {
  /** An id: `dlg_` and 32 hexadecimal digits in lower case. */
  delegationId: string;
};

/** What `delegations.suspend` returns. */
export type SuspendDelegationResult = Delegation & {
  meta: {
    /** Null if the key of the request lacks the scope `payments.read`. */
    underWay: {
      /**
       * Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you
       * cancel them.
       */
      withdrawals: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'transfer';
          id: string;
          status: 'PROCESSING';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
      /** Payments and withdrawals that wait for an approval. What is stopped can only be denied or canceled. */
      reviews: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<PaymentInReview | WithdrawalInReview>;
      };
      /** Payments that wait to be claimed. They can be claimed unless you cancel them. */
      claims: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'payment';
          id: string;
          status: 'PENDING_CLAIM';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
    } | null;
  };
};

/** The arguments of `delegations.usage`. */
export type GetDelegationUsageArgs = {
  /** An id: `dlg_` and 32 hexadecimal digits in lower case. */
  delegationId: string;
};

/** The arguments of `events.list`. */
export type ListEventsArgs = {
  /** Only events of this name. */
  eventType?:
    | 'agent.created'
    | 'agent.resumed'
    | 'agent.revoked'
    | 'agent.suspended'
    | 'agent_delegation_invitation.accepted'
    | 'agent_delegation_invitation.canceled'
    | 'agent_delegation_invitation.created'
    | 'agent_delegation_invitation.declined'
    | 'agent_delegation_invitation.expired'
    | 'agent_key.created'
    | 'agent_key.revoked'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'approval.approved'
    | 'approval.canceled'
    | 'approval.denied'
    | 'approval.required'
    | 'approval.second_required'
    | 'contact.removed'
    | 'contact.verified'
    | 'delegation.activated'
    | 'delegation.resumed'
    | 'delegation.revoked'
    | 'delegation.suspended'
    | 'delegation.updated'
    | 'deposit.accepted'
    | 'deposit.approval_denied'
    | 'deposit.canceled'
    | 'deposit.completed'
    | 'deposit.created'
    | 'deposit.failed'
    | 'deposit.returned'
    | 'external_account.connected'
    | 'external_account.created'
    | 'external_account.disabled'
    | 'internal_transfer.completed'
    | 'member.added'
    | 'member.removed'
    | 'party.activated'
    | 'party.created'
    | 'party.debt_closed'
    | 'party.debt_opened'
    | 'party.frozen'
    | 'party.merged'
    | 'party.unfrozen'
    | 'party.updated'
    | 'party_invitation.accepted'
    | 'party_invitation.created'
    | 'party_invitation.declined'
    | 'party_invitation.expired'
    | 'party_invitation.revoked'
    | 'payment.accepted'
    | 'payment.approval_denied'
    | 'payment.canceled'
    | 'payment.completed'
    | 'payment.created'
    | 'payment.failed'
    | 'payment.returned'
    | 'payment_request.accepted'
    | 'payment_request.canceled'
    | 'payment_request.completed'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.expired'
    | 'payment_request.incoming'
    | 'payment_request.reopened'
    | 'refund.completed'
    | 'wallet.closed'
    | 'wallet.created'
    | 'wallet.frozen'
    | 'wallet.unfrozen'
    | 'withdrawal.accepted'
    | 'withdrawal.approval_denied'
    | 'withdrawal.canceled'
    | 'withdrawal.completed'
    | 'withdrawal.created'
    | 'withdrawal.failed'
    | 'withdrawal.returned'
    | undefined;
  /** Only events of this resource. An id with a prefix that Purser gives, such as `pay_`. */
  resourceId?: string | undefined;
  /** Only events from this time on. */
  createdAfter?: string | undefined;
  /** Only events before this time. */
  createdBefore?: string | undefined;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `events.get`. */
export type GetEventArgs = {
  /** An id: `evt_` and 32 hexadecimal digits in lower case. */
  eventId: string;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `externalAccounts.create`. */
export type CreateExternalAccountArgs = CreateExternalAccountAttributes;

/** The arguments of `externalAccounts.list`. */
export type ListExternalAccountsArgs = {
  /** Only accounts with this status. */
  status?: 'pending' | 'active' | 'disabled' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `externalAccounts.get`. */
export type GetExternalAccountArgs = {
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
};

/** The arguments of `externalAccounts.remove`. */
export type DeleteExternalAccountArgs = {
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
};

/** What `externalAccounts.remove` returns. */
export type DeleteExternalAccountResult = ExternalAccount & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `externalAccounts.verify`. */
export type VerifyExternalAccountArgs = {
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
} & VerifyExternalAccountAttributes;

/** The arguments of `oauthGrants.list`. */
export type ListOauthGrantsArgs = {
  /** Only grants with this status. */
  status?: 'ACTIVE' | 'REVOKED' | 'EXPIRED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `oauthGrants.get`. */
export type GetOauthGrantArgs = {
  /** An id: `ogr_` and 32 hexadecimal digits in lower case. */
  oauthGrantId: string;
};

/** The arguments of `oauthGrants.revoke`. */
export type DeleteOauthGrantArgs = {
  /** An id: `ogr_` and 32 hexadecimal digits in lower case. */
  oauthGrantId: string;
};

/** What `oauthGrants.revoke` returns. */
export type DeleteOauthGrantResult = OauthGrant & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `party.get`. */
export type GetPartyArgs = Record<string, never>;

/** The arguments of `party.update`. */
export type UpdatePartyArgs = UpdatePartyAttributes;

/** The arguments of `party.listContacts`. */
export type ListPartyContactsArgs = {
  /** The kind of address. */
  type?: 'email' | 'phone' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `party.addContact`. */
export type CreatePartyContactArgs = CreatePartyContactAttributes;

/** The arguments of `party.removeContact`. */
export type DeletePartyContactArgs = {
  /** An id: `con_` and 32 hexadecimal digits in lower case. */
  contactId: string;
};

/** What `party.removeContact` returns. */
export type DeletePartyContactResult = Contact & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `party.verifyContact`. */
export type VerifyPartyContactArgs = {
  /** An id: `con_` and 32 hexadecimal digits in lower case. */
  contactId: string;
} & VerifyPartyContactAttributes;

/** What `party.verifyContact` returns. */
export type VerifyPartyContactResult = Contact & {
  meta: {
    /**
     * What is the party's own from now on: nobody can cancel it, and it does not go back. What no wallet has
     * room for, or whose payer owes money, is not part of it, and goes back.
     */
    received: {
      /** The payments, oldest first, at most 100 of them. */
      payments: Array<{
        paymentId: string;
        /** An integer in minor units of the currency, such as cents of USD. */
        amount: number;
        /** An ISO 4217 currency code. */
        currency: string;
      }>;
      /** The sums of all of them, by currency. */
      totals: Array<{
        /** An ISO 4217 currency code. */
        currency: string;
        /** An integer in minor units of the currency, such as cents of USD. */
        amount: number;
        /** Of how many payments. */
        count: number;
      }>;
    };
  };
};

/** The arguments of `party.freeze`. */
export type FreezePartyArgs = Record<string, never>;

/** What `party.freeze` returns. */
export type FreezePartyResult = PartyFreeze & {
  meta: {
    /** Null if the key of the request lacks the scope `payments.read`. */
    underWay: {
      /**
       * Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you
       * cancel them.
       */
      withdrawals: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'transfer';
          id: string;
          status: 'PROCESSING';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
      /** Payments and withdrawals that wait for an approval. What is stopped can only be denied or canceled. */
      reviews: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<PaymentInReview | WithdrawalInReview>;
      };
      /** Payments that wait to be claimed. They can be claimed unless you cancel them. */
      claims: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'payment';
          id: string;
          status: 'PENDING_CLAIM';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
    } | null;
  };
};

/** The arguments of `party.getLimits`. */
export type GetPartyLimitsArgs = Record<string, never>;

/** The arguments of `party.setLimits`. */
export type SetPartyLimitsArgs = SetPartyLimitsAttributes;

/** The arguments of `party.removeLimits`. */
export type DeletePartyLimitsArgs = Record<string, never>;

/** What `party.removeLimits` returns. */
export type DeletePartyLimitsResult = PartyLimitPolicy & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `party.listMembers`. */
export type ListPartyMembersArgs = {
  /** The role of the members. */
  role?: 'OWNER' | 'ADMIN' | 'APPROVER' | 'MEMBER' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `party.updateMember`. */
export type UpdatePartyMemberArgs = {
  /** An id: `usr_` and 32 hexadecimal digits in lower case. */
  userId: string;
} & UpdatePartyMemberAttributes;

/** The arguments of `party.removeMember`. */
export type DeletePartyMemberArgs = {
  /** An id: `usr_` and 32 hexadecimal digits in lower case. */
  userId: string;
};

/** What `party.removeMember` returns. */
export type DeletePartyMemberResult = User & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
    /** The keys of agents that the user made, the newest 1,000. They still act: rotate them. */
    agentKeys: Array<{
      id: string;
      agentId: string;
    }>;
    /** The webhooks that the user made. They are disabled now. */
    webhooks: Array<{
      id: string;
    }>;
  };
};

/** The arguments of `party.unfreeze`. */
export type UnfreezePartyArgs = Record<string, never>;

/** What `party.unfreeze` returns. */
export type UnfreezePartyResult = PartyFreeze & {
  meta: {
    /** Null if the key of the request lacks the scope `payments.read`. */
    underWay: {
      /**
       * Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you
       * cancel them.
       */
      withdrawals: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'transfer';
          id: string;
          status: 'PROCESSING';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
      /** Payments and withdrawals that wait for an approval. What is stopped can only be denied or canceled. */
      reviews: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<PaymentInReview | WithdrawalInReview>;
      };
      /** Payments that wait to be claimed. They can be claimed unless you cancel them. */
      claims: {
        /** How many there are; 1000 stands for 1000 or more. */
        count: number;
        /** The newest 20 of them. */
        newest: Array<{
          type: 'payment';
          id: string;
          status: 'PENDING_CLAIM';
          /** An integer in minor units of the currency, such as cents of USD. */
          amount: number;
          /** An ISO 4217 currency code. */
          currency: string;
        }>;
      };
    } | null;
  };
};

/** The arguments of `party.usage`. */
export type GetPartyUsageArgs = Record<string, never>;

/** The arguments of `partyInvitations.create`. */
export type CreatePartyInvitationsArgs = CreatePartyInvitationsAttributes;

/** What `partyInvitations.create` returns. */
export type CreatePartyInvitationsResult = {
  data: Array<Invitation>;
  meta: {
    failed: Array<{
      /** The address, as sent. */
      email: string;
      /** The reason, in a form for people to read. */
      error: string;
    }>;
  };
};

/** The arguments of `partyInvitations.list`. */
export type ListPartyInvitationsArgs = {
  /** The inviting party: yours. */
  party_id?: string | undefined;
  /** The same as `party_id`. */
  partyId?: string | undefined;
  /** The invited address. */
  email?: string | undefined;
  /** The status of the invitation. */
  status?: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'EXPIRED' | undefined;
  /** Only rows that your party gave this tag. One tag, as `tag[order]=1001`. */
  tag?: Record<string, string> | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `partyInvitations.revoke`. */
export type DeletePartyInvitationArgs = {
  /** An id: `inv_` and 32 hexadecimal digits in lower case. */
  invitationId: string;
};

/** What `partyInvitations.revoke` returns. */
export type DeletePartyInvitationResult = Invitation & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `partyInvitations.accept`. */
export type AcceptPartyInvitationArgs = {
  /** The token at the end of the link that was sent. */
  token: string;
} & AcceptPartyInvitationAttributes;

/** What `partyInvitations.accept` returns. */
export type AcceptPartyInvitationResult = AnsweredInvitation & {
  meta: {
    /** The party that the person has joined. */
    partyId: string;
    /** The user who is a member now. */
    userId: string;
    /** The API key that `apiKeyName` made. A replay shows it without the complete key. */
    apiKey?: CreatedApiKey | ApiKey | undefined;
  };
};

/** The arguments of `partyInvitations.decline`. */
export type DeclinePartyInvitationArgs = {
  /** The token at the end of the link that was sent. */
  token: string;
};

/** The arguments of `paymentRequests.create`. */
export type CreatePaymentRequestArgs = CreatePaymentRequestAttributes;

/** What `paymentRequests.create` returns. */
export type CreatePaymentRequestResult = PaymentRequest & {
  /** Only if no message is sent. Pass the link on yourself. */
  meta?:
    | {
        /** The address that gets no message: your party has sent it enough within the hour. */
        emailFailures: Array<string>;
      }
    | undefined;
};

/** The arguments of `paymentRequests.list`. */
export type ListPaymentRequestsArgs = {
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** Only rows that your party gave this tag. One tag, as `tag[order]=1001`. */
  tag?: Record<string, string> | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `paymentRequests.listIncoming`. */
export type ListPaymentRequestsIncomingArgs = {
  /** The status of the request; by default any. */
  status?: 'OPEN' | 'PROCESSING' | 'COMPLETED' | 'CANCELED' | 'DECLINED' | 'EXPIRED' | undefined;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `paymentRequests.get`. */
export type GetPaymentRequestArgs = {
  /** An id: `prq_` and 32 hexadecimal digits in lower case. */
  paymentRequestId: string;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `paymentRequests.cancel`. */
export type CancelPaymentRequestArgs = {
  /** An id: `prq_` and 32 hexadecimal digits in lower case. */
  paymentRequestId: string;
};

/** The arguments of `paymentRequests.decline`. */
export type DeclinePaymentRequestArgs = {
  /** An id: `prq_` and 32 hexadecimal digits in lower case. */
  paymentRequestId: string;
};

/** The arguments of `paymentRequests.fulfill`. */
export type FulfillPaymentRequestArgs = {
  /** An id: `prq_` and 32 hexadecimal digits in lower case. */
  paymentRequestId: string;
} & FulfillPaymentRequestAttributes;

/** The arguments of `paymentRequests.previewFulfill`. */
export type PreviewFulfillPaymentRequestArgs = {
  /** An id: `prq_` and 32 hexadecimal digits in lower case. */
  paymentRequestId: string;
} & PreviewFulfillPaymentRequestAttributes;

/** The arguments of `payments.create`. */
export type CreatePaymentArgs = CreatePaymentAttributes;

/** The arguments of `payments.list`. */
export type ListPaymentsArgs = {
  /** Only payments with this status. */
  status?:
    | 'PROCESSING'
    | 'PENDING_CLAIM'
    | 'IN_REVIEW'
    | 'COMPLETED'
    | 'FAILED'
    | 'RETURNED'
    | 'APPROVAL_DENIED'
    | 'CANCELED'
    | undefined;
  /** Only payments that the party receives, or only those that it pays or initiated. */
  direction?: 'INBOUND' | 'OUTBOUND' | undefined;
  /** Only payments that this agent made. */
  agentId?: string | undefined;
  /** Only payments received from this party, or paid to it. */
  counterpartyPartyId?: string | undefined;
  /** Only payments that the party initiated in this conversation. */
  instanceId?: string | undefined;
  /** Only payments from this time on. */
  createdAfter?: string | undefined;
  /** Only payments before this time. */
  createdBefore?: string | undefined;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** Only rows that your party gave this tag. One tag, as `tag[order]=1001`. */
  tag?: Record<string, string> | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `payments.preview`. */
export type PreviewCreatePaymentArgs = PreviewCreatePaymentAttributes;

/** The arguments of `payments.get`. */
export type GetPaymentArgs = {
  /** An id: `pay_` and 32 hexadecimal digits in lower case. */
  paymentId: string;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `payments.cancel`. */
export type CancelPaymentArgs = {
  /** An id: `pay_` and 32 hexadecimal digits in lower case. */
  paymentId: string;
};

/** The arguments of `payments.refund`. */
export type CreatePaymentRefundArgs = {
  /** An id: `pay_` and 32 hexadecimal digits in lower case. */
  paymentId: string;
} & CreatePaymentRefundAttributes;

/** The arguments of `simulations.getClock`. */
export type GetSimulationClockArgs = Record<string, never>;

/** The arguments of `simulations.advanceClock`. */
export type SimulateAdvanceClockArgs = SimulateAdvanceClockAttributes;

/** The arguments of `simulations.deposit`. */
export type SimulateDepositsArgs = SimulateDepositsAttributes;

/** The arguments of `simulations.getMicroDeposits`. */
export type GetSimulationExternalAccountMicroDepositsArgs = {
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
};

/** The arguments of `simulations.listMailbox`. */
export type ListSimulationMailboxArgs = {
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `simulations.failTransfer`. */
export type SimulateFailTransferArgs = {
  /** An id: `trf_` and 32 hexadecimal digits in lower case. */
  transferId: string;
} & SimulateFailTransferAttributes;

/** The arguments of `simulations.returnTransfer`. */
export type SimulateReturnTransferArgs = {
  /** An id: `trf_` and 32 hexadecimal digits in lower case. */
  transferId: string;
} & SimulateReturnTransferAttributes;

/** The arguments of `simulations.settleTransfer`. */
export type SimulateSettleTransferArgs = {
  /** An id: `trf_` and 32 hexadecimal digits in lower case. */
  transferId: string;
};

/** The arguments of `transactions.list`. */
export type ListTransactionsArgs = {
  /** Only payments, only transfers, or all. */
  type?: 'payment' | 'transfer' | 'all' | undefined;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** Only rows that your party gave this tag. One tag, as `tag[order]=1001`. */
  tag?: Record<string, string> | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `transactions.get`. */
export type GetTransactionArgs = {
  /** An id: `txn_` and 32 hexadecimal digits in lower case. */
  transaction_id: string;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `transfers.list`. */
export type ListTransfersArgs = {
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** Only rows that your party gave this tag. One tag, as `tag[order]=1001`. */
  tag?: Record<string, string> | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `transfers.deposit`. */
export type DepositTransferArgs = DepositTransferAttributes;

/** The arguments of `transfers.internal`. */
export type InternalTransferArgs = InternalTransferAttributes;

/** The arguments of `transfers.withdraw`. */
export type WithdrawTransferArgs = WithdrawTransferAttributes;

/** The arguments of `transfers.previewWithdraw`. */
export type PreviewWithdrawTransferArgs = PreviewWithdrawTransferAttributes;

/** The arguments of `transfers.get`. */
export type GetTransferArgs = {
  /** An id: `trf_` and 32 hexadecimal digits in lower case. */
  transferId: string;
  /** A customer who delegated `payments.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `transfers.cancel`. */
export type CancelTransferArgs = {
  /** An id: `trf_` and 32 hexadecimal digits in lower case. */
  transferId: string;
};

/** The arguments of `wallets.create`. */
export type CreateWalletArgs = CreateWalletAttributes;

/** The arguments of `wallets.list`. */
export type ListWalletsArgs = {
  /** A customer who delegated `wallets.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
  /** Only wallets with this status. */
  status?: 'active' | 'frozen' | 'closed' | undefined;
  /** Only wallets in this currency. */
  currency?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `wallets.get`. */
export type GetWalletArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
  /** A customer who delegated `wallets.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `wallets.update`. */
export type UpdateWalletArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
} & UpdateWalletAttributes;

/** The arguments of `wallets.close`. */
export type DeleteWalletArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
};

/** What `wallets.close` returns. */
export type DeleteWalletResult = Wallet & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `wallets.makeDefault`. */
export type DefaultWalletArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
};

/** The arguments of `wallets.freeze`. */
export type FreezeWalletArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
};

/** The arguments of `wallets.statement`. */
export type GetWalletStatementArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
  /** The beginning of the period; by default that of the month, in UTC, in which it ends. */
  from?: string | undefined;
  /**
   * The end of the period, which is after `from`; by default now. What is asked for beyond now ends now, as
   * `to` says: a period that was shown never changes.
   */
  to?: string | undefined;
  /** A customer who delegated `wallets.read` to your party; by default your own party. */
  partyId?: string | undefined;
  /** The same as `partyId`. */
  customerPartyId?: string | undefined;
};

/** The arguments of `wallets.unfreeze`. */
export type UnfreezeWalletArgs = {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  walletId: string;
};

/** The arguments of `webhooks.create`. */
export type CreateWebhookArgs = CreateWebhookAttributes;

/** The arguments of `webhooks.list`. */
export type ListWebhooksArgs = {
  /** Only webhooks with this status. */
  status?: 'ENABLED' | 'DISABLED' | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `webhooks.get`. */
export type GetWebhookArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
};

/** The arguments of `webhooks.update`. */
export type UpdateWebhookArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
} & UpdateWebhookAttributes;

/** The arguments of `webhooks.remove`. */
export type DeleteWebhookArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
};

/** What `webhooks.remove` returns. */
export type DeleteWebhookResult = Webhook & {
  meta: {
    /** Always `true`. */
    deleted: boolean;
  };
};

/** The arguments of `webhooks.listDeliveries`. */
export type ListWebhookDeliveriesArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
  /** Only attempts that succeeded, or only those that failed. */
  status?: 'DELIVERED' | 'FAILED' | undefined;
  /** Only attempts to deliver this event. */
  eventId?: string | undefined;
  /** The size of the page. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, of the same list and filters. */
  cursor?: string | undefined;
};

/** The arguments of `webhooks.redeliverEvent`. */
export type RedeliverWebhookEventArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
  /** An id: `evt_` and 32 hexadecimal digits in lower case. */
  eventId: string;
};

/** The arguments of `webhooks.redeliver`. */
export type RedeliverWebhookArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
} & RedeliverWebhookAttributes;

/** What `webhooks.redeliver` returns. */
export type RedeliverWebhookResult = Webhook & {
  meta: {
    /** How many events will be delivered again. */
    events: number;
  };
};

/** The arguments of `webhooks.rotateSecret`. */
export type RotateSecretWebhookArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
} & RotateSecretWebhookAttributes;

/** The arguments of `webhooks.test`. */
export type TestWebhookArgs = {
  /** An id: `whk_` and 32 hexadecimal digits in lower case. */
  webhookId: string;
};

/** What `webhooks.test` returns. */
export type TestWebhookResult = Webhook & {
  meta: {
    /** How many events will be delivered again. */
    events: number;
  };
};

export interface AcceptClaimAttributes {
  /** The name of the person. Required. */
  name?: string | undefined;
  /** Makes an API key of this name for the new party, which is only in this one response. */
  apiKeyName?: string | undefined;
}

export interface AcceptInvitationAttributes {
  /** The name of the person. Required. */
  name?: string | undefined;
  /** Makes an API key of this name for the new party, which is only in this one response. */
  apiKeyName?: string | undefined;
}

export interface AcceptPartyInvitationAttributes {
  /** The name of a new user. Required unless the address is known. */
  name?: string | undefined;
  /** Makes an API key of this name for the party, which is only in this one response. */
  apiKeyName?: string | undefined;
}

export interface Agent {
  object: 'agent';
  id: string;
  name: string;
  description: string | null;
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  /** Minor units of the default currency; days and months are those of UTC. Null: no limit. */
  limits: {
    /** An integer in minor units of the currency, such as cents of USD. */
    perTransaction?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perDay?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perMonth?: number | undefined;
    /** Limits in other currencies, by currency. */
    currencies?:
      | Record<
          string,
          {
            /** An integer in minor units of the currency, such as cents of USD. */
            perTransaction?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perDay?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perMonth?: number | undefined;
          }
        >
      | undefined;
  } | null;
  /** What bounds the agent beyond amounts. Null: no rules. */
  rules: {
    counterparties?:
      | {
          allow?:
            | Array<{
                type: 'email' | 'phone' | 'domain' | 'party_id' | 'external_account_id';
                value: string;
                /** Of a domain that is allowed. */
                includeSubdomains?: boolean | undefined;
              }>
            | undefined;
          block?:
            | Array<{
                type: 'email' | 'phone' | 'domain' | 'party_id' | 'external_account_id';
                value: string;
                /** Of a domain that is allowed. */
                includeSubdomains?: boolean | undefined;
              }>
            | undefined;
          onBreach: 'review' | 'refuse';
        }
      | undefined;
    currencies?:
      | {
          allow: Array<string>;
          onBreach: 'review' | 'refuse';
        }
      | undefined;
    paymentsPerHour?:
      | {
          max: number;
          onBreach: 'review' | 'refuse';
        }
      | undefined;
    paymentsPerDay?:
      | {
          max: number;
          onBreach: 'review' | 'refuse';
        }
      | undefined;
    hours?:
      | {
          timeZone: string;
          weekly: Array<{
            days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
            from: string;
            to: string;
          }>;
          onBreach: 'review' | 'refuse';
        }
      | undefined;
    firstPaymentToNewPayee?:
      | {
          onBreach: 'review' | 'refuse';
        }
      | undefined;
    duplicates?:
      | {
          withinSeconds: number;
          onBreach: 'review' | 'refuse';
          overridable: boolean;
          match: 'normalized' | 'exact' | 'payeeAndAmount';
          across: 'agent' | 'party';
        }
      | undefined;
  } | null;
  /** The only wallets that the agent may spend from. Null: it may spend from any wallet. */
  walletIds: Array<string> | null;
  /**
   * What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
   * transactions, transfers, payment requests, approvals and events that it made itself, and the payment
   * requests that name it as the payer; nothing that others wrote to your party, and no counterparties.
   */
  reads: 'party' | 'own';
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  party: {
    object: 'party';
    id: string;
  };
}

export interface AgentActivity {
  object: 'agentActivity';
  id: string;
  /**
   * The method and the path, or what the operator did, in words. In a sum of refusals, the pattern of the
   * path.
   */
  action: string;
  decision: 'accepted' | 'refused';
  /**
   * Why it was refused; the words of whoever decided on an approval; that the maker approved, as only user;
   * or the operator, by name, and why.
   */
  reason: string | null;
  /** How many refused requests the line stands for; 1 for every other line. */
  count: number;
  /**
   * What it changed of limits, rules, permissions, roles, scopes, status, freezes and who approves. Empty if
   * nothing.
   */
  changes: Array<Change>;
  /** What was created, or what the request was about. Null if it was refused. */
  targetId: string | null;
  /** The `Request-Id` of its response. Null in a sum. */
  requestId: string | null;
  /**
   * The public start of the key. `operator`: who runs the service did it, named in the reason. `token`:
   * somebody did who had a link.
   */
  keyPrefix: string;
  instanceId: string | null;
  createdAt: string;
  /**
   * In minor units: of the payment, transfer or payment request that the line is about, or for whose approval
   * it asks; of a refused payment or withdrawal, what was asked for. Null if there is none, or the line does
   * not keep it. Null if the key of the request lacks the scope `payments.read`.
   */
  amount: number | null;
  /** An ISO 4217 currency code. */
  currency: string | null;
  /** Who is paid; of a payment request, who is asked to pay, or who asks if your party answered it. */
  counterparty: {
    type: 'email' | 'phone' | 'party_id' | 'agent_id' | 'external_account_id';
    value: string;
    /** Its name, or the number of the account as it is shown. Null if it was refused. */
    name: string | null;
  } | null;
  description: string | null;
  /** The customer whose wallet pays; null if your own does. */
  customerPartyId: string | null;
  /** Of a refused payment or withdrawal: the `Idempotency-Key` of the request, if it had one. */
  idempotencyKey: string | null;
  /**
   * The limits and rules for which it waited, or was refused. Null if the key of the request lacks the scope
   * `payments.read`.
   */
  reasons: Array<Reason> | null;
  /**
   * `REFUSED`, or the present status of the payment, transfer or payment request. Null if there is none, or
   * the key of the request lacks the scope `payments.read`.
   */
  outcome: {
    status:
      | 'REFUSED'
      | 'PROCESSING'
      | 'PENDING_CLAIM'
      | 'IN_REVIEW'
      | 'COMPLETED'
      | 'FAILED'
      | 'RETURNED'
      | 'APPROVAL_DENIED'
      | 'CANCELED'
      | 'OPEN'
      | 'DECLINED'
      | 'EXPIRED';
    updatedAt: string;
  } | null;
  /**
   * The approvals that the payment or withdrawal needed. Null if the key of the request lacks the scope
   * `payments.read`.
   */
  reviews: Array<{
    approvalId: string;
    status: 'pending' | 'approved' | 'denied' | 'canceled';
    reasons: Array<Reason>;
    deciderPartyId: string;
    /** Who decided, if a user of your party did. */
    decidedBy: string | null;
    /** The words of that user. */
    reason: string | null;
    requestedAt: string;
    resolvedAt: string | null;
  }> | null;
  party: {
    object: 'party';
    id: string;
  };
  user: {
    object: 'user';
    id: string;
  } | null;
  agent: {
    object: 'agent';
    id: string;
  } | null;
}

export interface AgentCustomer {
  object: 'customer';
  id: string;
  name: string;
  email: string | null;
  /** Whether the agent may act for the customer. */
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  /** What the customer permits. */
  permissions: Array<
    | 'payments.create'
    | 'payments.read'
    | 'wallets.read'
    | 'wallets.update'
    | 'external_accounts.create'
    | 'party.read'
    | 'party.update'
  >;
  /**
   * Minor units of the customer's default currency; days and months are those of UTC. What the agent spends
   * of the customer's money counts. Null: no limit.
   */
  limits: {
    /** An integer in minor units of the currency, such as cents of USD. */
    perTransaction?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perDay?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perMonth?: number | undefined;
    /** Limits in other currencies, by currency. */
    currencies?:
      | Record<
          string,
          {
            /** An integer in minor units of the currency, such as cents of USD. */
            perTransaction?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perDay?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perMonth?: number | undefined;
          }
        >
      | undefined;
  } | null;
  /** When the party became a customer of the agent. */
  createdAt: string;
  updatedAt: string;
  agent: {
    object: 'agent';
    id: string;
    name: string;
  };
}

export interface AgentKey {
  object: 'agentKey';
  id: string;
  /** The first characters of the key, by which people can tell keys apart. */
  agentKeyPrefix: string;
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** Always empty: no endpoint gives it tags. */
  tags: Record<string, string>;
  createdAt: string;
  /** From then on the key is refused; a rotation may bring it forward. Null if it never expires. */
  expiresAt: string | null;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  /** When a rotation replaced it by another key; null if none has. */
  rotatedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
  /** Null if the key is not revoked, or the operator has revoked it. */
  revokedBy: string | null;
  party: {
    object: 'party';
    id: string;
  };
  agent: {
    object: 'agent';
    id: string;
  };
}

export interface AgentUsage {
  object: 'agentUsage';
  id: string;
  /** The agent's limits, and its rules that count payments. */
  limits: Array<LimitUse>;
  /**
   * By currency, the largest amount that one payment of the agent may have now without an approval, whoever
   * is paid: the smallest of what its limits and those of your party leave and of what is available, after
   * the fee, in the wallet that pays if none is named. 0 if the agent, your party or the wallet is stopped,
   * if your party owes money, and where limits or rules let nothing pass. What is available counts for the
   * agent with its own key and for keys with `wallets.read`; for others null if nothing else bounds it.
   */
  spendable: Record<string, number | null>;
  agent: {
    object: 'agent';
    id: string;
  };
}

export interface AnsweredInvitation {
  object: 'invitation';
  id: string;
  email: string;
  role: 'MEMBER' | 'ADMIN' | 'APPROVER';
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'EXPIRED';
  expiresAt: string;
  createdAt: string;
  acceptedAt: string | null;
  party: {
    object: 'party';
    id: string;
    name: string;
  };
}

export interface ApiKey {
  object: 'apiKey';
  id: string;
  /** The first characters of the key, by which people can tell keys apart. */
  apiKeyPrefix: string;
  name: string;
  scopes: Array<
    | 'payments.read'
    | 'payments.create'
    | 'wallets.read'
    | 'wallets.fund'
    | 'wallets.withdraw'
    | 'wallets.update'
    | 'external_accounts.read'
    | 'external_accounts.create'
    | 'external_accounts.delete'
    | 'agents.read'
    | 'agents.create'
    | 'agents.update'
    | 'agents.delete'
    | 'delegations.read'
    | 'delegations.create'
    | 'delegations.update'
    | 'delegations.delete'
    | 'invite.read'
    | 'invite.create'
    | 'invite.delete'
    | 'api_keys.read'
    | 'api_keys.create'
    | 'api_keys.delete'
    | 'approvals.decide'
    | 'webhooks.read'
    | 'webhooks.create'
    | 'webhooks.update'
    | 'webhooks.delete'
    | 'party.read'
    | 'party.update'
    | 'audit.read'
  >;
  environment: 'sandbox' | 'prod';
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** From then on the key is refused; a rotation may bring it forward. Null if it never expires. */
  expiresAt: string | null;
  /** When its user signed in, if it is a browser session; null for a key that programs use. */
  signedInAt: string | null;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  /** When a rotation replaced it by another key; null if none has. */
  rotatedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
  /** Null if the key is not revoked, or the operator has revoked it. */
  revokedBy: string | null;
  party: {
    object: 'party';
    id: string;
  };
}

export interface Approval {
  object: 'approval';
  id: string;
  status: 'pending' | 'approved' | 'denied' | 'canceled';
  target: PaymentTarget | WithdrawalTarget;
  /** Whose limits and rules were exceeded: it decides. */
  deciderPartyId: string;
  /**
   * Why it waits. Limits and rules that a party set for itself or its agents only that party reads: for the
   * other one this can be empty.
   */
  reasons: Array<Reason>;
  /** Who is paid, as of the request; null for a withdrawal. A name alone proves nothing. */
  payee: {
    /** The name of the payee, which the payee chooses; its address if that led to no party. */
    name: string;
    /** Whether it had proved an address. */
    verified: boolean;
    /** The address by which the payer named it; null if it named a party or an agent. */
    address: string | null;
    partyId: string | null;
    /** When your party’s first payment to it was accepted, of those before the request; null if none was. */
    knownSince: string | null;
    /** When the last one of these was accepted. */
    lastPaidAt: string | null;
    /**
     * Another party that your party has paid, whose name is the same or looks like it: make sure which of the
     * two you mean. Judged when it is read; events show null.
     */
    nameWarning: {
      partyId: string;
      name: string;
    } | null;
  } | null;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  createdAt: string;
  updatedAt: string;
  resolvedAt: string | null;
  /**
   * The rules that now refuse the payment or withdrawal; null if none does. While they do, it can be denied
   * but not approved. Events show null.
   */
  blockedBy: Array<{
    type: 'counterpartyNotAllowed' | 'currencyNotAllowed';
    /** The party whose rule refuses. */
    partyId: string;
  }> | null;
  /**
   * Who approved or denied it, in order. While it is pending, one user has approved it and another one has
   * to. Null while nobody has, and for the other party, which does not decide.
   */
  decidedBy: Array<{
    userId: string;
    /** The key or session with which the user decided. */
    credentialId: string;
    at: string;
    /** Whether the user joined the party by an invitation of who made the payment or withdrawal. */
    invitedByMaker: boolean;
  }> | null;
  /** The agent that made the payment or withdrawal, if one did. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
}

export interface AuditLine {
  object: 'auditLine';
  id: string;
  /**
   * The method and the path, or what the operator did, in words. In a sum of refusals, the pattern of the
   * path.
   */
  action: string;
  decision: 'accepted' | 'refused';
  /**
   * Why it was refused; the words of whoever decided on an approval; that the maker approved, as only user;
   * or the operator, by name, and why.
   */
  reason: string | null;
  /** How many refused requests the line stands for; 1 for every other line. */
  count: number;
  /**
   * What it changed of limits, rules, permissions, roles, scopes, status, freezes and who approves. Empty if
   * nothing.
   */
  changes: Array<Change>;
  /** What was created, or what the request was about. Null if it was refused. */
  targetId: string | null;
  /** The `Request-Id` of its response. Null in a sum. */
  requestId: string | null;
  /**
   * The public start of the key. `operator`: who runs the service did it, named in the reason. `token`:
   * somebody did who had a link.
   */
  keyPrefix: string;
  instanceId: string | null;
  createdAt: string;
  party: {
    object: 'party';
    id: string;
  };
  user: {
    object: 'user';
    id: string;
  } | null;
  agent: {
    object: 'agent';
    id: string;
  } | null;
}

export interface BacktestAgentRuleAttributes {
  /** How many of the latest payments and withdrawals are looked at. By default `1000`. */
  payments?: number | undefined;
  /** The most that may be spent, in the default currency: null removes a limit, or all. */
  limits?:
    | {
        /** Minor units of the currency: cents of USD. */
        perTransaction?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perDay?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perMonth?: number | null | undefined;
        /**
         * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
         * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
         * change leaves more currencies than these.
         */
        currencies?:
          | Record<
              string,
              {
                /** Minor units of the currency: cents of USD. */
                perTransaction?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perDay?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perMonth?: number | undefined;
              } | null
            >
          | null
          | undefined;
      }
    | null
    | undefined;
  /** What bounds an agent beyond amounts: null removes a rule, or all. */
  rules?:
    | {
        /** Has `allow`, `block` or both. */
        counterparties?:
          | {
              allow?: Array<ByEmail | ByPhone | ByAllowedDomain | ByPartyId | ByExternalAccount> | undefined;
              block?: Array<ByEmail | ByPhone | ByDomain | ByPartyId | ByExternalAccount> | undefined;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        currencies?:
          | {
              allow: Array<string>;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** How many payments and withdrawals in any 60 minutes. */
        paymentsPerHour?:
          | {
              max: number;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** How many payments and withdrawals in any 24 hours. */
        paymentsPerDay?:
          | {
              max: number;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        hours?:
          | {
              /** A name of the IANA time zone database. */
              timeZone: string;
              weekly: Array<{
                days: Array<
                  'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
                >;
                from: string;
                to: string;
              }>;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** The word `review` is the same as an empty object, and `allow` the same as null. */
        firstPaymentToNewPayee?:
          | 'allow'
          | 'review'
          | {
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        duplicates?:
          | {
              /** By default `600`. */
              withinSeconds?: number | undefined;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
              /** Whether `intendedRepeat` in a payment or withdrawal lets it pass. By default `false`. */
              overridable?: boolean | undefined;
              /**
               * What is the same, beside payee, amount and currency: the words of the description (`normalized`: its
               * letters and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`). By
               * default `normalized`.
               */
              match?: 'normalized' | 'exact' | 'payeeAndAmount' | undefined;
              /**
               * Whose payments are compared: those of the agent, or those of all agents of its party that have this rule.
               * By default `agent`.
               */
              across?: 'agent' | 'party' | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
}

export interface ByAgentId {
  type: 'agent_id';
  /** An id: `agt_` and 32 hexadecimal digits in lower case. */
  value: string;
}

/** A domain. */
export interface ByAllowedDomain {
  type: 'domain';
  /**
   * Of e-mail addresses, without the @, in Unicode or Punycode. No invisible, private or unassigned
   * characters.
   */
  value: string;
  /** Whether its subdomains are allowed too. By default `false`. */
  includeSubdomains?: boolean | undefined;
}

/** A domain and its subdomains. */
export interface ByDomain {
  type: 'domain';
  /**
   * Of e-mail addresses, without the @, in Unicode or Punycode. No invisible, private or unassigned
   * characters.
   */
  value: string;
}

export interface ByEmail {
  type: 'email';
  /**
   * At most 254 characters in lower case, too. No spaces, no `=?`, and no invisible, private or unassigned
   * characters of Unicode.
   */
  value: string;
}

/** An account at a bank, to which a withdrawal pays. */
export interface ByExternalAccount {
  type: 'external_account_id';
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  value: string;
}

export interface ByPartyId {
  type: 'party_id';
  /** An id: `pty_` and 32 hexadecimal digits in lower case. */
  value: string;
}

export interface ByPhone {
  type: 'phone';
  /** E.164. */
  value: string;
}

export interface Change {
  path: string;
  /** As responses show it; null if it was or is not set. */
  from: unknown;
  /** As responses show it; null if it was or is not set. */
  to: unknown;
}

export interface ClaimedParty {
  object: 'party';
  id: string;
  name: string;
  status: 'ACTIVE';
  /** The address that the token has proved. */
  address: string;
}

export interface Clock {
  object: 'clock';
  id: 'clock';
  now: string;
  /** How many seconds the clock is ahead of real time. */
  offsetSeconds: number;
}

export interface Contact {
  object: 'contact';
  id: string;
  address: {
    type: 'email' | 'phone';
    value: string;
  };
  /** `PENDING`: a token was sent to the address and has not come back. */
  status: 'PENDING' | 'VERIFIED';
  createdAt: string;
  verifiedAt: string | null;
  /** When the token ends. Null once verified. */
  expiresAt: string | null;
  party: {
    object: 'party';
    id: string;
  };
}

export interface Counterparty {
  object: 'party';
  id: string;
  /** The name of the party. For a party that is not known yet, its e-mail address or phone number. */
  name: string;
  email: string | null;
  /** The status of the relationship, not of the party. */
  status: 'ACTIVE';
}

export interface CreateAgentAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  name: string;
  /** No control characters. */
  description?: string | null | undefined;
  /** The most that may be spent, in the default currency. Null: no limit. */
  limits?:
    | {
        /** Minor units of the currency: cents of USD. */
        perTransaction?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perDay?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perMonth?: number | null | undefined;
        /**
         * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
         * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
         * change leaves more currencies than these.
         */
        currencies?:
          | Record<
              string,
              {
                /** Minor units of the currency: cents of USD. */
                perTransaction?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perDay?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perMonth?: number | undefined;
              } | null
            >
          | null
          | undefined;
      }
    | null
    | undefined;
  /** What bounds an agent beyond amounts: null removes a rule, or all. */
  rules?:
    | {
        /** Has `allow`, `block` or both. */
        counterparties?:
          | {
              allow?: Array<ByEmail | ByPhone | ByAllowedDomain | ByPartyId | ByExternalAccount> | undefined;
              block?: Array<ByEmail | ByPhone | ByDomain | ByPartyId | ByExternalAccount> | undefined;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        currencies?:
          | {
              allow: Array<string>;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** How many payments and withdrawals in any 60 minutes. */
        paymentsPerHour?:
          | {
              max: number;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** How many payments and withdrawals in any 24 hours. */
        paymentsPerDay?:
          | {
              max: number;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        hours?:
          | {
              /** A name of the IANA time zone database. */
              timeZone: string;
              weekly: Array<{
                days: Array<
                  'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
                >;
                from: string;
                to: string;
              }>;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** The word `review` is the same as an empty object, and `allow` the same as null. */
        firstPaymentToNewPayee?:
          | 'allow'
          | 'review'
          | {
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        duplicates?:
          | {
              /** By default `600`. */
              withinSeconds?: number | undefined;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
              /** Whether `intendedRepeat` in a payment or withdrawal lets it pass. By default `false`. */
              overridable?: boolean | undefined;
              /**
               * What is the same, beside payee, amount and currency: the words of the description (`normalized`: its
               * letters and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`). By
               * default `normalized`.
               */
              match?: 'normalized' | 'exact' | 'payeeAndAmount' | undefined;
              /**
               * Whose payments are compared: those of the agent, or those of all agents of its party that have this rule.
               * By default `agent`.
               */
              across?: 'agent' | 'party' | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
  /**
   * The wallets of your party that the agent may spend from. It then spends from no other wallet, not even a
   * customer's. Null: it may spend from any wallet.
   */
  walletIds?: Array<string> | null | undefined;
  /**
   * What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
   * transactions, transfers, payment requests, approvals and events that it made itself, and the payment
   * requests that name it as the payer; nothing that others wrote to your party, and no counterparties.
   */
  reads?: 'party' | 'own' | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface CreateAgentCustomersAttributes {
  recipients: Array<{
    /** Another word does not refuse the request: the response names the entry. */
    type: 'email' | 'phone' | 'party_id';
    value: string;
  }>;
  permissions: Array<
    | 'payments.create'
    | 'payments.read'
    | 'wallets.read'
    | 'wallets.update'
    | 'external_accounts.create'
    | 'party.read'
    | 'party.update'
  >;
  /** The most that may be spent, in the default currency. Null: no limit. */
  limits?:
    | {
        /** Minor units of the currency: cents of USD. */
        perTransaction?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perDay?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perMonth?: number | null | undefined;
        /**
         * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
         * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
         * change leaves more currencies than these.
         */
        currencies?:
          | Record<
              string,
              {
                /** Minor units of the currency: cents of USD. */
                perTransaction?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perDay?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perMonth?: number | undefined;
              } | null
            >
          | null
          | undefined;
      }
    | null
    | undefined;
  /** ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds. */
  expiresAt?: string | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface CreateAgentKeyAttributes {
  /** The agent, unless it is named as relationship. */
  agentId?: string | undefined;
  /** ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds. */
  expiresAt?: string | null | undefined;
}

export interface CreateApiKeyAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  name: string;
  scopes: Array<
    | 'payments.read'
    | 'payments.create'
    | 'wallets.read'
    | 'wallets.fund'
    | 'wallets.withdraw'
    | 'wallets.update'
    | 'external_accounts.read'
    | 'external_accounts.create'
    | 'external_accounts.delete'
    | 'agents.read'
    | 'agents.create'
    | 'agents.update'
    | 'agents.delete'
    | 'delegations.read'
    | 'delegations.create'
    | 'delegations.update'
    | 'delegations.delete'
    | 'invite.read'
    | 'invite.create'
    | 'invite.delete'
    | 'api_keys.read'
    | 'api_keys.create'
    | 'api_keys.delete'
    | 'approvals.decide'
    | 'webhooks.read'
    | 'webhooks.create'
    | 'webhooks.update'
    | 'webhooks.delete'
    | 'party.read'
    | 'party.update'
    | 'audit.read'
  >;
  /** ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds. */
  expiresAt?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface CreatedAgentKey {
  object: 'agentKey';
  id: string;
  /** The first characters of the key, by which people can tell keys apart. */
  agentKeyPrefix: string;
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** Always empty: no endpoint gives it tags. */
  tags: Record<string, string>;
  createdAt: string;
  /** From then on the key is refused; a rotation may bring it forward. Null if it never expires. */
  expiresAt: string | null;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  /** When a rotation replaced it by another key; null if none has. */
  rotatedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
  /** Null if the key is not revoked, or the operator has revoked it. */
  revokedBy: string | null;
  /** The complete key. Shown only in this response, and absent from a replay: Purser stores its hash. */
  agentKey?: string | undefined;
  party: {
    object: 'party';
    id: string;
  };
  agent: {
    object: 'agent';
    id: string;
  };
}

export interface CreatedApiKey {
  object: 'apiKey';
  id: string;
  /** The first characters of the key, by which people can tell keys apart. */
  apiKeyPrefix: string;
  name: string;
  scopes: Array<
    | 'payments.read'
    | 'payments.create'
    | 'wallets.read'
    | 'wallets.fund'
    | 'wallets.withdraw'
    | 'wallets.update'
    | 'external_accounts.read'
    | 'external_accounts.create'
    | 'external_accounts.delete'
    | 'agents.read'
    | 'agents.create'
    | 'agents.update'
    | 'agents.delete'
    | 'delegations.read'
    | 'delegations.create'
    | 'delegations.update'
    | 'delegations.delete'
    | 'invite.read'
    | 'invite.create'
    | 'invite.delete'
    | 'api_keys.read'
    | 'api_keys.create'
    | 'api_keys.delete'
    | 'approvals.decide'
    | 'webhooks.read'
    | 'webhooks.create'
    | 'webhooks.update'
    | 'webhooks.delete'
    | 'party.read'
    | 'party.update'
    | 'audit.read'
  >;
  environment: 'sandbox' | 'prod';
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** From then on the key is refused; a rotation may bring it forward. Null if it never expires. */
  expiresAt: string | null;
  /** When its user signed in, if it is a browser session; null for a key that programs use. */
  signedInAt: string | null;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  /** When a rotation replaced it by another key; null if none has. */
  rotatedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
  /** Null if the key is not revoked, or the operator has revoked it. */
  revokedBy: string | null;
  /** The complete key. Shown only in this response: Purser stores only its hash. */
  apiKey: string;
  party: {
    object: 'party';
    id: string;
  };
}

export interface CreatedWebhook {
  object: 'webhook';
  id: string;
  url: string;
  enabledEvents: Array<string>;
  /** Empty if it has none. */
  description: string;
  /** Whose events it gets. `own`: the events of your party. */
  sources: Array<'own'>;
  status: 'ENABLED' | 'DISABLED';
  /** Why Purser disabled it: 5 days without a success, or the receiver answered 410. */
  disabledReason: 'FAILING' | 'GONE' | null;
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** The user who made it, who may have left since. */
  createdBy: string;
  updatedAt: string;
  /** The secret that signs deliveries. No other response shows it. */
  signingSecret?: string | undefined;
  party: {
    object: 'party';
    id: string;
  };
}

export interface CreateExternalAccountAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  accountName: string;
  /** No control characters, and at least one that is neither space nor invisible. */
  bankName?: string | null | undefined;
  /** The account at the bank: one of the United States, or one with an IBAN. */
  account: UsAccount | IbanAccount;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface CreatePartyContactAttributes {
  address: ByEmail | ByPhone;
}

export interface CreatePartyInvitationsAttributes {
  invitations: Array<{
    email: string;
    /** Another word does not refuse the request: the response names the entry. */
    role: 'MEMBER' | 'ADMIN' | 'APPROVER';
  }>;
  /** By default `7`. */
  expiresInDays?: number | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface CreatePaymentAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** Who is paid: an address, with or without an account behind it, a party or an agent. */
  counterparty: ByEmail | ByPhone | ByPartyId | ByAgentId;
  /** The customer whose wallet pays; by default your own party. */
  customerPartyId?: string | undefined;
  /**
   * The payer's wallet that pays; by default its default wallet or, if that has another currency, its oldest
   * active one.
   */
  walletId?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
  /**
   * Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is
   * `overridable`. By default `false`.
   */
  intendedRepeat?: boolean | undefined;
}

export interface CreatePaymentRefundAttributes {
  /** Minor units of the payment's currency; by default all that is left of the payment. */
  amount?: number | undefined;
  /** No control characters. */
  description?: string | null | undefined;
}

export interface CreatePaymentRequestAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
  /**
   * The wallet that receives the money; by default the default wallet or, if that has another currency, the
   * oldest active one.
   */
  walletId?: string | null | undefined;
  /** No control characters, and at least one that is neither space nor invisible. */
  payerName?: string | null | undefined;
  /** Who is asked to pay. */
  payer: ByEmail | ByPhone | ByPartyId | ByAgentId;
}

export interface CreateWalletAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  displayName: string;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface CreateWebhookAttributes {
  /** An https address without user, password and fragment, which everybody could reach. */
  url: string;
  /** The names of the events that it gets, or `*` alone for all. */
  enabledEvents: Array<
    | '*'
    | 'agent.created'
    | 'agent.resumed'
    | 'agent.revoked'
    | 'agent.suspended'
    | 'agent_delegation_invitation.accepted'
    | 'agent_delegation_invitation.canceled'
    | 'agent_delegation_invitation.created'
    | 'agent_delegation_invitation.declined'
    | 'agent_delegation_invitation.expired'
    | 'agent_key.created'
    | 'agent_key.revoked'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'approval.approved'
    | 'approval.canceled'
    | 'approval.denied'
    | 'approval.required'
    | 'approval.second_required'
    | 'contact.removed'
    | 'contact.verified'
    | 'delegation.activated'
    | 'delegation.resumed'
    | 'delegation.revoked'
    | 'delegation.suspended'
    | 'delegation.updated'
    | 'deposit.accepted'
    | 'deposit.approval_denied'
    | 'deposit.canceled'
    | 'deposit.completed'
    | 'deposit.created'
    | 'deposit.failed'
    | 'deposit.returned'
    | 'external_account.connected'
    | 'external_account.created'
    | 'external_account.disabled'
    | 'internal_transfer.completed'
    | 'member.added'
    | 'member.removed'
    | 'party.activated'
    | 'party.created'
    | 'party.debt_closed'
    | 'party.debt_opened'
    | 'party.frozen'
    | 'party.merged'
    | 'party.unfrozen'
    | 'party.updated'
    | 'party_invitation.accepted'
    | 'party_invitation.created'
    | 'party_invitation.declined'
    | 'party_invitation.expired'
    | 'party_invitation.revoked'
    | 'payment.accepted'
    | 'payment.approval_denied'
    | 'payment.canceled'
    | 'payment.completed'
    | 'payment.created'
    | 'payment.failed'
    | 'payment.returned'
    | 'payment_request.accepted'
    | 'payment_request.canceled'
    | 'payment_request.completed'
    | 'payment_request.created'
    | 'payment_request.declined'
    | 'payment_request.expired'
    | 'payment_request.incoming'
    | 'payment_request.reopened'
    | 'refund.completed'
    | 'wallet.closed'
    | 'wallet.created'
    | 'wallet.frozen'
    | 'wallet.unfrozen'
    | 'withdrawal.accepted'
    | 'withdrawal.approval_denied'
    | 'withdrawal.canceled'
    | 'withdrawal.completed'
    | 'withdrawal.created'
    | 'withdrawal.failed'
    | 'withdrawal.returned'
  >;
  /** No control characters. */
  description?: string | null | undefined;
  /** Whose events it gets. `own`: the events of your party. */
  sources?: Array<'own'> | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface Customer {
  object: 'customer';
  id: string;
  name: string;
  email: string | null;
  /** When the party became a customer. */
  createdAt: string;
  /** The same as the relationship `delegation`. */
  delegation: {
    id: string;
    status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
    /** What the customer permits. */
    permissions: Array<
      | 'payments.create'
      | 'payments.read'
      | 'wallets.read'
      | 'wallets.update'
      | 'external_accounts.create'
      | 'party.read'
      | 'party.update'
    >;
    createdAt: string;
  };
  /** The same as the relationship `agents`. */
  agents: Array<{
    id: string;
    name: string;
    /** Whether the agent may act for the customer. */
    status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
    /** What the customer permits. */
    permissions: Array<
      | 'payments.create'
      | 'payments.read'
      | 'wallets.read'
      | 'wallets.update'
      | 'external_accounts.create'
      | 'party.read'
      | 'party.update'
    >;
    /**
     * Minor units of the customer's default currency; days and months are those of UTC. What the agent spends
     * of the customer's money counts. Null: no limit.
     */
    limits: {
      /** An integer in minor units of the currency, such as cents of USD. */
      perTransaction?: number | undefined;
      /** An integer in minor units of the currency, such as cents of USD. */
      perDay?: number | undefined;
      /** An integer in minor units of the currency, such as cents of USD. */
      perMonth?: number | undefined;
      /** Limits in other currencies, by currency. */
      currencies?:
        | Record<
            string,
            {
              /** An integer in minor units of the currency, such as cents of USD. */
              perTransaction?: number | undefined;
              /** An integer in minor units of the currency, such as cents of USD. */
              perDay?: number | undefined;
              /** An integer in minor units of the currency, such as cents of USD. */
              perMonth?: number | undefined;
            }
          >
        | undefined;
    } | null;
  }>;
}

export interface CustomerInvitation {
  object: 'customerInvitation';
  id: string;
  recipient: {
    type: 'email' | 'phone' | 'party_id';
    value: string;
  };
  /**
   * The URL of a page that shows the invitation to anyone who has the link. It cannot be answered with this
   * link. Null for invitations from before links.
   */
  url: string | null;
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'CANCELED' | 'EXPIRED';
  permissions: Array<
    | 'payments.create'
    | 'payments.read'
    | 'wallets.read'
    | 'wallets.update'
    | 'external_accounts.create'
    | 'party.read'
    | 'party.update'
  >;
  /**
   * Minor units of the customer's default currency; days and months are those of UTC. What the agent spends
   * of the customer's money counts. Null: no limit.
   */
  limits: {
    /** An integer in minor units of the currency, such as cents of USD. */
    perTransaction?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perDay?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perMonth?: number | undefined;
    /** Limits in other currencies, by currency. */
    currencies?:
      | Record<
          string,
          {
            /** An integer in minor units of the currency, such as cents of USD. */
            perTransaction?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perDay?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perMonth?: number | undefined;
          }
        >
      | undefined;
  } | null;
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  agent: {
    object: 'agent';
    id: string;
    name: string;
    description: string | null;
    status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  };
  /** The invited party, if the recipient was named by `party_id`. */
  customerParty: {
    object: 'party';
    id: string;
  } | null;
}

export interface Delegation {
  object: 'delegation';
  id: string;
  /** `given`: your party is the customer. `received`: your party acts for the customer. */
  direction: 'given' | 'received';
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  /** What the customer permits at most. Of this, an agent may do what is permitted to itself. */
  permissions: Array<
    | 'payments.create'
    | 'payments.read'
    | 'wallets.read'
    | 'wallets.update'
    | 'external_accounts.create'
    | 'party.read'
    | 'party.update'
  >;
  /** The agents that may act for the customer, or once could. */
  agents: Array<{
    agentId: string;
    name: string;
    /**
     * Whether the agent may act for the customer. The customer makes a SUSPENDED one ACTIVE again; only a new
     * invitation renews a REVOKED one.
     */
    status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
    permissions: Array<
      | 'payments.create'
      | 'payments.read'
      | 'wallets.read'
      | 'wallets.update'
      | 'external_accounts.create'
      | 'party.read'
      | 'party.update'
    >;
    /**
     * Minor units of the customer's default currency; days and months are those of UTC. What the agent spends
     * of the customer's money counts. Null: no limit.
     */
    limits: {
      /** An integer in minor units of the currency, such as cents of USD. */
      perTransaction?: number | undefined;
      /** An integer in minor units of the currency, such as cents of USD. */
      perDay?: number | undefined;
      /** An integer in minor units of the currency, such as cents of USD. */
      perMonth?: number | undefined;
      /** Limits in other currencies, by currency. */
      currencies?:
        | Record<
            string,
            {
              /** An integer in minor units of the currency, such as cents of USD. */
              perTransaction?: number | undefined;
              /** An integer in minor units of the currency, such as cents of USD. */
              perDay?: number | undefined;
              /** An integer in minor units of the currency, such as cents of USD. */
              perMonth?: number | undefined;
            }
          >
        | undefined;
    } | null;
    /** What bounds the agent beyond amounts. Null: no rules. */
    rules: {
      counterparties?:
        | {
            allow?:
              | Array<{
                  type: 'email' | 'phone' | 'domain' | 'party_id' | 'external_account_id';
                  value: string;
                  /** Of a domain that is allowed. */
                  includeSubdomains?: boolean | undefined;
                }>
              | undefined;
            block?:
              | Array<{
                  type: 'email' | 'phone' | 'domain' | 'party_id' | 'external_account_id';
                  value: string;
                  /** Of a domain that is allowed. */
                  includeSubdomains?: boolean | undefined;
                }>
              | undefined;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      currencies?:
        | {
            allow: Array<string>;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      paymentsPerHour?:
        | {
            max: number;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      paymentsPerDay?:
        | {
            max: number;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      hours?:
        | {
            timeZone: string;
            weekly: Array<{
              days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
              from: string;
              to: string;
            }>;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      firstPaymentToNewPayee?:
        | {
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      duplicates?:
        | {
            withinSeconds: number;
            onBreach: 'review' | 'refuse';
            overridable: boolean;
            match: 'normalized' | 'exact' | 'payeeAndAmount';
            across: 'agent' | 'party';
          }
        | undefined;
    } | null;
  }>;
  createdAt: string;
  updatedAt: string;
  customer: {
    object: 'party';
    id: string;
    name: string;
  };
  delegate: {
    object: 'party';
    id: string;
    name: string;
  };
}

export interface DelegationUsage {
  object: 'delegationUsage';
  id: string;
  /** What the customer lets each agent do, and what of it the agent has used for the customer. */
  limits: Array<GrantUse>;
  delegation: {
    object: 'delegation';
    id: string;
  };
}

export interface DenyApprovalAttributes {
  /** No control characters. */
  reason?: string | null | undefined;
}

export interface DepositTransferAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
  /**
   * The wallet that receives; by default the default wallet or, if that has another currency, the oldest
   * active one.
   */
  walletId?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface Error {
  /** The HTTP status code, as a string. */
  status: string;
  /** A stable code for programs. New codes may be added. */
  code:
    | 'invalid_json'
    | 'invalid_value'
    | 'invalid_pagination_cursor'
    | 'idempotency_key_required'
    | 'unauthenticated'
    | 'forbidden'
    | 'insufficient_scope'
    | 'sign_in_required'
    | 'agent_not_allowed'
    | 'delegation_suspended'
    | 'agent_suspended'
    | 'rule_broken'
    | 'wallet_not_allowed'
    | 'not_found'
    | 'agent_not_found'
    | 'agent_key_not_found'
    | 'api_key_not_found'
    | 'oauth_grant_not_found'
    | 'approval_not_found'
    | 'claim_not_found'
    | 'contact_not_found'
    | 'customer_not_found'
    | 'customer_invitation_not_found'
    | 'delegation_not_found'
    | 'event_not_found'
    | 'external_account_not_found'
    | 'invitation_not_found'
    | 'party_not_found'
    | 'payment_not_found'
    | 'payment_request_not_found'
    | 'recipient_agent_not_found'
    | 'transaction_not_found'
    | 'transfer_not_found'
    | 'user_not_found'
    | 'webhook_not_found'
    | 'wallet_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'already_exists'
    | 'conflict'
    | 'idempotency_key_reused'
    | 'idempotency_request_in_progress'
    | 'amount_owed'
    | 'insufficient_funds'
    | 'external_account_not_usable'
    | 'party_frozen'
    | 'wallet_frozen'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'too_many_in_review'
    | 'server_error'
    | 'service_unavailable'
    | 'lock_timeout'
    | 'outcome_unknown';
  title: string;
  detail: string;
  /** The source of the fault: a JSON pointer into the body, a path or query parameter, or a header. */
  source?:
    | {
        pointer: string;
      }
    | {
        parameter: string;
      }
    | {
        header: string;
      }
    | undefined;
  links: {
    /** The URL of a page about the code. */
    about: string;
  };
  meta: {
    /** The value of the header `Request-Id`. */
    supportId: string;
    /** With `rule_broken`: every rule and limit that is exceeded. */
    reasons?: Array<Reason> | undefined;
  };
}

export interface Event {
  object: 'event';
  id: string;
  /** What happened: the resource and a verb. The list of them grows: ignore what you do not know. */
  eventType: string;
  resourceId: string;
  resourceType: string;
  payload: {
    /**
     * The resource as a read by your party showed it when the event happened, in the form of its own endpoint.
     * What it embeds of other resources, such as their names, is as it is today.
     */
    object: EventObject;
  };
  createdAt: string;
  /** The party that gets the event. */
  party: {
    object: 'party';
    id: string;
  };
}

/**
 * The resource as a read by your party showed it when the event happened, in the form of its own endpoint.
 * What it embeds of other resources, such as their names, is as it is today.
 */
export type EventObject = {
  object: string;
  id: string;
} & Record<string, unknown>;

export interface ExternalAccount {
  object: 'externalAccount';
  id: string;
  bankName: string | null;
  accountName: string | null;
  /** Null for an account with an IBAN, and if the account is disabled. */
  accountType: 'checking' | 'savings' | null;
  /** The last four characters of the number. Empty if the account is disabled. */
  lastFour: string;
  status: 'pending' | 'active' | 'disabled';
  /** `active` if the account can be used, otherwise `disconnected`. */
  connectionStatus: 'active' | 'disconnected';
  /** How money can be withdrawn to it: `standard`, a bank transfer. Empty if it cannot be used. */
  availableMethods: Array<'standard'>;
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  party: {
    object: 'party';
    id: string;
  };
}

export interface FromExternalAccount {
  type: 'external_account';
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
}

export interface FromWallet {
  type: 'wallet';
  /** The wallet of your party that pays; by default the one that pays every other payment. */
  walletId?: string | null | undefined;
}

export interface FulfillPaymentRequestAttributes {
  /** Where the money comes from: a wallet of your party, or an active external account of it. */
  paymentSource: FromWallet | FromExternalAccount;
  /** The amount that you expect. If the request asks for another one, nothing is paid. */
  expectedAmount?: number | null | undefined;
  /** The currency that you expect. If the request asks for another one, nothing is paid. */
  expectedCurrency?: string | null | undefined;
}

export interface GrantUse {
  agentId: string;
  window: 'perTransaction' | 'perDay' | 'perMonth' | 'paymentsPerHour' | 'paymentsPerDay';
  /** The currency of the figures, which are in its minor units. Null: they are numbers of payments. */
  currency: string | null;
  limit: number;
  /** Null for `perTransaction`, of which nothing adds up. */
  used: number | null;
  left: number;
  /**
   * When `used` begins again: days and months are those of UTC. Payments are counted in any 60 minutes or 24
   * hours: when the oldest of them no longer counts, rounded up to a second. Null for `perTransaction`, and
   * if no payment counts.
   */
  resetsAt: string | null;
}

export interface IbanAccount {
  type: 'iban';
  /**
   * With check digits (ISO 13616); single spaces are ignored. Stored encrypted, and never shown except for
   * its last four characters.
   */
  iban: string;
}

export interface IncomingCustomerInvitation {
  object: 'customerInvitation';
  id: string;
  recipient: {
    type: 'email' | 'phone' | 'party_id';
    value: string;
  };
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'CANCELED' | 'EXPIRED';
  /** What the inviting party and its agent may do then. */
  permissions: Array<
    | 'payments.create'
    | 'payments.read'
    | 'wallets.read'
    | 'wallets.update'
    | 'external_accounts.create'
    | 'party.read'
    | 'party.update'
  >;
  /**
   * Minor units of the customer's default currency; days and months are those of UTC. What the agent spends
   * of the customer's money counts. Null: no limit.
   */
  limits: {
    /** An integer in minor units of the currency, such as cents of USD. */
    perTransaction?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perDay?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perMonth?: number | undefined;
    /** Limits in other currencies, by currency. */
    currencies?:
      | Record<
          string,
          {
            /** An integer in minor units of the currency, such as cents of USD. */
            perTransaction?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perDay?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perMonth?: number | undefined;
          }
        >
      | undefined;
  } | null;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  party: {
    object: 'party';
    id: string;
    name: string;
  };
  agent: {
    object: 'agent';
    id: string;
    name: string;
    description: string | null;
  };
}

export interface InternalTransferAttributes {
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  sourceWalletId: string;
  /** An id: `wal_` and 32 hexadecimal digits in lower case. */
  destWalletId: string;
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
}

export interface Invitation {
  object: 'invitation';
  id: string;
  email: string;
  role: 'MEMBER' | 'ADMIN' | 'APPROVER';
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'EXPIRED';
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  expiresAt: string;
  createdAt: string;
  acceptedAt: string | null;
}

export interface LimitUse {
  window: 'perTransaction' | 'perDay' | 'perMonth' | 'paymentsPerHour' | 'paymentsPerDay';
  /** The currency of the figures, which are in its minor units. Null: they are numbers of payments. */
  currency: string | null;
  limit: number;
  /** Null for `perTransaction`, of which nothing adds up. */
  used: number | null;
  left: number;
  /**
   * When `used` begins again: days and months are those of UTC. Payments are counted in any 60 minutes or 24
   * hours: when the oldest of them no longer counts, rounded up to a second. Null for `perTransaction`, and
   * if no payment counts.
   */
  resetsAt: string | null;
}

export interface ListedInvitation {
  object: 'invitation';
  id: string;
  email: string;
  role: 'MEMBER' | 'ADMIN' | 'APPROVER';
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'EXPIRED';
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  expires_at: string;
  created_at: string;
  accepted_at: string | null;
}

export interface ListedPaymentRequest {
  object: 'paymentRequest';
  id: string;
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  /**
   * `OPEN` until it is paid or otherwise closed, and for 30 days at most; then `EXPIRED`. `PROCESSING` while
   * its payment waits for an approval; `OPEN` again if that is not given.
   */
  status: 'OPEN' | 'PROCESSING' | 'COMPLETED' | 'CANCELED' | 'DECLINED' | 'EXPIRED';
  description: string | null;
  /** The tags of the requester. The payer sees none. */
  tags: Record<string, string>;
  /**
   * Whether it can be paid now: it is open and not expired. If you read it as the payer: whether you can pay
   * it, which only the named agent can if it names one of yours.
   */
  payerCanPay: boolean;
  /** Whether it can still be declined: under the same conditions. */
  payerCanDecline: boolean;
  requesterName: string | null;
  requesterEmail: string | null;
  payerName: string | null;
  /** The e-mail address of the payer, if the request named the payer by it. */
  payerEmail: string | null;
  /** The phone number of the payer, if the request named the payer by it. */
  payerPhone: string | null;
  /** The party that has paid. The payer sees it from the payment on, the requester once it is paid. */
  payerPartyId: string | null;
  payerIdentifierType: 'email' | 'phone' | 'party_id' | 'agent_id';
  /** The payer as the request named it. */
  payerIdentifier: string;
  /** The URL of a page that shows the request to anyone who has the link. */
  paymentLinkUrl: string;
  /** Null until the request is paid; the payer sees it from the payment on. */
  transactionId: string | null;
  createdAt: string;
  updatedAt: string;
  /** The agent that created the request, if one acted. The payer does not see it. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
  requesterParty: {
    object: 'party';
    id: string;
  };
  payerParty: {
    object: 'party';
    id: string;
  } | null;
  /** The agent that the request names as its payer, if it names one. */
  payerAgent: {
    object: 'agent';
    id: string;
  } | null;
  /**
   * The requester's wallet that would receive the money; null if the payment would open one. The payer does
   * not see it.
   */
  wallet: {
    object: 'wallet';
    id: string;
  } | null;
  /** Null until the request is paid; the payer sees it from the payment on. */
  payment: {
    object: 'payment';
    id: string;
  } | null;
}

export interface Mail {
  object: 'mail';
  id: string;
  /** What the mail is about. */
  kind:
    | 'customerInvitation'
    | 'partyInvitation'
    | 'paymentRequest'
    | 'claim'
    | 'contactVerification'
    | 'webhookDisabled'
    | 'approval'
    | 'apiKey';
  to: string;
  /**
   * `PENDING`: to be sent, or to be retried. `FAILED`: no further attempt is made. `WITHHELD`: never sent,
   * since the party has sent this recipient enough within the hour.
   */
  status: 'PENDING' | 'SENT' | 'FAILED' | 'WITHHELD';
  /** Null until the mail is sent, because it is composed then. */
  subject: string | null;
  text: string | null;
  createdAt: string;
  sentAt: string | null;
  /** The resource that the mail is about. */
  resource:
    | {
        object: 'customerInvitation';
        id: string;
      }
    | {
        object: 'invitation';
        id: string;
      }
    | {
        object: 'paymentRequest';
        id: string;
      }
    | {
        object: 'payment';
        id: string;
      }
    | {
        object: 'contact';
        id: string;
      }
    | {
        object: 'webhook';
        id: string;
      }
    | {
        object: 'approval';
        id: string;
      }
    | {
        object: 'apiKey';
        id: string;
      };
}

export interface MicroDeposits {
  object: 'microDeposits';
  id: string;
  /** Both amounts in minor units. */
  amounts: Array<number>;
  externalAccount: {
    object: 'externalAccount';
    id: string;
  };
}

export interface OauthGrant {
  object: 'oauthGrant';
  id: string;
  /** The program: the address of its own description, or what its registration named it. */
  clientId: string;
  /** What the program calls itself. Nobody has checked it. */
  clientName: string | null;
  /**
   * The host that the address of the program, or its redirect, leads to. Null for one on the computer of its
   * user.
   */
  clientHost: string | null;
  /** The agent as which the program acts; null if it acts as the user. */
  agentId: string | null;
  /** Who let it act, and is the maker of what it asks for. */
  userId: string;
  scopes: Array<
    | 'payments:read'
    | 'payments:move'
    | 'customers:invite'
    | 'external-accounts:link'
    | 'agents:operate'
    | 'full_access'
  >;
  /** Where its access tokens count: `mcp` for models, at `/mcp`, or `api` for everything else. */
  resource: 'mcp' | 'api';
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  createdAt: string;
  expiresAt: string;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Null if it is not revoked, or its program has ended it, or one of its tokens was used twice. */
  revokedBy: string | null;
  party: {
    object: 'party';
    id: string;
  };
  agent: {
    object: 'agent';
    id: string;
  } | null;
}

export interface Party {
  object: 'party';
  id: string;
  partyType: 'PERSON' | 'ORG';
  status: 'PROVISIONAL' | 'ACTIVE' | 'FROZEN' | 'MERGED';
  /**
   * Who has frozen the party: `party`, its own people and keys, and `operator`, who runs the service. Each
   * lifts only its own freeze, and the party is `FROZEN` until both have. Empty if nobody has.
   */
  frozenBy: Array<'operator' | 'party'>;
  name: string;
  /** The same as `name`. */
  displayName: string;
  /** The verified address that is shown to others. */
  email: string | null;
  /** The currency of the limits of the party and of its agents. */
  defaultCurrency: string;
  /** Who approves for the party. An owner changes it on the account's page, and no key can. */
  approvalPolicy: {
    /**
     * `any`: users who may decide approve with a key or a session. `session`: only people who have signed in on
     * the pages, and no key; raising a limit of the party then needs an owner who has just signed in.
     */
    by: 'any' | 'session';
    /**
     * Above this amount, and for every amount in another currency, two different users have to approve, and
     * neither made the payment or withdrawal; null: one approves.
     */
    twoAbove: {
      amount: number;
      /** An ISO 4217 currency code. */
      currency: string;
    } | null;
  };
  /**
   * What agents begin with that are created without `limits`, `rules` or `reads`. Agents that exist keep what
   * they have. Null: nothing bounds them.
   */
  agentDefaults: {
    /** Minor units of the default currency; days and months are those of UTC. Null: no limit. */
    limits: {
      /** An integer in minor units of the currency, such as cents of USD. */
      perTransaction?: number | undefined;
      /** An integer in minor units of the currency, such as cents of USD. */
      perDay?: number | undefined;
      /** An integer in minor units of the currency, such as cents of USD. */
      perMonth?: number | undefined;
      /** Limits in other currencies, by currency. */
      currencies?:
        | Record<
            string,
            {
              /** An integer in minor units of the currency, such as cents of USD. */
              perTransaction?: number | undefined;
              /** An integer in minor units of the currency, such as cents of USD. */
              perDay?: number | undefined;
              /** An integer in minor units of the currency, such as cents of USD. */
              perMonth?: number | undefined;
            }
          >
        | undefined;
    } | null;
    /** What bounds the agent beyond amounts. Null: no rules. */
    rules: {
      counterparties?:
        | {
            allow?:
              | Array<{
                  type: 'email' | 'phone' | 'domain' | 'party_id' | 'external_account_id';
                  value: string;
                  /** Of a domain that is allowed. */
                  includeSubdomains?: boolean | undefined;
                }>
              | undefined;
            block?:
              | Array<{
                  type: 'email' | 'phone' | 'domain' | 'party_id' | 'external_account_id';
                  value: string;
                  /** Of a domain that is allowed. */
                  includeSubdomains?: boolean | undefined;
                }>
              | undefined;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      currencies?:
        | {
            allow: Array<string>;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      paymentsPerHour?:
        | {
            max: number;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      paymentsPerDay?:
        | {
            max: number;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      hours?:
        | {
            timeZone: string;
            weekly: Array<{
              days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
              from: string;
              to: string;
            }>;
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      firstPaymentToNewPayee?:
        | {
            onBreach: 'review' | 'refuse';
          }
        | undefined;
      duplicates?:
        | {
            withinSeconds: number;
            onBreach: 'review' | 'refuse';
            overridable: boolean;
            match: 'normalized' | 'exact' | 'payeeAndAmount';
            across: 'agent' | 'party';
          }
        | undefined;
    } | null;
    /**
     * What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
     * transactions, transfers, payment requests, approvals and events that it made itself, and the payment
     * requests that name it as the payer; nothing that others wrote to your party, and no counterparties.
     */
    reads: 'party' | 'own';
  } | null;
  createdAt: string;
  updatedAt: string;
}

export interface PartyFreeze {
  object: 'partyFreeze';
  id: string;
  status: 'ACTIVE' | 'FROZEN';
  /**
   * Who has frozen the party: `party`, its own people and keys, and `operator`, who runs the service. Each
   * lifts only its own freeze, and the party is `FROZEN` until both have. Empty if nobody has.
   */
  frozenBy: Array<'operator' | 'party'>;
  party: {
    object: 'party';
    id: string;
  };
}

export interface PartyLimitPolicy {
  object: 'partyLimitPolicy';
  id: string;
  /** Minor units of the default currency; days and months are those of UTC. Null: no limit. */
  limits: {
    /** An integer in minor units of the currency, such as cents of USD. */
    perTransaction?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perDay?: number | undefined;
    /** An integer in minor units of the currency, such as cents of USD. */
    perMonth?: number | undefined;
    /** Limits in other currencies, by currency. */
    currencies?:
      | Record<
          string,
          {
            /** An integer in minor units of the currency, such as cents of USD. */
            perTransaction?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perDay?: number | undefined;
            /** An integer in minor units of the currency, such as cents of USD. */
            perMonth?: number | undefined;
          }
        >
      | undefined;
  } | null;
  /** The currency of the limits, which is the party's default currency. */
  currency: string;
  /** Null if no limit was ever set. */
  updatedAt: string | null;
  party: {
    object: 'party';
    id: string;
  };
}

export interface PartyUsage {
  object: 'partyUsage';
  id: string;
  /** The limits of your party. */
  limits: Array<LimitUse>;
  party: {
    object: 'party';
    id: string;
  };
}

export interface Payment {
  object: 'payment';
  id: string;
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  /**
   * `PENDING_CLAIM`: held for a recipient who is not known yet. `IN_REVIEW`: waits for an approval, no money
   * is held.
   */
  status:
    | 'PROCESSING'
    | 'PENDING_CLAIM'
    | 'IN_REVIEW'
    | 'COMPLETED'
    | 'FAILED'
    | 'RETURNED'
    | 'APPROVAL_DENIED'
    | 'CANCELED';
  description: string | null;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  /** How much was refunded, in minor units. All of it: `RETURNED`. */
  refundedAmount: number;
  /** The tags of the paying side: its party and its initiator see them, the recipient sees none. */
  tags: Record<string, string>;
  /**
   * The approvals for which it waits; null if it waits for none, and for everybody but the party that pays
   * and the one that asked for it.
   */
  approvals: Array<{
    id: string;
    /** Why, as the approval shows it: figures of another party are left out, so it may be empty. */
    reasons: Array<Reason>;
    /** The party that decides. */
    deciderPartyId: string;
    /** When the approval is over if nobody has decided. */
    expiresAt: string;
  }> | null;
  /** While it is `PENDING_CLAIM`: when it is returned, if nobody has claimed it. Otherwise null. */
  expiresAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** The party whose wallet pays, even if another party initiated the payment. */
  sender: {
    object: 'party';
    id: string;
  };
  /** The agent that made the payment, if one did. The recipient does not see it. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
  /** The same as `initiatorAgent`. */
  senderAgent: {
    object: 'agent';
    id: string;
  } | null;
  /**
   * The party that is paid. In review, for an address that leads to no party: the id that its party gets,
   * unless the address leads to another party when the payment is approved.
   */
  recipient: {
    object: 'party';
    id: string;
  };
  /** The agent that was paid, if the payment named one. */
  recipientAgent: {
    object: 'agent';
    id: string;
  } | null;
  transaction: {
    object: 'transaction';
    id: string;
  };
  /** The payment request that this payment fulfils. */
  paymentRequest: {
    object: 'paymentRequest';
    id: string;
  } | null;
}

export interface PaymentInReview {
  type: 'payment';
  id: string;
  status: 'IN_REVIEW';
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
}

export interface PaymentPreview {
  object: 'paymentPreview';
  /** What would happen at this moment. */
  outcome: 'accepted' | 'needsApproval' | 'refused';
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  /**
   * Who would be paid. `name`, `verified` and `partyId` are null for an address whose owner your party has
   * not paid.
   */
  payee: PreviewedPayee;
  /** If the money would wait to be claimed. Null if the payee can have it at once. */
  claim: {
    /**
     * True for every address whose owner your party has not paid: the money waits only if nobody has verified
     * the address, and nothing tells whether somebody has.
     */
    onlyIfUnverified: boolean;
    /** Until when, if the money left now; then it is returned. */
    expiresAt: string;
  } | null;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  /**
   * Whether the outcome takes into account what the wallet has. `notChecked` if you may not read it, if an
   * external account pays, and if that is not looked at yet: before an approval, or after an earlier error.
   */
  funds: 'checked' | 'notChecked';
  /** The approvals that would be needed, with who decides and why, as an approval shows it. */
  approvals: Array<{
    deciderPartyId: string;
    reasons: Array<Reason>;
  }>;
  /** The error of a refusal; otherwise empty. */
  errors: Array<Error>;
}

export interface PaymentRequest {
  object: 'paymentRequest';
  id: string;
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  /**
   * `OPEN` until it is paid or otherwise closed, and for 30 days at most; then `EXPIRED`. `PROCESSING` while
   * its payment waits for an approval; `OPEN` again if that is not given.
   */
  status: 'OPEN' | 'PROCESSING' | 'COMPLETED' | 'CANCELED' | 'DECLINED' | 'EXPIRED';
  description: string | null;
  /** The tags of the requester. The payer sees none. */
  tags: Record<string, string>;
  /**
   * Whether it can be paid now: it is open and not expired. If you read it as the payer: whether you can pay
   * it, which only the named agent can if it names one of yours.
   */
  payerCanPay: boolean;
  /** Whether it can still be declined: under the same conditions. */
  payerCanDecline: boolean;
  requesterName: string | null;
  requesterEmail: string | null;
  payerName: string | null;
  /** The e-mail address of the payer, if the request named the payer by it. */
  payerEmail: string | null;
  /** The phone number of the payer, if the request named the payer by it. */
  payerPhone: string | null;
  /** The party that has paid. The payer sees it from the payment on, the requester once it is paid. */
  payerPartyId: string | null;
  payerIdentifierType: 'email' | 'phone' | 'party_id' | 'agent_id';
  /** The payer as the request named it. */
  payerIdentifier: string;
  /** The URL of a page that shows the request to anyone who has the link. */
  paymentLinkUrl: string;
  /** Null until the request is paid; the payer sees it from the payment on. */
  transactionId: string | null;
  createdAt: string;
  updatedAt: string;
  /** The agent that created the request, if one acted. The payer does not see it. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
  requesterParty: {
    object: 'party';
    id: string;
  };
  payerParty: {
    object: 'party';
    id: string;
  } | null;
  /** The agent that the request names as its payer, if it names one. */
  payerAgent: {
    object: 'agent';
    id: string;
  } | null;
}

export interface PaymentTarget {
  type: 'payment';
  id: string;
}

export interface PreviewCreatePaymentAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** Who is paid: an address, with or without an account behind it, a party or an agent. */
  counterparty: ByEmail | ByPhone | ByPartyId | ByAgentId;
  /** The customer whose wallet pays; by default your own party. */
  customerPartyId?: string | undefined;
  /**
   * The payer's wallet that pays; by default its default wallet or, if that has another currency, its oldest
   * active one.
   */
  walletId?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
  /**
   * Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is
   * `overridable`. By default `false`.
   */
  intendedRepeat?: boolean | undefined;
}

/**
 * Who would be paid. `name`, `verified` and `partyId` are null for an address whose owner your party has
 * not paid.
 */
export interface PreviewedPayee {
  name: string | null;
  verified: boolean | null;
  /** The address by which the payer named it; null if it named a party or an agent. */
  address: string | null;
  partyId: string | null;
  /** When your party’s first payment to it was accepted, of those before the request; null if none was. */
  knownSince: string | null;
  /** When the last one of these was accepted. */
  lastPaidAt: string | null;
  /**
   * Another party that your party has paid, whose name is the same or looks like it: make sure which of the
   * two you mean. Judged when it is read; events show null.
   */
  nameWarning: {
    partyId: string;
    name: string;
  } | null;
}

export interface PreviewFulfillPaymentRequestAttributes {
  /** Where the money comes from: a wallet of your party, or an active external account of it. */
  paymentSource: FromWallet | FromExternalAccount;
  /** The amount that you expect. If the request asks for another one, nothing is paid. */
  expectedAmount?: number | null | undefined;
  /** The currency that you expect. If the request asks for another one, nothing is paid. */
  expectedCurrency?: string | null | undefined;
}

export interface PreviewWithdrawTransferAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
  /**
   * The wallet that pays; by default the default wallet or, if that has another currency, the oldest active
   * one.
   */
  walletId?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
  /**
   * Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is
   * `overridable`. By default `false`.
   */
  intendedRepeat?: boolean | undefined;
}

export type Reason =
  | ReasonLimitExceeded
  | ReasonCurrencyNotCovered
  | ReasonCounterpartyNotAllowed
  | ReasonCurrencyNotAllowed
  | ReasonRateExceeded
  | ReasonOutsideHours
  | ReasonNewCounterparty
  | ReasonPossibleDuplicate;

export interface ReasonCounterpartyNotAllowed {
  type: 'counterpartyNotAllowed';
  /** The list that the counterparty is missing from (`allow`) or is on (`block`). */
  list: 'allow' | 'block';
  counterparty: {
    type: 'email' | 'phone' | 'party_id' | 'agent_id' | 'external_account_id';
    value: string;
  };
  /** Whether a breach is reviewed or refused. */
  onBreach: 'review' | 'refuse';
}

export interface ReasonCurrencyNotAllowed {
  type: 'currencyNotAllowed';
  /** An ISO 4217 currency code. */
  currency: string;
  allowed: Array<string>;
  /** Whether a breach is reviewed or refused. */
  onBreach: 'review' | 'refuse';
}

export interface ReasonCurrencyNotCovered {
  type: 'currencyNotCovered';
  /** An ISO 4217 currency code. */
  currency: string;
  /** The currencies that the limits cover. */
  limitCurrencies: Array<string>;
}

export interface ReasonLimitExceeded {
  type: 'limitExceeded';
  limitType: 'perTransactionAmount' | 'dailyAmount' | 'monthlyAmount';
  /** The limit, in minor units. */
  limitAmount: number;
  /**
   * The amount that exceeds the limit, in minor units. For a daily or monthly limit, the total with this
   * amount.
   */
  actualAmount: number;
  /** An ISO 4217 currency code. */
  currency: string;
}

export interface ReasonNewCounterparty {
  type: 'newCounterparty';
  counterparty: {
    type: 'email' | 'phone' | 'party_id' | 'agent_id' | 'external_account_id';
    value: string;
  };
  /** Whether a breach is reviewed or refused. */
  onBreach: 'review' | 'refuse';
}

export interface ReasonOutsideHours {
  type: 'outsideHours';
  localTime: string;
  timeZone: string;
  weekly: Array<{
    days: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'>;
    from: string;
    to: string;
  }>;
  /** Whether a breach is reviewed or refused. */
  onBreach: 'review' | 'refuse';
}

export interface ReasonPossibleDuplicate {
  type: 'possibleDuplicate';
  /** Of a payment. Left out for an agent that reads its own only, if another agent made it. */
  earlierPaymentId?: string | undefined;
  /** Of a withdrawal. Left out for an agent that reads its own only, if another agent made it. */
  earlierTransferId?: string | undefined;
  withinSeconds: number;
  /** Whether `intendedRepeat` lets it pass. */
  overridable: boolean;
  /** Whether a breach is reviewed or refused. */
  onBreach: 'review' | 'refuse';
}

export interface ReasonRateExceeded {
  type: 'rateExceeded';
  period: 'hour' | 'day';
  limit: number;
  /** The number of payments in the period, with this one. */
  actual: number;
  /** Whether a breach is reviewed or refused. */
  onBreach: 'review' | 'refuse';
}

export interface RedeliverWebhookAttributes {
  /** ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds. */
  createdAfter: string;
  /** ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds. */
  createdBefore: string;
}

export interface Redelivery {
  object: 'redelivery';
  id: string;
  status: 'PENDING';
  attemptCount: number;
  /** After this many attempts it is given up. */
  maxAttempts: number;
  createdAt: string;
  updatedAt: string;
  webhook: {
    object: 'webhook';
    id: string;
  };
  event: {
    object: 'event';
    id: string;
  };
}

export interface Refund {
  object: 'refund';
  id: string;
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  status: 'COMPLETED';
  description: string | null;
  createdAt: string;
  /** The payment that was refunded. */
  payment: {
    object: 'payment';
    id: string;
  };
  transaction: {
    object: 'transaction';
    id: string;
  };
}

export interface RotateAgentKeyAttributes {
  /** For how long the previous key works beside the new one. By default `0`. */
  expiresInSeconds?: number | undefined;
}

export interface RotateApiKeyAttributes {
  /** For how long the previous key works beside the new one. By default `0`. */
  expiresInSeconds?: number | undefined;
}

export interface RotatedAgentKey {
  object: 'agentKey';
  id: string;
  /** The first characters of the key, by which people can tell keys apart. */
  agentKeyPrefix: string;
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** Always empty: no endpoint gives it tags. */
  tags: Record<string, string>;
  createdAt: string;
  /** From then on the key is refused; a rotation may bring it forward. Null if it never expires. */
  expiresAt: string | null;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  /** When a rotation replaced it by another key; null if none has. */
  rotatedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
  /** Null if the key is not revoked, or the operator has revoked it. */
  revokedBy: string | null;
  /** The complete key. Shown only in this response, and absent from a replay: Purser stores its hash. */
  agentKey?: string | undefined;
  /** Until when the previous key works. Null if it was revoked at once. */
  previousKeyExpiresAt: string | null;
  party: {
    object: 'party';
    id: string;
  };
  agent: {
    object: 'agent';
    id: string;
  };
}

export interface RotatedApiKey {
  object: 'apiKey';
  id: string;
  /** The first characters of the key, by which people can tell keys apart. */
  apiKeyPrefix: string;
  name: string;
  scopes: Array<
    | 'payments.read'
    | 'payments.create'
    | 'wallets.read'
    | 'wallets.fund'
    | 'wallets.withdraw'
    | 'wallets.update'
    | 'external_accounts.read'
    | 'external_accounts.create'
    | 'external_accounts.delete'
    | 'agents.read'
    | 'agents.create'
    | 'agents.update'
    | 'agents.delete'
    | 'delegations.read'
    | 'delegations.create'
    | 'delegations.update'
    | 'delegations.delete'
    | 'invite.read'
    | 'invite.create'
    | 'invite.delete'
    | 'api_keys.read'
    | 'api_keys.create'
    | 'api_keys.delete'
    | 'approvals.decide'
    | 'webhooks.read'
    | 'webhooks.create'
    | 'webhooks.update'
    | 'webhooks.delete'
    | 'party.read'
    | 'party.update'
    | 'audit.read'
  >;
  environment: 'sandbox' | 'prod';
  status: 'ACTIVE' | 'REVOKED' | 'EXPIRED';
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** From then on the key is refused; a rotation may bring it forward. Null if it never expires. */
  expiresAt: string | null;
  /** When its user signed in, if it is a browser session; null for a key that programs use. */
  signedInAt: string | null;
  /** Accurate to one minute. Null if the key was never used. */
  lastUsedAt: string | null;
  /** When a rotation replaced it by another key; null if none has. */
  rotatedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
  /** Null if the key is not revoked, or the operator has revoked it. */
  revokedBy: string | null;
  /** The complete key. Shown only in this response, and absent from a replay: Purser stores its hash. */
  apiKey?: string | undefined;
  /** Until when the previous key works. Null if it was revoked at once. */
  previousKeyExpiresAt: string | null;
  party: {
    object: 'party';
    id: string;
  };
}

export interface RotatedWebhook {
  object: 'webhook';
  id: string;
  url: string;
  enabledEvents: Array<string>;
  /** Empty if it has none. */
  description: string;
  /** Whose events it gets. `own`: the events of your party. */
  sources: Array<'own'>;
  status: 'ENABLED' | 'DISABLED';
  /** Why Purser disabled it: 5 days without a success, or the receiver answered 410. */
  disabledReason: 'FAILING' | 'GONE' | null;
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** The user who made it, who may have left since. */
  createdBy: string;
  updatedAt: string;
  /** The secret that signs deliveries. No other response shows it. */
  signingSecret?: string | undefined;
  /** Until when the previous secret signs too; null if it signs no longer. */
  previousSecretExpiresAt: string | null;
  party: {
    object: 'party';
    id: string;
  };
}

export interface RotateSecretWebhookAttributes {
  /** For how long the previous secret signs beside the new one. By default `0`. */
  expiresInSeconds?: number | undefined;
}

/** Either `limits`, or at least one of `perTransaction`, `perDay` and `perMonth`. */
export interface SetPartyLimitsAttributes {
  /** The most that may be spent, in the default currency. Null: no limit. */
  limits?:
    | {
        /** Minor units of the currency: cents of USD. */
        perTransaction?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perDay?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perMonth?: number | null | undefined;
        /**
         * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
         * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
         * change leaves more currencies than these.
         */
        currencies?:
          | Record<
              string,
              {
                /** Minor units of the currency: cents of USD. */
                perTransaction?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perDay?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perMonth?: number | undefined;
              } | null
            >
          | null
          | undefined;
      }
    | null
    | undefined;
  /** Minor units of the currency: cents of USD. */
  perTransaction?: number | null | undefined;
  /** Minor units of the currency: cents of USD. */
  perDay?: number | null | undefined;
  /** Minor units of the currency: cents of USD. */
  perMonth?: number | null | undefined;
  /** The default currency of your party: its limits are in no other one. */
  currency?: string | undefined;
}

export interface SimulateAdvanceClockAttributes {
  seconds: number;
}

export interface SimulateDepositsAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /**
   * The wallet that receives; by default the default wallet or, if that has another currency, the oldest
   * active one.
   */
  walletId?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
}

export interface SimulateFailTransferAttributes {
  /** A return code of NACHA; by default the usual one for the kind of transfer. */
  code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R09' | 'R10' | 'R16' | 'R17' | 'R23' | undefined;
}

export interface SimulateReturnTransferAttributes {
  /** A return code of NACHA; by default the usual one for the kind of transfer. */
  code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R09' | 'R10' | 'R16' | 'R17' | 'R23' | undefined;
}

export interface Statement {
  object: 'statement';
  id: string;
  /** An ISO 4217 currency code. */
  currency: string;
  from: string;
  /** Where the statement ends: no later movement is ever dated before it. */
  to: string;
  /** What the wallet had before the period, in minor units. */
  openingBalance: number;
  /** What it had at its end. */
  closingBalance: number;
  /** The oldest first. */
  lines: Array<{
    /** When the money moved. */
    time: string;
    /**
     * `claim`: a payment that waited to be claimed. `return`: of a withdrawal. `internal`: between two wallets
     * of the party. `recovery`: paid back what the party owed.
     */
    kind:
      | 'payment'
      | 'claim'
      | 'refund'
      | 'deposit'
      | 'withdrawal'
      | 'return'
      | 'internal'
      | 'fee'
      | 'recovery';
    /** Minor units; below zero if the money left the wallet. */
    amount: number;
    /** What the wallet had after this line, in minor units. */
    balance: number;
    /** The party of the other wallet: your own party for a transfer between wallets. Null for a bank. */
    counterparty: {
      id: string;
      name: string;
    } | null;
    description: string | null;
    transactionId: string;
    /** The payment, or the one that was refunded. */
    paymentId: string | null;
    refundId: string | null;
    transferId: string | null;
  }>;
  wallet: {
    object: 'wallet';
    id: string;
  };
}

export interface Transaction {
  object: 'transaction';
  id: string;
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  /** The status of the payment or transfer of this transaction. */
  status:
    | 'PROCESSING'
    | 'PENDING_CLAIM'
    | 'IN_REVIEW'
    | 'COMPLETED'
    | 'FAILED'
    | 'RETURNED'
    | 'APPROVAL_DENIED'
    | 'CANCELED';
  description: string | null;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  createdAt: string;
  updatedAt: string;
  transactionType: 'payment' | 'transfer';
  /** The direction as your party sees it. */
  direction: 'INBOUND' | 'OUTBOUND';
  /** For a transfer, when the money is expected to be available. */
  expectedAvailableAt: string | null;
  /** The agent that made the payment or withdrawal, if one did. The recipient does not see it. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
  /** Null for a deposit. */
  sourceParty: {
    object: 'party';
    id: string;
  } | null;
  destinationParty: {
    object: 'party';
    id: string;
  };
  /** Present if `transactionType` is `payment`: the payment, or the one that was refunded. */
  payment?:
    | {
        object: 'payment';
        id: string;
      }
    | undefined;
  /** Present if `transactionType` is `transfer`. */
  transfer?:
    | {
        object: 'transfer';
        id: string;
      }
    | undefined;
}

export interface TransactionDetail {
  object: 'transaction';
  id: string;
  /** Minor units of the currency, as decimal digits. */
  amount: string;
  /** An ISO 4217 currency code. */
  currency: string;
  /** The status of the payment or transfer of this transaction. */
  status:
    | 'PROCESSING'
    | 'PENDING_CLAIM'
    | 'IN_REVIEW'
    | 'COMPLETED'
    | 'FAILED'
    | 'RETURNED'
    | 'APPROVAL_DENIED'
    | 'CANCELED';
  description: string | null;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  /** Null: a payment has no memo. */
  memo: string | null;
  created_at: string;
  updated_at: string;
  /** Whether a party paid from the wallet of a customer who delegated to it. Only these two are told. */
  is_delegated: boolean;
  customer_name: string | null;
  customer_agent_id: string | null;
  sender_name: string;
  /** The name of the recipient. If it is not known yet, its e-mail address or phone number. */
  recipient_name: string;
  /** For a transfer, when the money is expected to be available. */
  expectedAvailableAt: string | null;
  transaction_type: 'payment' | 'transfer';
  category: 'sent' | 'received' | 'deposit' | 'withdrawal' | 'internal' | 'refund';
  /** The direction as your party sees it. */
  direction: 'INBOUND' | 'OUTBOUND';
  /** The agent that made the payment or withdrawal, if one did. The recipient does not see it. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
  /** Present if `transactionType` is `payment`: the payment, or the one that was refunded. */
  payment?:
    | {
        object: 'payment';
        id: string;
      }
    | undefined;
  /** Present if `transactionType` is `transfer`. */
  transfer?:
    | {
        object: 'transfer';
        id: string;
      }
    | undefined;
  source_party: {
    object: 'party';
    id: string;
  } | null;
  destination_party: {
    object: 'party';
    id: string;
  };
  source_wallet: {
    object: 'wallet';
    id: string;
  } | null;
  destination_wallet: {
    object: 'wallet';
    id: string;
  } | null;
}

export interface Transfer {
  object: 'transfer';
  id: string;
  type: 'deposit' | 'withdrawal' | 'internal';
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  status: 'PROCESSING' | 'IN_REVIEW' | 'COMPLETED' | 'FAILED' | 'RETURNED' | 'APPROVAL_DENIED' | 'CANCELED';
  description: string | null;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  /**
   * The approvals for which it waits; null if it waits for none, and for everybody but the party that pays
   * and the one that asked for it.
   */
  approvals: Array<{
    id: string;
    /** Why, as the approval shows it: figures of another party are left out, so it may be empty. */
    reasons: Array<Reason>;
    /** The party that decides. */
    deciderPartyId: string;
    /** When the approval is over if nobody has decided. */
    expiresAt: string;
  }> | null;
  /** Null for an internal transfer. */
  externalAccountDisplayMask: string | null;
  expectedAvailableAt: string | null;
  /** Why the transfer failed. The money of a withdrawal is available in the wallet again. */
  failure: {
    code: string;
    reason: string;
  } | null;
  /** Why the bank returned the transfer after it had completed. */
  return: {
    code: string;
    reason: string;
    returnedAt: string;
  } | null;
  submittedAt: string;
  settledAt: string | null;
  createdAt: string;
  updatedAt: string;
  party: {
    object: 'party';
    id: string;
  };
  /** The agent that made the withdrawal, if one acted. */
  initiatorAgent: {
    object: 'agent';
    id: string;
  } | null;
  /** The wallet that the money leaves; for a deposit, the one that it enters. */
  wallet: {
    object: 'wallet';
    id: string;
  };
  /** The wallet that the money of an internal transfer enters; null for other transfers. */
  destWallet: {
    object: 'wallet';
    id: string;
  } | null;
  /** Null for an internal transfer. */
  externalAccount: {
    object: 'externalAccount';
    id: string;
  } | null;
  transaction: {
    object: 'transaction';
    id: string;
  };
}

export interface TransferPreview {
  object: 'transferPreview';
  /** What would happen at this moment. */
  outcome: 'accepted' | 'needsApproval' | 'refused';
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
  /**
   * What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if
   * nothing is charged, and for the recipient.
   */
  fee?: number | undefined;
  /**
   * Whether the outcome takes into account what the wallet has. `notChecked` if you may not read it, if an
   * external account pays, and if that is not looked at yet: before an approval, or after an earlier error.
   */
  funds: 'checked' | 'notChecked';
  /** The approvals that would be needed, with who decides and why, as an approval shows it. */
  approvals: Array<{
    deciderPartyId: string;
    reasons: Array<Reason>;
  }>;
  /** The error of a refusal; otherwise empty. */
  errors: Array<Error>;
}

export interface UpdateAgentAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  name?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** The most that may be spent, in the default currency: null removes a limit, or all. */
  limits?:
    | {
        /** Minor units of the currency: cents of USD. */
        perTransaction?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perDay?: number | null | undefined;
        /** Minor units of the currency: cents of USD. */
        perMonth?: number | null | undefined;
        /**
         * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
         * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
         * change leaves more currencies than these.
         */
        currencies?:
          | Record<
              string,
              {
                /** Minor units of the currency: cents of USD. */
                perTransaction?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perDay?: number | undefined;
                /** Minor units of the currency: cents of USD. */
                perMonth?: number | undefined;
              } | null
            >
          | null
          | undefined;
      }
    | null
    | undefined;
  /** What bounds an agent beyond amounts: null removes a rule, or all. */
  rules?:
    | {
        /** Has `allow`, `block` or both. */
        counterparties?:
          | {
              allow?: Array<ByEmail | ByPhone | ByAllowedDomain | ByPartyId | ByExternalAccount> | undefined;
              block?: Array<ByEmail | ByPhone | ByDomain | ByPartyId | ByExternalAccount> | undefined;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        currencies?:
          | {
              allow: Array<string>;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** How many payments and withdrawals in any 60 minutes. */
        paymentsPerHour?:
          | {
              max: number;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** How many payments and withdrawals in any 24 hours. */
        paymentsPerDay?:
          | {
              max: number;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        hours?:
          | {
              /** A name of the IANA time zone database. */
              timeZone: string;
              weekly: Array<{
                days: Array<
                  'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
                >;
                from: string;
                to: string;
              }>;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        /** The word `review` is the same as an empty object, and `allow` the same as null. */
        firstPaymentToNewPayee?:
          | 'allow'
          | 'review'
          | {
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
            }
          | null
          | undefined;
        duplicates?:
          | {
              /** By default `600`. */
              withinSeconds?: number | undefined;
              /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
              onBreach?: 'review' | 'refuse' | undefined;
              /** Whether `intendedRepeat` in a payment or withdrawal lets it pass. By default `false`. */
              overridable?: boolean | undefined;
              /**
               * What is the same, beside payee, amount and currency: the words of the description (`normalized`: its
               * letters and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`). By
               * default `normalized`.
               */
              match?: 'normalized' | 'exact' | 'payeeAndAmount' | undefined;
              /**
               * Whose payments are compared: those of the agent, or those of all agents of its party that have this rule.
               * By default `agent`.
               */
              across?: 'agent' | 'party' | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
  /**
   * The wallets of your party that the agent may spend from. It then spends from no other wallet, not even a
   * customer's. Null: it may spend from any wallet.
   */
  walletIds?: Array<string> | null | undefined;
  /**
   * What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
   * transactions, transfers, payment requests, approvals and events that it made itself, and the payment
   * requests that name it as the payer; nothing that others wrote to your party, and no counterparties.
   */
  reads?: 'party' | 'own' | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string | null> | undefined;
}

export interface UpdateDelegationAttributes {
  permissions?:
    | Array<
        | 'payments.create'
        | 'payments.read'
        | 'wallets.read'
        | 'wallets.update'
        | 'external_accounts.create'
        | 'party.read'
        | 'party.update'
      >
    | undefined;
  agents?:
    | Array<{
        /** An id: `agt_` and 32 hexadecimal digits in lower case. */
        agentId: string;
        status?: 'ACTIVE' | 'SUSPENDED' | 'REVOKED' | undefined;
        permissions?:
          | Array<
              | 'payments.create'
              | 'payments.read'
              | 'wallets.read'
              | 'wallets.update'
              | 'external_accounts.create'
              | 'party.read'
              | 'party.update'
            >
          | undefined;
        /** The most that may be spent, in the default currency: null removes a limit, or all. */
        limits?:
          | {
              /** Minor units of the currency: cents of USD. */
              perTransaction?: number | null | undefined;
              /** Minor units of the currency: cents of USD. */
              perDay?: number | null | undefined;
              /** Minor units of the currency: cents of USD. */
              perMonth?: number | null | undefined;
              /**
               * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
               * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
               * change leaves more currencies than these.
               */
              currencies?:
                | Record<
                    string,
                    {
                      /** Minor units of the currency: cents of USD. */
                      perTransaction?: number | undefined;
                      /** Minor units of the currency: cents of USD. */
                      perDay?: number | undefined;
                      /** Minor units of the currency: cents of USD. */
                      perMonth?: number | undefined;
                    } | null
                  >
                | null
                | undefined;
            }
          | null
          | undefined;
        /** What bounds an agent beyond amounts: null removes a rule, or all. */
        rules?:
          | {
              /** Has `allow`, `block` or both. */
              counterparties?:
                | {
                    allow?: Array<ByEmail | ByPhone | ByAllowedDomain | ByPartyId> | undefined;
                    block?: Array<ByEmail | ByPhone | ByDomain | ByPartyId> | undefined;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              currencies?:
                | {
                    allow: Array<string>;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              /** How many payments and withdrawals in any 60 minutes. */
              paymentsPerHour?:
                | {
                    max: number;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              /** How many payments and withdrawals in any 24 hours. */
              paymentsPerDay?:
                | {
                    max: number;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              hours?:
                | {
                    /** A name of the IANA time zone database. */
                    timeZone: string;
                    weekly: Array<{
                      days: Array<
                        'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
                      >;
                      from: string;
                      to: string;
                    }>;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              /** The word `review` is the same as an empty object, and `allow` the same as null. */
              firstPaymentToNewPayee?:
                | 'allow'
                | 'review'
                | {
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              duplicates?:
                | {
                    /** By default `600`. */
                    withinSeconds?: number | undefined;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                    /** Whether `intendedRepeat` in a payment or withdrawal lets it pass. By default `false`. */
                    overridable?: boolean | undefined;
                    /**
                     * What is the same, beside payee, amount and currency: the words of the description (`normalized`: its
                     * letters and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`). By
                     * default `normalized`.
                     */
                    match?: 'normalized' | 'exact' | 'payeeAndAmount' | undefined;
                    /**
                     * Whose payments are compared: those of the agent, or those of all agents of its party that have this rule.
                     * By default `agent`.
                     */
                    across?: 'agent' | 'party' | undefined;
                  }
                | null
                | undefined;
            }
          | null
          | undefined;
      }>
    | undefined;
}

export interface UpdatePartyAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  name?: string | undefined;
  /** The same as `name`; if both are sent, they are equal. */
  displayName?: string | undefined;
  agentDefaults?:
    | {
        /** The most that may be spent, in the default currency: null removes a limit, or all. */
        limits?:
          | {
              /** Minor units of the currency: cents of USD. */
              perTransaction?: number | null | undefined;
              /** Minor units of the currency: cents of USD. */
              perDay?: number | null | undefined;
              /** Minor units of the currency: cents of USD. */
              perMonth?: number | null | undefined;
              /**
               * Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
               * needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No
               * change leaves more currencies than these.
               */
              currencies?:
                | Record<
                    string,
                    {
                      /** Minor units of the currency: cents of USD. */
                      perTransaction?: number | undefined;
                      /** Minor units of the currency: cents of USD. */
                      perDay?: number | undefined;
                      /** Minor units of the currency: cents of USD. */
                      perMonth?: number | undefined;
                    } | null
                  >
                | null
                | undefined;
            }
          | null
          | undefined;
        /** What bounds an agent beyond amounts: null removes a rule, or all. */
        rules?:
          | {
              /** Has `allow`, `block` or both. */
              counterparties?:
                | {
                    allow?:
                      | Array<ByEmail | ByPhone | ByAllowedDomain | ByPartyId | ByExternalAccount>
                      | undefined;
                    block?: Array<ByEmail | ByPhone | ByDomain | ByPartyId | ByExternalAccount> | undefined;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              currencies?:
                | {
                    allow: Array<string>;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              /** How many payments and withdrawals in any 60 minutes. */
              paymentsPerHour?:
                | {
                    max: number;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              /** How many payments and withdrawals in any 24 hours. */
              paymentsPerDay?:
                | {
                    max: number;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              hours?:
                | {
                    /** A name of the IANA time zone database. */
                    timeZone: string;
                    weekly: Array<{
                      days: Array<
                        'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
                      >;
                      from: string;
                      to: string;
                    }>;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              /** The word `review` is the same as an empty object, and `allow` the same as null. */
              firstPaymentToNewPayee?:
                | 'allow'
                | 'review'
                | {
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                  }
                | null
                | undefined;
              duplicates?:
                | {
                    /** By default `600`. */
                    withinSeconds?: number | undefined;
                    /** Whether a payment that breaks the rule waits for an approval or is refused. By default `review`. */
                    onBreach?: 'review' | 'refuse' | undefined;
                    /** Whether `intendedRepeat` in a payment or withdrawal lets it pass. By default `false`. */
                    overridable?: boolean | undefined;
                    /**
                     * What is the same, beside payee, amount and currency: the words of the description (`normalized`: its
                     * letters and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`). By
                     * default `normalized`.
                     */
                    match?: 'normalized' | 'exact' | 'payeeAndAmount' | undefined;
                    /**
                     * Whose payments are compared: those of the agent, or those of all agents of its party that have this rule.
                     * By default `agent`.
                     */
                    across?: 'agent' | 'party' | undefined;
                  }
                | null
                | undefined;
            }
          | null
          | undefined;
        /**
         * What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
         * transactions, transfers, payment requests, approvals and events that it made itself, and the payment
         * requests that name it as the payer; nothing that others wrote to your party, and no counterparties.
         */
        reads?: 'party' | 'own' | null | undefined;
      }
    | null
    | undefined;
}

export interface UpdatePartyMemberAttributes {
  role?: 'OWNER' | 'ADMIN' | 'APPROVER' | 'MEMBER' | undefined;
}

export interface UpdateWalletAttributes {
  /** No control characters, and at least one that is neither space nor invisible. */
  displayName?: string | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string | null> | undefined;
}

export interface UpdateWebhookAttributes {
  /** An https address without user, password and fragment, which everybody could reach. */
  url?: string | undefined;
  /** The names of the events that it gets, or `*` alone for all. */
  enabledEvents?:
    | Array<
        | '*'
        | 'agent.created'
        | 'agent.resumed'
        | 'agent.revoked'
        | 'agent.suspended'
        | 'agent_delegation_invitation.accepted'
        | 'agent_delegation_invitation.canceled'
        | 'agent_delegation_invitation.created'
        | 'agent_delegation_invitation.declined'
        | 'agent_delegation_invitation.expired'
        | 'agent_key.created'
        | 'agent_key.revoked'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'approval.approved'
        | 'approval.canceled'
        | 'approval.denied'
        | 'approval.required'
        | 'approval.second_required'
        | 'contact.removed'
        | 'contact.verified'
        | 'delegation.activated'
        | 'delegation.resumed'
        | 'delegation.revoked'
        | 'delegation.suspended'
        | 'delegation.updated'
        | 'deposit.accepted'
        | 'deposit.approval_denied'
        | 'deposit.canceled'
        | 'deposit.completed'
        | 'deposit.created'
        | 'deposit.failed'
        | 'deposit.returned'
        | 'external_account.connected'
        | 'external_account.created'
        | 'external_account.disabled'
        | 'internal_transfer.completed'
        | 'member.added'
        | 'member.removed'
        | 'party.activated'
        | 'party.created'
        | 'party.debt_closed'
        | 'party.debt_opened'
        | 'party.frozen'
        | 'party.merged'
        | 'party.unfrozen'
        | 'party.updated'
        | 'party_invitation.accepted'
        | 'party_invitation.created'
        | 'party_invitation.declined'
        | 'party_invitation.expired'
        | 'party_invitation.revoked'
        | 'payment.accepted'
        | 'payment.approval_denied'
        | 'payment.canceled'
        | 'payment.completed'
        | 'payment.created'
        | 'payment.failed'
        | 'payment.returned'
        | 'payment_request.accepted'
        | 'payment_request.canceled'
        | 'payment_request.completed'
        | 'payment_request.created'
        | 'payment_request.declined'
        | 'payment_request.expired'
        | 'payment_request.incoming'
        | 'payment_request.reopened'
        | 'refund.completed'
        | 'wallet.closed'
        | 'wallet.created'
        | 'wallet.frozen'
        | 'wallet.unfrozen'
        | 'withdrawal.accepted'
        | 'withdrawal.approval_denied'
        | 'withdrawal.canceled'
        | 'withdrawal.completed'
        | 'withdrawal.created'
        | 'withdrawal.failed'
        | 'withdrawal.returned'
      >
    | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Whose events it gets. `own`: the events of your party. */
  sources?: Array<'own'> | undefined;
  status?: 'ENABLED' | 'DISABLED' | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string | null> | undefined;
}

export interface UsAccount {
  type: 'us';
  /** Of the bank, with its check digit (ABA). */
  routingNumber: string;
  /** Stored encrypted, and never shown except for its last four digits. */
  accountNumber: string;
  accountType: 'checking' | 'savings';
}

export interface User {
  object: 'user';
  id: string;
  name: string;
  /** Null if the user is known by a phone number. */
  email: string | null;
  role: 'OWNER' | 'ADMIN' | 'APPROVER' | 'MEMBER';
  /** `REVOKED`: no longer a member. */
  status: 'ACTIVE' | 'REVOKED';
  /** When the user became a member. */
  createdAt: string;
  party: {
    object: 'party';
    id: string;
  };
}

export interface VerifyExternalAccountAttributes {
  /** Both amounts in minor units, in any order. */
  amounts: Array<number>;
}

export interface VerifyPartyContactAttributes {
  /** No control characters. */
  token: string;
}

export interface Wallet {
  object: 'wallet';
  id: string;
  /** Null for a wallet that was opened automatically and has no name yet. */
  displayName: string | null;
  /** An ISO 4217 currency code. */
  currency: string;
  /** `frozen`: pays nothing, still receives. `closed`: neither, for good. */
  status: 'active' | 'frozen' | 'closed';
  walletType: 'standard';
  /** Whether this wallet pays and receives in its currency if no other one is named. */
  isDefault: boolean;
  balance: {
    /** What can be spent, in minor units. */
    available: number;
    /** What is reserved for payments and withdrawals under way. */
    held: number;
    /** `available` and `held` together. */
    total: number;
    /**
     * What the party owes in this currency, because the bank returned deposits that were spent. Each wallet of
     * the party in this currency shows the same sum, and what arrives in any of them settles it first.
     */
    receivable: number;
    /** An ISO 4217 currency code. */
    currency: string;
  };
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** Money that moves does not change it. */
  updatedAt: string;
  party: {
    object: 'party';
    id: string;
  };
}

export interface Webhook {
  object: 'webhook';
  id: string;
  url: string;
  enabledEvents: Array<string>;
  /** Empty if it has none. */
  description: string;
  /** Whose events it gets. `own`: the events of your party. */
  sources: Array<'own'>;
  status: 'ENABLED' | 'DISABLED';
  /** Why Purser disabled it: 5 days without a success, or the receiver answered 410. */
  disabledReason: 'FAILING' | 'GONE' | null;
  /** The tags that your party gave it. */
  tags: Record<string, string>;
  createdAt: string;
  /** The user who made it, who may have left since. */
  createdBy: string;
  updatedAt: string;
  party: {
    object: 'party';
    id: string;
  };
}

export interface WebhookDelivery {
  object: 'webhookDelivery';
  id: string;
  eventType: string;
  status: 'DELIVERED' | 'FAILED';
  /** Which attempt it was, from 1. */
  attempt: number;
  request: {
    url: string;
    /** The header `webhook-id`: the id of the event. */
    webhookId: string;
    /** The header `webhook-timestamp`. */
    webhookTimestamp: number;
  };
  /** What the receiver answered; null if it did not. */
  response: {
    statusCode: number;
    /** The first 1024 characters. */
    body: string;
  } | null;
  error: 'forbidden_address' | 'timeout' | 'network' | 'tls' | null;
  durationMs: number;
  nextAttemptAt: string | null;
  createdAt: string;
  webhook: {
    object: 'webhook';
    id: string;
  };
}

export interface WithdrawalInReview {
  type: 'transfer';
  id: string;
  status: 'IN_REVIEW';
  /** An integer in minor units of the currency, such as cents of USD. */
  amount: number;
  /** An ISO 4217 currency code. */
  currency: string;
}

export interface WithdrawalTarget {
  type: 'withdrawal';
  id: string;
}

export interface WithdrawTransferAttributes {
  /** Minor units of the currency: cents of USD. */
  amount: number;
  /** A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`. */
  currency?: string | undefined;
  /** An id: `eac_` and 32 hexadecimal digits in lower case. */
  externalAccountId: string;
  /**
   * The wallet that pays; by default the default wallet or, if that has another currency, the oldest active
   * one.
   */
  walletId?: string | undefined;
  /** No control characters. */
  description?: string | null | undefined;
  /** Your own labels of the resource, by name. */
  tags?: Record<string, string> | null | undefined;
  /**
   * Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is
   * `overridable`. By default `false`.
   */
  intendedRepeat?: boolean | undefined;
}
