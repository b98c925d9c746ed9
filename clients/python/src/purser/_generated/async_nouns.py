"""Generated from /openapi.json by `npm run client:generate`. Do not edit by hand."""

from __future__ import annotations

from typing import Unpack

from .._operations import AsyncOperations
from .._pages import AsyncPages
from .._request import KeyedOptions, Options
from .._senders import AsyncSender
from . import operations
from .args import (
    AcceptClaimArgs,
    AcceptCustomerInvitationArgs,
    AcceptInvitationArgs,
    AcceptPartyInvitationArgs,
    ApproveApprovalArgs,
    BacktestAgentRuleArgs,
    CancelPaymentArgs,
    CancelPaymentRequestArgs,
    CancelTransferArgs,
    CreateAgentArgs,
    CreateAgentCustomersArgs,
    CreateAgentKeyArgs,
    CreateApiKeyArgs,
    CreateExternalAccountArgs,
    CreatePartyContactArgs,
    CreatePartyInvitationsArgs,
    CreatePaymentArgs,
    CreatePaymentRefundArgs,
    CreatePaymentRequestArgs,
    CreateWalletArgs,
    CreateWebhookArgs,
    DeclineCustomerInvitationArgs,
    DeclineInvitationArgs,
    DeclinePartyInvitationArgs,
    DeclinePaymentRequestArgs,
    DefaultWalletArgs,
    DeleteAgentArgs,
    DeleteAgentCustomerArgs,
    DeleteAgentKeyArgs,
    DeleteAgentsInvitationArgs,
    DeleteApiKeyArgs,
    DeleteCustomerArgs,
    DeleteDelegationArgs,
    DeleteExternalAccountArgs,
    DeleteOauthGrantArgs,
    DeletePartyContactArgs,
    DeletePartyInvitationArgs,
    DeletePartyMemberArgs,
    DeleteWalletArgs,
    DeleteWebhookArgs,
    DenyApprovalArgs,
    DepositTransferArgs,
    FreezeWalletArgs,
    FulfillPaymentRequestArgs,
    GetAgentArgs,
    GetAgentUsageArgs,
    GetApiKeyArgs,
    GetApprovalArgs,
    GetCustomerArgs,
    GetDelegationArgs,
    GetDelegationUsageArgs,
    GetEventArgs,
    GetExternalAccountArgs,
    GetOauthGrantArgs,
    GetPaymentArgs,
    GetPaymentRequestArgs,
    GetSimulationExternalAccountMicroDepositsArgs,
    GetTransactionArgs,
    GetTransferArgs,
    GetWalletArgs,
    GetWalletStatementArgs,
    GetWebhookArgs,
    InternalTransferArgs,
    ListAgentActivityArgs,
    ListAgentCustomersArgs,
    ListAgentKeysArgs,
    ListAgentsArgs,
    ListAgentsInvitationsArgs,
    ListApiKeysArgs,
    ListApprovalsArgs,
    ListAuditLogArgs,
    ListCounterpartiesArgs,
    ListCustomerInvitationsIncomingArgs,
    ListCustomersArgs,
    ListDelegationsArgs,
    ListEventsArgs,
    ListExternalAccountsArgs,
    ListOauthGrantsArgs,
    ListPartyContactsArgs,
    ListPartyInvitationsArgs,
    ListPartyMembersArgs,
    ListPaymentRequestsArgs,
    ListPaymentRequestsIncomingArgs,
    ListPaymentsArgs,
    ListSimulationMailboxArgs,
    ListTransactionsArgs,
    ListTransfersArgs,
    ListWalletsArgs,
    ListWebhookDeliveriesArgs,
    ListWebhooksArgs,
    PreviewCreatePaymentArgs,
    PreviewFulfillPaymentRequestArgs,
    PreviewWithdrawTransferArgs,
    RedeliverWebhookArgs,
    RedeliverWebhookEventArgs,
    ResumeAgentArgs,
    ResumeDelegationArgs,
    RotateAgentKeyArgs,
    RotateApiKeyArgs,
    RotateSecretWebhookArgs,
    SetPartyLimitsArgs,
    SimulateAdvanceClockArgs,
    SimulateDepositsArgs,
    SimulateFailTransferArgs,
    SimulateReturnTransferArgs,
    SimulateSettleTransferArgs,
    SuspendAgentArgs,
    SuspendDelegationArgs,
    TestWebhookArgs,
    UnfreezeWalletArgs,
    UpdateAgentArgs,
    UpdateDelegationArgs,
    UpdatePartyArgs,
    UpdatePartyMemberArgs,
    UpdateWalletArgs,
    UpdateWebhookArgs,
    VerifyExternalAccountArgs,
    VerifyPartyContactArgs,
    WithdrawTransferArgs,
)
from .types import (
    AcceptClaimResult,
    AcceptInvitationResult,
    AcceptPartyInvitationResult,
    Agent,
    AgentActivity,
    AgentCustomer,
    AgentKey,
    AgentUsage,
    AnsweredInvitation,
    ApiKey,
    Approval,
    AuditLine,
    BacktestAgentRuleResult,
    Clock,
    Contact,
    Counterparty,
    CreateAgentCustomersResult,
    CreateAgentResult,
    CreatedAgentKey,
    CreatedApiKey,
    CreatedWebhook,
    CreatePartyInvitationsResult,
    CreatePaymentRequestResult,
    Customer,
    CustomerInvitation,
    Delegation,
    DelegationUsage,
    DeleteAgentCustomerResult,
    DeleteAgentKeyResult,
    DeleteAgentResult,
    DeleteAgentsInvitationResult,
    DeleteApiKeyResult,
    DeleteCustomerResult,
    DeleteDelegationResult,
    DeleteExternalAccountResult,
    DeleteOauthGrantResult,
    DeletePartyContactResult,
    DeletePartyInvitationResult,
    DeletePartyLimitsResult,
    DeletePartyMemberResult,
    DeleteWalletResult,
    DeleteWebhookResult,
    Event,
    ExternalAccount,
    FreezePartyResult,
    IncomingCustomerInvitation,
    ListedInvitation,
    ListedPaymentRequest,
    Mail,
    MicroDeposits,
    OauthGrant,
    Party,
    PartyLimitPolicy,
    PartyUsage,
    Payment,
    PaymentPreview,
    RedeliverWebhookResult,
    Redelivery,
    Refund,
    RotatedAgentKey,
    RotatedApiKey,
    RotatedWebhook,
    Statement,
    SuspendAgentResult,
    SuspendDelegationResult,
    TestWebhookResult,
    Transaction,
    TransactionDetail,
    Transfer,
    TransferPreview,
    UnfreezePartyResult,
    User,
    VerifyPartyContactResult,
    Wallet,
    Webhook,
    WebhookDelivery,
)


class AsyncAgentKeysOperations(AsyncOperations):
    """The operations of `purser.agent_keys`."""

    async def create(self, **args: Unpack[CreateAgentKeyArgs]) -> CreatedAgentKey:
        """Create an agent key.

        Creates a key with which an agent of your party acts. Name the agent by `agentId` or as the relationship
        `agent`. This response is the only one that contains the complete key, so store it safely. The key of this
        request must itself have the scopes of agent keys, `payments.create` and `payments.read`, and a key that
        expires makes only keys with an `expiresAt` that is no later.

        Requires the scope `agents.create`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(CreatedAgentKey, operations.create_agent_key, args)

    def list(self, **args: Unpack[ListAgentKeysArgs]) -> AsyncPages[AgentKey]:
        """List agent keys.

        Returns the keys of your party's agents, newest first, including revoked and expired keys. Filter by agent
        with `agentId`; for an agent of another party the list is empty. Filter by `status`.

        Requires the scope `agents.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(AgentKey, operations.list_agent_keys, args)

    async def revoke(self, **args: Unpack[DeleteAgentKeyArgs]) -> DeleteAgentKeyResult:
        """Revoke an agent key.

        Revokes an agent key for good, at once. Revoking it again returns the same response.

        Requires the scope `agents.delete`. Not available to agents.

        Errors: `NotFoundError` (`agent_key_not_found`).
        """
        return await self._one(DeleteAgentKeyResult, operations.delete_agent_key, args)

    async def rotate(self, **args: Unpack[RotateAgentKeyArgs]) -> RotatedAgentKey:
        """Rotate an agent key.

        Creates a new key for the same agent, shown only in this response, and lets the previous one end: at once,
        or after `expiresInSeconds`, so that both work while you replace it; never later than its own `expiresAt`,
        which the new key keeps. A key can be rotated once.

        Requires the scope `agents.update`. Not available to agents.

        Errors: `NotFoundError` (`agent_key_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(RotatedAgentKey, operations.rotate_agent_key, args)


class AsyncAgentsOperations(AsyncOperations):
    """The operations of `purser.agents`."""

    async def create(self, **args: Unpack[CreateAgentArgs]) -> CreateAgentResult:
        """Create an agent.

        Creates an agent of your party. `limits` bounds what it spends per payment, UTC day and UTC month; beyond
        them, its payments and withdrawals wait for an approval. `rules` bounds it in other ways: whom it pays, in
        which currencies, how often and when. `walletIds` binds it to wallets: it spends from no other one. The
        agent acts by a key of its own: see `POST /agent-keys`. `reads: "own"` lets it read only what it made
        itself. Without `limits`, `rules` or `reads` it gets those of the party's `agentDefaults`; null is none.
        `meta.unbounded` says that no limit of its own bounds it.

        Requires the scope `agents.create`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(CreateAgentResult, operations.create_agent, args)

    def list(self, **args: Unpack[ListAgentsArgs]) -> AsyncPages[Agent]:
        """List agents.

        Returns the agents of your party, newest first, including suspended and revoked agents. Filter by
        `status`.

        Requires the scope `agents.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(Agent, operations.list_agents, args)

    def list_invitations(self, **args: Unpack[ListAgentsInvitationsArgs]) -> AsyncPages[CustomerInvitation]:
        """List customer invitations.

        Returns the invitations of your party to become customers of its agents, newest first.

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(CustomerInvitation, operations.list_agents_invitations, args)

    async def cancel_invitation(self, **args: Unpack[DeleteAgentsInvitationArgs]) -> DeleteAgentsInvitationResult:
        """Cancel a customer invitation.

        Cancels an invitation that is pending. If it is canceled already, the response is the same; one that was
        answered or has expired is refused.

        Requires the scope `delegations.delete`. Not available to agents.

        Errors: `NotFoundError` (`customer_invitation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(DeleteAgentsInvitationResult, operations.delete_agents_invitation, args)

    async def get(self, **args: Unpack[GetAgentArgs]) -> Agent:
        """Get an agent.

        Returns an agent of your party. An agent reads itself only, also as `me`.

        Requires the scope `agents.read`. For an agent, `payments.read` is enough. An agent with `reads: "own"`
        gets what is its own only.
        """
        return await self._one(Agent, operations.get_agent, args)

    async def update(self, **args: Unpack[UpdateAgentArgs]) -> Agent:
        """Update an agent.

        Updates the attributes that you send and leaves all others unchanged. `limits`, `rules` and `tags` change
        what they name, and null removes one; a rule that is named is replaced as a whole. `limits: null` and
        `rules: null` remove all. New limits apply immediately, and count what the agent has already spent in the
        current UTC day and month. `walletIds` replaces the wallets that the agent is bound to, and null binds it
        to none.

        Requires the scope `agents.update`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Agent, operations.update_agent, args)

    async def revoke(self, **args: Unpack[DeleteAgentArgs]) -> DeleteAgentResult:
        """Revoke an agent.

        Revokes an agent for good, at once and on all servers: its keys, what customers granted it and its pending
        invitations end, and its payments and withdrawals in review are canceled. Revoking it again returns the
        same response.

        Requires the scope `agents.delete`. Not available to agents.
        """
        return await self._one(DeleteAgentResult, operations.delete_agent, args)

    def activity(self, **args: Unpack[ListAgentActivityArgs]) -> AsyncPages[AgentActivity]:
        """List an agent's activity.

        Returns what an agent did, newest first: what it asked for, how much and for whom, what was refused and
        why, what waited for an approval and who decided, and what became of each payment, withdrawal and payment
        request. With `instanceId`, returns what it did in that conversation. Of the payments and withdrawals that
        are refused, the first 20 in an hour keep what was asked for; later ones are summed. All filters can be
        combined. A page reads a bounded part of the log, so with filters it can be short, or even empty, while
        `hasMore` says that another one follows.

        Requires the scope `audit.read`. Not available to agents.
        """
        return self._page(AgentActivity, operations.list_agent_activity, args)

    async def invite_customers(self, **args: Unpack[CreateAgentCustomersArgs]) -> CreateAgentCustomersResult:
        """Invite customers to an agent.

        Invites up to 100 recipients to let one of your agents act for them, with the given permissions and
        limits. Recipients with an e-mail address are notified by mail, those with a phone number by text message.
        A new invitation replaces a pending one for the same recipient. `expiresAt` must be in the future; by
        default an invitation expires after 30 days.

        Recipients for whom no invitation can be created are listed in `meta.emailFailures`, and the response is
        201 even if that is all of them. The reasons are an unknown type, a malformed address, a duplicate in the
        list, an unknown or inactive party, and your own party or one of its addresses. The key needs each of the
        permissions itself, and does not expire.

        Requires the scope `delegations.create`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(CreateAgentCustomersResult, operations.create_agent_customers, args)

    def list_customers(self, **args: Unpack[ListAgentCustomersArgs]) -> AsyncPages[AgentCustomer]:
        """List the customers of an agent.

        Returns the customers for whom one of your agents may act, newest delegation first. `status` filters by
        whether the agent may act for them or is suspended (`active`, the default), no longer may (`revoked`), or
        either (`all`).

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(AgentCustomer, operations.list_agent_customers, args)

    async def remove_customer(self, **args: Unpack[DeleteAgentCustomerArgs]) -> DeleteAgentCustomerResult:
        """Remove a customer from an agent.

        Ends what a customer permits to one of your agents. With the last agent, the delegation of the customer is
        revoked. Payments of the agent that wait for an approval are canceled, in large numbers soon after the
        response. If the agent may no longer act for the customer already, the response is the same.

        Requires the scope `delegations.delete`. Not available to agents.

        Errors: `NotFoundError` (`customer_not_found`).
        """
        return await self._one(DeleteAgentCustomerResult, operations.delete_agent_customer, args)

    async def resume(self, **args: Unpack[ResumeAgentArgs]) -> Agent:
        """Resume an agent.

        Lets a suspended agent act again. Resuming an active agent changes nothing. A replay shows the state at
        the time of the first response.

        Requires the scope `agents.update`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(Agent, operations.resume_agent, args)

    async def backtest_rules(self, **args: Unpack[BacktestAgentRuleArgs]) -> BacktestAgentRuleResult:
        """Try rules on past payments.

        Returns how many of the agent's latest payments and withdrawals would have passed, waited for an approval
        or been refused under other `rules` and `limits`; what you leave out stays as the agent has it. Looks at
        up to 10,000. What would have waited counts as approved if it was accepted. `intendedRepeat` is not
        stored, so a payment that was repeated on purpose counts as a duplicate. Nothing changes.

        Requires the scope `agents.update`. Not available to agents.
        """
        return await self._one(BacktestAgentRuleResult, operations.backtest_agent_rule, args)

    async def suspend(self, **args: Unpack[SuspendAgentArgs]) -> SuspendAgentResult:
        """Suspend an agent.

        Stops an agent at once, on all servers, until it is resumed. Its keys stay valid and it may read; each of
        its writes gets 403 `agent_suspended`. What it requested before cannot be approved meanwhile. Suspending a
        suspended agent changes nothing. `meta.underWay` lists what it requested before and has not reached its
        end, among the newest 10,000 of each kind of your party's. A replay shows the state at the time of the
        first response.

        Requires the scope `agents.update`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(SuspendAgentResult, operations.suspend_agent, args)

    async def usage(self, **args: Unpack[GetAgentUsageArgs]) -> AgentUsage:
        """Retrieve what an agent has left.

        Returns, for each limit of an agent and each of its rules that counts payments, how much is used, how much
        is left and when it begins again; and how much the agent may spend now. It is exact at the moment of the
        read. An agent reads its own only, also as `me`.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
        """
        return await self._one(AgentUsage, operations.get_agent_usage, args)


class AsyncApiKeysOperations(AsyncOperations):
    """The operations of `purser.api_keys`."""

    async def create(self, **args: Unpack[CreateApiKeyArgs]) -> CreatedApiKey:
        """Create an API key.

        Creates an API key for your party. This response is the only one that contains the complete key, so store
        it safely. You can grant only scopes that the key of this request has itself, and for no longer than it
        lasts. From `expiresAt` on, the key is refused like one that never existed.

        Requires the scope `api_keys.create`. Not available to agents.

        It takes no idempotency key, so it is not repeated if it may have taken effect.
        """
        return await self._one(CreatedApiKey, operations.create_api_key, args)

    def list(self, **args: Unpack[ListApiKeysArgs]) -> AsyncPages[ApiKey]:
        """List API keys.

        Returns the API keys of your party, newest first, including revoked and expired keys. The browser sessions
        of its users are among them, with `signedInAt`. Filter by `status`.

        Requires the scope `api_keys.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(ApiKey, operations.list_api_keys, args)

    async def get(self, **args: Unpack[GetApiKeyArgs]) -> ApiKey:
        """Get an API key.

        Requires the scope `api_keys.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`api_key_not_found`).
        """
        return await self._one(ApiKey, operations.get_api_key, args)

    async def revoke(self, **args: Unpack[DeleteApiKeyArgs]) -> DeleteApiKeyResult:
        """Revoke an API key.

        Revokes an API key of your party for good, at once and on all servers, or ends a browser session. It may
        be the key of this request. Only an owner may revoke the key of an owner. Revoking it again returns the
        same response.

        Requires the scope `api_keys.delete`. Not available to agents.

        Errors: `NotFoundError` (`api_key_not_found`).
        """
        return await self._one(DeleteApiKeyResult, operations.delete_api_key, args)

    async def rotate(self, **args: Unpack[RotateApiKeyArgs]) -> RotatedApiKey:
        """Rotate an API key.

        Creates a key with the same name, scopes, tags and time of expiry, shown only in this response, and lets
        the previous one end: at once, or after `expiresInSeconds`, so that both work while you replace it; never
        later than its own `expiresAt`. It may be the key of this request: let it overlap, so that a lost response
        locks nobody out. For another key, `api_keys.delete` is needed too. The new key belongs to your user, and
        needs each scope of the previous one. Only an owner may rotate the key of an owner. A key can be rotated
        once.

        Requires the scope `api_keys.create`. Not available to agents.

        Errors: `NotFoundError` (`api_key_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(RotatedApiKey, operations.rotate_api_key, args)


class AsyncApprovalsOperations(AsyncOperations):
    """The operations of `purser.approvals`."""

    def list(self, **args: Unpack[ListApprovalsArgs]) -> AsyncPages[Approval]:
        """List approvals.

        Returns the approvals, newest first, of payments that your party would pay or initiated, and of its
        withdrawals. An approval is required when an amount exceeds a limit, or an agent breaks a rule that asks
        for one. `deciderPartyId` decides, and reads all `reasons`; the other party reads only reasons that come
        from the customer's grant, which both know. Without `status`, only pending ones, also with `targetId`.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.
        """
        return self._page(Approval, operations.list_approvals, args)

    async def get(self, **args: Unpack[GetApprovalArgs]) -> Approval:
        """Retrieve an approval.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`approval_not_found`).
        """
        return await self._one(Approval, operations.get_approval, args)

    async def approve(self, **args: Unpack[ApproveApprovalArgs]) -> Approval:
        """Approve a payment or withdrawal.

        Only the party whose limit was exceeded can approve. The user who made the payment or withdrawal cannot
        approve it, unless that user is an owner and no other user of the party may decide. If an agent made it
        with its own key and it exceeds a limit of the party, neither can the user who made that key. What a rule
        about counterparties or currencies refuses by now is 403 `rule_broken`. Where the party has only people
        approve who have signed in (`approvalPolicy` of GET /parties/me), a key gets 403 `sign_in_required`. Where
        two users have to approve, the first leaves the approval pending, with their name in `decidedBy`; a maker
        is neither of the two. The last approval checks everything again, then runs the payment or withdrawal. If
        it cannot run, for example because funds are insufficient, the response is 409 and the approval stays
        pending.

        Requires the scope `approvals.decide`. Not available to agents.

        With the last approval, the money of a payment has moved with the response, and that of a withdrawal is
        held. Its idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `PermissionError` (`rule_broken`, `sign_in_required`), `NotFoundError` (`approval_not_found`),
        `ConflictError` (`amount_owed`, `conflict`, `external_account_not_usable`, `insufficient_funds`,
        `party_frozen`, `wallet_frozen`).
        """
        return await self._one(Approval, operations.approve_approval, args)

    async def deny(self, **args: Unpack[DenyApprovalArgs]) -> Approval:
        """Deny a payment or withdrawal.

        Denies the payment or withdrawal and cancels its other pending approvals. Only the party whose limit was
        exceeded can deny. No money was held, so none is released.

        Requires the scope `approvals.decide`. Not available to agents.

        Its idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `NotFoundError` (`approval_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Approval, operations.deny_approval, args)


class AsyncAuditLogOperations(AsyncOperations):
    """The operations of `purser.audit_log`."""

    def list(self, **args: Unpack[ListAuditLogArgs]) -> AsyncPages[AuditLine]:
        """List the audit log.

        Returns the writes of your party, done and refused, newest first: who asked for what, with which key, as
        which agent, what was decided, and what it changed, from what to what. All filters can be combined. A page
        reads a bounded part of the log, so with filters it can be short, or even empty, while `hasMore` says that
        another one follows.

        Requires the scope `audit.read`. Not available to agents.
        """
        return self._page(AuditLine, operations.list_audit_log, args)


class AsyncClaimsOperations(AsyncOperations):
    """The operations of `purser.claims`."""

    async def accept(self, **args: Unpack[AcceptClaimArgs]) -> AcceptClaimResult:
        """Claim money that waits for an address.

        Claims all payments that wait for the address to which the mail with this token was sent, which needs no
        other credential. The token proves the address: its party becomes active, with a person as its owner, and
        the money moves into its wallets; of many payments, some move soon after the response. `received` says
        which: they are its own at once. With `apiKeyName`, the response has an API key of the party, and is the
        only one that contains it.

        Requires no credential: the token gives the authority.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`claim_not_found`).
        """
        return await self._one(AcceptClaimResult, operations.accept_claim, args)


class AsyncCounterpartiesOperations(AsyncOperations):
    """The operations of `purser.counterparties`."""

    def list(self, **args: Unpack[ListCounterpartiesArgs]) -> AsyncPages[Counterparty]:
        """List counterparties.

        Returns the parties that your party has paid or been paid by, newest party first. A payment in review
        counts for its payer, if its recipient is known; one that was denied or canceled in review does not.

        Requires the scope `payments.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(Counterparty, operations.list_counterparties, args)


class AsyncCustomerInvitationsOperations(AsyncOperations):
    """The operations of `purser.customer_invitations`."""

    def list_incoming(
        self, **args: Unpack[ListCustomerInvitationsIncomingArgs]
    ) -> AsyncPages[IncomingCustomerInvitation]:
        """List incoming customer invitations.

        Returns the invitations to your party to become a customer, newest first: those to its id and those to its
        verified e-mail addresses and phone numbers.

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(IncomingCustomerInvitation, operations.list_customer_invitations_incoming, args)

    async def accept(self, **args: Unpack[AcceptCustomerInvitationArgs]) -> IncomingCustomerInvitation:
        """Accept a customer invitation.

        Lets the inviting party and its agent act for your party, with the permissions and the limit of the
        invitation. They replace what your party permitted to this agent before; what it permitted to other agents
        does not grow. A delegation that your party has suspended must be resumed first. The key needs each of the
        permissions itself, and does not expire.

        Requires the scope `delegations.create`. Not available to agents.

        Errors: `NotFoundError` (`customer_invitation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(IncomingCustomerInvitation, operations.accept_customer_invitation, args)

    async def decline(self, **args: Unpack[DeclineCustomerInvitationArgs]) -> IncomingCustomerInvitation:
        """Decline a customer invitation.

        Requires the scope `delegations.create`. Not available to agents.

        Errors: `NotFoundError` (`customer_invitation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(IncomingCustomerInvitation, operations.decline_customer_invitation, args)

    async def accept_by_token(self, **args: Unpack[AcceptInvitationArgs]) -> AcceptInvitationResult:
        """Accept a customer invitation without an account.

        Accepts the invitation whose mail or text message contains the token. It makes a person: a party with this
        address, which is verified by the token, and its first user as owner. Money that waits for the address is
        this party's. With `apiKeyName`, the response has an API key of the new party, and is the only one that
        contains it. If the address belongs to a party already, answer with a key of that party (409).

        Requires no credential: the token gives the authority.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`), `ConflictError`
        (`conflict`).
        """
        return await self._one(AcceptInvitationResult, operations.accept_invitation, args)

    async def decline_by_token(self, **args: Unpack[DeclineInvitationArgs]) -> IncomingCustomerInvitation:
        """Decline a customer invitation without an account.

        Requires no credential: the token gives the authority.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`), `ConflictError`
        (`conflict`).
        """
        return await self._one(IncomingCustomerInvitation, operations.decline_invitation, args)


class AsyncCustomersOperations(AsyncOperations):
    """The operations of `purser.customers`."""

    def list(self, **args: Unpack[ListCustomersArgs]) -> AsyncPages[Customer]:
        """List customers.

        Returns the parties that delegated to your party, newest delegation first, each with the agents that may
        act for it. The default `status=active` returns active and suspended delegations, `status=revoked` revoked
        ones, and `status=all` both. With `revoked` and `all`, each customer also shows the agents that may no
        longer act for it.

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(Customer, operations.list_customers, args)

    async def get(self, **args: Unpack[GetCustomerArgs]) -> Customer:
        """Retrieve a customer.

        Returns a party that delegated to your party, whatever the status of the delegation, with the agents that
        may act for it, or once could.

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`customer_not_found`).
        """
        return await self._one(Customer, operations.get_customer, args)

    async def remove(self, **args: Unpack[DeleteCustomerArgs]) -> DeleteCustomerResult:
        """Remove a customer.

        Revokes the delegation of a customer to your party: from the response on, no payment under it is accepted,
        by any agent. Payments under it that wait for an approval are canceled, in large numbers soon after the
        response. If it is revoked already, the response is the same.

        Requires the scope `delegations.delete`. Not available to agents.

        Errors: `NotFoundError` (`customer_not_found`).
        """
        return await self._one(DeleteCustomerResult, operations.delete_customer, args)


class AsyncDelegationsOperations(AsyncOperations):
    """The operations of `purser.delegations`."""

    def list(self, **args: Unpack[ListDelegationsArgs]) -> AsyncPages[Delegation]:
        """List delegations.

        Returns the delegations that your party gave as a customer and those that it received, newest first, each
        with the agents that may act, or once could.

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(Delegation, operations.list_delegations, args)

    async def get(self, **args: Unpack[GetDelegationArgs]) -> Delegation:
        """Retrieve a delegation.

        Requires the scope `delegations.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`delegation_not_found`).
        """
        return await self._one(Delegation, operations.get_delegation, args)

    async def update(self, **args: Unpack[UpdateDelegationArgs]) -> Delegation:
        """Update a delegation.

        Changes what your party permits as a customer. `permissions` is what the delegation permits at most;
        `agents` changes the status, the permissions, the limits and the rules of single agents and leaves the
        others unchanged. It takes an agent as responses show it, without its `name`. A SUSPENDED agent does
        nothing for your party until you make it ACTIVE again. REVOKED ends what you permit to it, and with the
        last agent the delegation: what waits for an approval under it is canceled, in large numbers soon after
        the response. A limit that is null is removed; `limits` null removes all of an agent, `rules` null its
        rules. What you do not send stays. New terms apply immediately. Limits per day and month count what the
        agent has spent of your party's money in the current UTC day and month, also before they were set. With
        one of them nothing is paid without the agent. To widen anything, the key needs the permissions that it
        gives, and does not expire: a limit that is lifted and a rule that is removed or changed widen
        `payments.create`, and an agent that is made ACTIVE all of its permissions.

        Requires the scope `delegations.update`. Not available to agents.

        Errors: `NotFoundError` (`delegation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Delegation, operations.update_delegation, args)

    async def revoke(self, **args: Unpack[DeleteDelegationArgs]) -> DeleteDelegationResult:
        """Revoke a delegation.

        Revokes a delegation that your party gave or received, with what it permits to each agent: from the
        response on, no payment under it is accepted. Payments under it that wait for an approval are canceled, in
        large numbers soon after the response. A revoked delegation stays revoked, and the response is the same.

        Requires the scope `delegations.delete`. Not available to agents.

        Errors: `NotFoundError` (`delegation_not_found`).
        """
        return await self._one(DeleteDelegationResult, operations.delete_delegation, args)

    async def resume(self, **args: Unpack[ResumeDelegationArgs]) -> Delegation:
        """Resume a delegation.

        Resumes a suspended delegation that your party gave. An active one stays active. The key needs the
        permissions of the delegation, and does not expire. A replay shows the state at the time of the first
        response.

        Requires the scope `delegations.update`. Not available to agents.

        Errors: `NotFoundError` (`delegation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Delegation, operations.resume_delegation, args)

    async def suspend(self, **args: Unpack[SuspendDelegationArgs]) -> SuspendDelegationResult:
        """Suspend a delegation.

        Suspends a delegation that your party gave: from the response on, no payment under it is accepted or
        approved, and nothing is read with it. A suspended delegation stays suspended, and the response is the
        same. `meta.underWay` lists what was requested under it before and has not reached its end, among the
        newest 10,000 of each kind of your party's. A replay shows the state at the time of the first response.

        Requires the scope `delegations.update`. Not available to agents.

        Errors: `NotFoundError` (`delegation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(SuspendDelegationResult, operations.suspend_delegation, args)

    async def usage(self, **args: Unpack[GetDelegationUsageArgs]) -> DelegationUsage:
        """Retrieve what is left under a delegation.

        Returns the same of what a customer lets each agent do, for the customer and for the party that acts: the
        limits of grants that are not revoked, and their rules that count payments. An agent reads what is its
        own.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`delegation_not_found`).
        """
        return await self._one(DelegationUsage, operations.get_delegation_usage, args)


class AsyncEventsOperations(AsyncOperations):
    """The operations of `purser.events`."""

    def list(self, **args: Unpack[ListEventsArgs]) -> AsyncPages[Event]:
        """List events.

        Returns what happened to the resources that your key may read, newest first; GET /events/stream sends it
        as it happens. Each event has the resource as it was then. A payment that completes at once has two,
        `payment.created` and `payment.completed`. An event appears about half a second after it happened, and
        never behind one that is shown already. Filters can be combined. A page reads a bounded number of events,
        so it can be short, even empty, although `meta.pagination.hasMore` is true. With `partyId`, returns the
        events of payments, refunds and transfers of a customer who delegated `payments.read` to your party.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(Event, operations.list_events, args)

    async def get(self, **args: Unpack[GetEventArgs]) -> Event:
        """Retrieve an event.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`event_not_found`).
        """
        return await self._one(Event, operations.get_event, args)


class AsyncExternalAccountsOperations(AsyncOperations):
    """The operations of `purser.external_accounts`."""

    async def create(self, **args: Unpack[CreateExternalAccountArgs]) -> ExternalAccount:
        """Link an external account.

        Links a bank account to your party. It is `pending`: nothing can be withdrawn to it before it is verified
        by two micro-deposits, see `POST /external-accounts/{externalAccountId}/verify`. Its number is stored
        encrypted, and never shown except for its last four characters. At most 20 accounts can be pending. Each
        account can be linked once; after five wrong attempts to verify it, not again for 30 days.

        Requires the scope `external_accounts.create`. Not available to agents.

        Errors: `ConflictError` (`already_exists`, `conflict`).
        """
        return await self._one(ExternalAccount, operations.create_external_account, args)

    def list(self, **args: Unpack[ListExternalAccountsArgs]) -> AsyncPages[ExternalAccount]:
        """List external accounts.

        Returns the bank accounts of your party, newest first, including disabled ones. Filter by `status`. The
        operator's deposits come from an account of their own, which is always disabled.

        Requires the scope `external_accounts.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(ExternalAccount, operations.list_external_accounts, args)

    async def get(self, **args: Unpack[GetExternalAccountArgs]) -> ExternalAccount:
        """Get an external account.

        Requires the scope `external_accounts.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`external_account_not_found`).
        """
        return await self._one(ExternalAccount, operations.get_external_account, args)

    async def remove(self, **args: Unpack[DeleteExternalAccountArgs]) -> DeleteExternalAccountResult:
        """Remove an external account.

        Permanently disables an external account and deletes its names and number. Withdrawals to it that are in
        progress finish; no new one starts. Removing it again returns the same response.

        Requires the scope `external_accounts.delete`. Not available to agents.

        Errors: `NotFoundError` (`external_account_not_found`).
        """
        return await self._one(DeleteExternalAccountResult, operations.delete_external_account, args)

    async def verify(self, **args: Unpack[VerifyExternalAccountArgs]) -> ExternalAccount:
        """Verify an external account.

        Makes a pending account active, if you send the amounts of the two micro-deposits that arrived at it.
        Wrong amounts are refused with 422, and counted: the fifth wrong attempt disables the account for good. A
        retry with the same idempotency key gets the same response and counts nothing more, so another attempt
        needs another key. In a sandbox, `GET /simulations/external-accounts/{externalAccountId}/micro-deposits`
        shows the amounts. A server that sends no micro-deposits refuses this with 409; there the operator
        verifies accounts.

        Requires the scope `external_accounts.create`. Not available to agents.

        Errors: `NotFoundError` (`external_account_not_found`), `ConflictError` (`conflict`,
        `external_account_not_usable`).
        """
        return await self._one(ExternalAccount, operations.verify_external_account, args)


class AsyncOauthGrantsOperations(AsyncOperations):
    """The operations of `purser.oauth_grants`."""

    def list(self, **args: Unpack[ListOauthGrantsArgs]) -> AsyncPages[OauthGrant]:
        """List OAuth grants.

        Returns what people of your party let programs do by OAuth, newest first, including grants that have
        ended. Each names the program, and the agent or the user as which it acts. Filter by `status`.

        Requires the scope `api_keys.read`. Not available to agents.
        """
        return self._page(OauthGrant, operations.list_oauth_grants, args)

    async def get(self, **args: Unpack[GetOauthGrantArgs]) -> OauthGrant:
        """Get an OAuth grant.

        Requires the scope `api_keys.read`. Not available to agents.

        Errors: `NotFoundError` (`oauth_grant_not_found`).
        """
        return await self._one(OauthGrant, operations.get_oauth_grant, args)

    async def revoke(self, **args: Unpack[DeleteOauthGrantArgs]) -> DeleteOauthGrantResult:
        """End an OAuth grant.

        Ends a grant of your party for good, at once and on all servers: the program's tokens are refused from
        then on. It may be the grant of this request. Only an owner may end a grant by which a program acts as an
        owner. Ending it again returns the same response.

        Requires the scope `api_keys.delete`. Not available to agents.

        Errors: `NotFoundError` (`oauth_grant_not_found`).
        """
        return await self._one(DeleteOauthGrantResult, operations.delete_oauth_grant, args)


class AsyncPartyOperations(AsyncOperations):
    """The operations of `purser.party`."""

    async def get(self, **args: Unpack[Options]) -> Party:
        """Retrieve your party.

        Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
        """
        return await self._one(Party, operations.get_party, args)

    async def update(self, **args: Unpack[UpdatePartyArgs]) -> Party:
        """Update your party.

        Updates the attributes that you send. The name is what payees, payers and invited people see. The default
        currency never changes, because limits and what counts against them are in it. `agentDefaults` bounds
        agents that are created without limits or without rules; it changes what it names, and null removes one or
        all. Who approves (`approvalPolicy`) is changed by an owner, on the page of the account.

        Requires the scope `party.update`. Not available to agents.
        """
        return await self._one(Party, operations.update_party, args)

    def list_contacts(self, **args: Unpack[ListPartyContactsArgs]) -> AsyncPages[Contact]:
        """List your party's addresses.

        Returns the e-mail addresses and phone numbers of your party, verified and pending. Filter them by `type`.
        A pending address whose token has expired is gone.

        Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(Contact, operations.list_party_contacts, args)

    async def add_contact(self, **args: Unpack[CreatePartyContactArgs]) -> Contact:
        """Add an address to your party.

        Adds an e-mail address or a phone number and sends a token to it, which is valid for 24 hours. The address
        leads to your party once you send the token back. Adding a pending address again sends another token, once
        a minute at most (429). A party has at most 50 verified addresses.

        Requires the scope `party.update`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(Contact, operations.create_party_contact, args)

    async def remove_contact(self, **args: Unpack[DeletePartyContactArgs]) -> DeletePartyContactResult:
        """Remove an address from your party.

        Removes a verified or pending address: payments to it no longer reach your party. The last verified one
        cannot be removed.

        Requires the scope `party.update`. Not available to agents.

        Errors: `NotFoundError` (`contact_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(DeletePartyContactResult, operations.delete_party_contact, args)

    async def verify_contact(self, **args: Unpack[VerifyPartyContactArgs]) -> VerifyPartyContactResult:
        """Verify an address of your party.

        Verifies a pending address with the token that was last sent to it. An address that another party has
        verified is refused. What waits for the address is your party's from then on, as by a claim:
        `meta.received` says which payments, and the money moves into its wallets; of many payments, some move
        soon after the response. What your party itself has paid to the address goes back.

        Requires the scope `party.update`. Not available to agents.

        Errors: `NotFoundError` (`contact_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(VerifyPartyContactResult, operations.verify_party_contact, args)

    async def freeze(self, **args: Unpack[KeyedOptions]) -> FreezePartyResult:
        """Freeze your party.

        Stops all money that leaves your party, at once and on all servers: from the response on, no payment or
        withdrawal from its wallets is accepted, whoever asks for it, none that its keys and agents ask for from
        customers' wallets, and nothing of the kind is approved (409 `party_frozen`). Money still arrives, and
        what is under way, which `meta.underWay` lists, can be denied and canceled. Freezing a party that its
        people have frozen changes nothing. A replay shows the state at the time of the first response.

        Requires the scope `party.update`. Not available to agents.
        """
        return await self._one(FreezePartyResult, operations.freeze_party, args)

    async def get_limits(self, **args: Unpack[Options]) -> PartyLimitPolicy:
        """Retrieve your party's limits.

        Returns the limits that apply to everything your party spends, including through its agents.

        Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
        """
        return await self._one(PartyLimitPolicy, operations.get_party_limits, args)

    async def set_limits(self, **args: Unpack[SetPartyLimitsArgs]) -> PartyLimitPolicy:
        """Set your party's limits.

        Replaces all limits of your party: a limit that is omitted or null is removed. Limits apply to everything
        your party spends, including through its agents, and count what it has already spent in the current UTC
        day and month. Where the party has only people approve who have signed in (`approvalPolicy`), no key
        raises or removes a limit: an owner does, on the page of the account. Instead of `limits`, the body may
        have `perTransaction`, `perDay` and `perMonth` themselves.

        Requires the scope `party.update`. Not available to agents.

        Errors: `PermissionError` (`sign_in_required`).
        """
        return await self._one(PartyLimitPolicy, operations.set_party_limits, args)

    async def remove_limits(self, **args: Unpack[KeyedOptions]) -> DeletePartyLimitsResult:
        """Remove your party's limits.

        Removes all limits of your party. If none is set, nothing changes and the response is the same. Where no
        key may raise them, none may remove them.

        Requires the scope `party.update`. Not available to agents.

        Errors: `PermissionError` (`sign_in_required`).
        """
        return await self._one(DeletePartyLimitsResult, operations.delete_party_limits, args)

    def list_members(self, **args: Unpack[ListPartyMembersArgs]) -> AsyncPages[User]:
        """List your party's members.

        Returns the users who act for your party, with their roles, newest user first. Filter them by `role`.

        Requires the scope `party.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(User, operations.list_party_members, args)

    async def update_member(self, **args: Unpack[UpdatePartyMemberArgs]) -> User:
        """Change a member's role.

        Gives a member another role. The role bounds the scopes of the member's API keys from the next request on.
        Only an owner may make an owner, or change the role of one, and the last owner stays an owner. A key that
        expires gives no role that may do more.

        Requires the scope `party.update`. Not available to agents.

        Errors: `NotFoundError` (`user_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(User, operations.update_party_member, args)

    async def remove_member(self, **args: Unpack[DeletePartyMemberArgs]) -> DeletePartyMemberResult:
        """Remove a member.

        Removes a user from your party, revokes the API keys that the user has for it, and disables the webhooks
        that the user made. The keys of agents that the user made stay; the response names them, and the webhooks.
        What waits for an approval can be decided by others. Only an owner may remove an owner, and the last owner
        cannot be removed.

        Requires the scope `party.update`. Not available to agents.

        Errors: `NotFoundError` (`user_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(DeletePartyMemberResult, operations.delete_party_member, args)

    async def unfreeze(self, **args: Unpack[KeyedOptions]) -> UnfreezePartyResult:
        """Unfreeze your party.

        Lifts the freeze by your own people and keys: the money of the party moves again, unless the operator has
        frozen it too. Then it stays `FROZEN` until the operator lifts that freeze, as `frozenBy` shows.
        Unfreezing a party that its people have not frozen changes nothing. A replay shows the state at the time
        of the first response.

        Requires the scope `party.update`. Not available to agents.
        """
        return await self._one(UnfreezePartyResult, operations.unfreeze_party, args)

    async def usage(self, **args: Unpack[Options]) -> PartyUsage:
        """Retrieve what your party has left.

        Returns how much of each limit of your party is used, by its people and all its agents together, how much
        is left and when it begins again.

        Requires the scope `payments.read`. Not available to an agent with `reads: "own"`.
        """
        return await self._one(PartyUsage, operations.get_party_usage, args)


class AsyncPartyInvitationsOperations(AsyncOperations):
    """The operations of `purser.party_invitations`."""

    async def create(self, **args: Unpack[CreatePartyInvitationsArgs]) -> CreatePartyInvitationsResult:
        """Invite people to your party.

        Invites up to 100 people, each by mail. Entries for which no invitation can be created are listed in
        `meta.failed` with the reason, and the response is 201 even if that is all of them. The reasons are an
        invalid address or role, a duplicate in the list, a person who is already a member, and one who already
        has a pending invitation.

        Requires the scope `invite.create`. Not available to agents.

        It takes no idempotency key, so it is not repeated if it may have taken effect.
        """
        return await self._one(CreatePartyInvitationsResult, operations.create_party_invitations, args)

    def list(self, **args: Unpack[ListPartyInvitationsArgs]) -> AsyncPages[ListedInvitation]:
        """List invitations to your party.

        Returns the invitations to your party, newest first. Filter them by `status`, `email` or a tag. If
        `party_id` names a party other than yours, the list is empty.

        Requires the scope `invite.read`. Not available to an agent with `reads: "own"`.
        """
        return self._page(ListedInvitation, operations.list_party_invitations, args)

    async def revoke(self, **args: Unpack[DeletePartyInvitationArgs]) -> DeletePartyInvitationResult:
        """Revoke an invitation to your party.

        Revokes a pending invitation: its token stops working, and its mail is not sent if it is still waiting.
        Revoking it again returns the same response.

        Requires the scope `invite.delete`. Not available to agents.

        Errors: `NotFoundError` (`invitation_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(DeletePartyInvitationResult, operations.delete_party_invitation, args)

    async def accept(self, **args: Unpack[AcceptPartyInvitationArgs]) -> AcceptPartyInvitationResult:
        """Accept an invitation to a party.

        Accepts the invitation whose mail contains the token, which needs no other credential. The invited person
        becomes a member of the party: as the user who has this address, or as a new one with `name`. With
        `apiKeyName`, the response has an API key of that user for that party, with the scopes of the role, and is
        the only one that contains it.

        Requires no credential: the token gives the authority.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`), `ConflictError`
        (`conflict`).
        """
        return await self._one(AcceptPartyInvitationResult, operations.accept_party_invitation, args)

    async def decline(self, **args: Unpack[DeclinePartyInvitationArgs]) -> AnsweredInvitation:
        """Decline an invitation to a party.

        Requires no credential: the token gives the authority.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`invitation_not_found`).
        """
        return await self._one(AnsweredInvitation, operations.decline_party_invitation, args)


class AsyncPaymentRequestsOperations(AsyncOperations):
    """The operations of `purser.payment_requests`."""

    async def create(self, **args: Unpack[CreatePaymentRequestArgs]) -> CreatePaymentRequestResult:
        """Create a payment request.

        Asks another party or person to pay your party. The response has a link to a page that shows the request.
        If the payer has an e-mail address, the link is mailed to it; a payer named by a phone number gets it as a
        text message, but in prod no text messages can be sent yet. One address gets at most 20 messages of your
        party within an hour; a request beyond them is valid, and `meta.emailFailures` names the address, which
        gets none. The payer must not be your own party. An agent that is named as the payer must be active; it or
        its party can pay. `walletId` names the wallet that receives the money.

        Requires the scope `payments.create`.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. Nothing moves until it is paid. Its
        idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`party_not_found`,
        `recipient_agent_not_found`, `wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(CreatePaymentRequestResult, operations.create_payment_request, args)

    def list(self, **args: Unpack[ListPaymentRequestsArgs]) -> AsyncPages[ListedPaymentRequest]:
        """List payment requests.

        Returns the payment requests that your party created, newest first. With `partyId`, returns those of a
        customer who delegated `payments.read` to your party. `tag[name]=value` filters by a tag.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(ListedPaymentRequest, operations.list_payment_requests, args)

    def list_incoming(self, **args: Unpack[ListPaymentRequestsIncomingArgs]) -> AsyncPages[ListedPaymentRequest]:
        """List incoming payment requests.

        Returns the requests that ask your party to pay, newest first: those to its id, to its agents, and to its
        verified e-mail addresses and phone numbers. With `partyId`, returns those that ask a customer who
        delegated `payments.read` to your party.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(ListedPaymentRequest, operations.list_payment_requests_incoming, args)

    async def get(self, **args: Unpack[GetPaymentRequestArgs]) -> ListedPaymentRequest:
        """Retrieve a payment request.

        Returns a request that your party created, or that asks your party to pay. The payer sees neither its tags
        nor the agent that created it. The requester sees who pays, and the payment, once the request is paid.
        With `partyId`, returns a request of, or to, a customer who delegated `payments.read` to your party.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`payment_request_not_found`).
        """
        return await self._one(ListedPaymentRequest, operations.get_payment_request, args)

    async def cancel(self, **args: Unpack[CancelPaymentRequestArgs]) -> ListedPaymentRequest:
        """Cancel a payment request.

        Cancels an open request of your party. An agent can cancel only requests that it created itself.

        Requires the scope `payments.create`.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`payment_request_not_found`),
        `ConflictError` (`conflict`).
        """
        return await self._one(ListedPaymentRequest, operations.cancel_payment_request, args)

    async def decline(self, **args: Unpack[DeclinePaymentRequestArgs]) -> ListedPaymentRequest:
        """Decline a payment request.

        Declines an open request that asks your party to pay. While it is being paid, cancel the payment first.

        Requires the scope `payments.create`.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`payment_request_not_found`),
        `ConflictError` (`conflict`).
        """
        return await self._one(ListedPaymentRequest, operations.decline_payment_request, args)

    async def fulfill(self, **args: Unpack[FulfillPaymentRequestArgs]) -> Payment:
        """Pay a payment request.

        Pays an open request from your party's wallet, or from an external account. Only the payer that the
        request names can do this: the party with this id or with this verified address, or the named agent and
        its party.

        The payment is like any other, under the same limits and rules, and this is its response. If it needs an
        approval, the request is `PROCESSING` until that is decided, and `OPEN` again if the payment is denied or
        canceled. A request is paid once: a second payment, even while the first one waits for an approval, is
        refused (409). So is a payment of a request that asks for another amount or currency than you expect.

        From an external account the money is drawn first, which needs the scope `wallets.fund`, and agents may
        not do it. The payment is `PROCESSING` until the bank has settled the deposit, which `GET /transfers`
        shows. Then it is paid, or fails if it can no longer be paid: the money stays in your wallet. If the
        deposit fails, so does the payment. The request is `OPEN` again after a failure. What would need an
        approval is refused (409): pay that from a wallet.

        Requires the scope `payments.create`.

        From a wallet, the money has left with the response, unless the status is `IN_REVIEW`. From an external
        account, it moves once the bank has settled the deposit. Its idempotency key is kept for 48 hours, or as
        long as the operator has set.

        Errors: `PermissionError` (`agent_suspended`, `rule_broken`, `wallet_not_allowed`), `NotFoundError`
        (`external_account_not_found`, `payment_request_not_found`, `wallet_not_found`), `ConflictError`
        (`amount_owed`, `conflict`, `external_account_not_usable`, `insufficient_funds`, `party_frozen`,
        `wallet_frozen`), `RateLimitError` (`too_many_in_review`).
        """
        return await self._one(Payment, operations.fulfill_payment_request, args)

    async def preview_fulfill(self, **args: Unpack[PreviewFulfillPaymentRequestArgs]) -> PaymentPreview:
        """Preview the payment of a payment request.

        Takes the body of `POST /payment-requests/{paymentRequestId}/fulfill`, and pays nothing: says whether that
        payment would be accepted now, which approvals it would need and why, or with which error it would be
        refused. From an external account it needs the scope `wallets.fund` too, and agents may not ask; the bank
        is not asked. Nothing is stored, and no idempotency key is used up.

        Requires the scope `payments.create`.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`payment_request_not_found`).
        """
        return await self._one(PaymentPreview, operations.preview_fulfill_payment_request, args)


class AsyncPaymentsOperations(AsyncOperations):
    """The operations of `purser.payments`."""

    async def create(self, **args: Unpack[CreatePaymentArgs]) -> Payment:
        """Create a payment.

        Pays from your party's wallet or, with `customerPartyId`, from the wallet of a customer who delegated
        `payments.create` to your party. `walletId` names one of the payer's wallets. The payer cannot be the
        recipient.

        A 201 means that the payment is stored durably. Its `status` is `PROCESSING`, or `IN_REVIEW` if the amount
        exceeds a limit, or breaks a rule of the agent, and the payment needs an approval first. Later reads show
        the current status. If the recipient is known, it can be `COMPLETED` immediately. If no party has verified
        the e-mail address or phone number, it is `PENDING_CLAIM`, and the money is held until it is claimed. A
        mail or text message tells the recipient; in prod no text messages can be sent yet.

        Requires the scope `payments.create`.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. With the response it has left the payer's
        wallet, or is held there until it is claimed, and the operator's fee with it; unless the status is
        `IN_REVIEW`: then nothing is held, and it leaves with the last approval. The idempotency key is kept for
        ever.

        Errors: `PermissionError` (`agent_suspended`, `rule_broken`, `wallet_not_allowed`), `NotFoundError`
        (`customer_not_found`, `party_not_found`, `recipient_agent_not_found`, `wallet_not_found`),
        `ConflictError` (`amount_owed`, `conflict`, `insufficient_funds`, `party_frozen`, `wallet_frozen`),
        `RateLimitError` (`too_many_in_review`).
        """
        return await self._one(Payment, operations.create_payment, args)

    def list(self, **args: Unpack[ListPaymentsArgs]) -> AsyncPages[Payment]:
        """List payments.

        Returns the payments that your party pays, receives or initiated, newest first, as a read by id shows
        them. A payee sees a payment from its acceptance on. Filters can be combined. A page can be short, even
        empty, although `meta.pagination.hasMore` is true: it reads a bounded number of payments. With `partyId`,
        returns those of a customer who delegated `payments.read` to your party. `tag[name]=value` filters by a
        tag.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(Payment, operations.list_payments, args)

    async def preview(self, **args: Unpack[PreviewCreatePaymentArgs]) -> PaymentPreview:
        """Preview a payment.

        Takes the body of `POST /payments`, and pays nothing: says whether that payment would be accepted now,
        which approvals it would need and why, or with which error it would be refused. Nothing is stored, and no
        idempotency key is used up.

        Requires the scope `payments.create`.

        Errors: `PermissionError` (`agent_suspended`).
        """
        return await self._one(PaymentPreview, operations.preview_create_payment, args)

    async def get(self, **args: Unpack[GetPaymentArgs]) -> Payment:
        """Retrieve a payment.

        Returns a payment that your party pays, receives or initiated. A payee sees a payment from its acceptance
        on, not while it is in review, and neither its tags nor the agent that paid. With `partyId`, returns a
        payment of a customer who delegated `payments.read` to your party.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`payment_not_found`).
        """
        return await self._one(Payment, operations.get_payment, args)

    async def cancel(self, **args: Unpack[CancelPaymentArgs]) -> Payment:
        """Cancel a payment.

        Cancels a payment that is in review or waits to be claimed; held money becomes available again. Only the
        payer and the initiator can cancel it. An agent can cancel only payments that it initiated itself. A
        delegate needs the power to pay for the customer: while the customer has suspended the delegation, it is
        refused.

        Requires the scope `payments.create`.

        What was held is available again with the response. Its idempotency key is kept for 48 hours, or as long
        as the operator has set.

        Errors: `PermissionError` (`agent_suspended`, `delegation_suspended`), `NotFoundError`
        (`payment_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Payment, operations.cancel_payment, args)

    async def refund(self, **args: Unpack[CreatePaymentRefundArgs]) -> Refund:
        """Refund a payment.

        Gives money of a completed payment back to its sender: `amount`, or all that is left. Only the recipient
        can refund, as often as something is left; never more than was paid. The money comes from the wallet that
        received the payment. The payment shows the sum as `refundedAmount`, and is `RETURNED` when nothing is
        left. Limits do not count refunds, and get nothing back. Each refund is a transaction of its own, which
        both parties see.

        Requires the scope `payments.create`. Not available to agents.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. It is back with the response. Its
        idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `NotFoundError` (`payment_not_found`), `ConflictError` (`amount_owed`, `conflict`,
        `insufficient_funds`, `party_frozen`, `wallet_frozen`).
        """
        return await self._one(Refund, operations.create_payment_refund, args)


class AsyncSimulationsOperations(AsyncOperations):
    """The operations of `purser.simulations`."""

    async def get_clock(self, **args: Unpack[Options]) -> Clock:
        """Retrieve the clock.

        Returns the time of the sandbox's clock, which timestamps, expiries and limits use.

        Requires the scope `party.read`. Available only in a sandbox.
        """
        return await self._one(Clock, operations.get_simulation_clock, args)

    async def advance_clock(self, **args: Unpack[SimulateAdvanceClockArgs]) -> Clock:
        """Advance the clock.

        Moves the sandbox's clock forward for all parties in this sandbox. Before the response, the work that
        became due is done: invitations and approvals expire, unclaimed payments are returned, and the bank
        reports outcomes. What takes longer than 15 s goes on after the response; a replay waits for it again. The
        clock cannot be moved beyond the year 9998.

        Requires the scope `party.update`. Not available to agents. Available only in a sandbox.
        """
        return await self._one(Clock, operations.simulate_advance_clock, args)

    async def deposit(self, **args: Unpack[SimulateDepositsArgs]) -> Transfer:
        """Let money arrive.

        Lets money arrive for your party from outside, as a deposit that has completed. It needs no external
        account.

        Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. It has arrived with the response. Its
        idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Transfer, operations.simulate_deposits, args)

    async def get_micro_deposits(self, **args: Unpack[GetSimulationExternalAccountMicroDepositsArgs]) -> MicroDeposits:
        """Read the micro-deposits of an account.

        Returns the amounts of the two micro-deposits of a pending account, as its owner would find them in the
        account's statement.

        Requires the scope `external_accounts.create`. Not available to agents. Available only in a sandbox.

        Errors: `NotFoundError` (`external_account_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(MicroDeposits, operations.get_simulation_external_account_micro_deposits, args)

    def list_mailbox(self, **args: Unpack[ListSimulationMailboxArgs]) -> AsyncPages[Mail]:
        """List mail in the mailbox.

        Returns the mail that your party caused and the mail to its verified addresses, newest first, and so are
        text messages to phone numbers. A message whose token answers something is shown only to a caller who
        could have caused it: `invite.create` for invitations to a party, `delegations.create` for those to
        customers, `payments.create` for claims and `party.update` for addresses. Neither an agent nor a key that
        expires sees invitations. Without a mail server, the sandbox keeps mail here instead of sending it; text
        messages it always keeps.

        Requires the scope `party.read`. Not available to an agent with `reads: "own"`. Available only in a
        sandbox.
        """
        return self._page(Mail, operations.list_simulation_mailbox, args)

    async def fail_transfer(self, **args: Unpack[SimulateFailTransferArgs]) -> Transfer:
        """Fail a transfer.

        Has the sandbox's bank refuse a withdrawal or deposit of your party at once, by default with `R03` for a
        withdrawal and `R01` for a deposit. The transfer must be `PROCESSING`.

        Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.

        Errors: `NotFoundError` (`transfer_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Transfer, operations.simulate_fail_transfer, args)

    async def return_transfer(self, **args: Unpack[SimulateReturnTransferArgs]) -> Transfer:
        """Return a transfer.

        Has the sandbox's bank return a withdrawal or deposit of your party at once, by default with `R23` for a
        withdrawal and `R10` for a deposit. The transfer must be `COMPLETED`.

        Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.

        Errors: `NotFoundError` (`transfer_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Transfer, operations.simulate_return_transfer, args)

    async def settle_transfer(self, **args: Unpack[SimulateSettleTransferArgs]) -> Transfer:
        """Settle a transfer.

        Has the sandbox's bank complete a withdrawal or deposit of your party at once, in place of what it was to
        report. The transfer must be `PROCESSING`.

        Requires the scope `wallets.fund`. Not available to agents. Available only in a sandbox.

        Errors: `NotFoundError` (`transfer_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Transfer, operations.simulate_settle_transfer, args)


class AsyncTransactionsOperations(AsyncOperations):
    """The operations of `purser.transactions`."""

    def list(self, **args: Unpack[ListTransactionsArgs]) -> AsyncPages[Transaction]:
        """List transactions.

        Returns the payments that your party pays, receives or initiated, the refunds that it makes or gets, and
        its transfers, newest first. A payee sees a payment from its acceptance on. With `partyId`, returns those
        of a customer who delegated `payments.read` to your party, as that customer sees them. `tag[name]=value`
        filters by a tag.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(Transaction, operations.list_transactions, args)

    async def get(self, **args: Unpack[GetTransactionArgs]) -> TransactionDetail:
        """Retrieve a transaction.

        Returns a transaction with more details than the list. The amount is a string. With `partyId`, returns one
        of a customer who delegated `payments.read` to your party, as that customer sees it.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`transaction_not_found`).
        """
        return await self._one(TransactionDetail, operations.get_transaction, args)


class AsyncTransfersOperations(AsyncOperations):
    """The operations of `purser.transfers`."""

    def list(self, **args: Unpack[ListTransfersArgs]) -> AsyncPages[Transfer]:
        """List transfers.

        Returns the deposits, withdrawals and internal transfers of your party, newest first. With `partyId`,
        returns those of a customer who delegated `payments.read` to your party. `tag[name]=value` filters by a
        tag.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(Transfer, operations.list_transfers, args)

    async def deposit(self, **args: Unpack[DepositTransferArgs]) -> Transfer:
        """Deposit from an external account.

        Draws money from your party's own bank account into its wallet. The response has the status `PROCESSING`:
        no money has moved yet. Later reads show the outcome that the bank reports: `COMPLETED`, `FAILED` with
        `failure`, or `RETURNED` with `return`, if the bank takes the money back after it had arrived. What the
        party has spent of it by then is shown as `receivable` in the balance of its wallets, and taken from what
        arrives next. Agents cannot deposit.

        Requires the scope `wallets.fund`. Not available to agents.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. It arrives once the bank reports it, which
        is after the response. Its idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `NotFoundError` (`external_account_not_found`, `wallet_not_found`), `ConflictError` (`conflict`,
        `external_account_not_usable`).
        """
        return await self._one(Transfer, operations.deposit_transfer, args)

    async def internal(self, **args: Unpack[InternalTransferArgs]) -> Transfer:
        """Move money between wallets.

        Moves money between two wallets of your party in one currency, at once: the response has the status
        `COMPLETED`. It counts against no limit. Agents cannot do it.

        Requires the scope `wallets.fund`. Not available to agents.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. It has moved with the response. Its
        idempotency key is kept for 48 hours, or as long as the operator has set.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`amount_owed`, `conflict`,
        `insufficient_funds`, `party_frozen`, `wallet_frozen`).
        """
        return await self._one(Transfer, operations.internal_transfer, args)

    async def withdraw(self, **args: Unpack[WithdrawTransferArgs]) -> Transfer:
        """Withdraw to an external account.

        Withdraws money to your party's own bank account. The response has the status `PROCESSING`, and the money
        is held. If it exceeds a limit or breaks a rule that asks for a review, it has the status `IN_REVIEW`, no
        money is held, and the withdrawal needs an approval first. Later reads show the outcome that the bank
        reports: `COMPLETED`, `FAILED` with `failure`, or `RETURNED` with `return` after it had completed.

        Requires the scope `wallets.withdraw`.

        `amount` is a whole number of minor units: 1250 is 12.50 USD. It is held with the response, unless the
        status is `IN_REVIEW`: then it is held with the last approval. Its idempotency key is kept for 48 hours,
        or as long as the operator has set.

        Errors: `PermissionError` (`agent_suspended`, `rule_broken`, `wallet_not_allowed`), `NotFoundError`
        (`external_account_not_found`, `wallet_not_found`), `ConflictError` (`amount_owed`, `conflict`,
        `external_account_not_usable`, `insufficient_funds`, `party_frozen`, `wallet_frozen`), `RateLimitError`
        (`too_many_in_review`).
        """
        return await self._one(Transfer, operations.withdraw_transfer, args)

    async def preview_withdraw(self, **args: Unpack[PreviewWithdrawTransferArgs]) -> TransferPreview:
        """Preview a withdrawal.

        Takes the body of `POST /transfers/withdraw`, and withdraws nothing: says whether that withdrawal would be
        accepted now, which approval it would need and why, or with which error it would be refused. Nothing is
        stored, and no idempotency key is used up.

        Requires the scope `wallets.withdraw`.

        Errors: `PermissionError` (`agent_suspended`).
        """
        return await self._one(TransferPreview, operations.preview_withdraw_transfer, args)

    async def get(self, **args: Unpack[GetTransferArgs]) -> Transfer:
        """Retrieve a transfer.

        Returns a transfer of your party. With `partyId`, returns one of a customer who delegated `payments.read`
        to your party.

        Requires the scope `payments.read`. An agent with `reads: "own"` gets what is its own only.

        Errors: `NotFoundError` (`transfer_not_found`).
        """
        return await self._one(Transfer, operations.get_transfer, args)

    async def cancel(self, **args: Unpack[CancelTransferArgs]) -> Transfer:
        """Cancel a withdrawal or deposit.

        Cancels a withdrawal or deposit. In review, or before it was sent to the bank, it is `CANCELED`
        immediately, and held money becomes available again. Afterwards the bank is asked to cancel it: the
        response still has the status `PROCESSING`, and the bank's report decides. An agent can cancel only
        withdrawals that it initiated itself.

        Requires the scope `wallets.withdraw`.

        What is canceled at once is available again with the response. Its idempotency key is kept for 48 hours,
        or as long as the operator has set.

        Errors: `PermissionError` (`agent_suspended`), `NotFoundError` (`transfer_not_found`), `ConflictError`
        (`conflict`).
        """
        return await self._one(Transfer, operations.cancel_transfer, args)


class AsyncWalletsOperations(AsyncOperations):
    """The operations of `purser.wallets`."""

    async def create(self, **args: Unpack[CreateWalletArgs]) -> Wallet:
        """Open a wallet.

        Opens an empty wallet for your party. A party can have up to 50 wallets per currency; one of all its
        wallets is the default one.

        Requires the scope `wallets.update`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(Wallet, operations.create_wallet, args)

    def list(self, **args: Unpack[ListWalletsArgs]) -> AsyncPages[Wallet]:
        """List wallets.

        Returns the wallets of your party with their balances, newest first, including closed ones. With
        `partyId`, returns those of a customer who delegated `wallets.read` to your party. Filter by `status` and
        `currency`.

        Requires the scope `wallets.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`party_not_found`).
        """
        return self._page(Wallet, operations.list_wallets, args)

    async def get(self, **args: Unpack[GetWalletArgs]) -> Wallet:
        """Get a wallet.

        Returns a wallet of your party with its balance. With `partyId`, returns one of a customer who delegated
        `wallets.read` to your party.

        Requires the scope `wallets.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`wallet_not_found`).
        """
        return await self._one(Wallet, operations.get_wallet, args)

    async def update(self, **args: Unpack[UpdateWalletArgs]) -> Wallet:
        """Update a wallet.

        Changes the attributes that you send. `tags` changes the tags that it names, and null removes one.

        Requires the scope `wallets.update`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Wallet, operations.update_wallet, args)

    async def close(self, **args: Unpack[DeleteWalletArgs]) -> DeleteWalletResult:
        """Close a wallet.

        Closes an empty wallet for good: it neither pays nor receives. The default wallet cannot be closed, nor
        one that has or holds money, nor any in a currency in which your party owes money. A withdrawal that a
        bank returns later goes to the wallet in which your party receives. Closing a closed wallet returns the
        same response.

        Requires the scope `wallets.update`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`amount_owed`, `conflict`).
        """
        return await self._one(DeleteWalletResult, operations.delete_wallet, args)

    async def make_default(self, **args: Unpack[DefaultWalletArgs]) -> Wallet:
        """Make a wallet the default one.

        Makes this the default wallet of your party in place of another one. The default wallet pays and receives
        in its currency if no other one is named; in another currency the oldest active wallet does. A replay
        shows the state at the time of the first response.

        Requires the scope `wallets.update`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Wallet, operations.default_wallet, args)

    async def freeze(self, **args: Unpack[FreezeWalletArgs]) -> Wallet:
        """Freeze a wallet.

        Stops all money that leaves this wallet, at once and on all servers. It still receives, and what it holds
        for payments and withdrawals under way is settled or released as usual. Freezing a frozen wallet changes
        nothing. A replay shows the state at the time of the first response.

        Requires the scope `wallets.update`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Wallet, operations.freeze_wallet, args)

    async def statement(self, **args: Unpack[GetWalletStatementArgs]) -> Statement:
        """Get a statement of a wallet.

        Returns what the wallet had before a period and at its end, and every movement between that changed it,
        the oldest first. A hold changes nothing: its money is still in the wallet. The period is half-open:
        `from` belongs to it, `to` does not, so that the closing balance of one period is the opening balance of
        the next. By default it is the current month, in UTC. With `partyId`, returns a statement of a customer
        who delegated `wallets.read` to your party.

        With `Accept: text/csv` the response is CSV, with the same amounts in minor units: the opening balance,
        the lines, and the closing balance, which is missing if the connection was cut. A text that a spreadsheet
        would run as a formula has an apostrophe in front.

        Your party reads one statement at a time. A client that takes nothing for 5 s, or is not done in two
        minutes, is cut off: ask for shorter periods.

        Requires the scope `wallets.read`. Not available to an agent with `reads: "own"`.

        Errors: `NotFoundError` (`wallet_not_found`).
        """
        return await self._one(Statement, operations.get_wallet_statement, args)

    async def unfreeze(self, **args: Unpack[UnfreezeWalletArgs]) -> Wallet:
        """Unfreeze a wallet.

        Lets money leave a frozen wallet again. Unfreezing an active wallet changes nothing. It is no approval: a
        key may do it also where only people approve (`approvalPolicy`), and limits and approvals bind what is
        paid then. A replay shows the state at the time of the first response.

        Requires the scope `wallets.update`. Not available to agents.

        Errors: `NotFoundError` (`wallet_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Wallet, operations.unfreeze_wallet, args)


class AsyncWebhooksOperations(AsyncOperations):
    """The operations of `purser.webhooks`."""

    async def create(self, **args: Unpack[CreateWebhookArgs]) -> CreatedWebhook:
        """Create a webhook.

        Sends the events of your party to an address of yours, from now on, signed as Standard Webhooks says. This
        response is the only one with the secret. A delivery that fails is tried again for three days. The key
        must have the scopes by which the resources of the events are read, and not expire. A party has at most
        128 webhooks.

        Requires the scope `webhooks.create`. Not available to agents.

        Errors: `ConflictError` (`conflict`).
        """
        return await self._one(CreatedWebhook, operations.create_webhook, args)

    def list(self, **args: Unpack[ListWebhooksArgs]) -> AsyncPages[Webhook]:
        """List webhooks.

        With `status`, only the enabled or only the disabled webhooks.

        Requires the scope `webhooks.read`. Not available to agents.
        """
        return self._page(Webhook, operations.list_webhooks, args)

    async def get(self, **args: Unpack[GetWebhookArgs]) -> Webhook:
        """Retrieve a webhook.

        Requires the scope `webhooks.read`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`).
        """
        return await self._one(Webhook, operations.get_webhook, args)

    async def update(self, **args: Unpack[UpdateWebhookArgs]) -> Webhook:
        """Change a webhook.

        Changes what is sent, and enables or disables the webhook. One that is enabled again gets what happens
        from then on, and what waited for another attempt, within 30 days; have what it missed delivered again. To
        change `url` or `enabledEvents`, the key needs the scopes to read what the events show; to change them or
        to enable it, it must not expire.

        Requires the scope `webhooks.update`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`).
        """
        return await self._one(Webhook, operations.update_webhook, args)

    async def remove(self, **args: Unpack[DeleteWebhookArgs]) -> DeleteWebhookResult:
        """Delete a webhook.

        Requires the scope `webhooks.delete`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`).
        """
        return await self._one(DeleteWebhookResult, operations.delete_webhook, args)

    def list_deliveries(self, **args: Unpack[ListWebhookDeliveriesArgs]) -> AsyncPages[WebhookDelivery]:
        """List deliveries.

        Returns the attempts to deliver to a webhook, newest first: what was sent, what the receiver answered, and
        when the next attempt follows. The body that was sent is the event itself (GET /events/{eventId}).

        Requires the scope `webhooks.read`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`).
        """
        return self._page(WebhookDelivery, operations.list_webhook_deliveries, args)

    async def redeliver_event(self, **args: Unpack[RedeliverWebhookEventArgs]) -> Redelivery:
        """Deliver an event again.

        Its attempts are among the deliveries of the webhook, with this `eventId`.

        Requires the scope `webhooks.update`. Not available to agents.

        Errors: `NotFoundError` (`event_not_found`, `webhook_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(Redelivery, operations.redeliver_webhook_event, args)

    async def redeliver(self, **args: Unpack[RedeliverWebhookArgs]) -> RedeliverWebhookResult:
        """Deliver a range of events again.

        Delivers the events that the webhook is enabled for, from `createdAfter` on and before `createdBefore`; at
        most 10,000 at once, of a period in which at most 100,000 events of the party happened.

        Requires the scope `webhooks.update`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(RedeliverWebhookResult, operations.redeliver_webhook, args)

    async def rotate_secret(self, **args: Unpack[RotateSecretWebhookArgs]) -> RotatedWebhook:
        """Rotate the secret of a webhook.

        Replaces the secret. For `expiresInSeconds` both sign each delivery, so that a receiver can change over
        without losing any. This response is the only one with the new secret.

        Requires the scope `webhooks.update`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`).
        """
        return await self._one(RotatedWebhook, operations.rotate_secret_webhook, args)

    async def test(self, **args: Unpack[TestWebhookArgs]) -> TestWebhookResult:
        """Send a test event.

        Sends an event `webhook.test` with the webhook as its object, to this webhook only.

        Requires the scope `webhooks.update`. Not available to agents.

        Errors: `NotFoundError` (`webhook_not_found`), `ConflictError` (`conflict`).
        """
        return await self._one(TestWebhookResult, operations.test_webhook, args)


class AsyncNouns:
    """The nouns that need nothing beside the operations of the API."""

    def __init__(self, sender: AsyncSender) -> None:
        self.agent_keys = AsyncAgentKeysOperations(sender)
        self.agents = AsyncAgentsOperations(sender)
        self.api_keys = AsyncApiKeysOperations(sender)
        self.approvals = AsyncApprovalsOperations(sender)
        self.audit_log = AsyncAuditLogOperations(sender)
        self.claims = AsyncClaimsOperations(sender)
        self.counterparties = AsyncCounterpartiesOperations(sender)
        self.customer_invitations = AsyncCustomerInvitationsOperations(sender)
        self.customers = AsyncCustomersOperations(sender)
        self.delegations = AsyncDelegationsOperations(sender)
        self.external_accounts = AsyncExternalAccountsOperations(sender)
        self.oauth_grants = AsyncOauthGrantsOperations(sender)
        self.party = AsyncPartyOperations(sender)
        self.party_invitations = AsyncPartyInvitationsOperations(sender)
        self.payment_requests = AsyncPaymentRequestsOperations(sender)
        self.payments = AsyncPaymentsOperations(sender)
        self.simulations = AsyncSimulationsOperations(sender)
        self.transactions = AsyncTransactionsOperations(sender)
        self.transfers = AsyncTransfersOperations(sender)
        self.wallets = AsyncWalletsOperations(sender)
