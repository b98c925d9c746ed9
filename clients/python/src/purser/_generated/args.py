"""Generated from /openapi.json by `npm run client:generate`. Do not edit by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

from .._request import KeyedOptions, Options


class CreateAgentKeyArgs(KeyedOptions):
    """The arguments of `purser.agent_keys.create`."""

    agent_id: NotRequired[str]
    """The agent, unless it is named as relationship."""
    expires_at: NotRequired[str | datetime | None]
    """ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds."""


class ListAgentKeysArgs(Options):
    """The arguments of `purser.agent_keys.list`."""

    agent_id: NotRequired[str]
    """Only the keys of this agent."""
    status: NotRequired[Literal["ACTIVE", "REVOKED", "EXPIRED"]]
    """Only keys with this status."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class DeleteAgentKeyArgs(KeyedOptions):
    """The arguments of `purser.agent_keys.revoke`."""

    agent_key_id: str
    """An id: `agk_` and 32 hexadecimal digits in lower case."""


class RotateAgentKeyArgs(KeyedOptions):
    """The arguments of `purser.agent_keys.rotate`."""

    agent_key_id: str
    """An id: `agk_` and 32 hexadecimal digits in lower case."""
    expires_in_seconds: NotRequired[int]
    """For how long the previous key works beside the new one. By default `0`."""


class CreateAgentArgs(KeyedOptions):
    """The arguments of `purser.agents.create`."""

    name: str
    """No control characters, and at least one that is neither space nor invisible."""
    description: NotRequired[str | None]
    """No control characters."""
    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency. Null: no limit."""
    rules: NotRequired[RulesInput | None]
    """What bounds an agent beyond amounts: null removes a rule, or all."""
    wallet_ids: NotRequired[Sequence[str] | None]
    """The wallets of your party that the agent may spend from. It then spends from no other wallet, not even a
    customer's. Null: it may spend from any wallet.
    """
    reads: NotRequired[Literal["party", "own"]]
    """What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
    transactions, transfers, payment requests, approvals and events that it made itself, and the payment requests
    that name it as the payer; nothing that others wrote to your party, and no counterparties.
    """
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListAgentsArgs(Options):
    """The arguments of `purser.agents.list`."""

    status: NotRequired[Literal["ACTIVE", "SUSPENDED", "REVOKED"]]
    """Only agents with this status."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class ListAgentsInvitationsArgs(Options):
    """The arguments of `purser.agents.list_invitations`."""

    status: NotRequired[Literal["PENDING", "ACCEPTED", "DECLINED", "CANCELED", "EXPIRED"]]
    """The status of the invitation; by default any."""
    agent_id: NotRequired[str]
    """The agent of the invitation; by default any."""
    recipient: NotRequired[str]
    """The invited e-mail address, as an invitation takes it, phone number or party."""
    customer_email: NotRequired[str]
    """The same as `recipient`, for an e-mail address."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class DeleteAgentsInvitationArgs(KeyedOptions):
    """The arguments of `purser.agents.cancel_invitation`."""

    invitation_id: str
    """An id: `adi_` and 32 hexadecimal digits in lower case."""


class GetAgentArgs(Options):
    """The arguments of `purser.agents.get`."""

    agent_id: str
    """An id, `agt_` and 32 hexadecimal digits in lower case; or `me`, the agent that acts."""


class UpdateAgentArgs(KeyedOptions):
    """The arguments of `purser.agents.update`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    name: NotRequired[str]
    """No control characters, and at least one that is neither space nor invisible."""
    description: NotRequired[str | None]
    """No control characters."""
    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency: null removes a limit, or all."""
    rules: NotRequired[RulesInput | None]
    """What bounds an agent beyond amounts: null removes a rule, or all."""
    wallet_ids: NotRequired[Sequence[str] | None]
    """The wallets of your party that the agent may spend from. It then spends from no other wallet, not even a
    customer's. Null: it may spend from any wallet.
    """
    reads: NotRequired[Literal["party", "own"]]
    """What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
    transactions, transfers, payment requests, approvals and events that it made itself, and the payment requests
    that name it as the payer; nothing that others wrote to your party, and no counterparties.
    """
    tags: NotRequired[Mapping[str, str | None]]
    """Your own labels of the resource, by name."""


class DeleteAgentArgs(KeyedOptions):
    """The arguments of `purser.agents.revoke`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""


class ListAgentActivityArgs(Options):
    """The arguments of `purser.agents.activity`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    instance_id: NotRequired[str]
    """Only this conversation: the `X-Instance-ID` of its requests."""
    outcome: NotRequired[
        Literal[
            "REFUSED",
            "PROCESSING",
            "PENDING_CLAIM",
            "IN_REVIEW",
            "COMPLETED",
            "FAILED",
            "RETURNED",
            "APPROVAL_DENIED",
            "CANCELED",
            "OPEN",
            "DECLINED",
            "EXPIRED",
        ]
    ]
    """Only what has this outcome now."""
    created_after: NotRequired[str | datetime]
    """Only lines from this time on."""
    created_before: NotRequired[str | datetime]
    """Only lines before this time."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class CreateAgentCustomersArgs(KeyedOptions):
    """The arguments of `purser.agents.invite_customers`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    recipients: Sequence[CreateAgentCustomersRecipientInput]
    permissions: Sequence[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ]
    ]
    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency. Null: no limit."""
    expires_at: NotRequired[str | datetime]
    """ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListAgentCustomersArgs(Options):
    """The arguments of `purser.agents.list_customers`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    status: NotRequired[Literal["active", "revoked", "all"]]
    """Active, revoked or all customers."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class DeleteAgentCustomerArgs(KeyedOptions):
    """The arguments of `purser.agents.remove_customer`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    party_id: str
    """An id: `pty_` and 32 hexadecimal digits in lower case."""


class ResumeAgentArgs(KeyedOptions):
    """The arguments of `purser.agents.resume`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""


class BacktestAgentRuleArgs(Options):
    """The arguments of `purser.agents.backtest_rules`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    payments: NotRequired[int]
    """How many of the latest payments and withdrawals are looked at. By default `1000`."""
    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency: null removes a limit, or all."""
    rules: NotRequired[RulesInput | None]
    """What bounds an agent beyond amounts: null removes a rule, or all."""


class SuspendAgentArgs(KeyedOptions):
    """The arguments of `purser.agents.suspend`."""

    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""


class GetAgentUsageArgs(Options):
    """The arguments of `purser.agents.usage`."""

    agent_id: str
    """An id, `agt_` and 32 hexadecimal digits in lower case; or `me`, the agent that acts."""


class CreateApiKeyArgs(Options):
    """The arguments of `purser.api_keys.create`."""

    name: str
    """No control characters, and at least one that is neither space nor invisible."""
    scopes: Sequence[
        Literal[
            "payments.read",
            "payments.create",
            "wallets.read",
            "wallets.fund",
            "wallets.withdraw",
            "wallets.update",
            "external_accounts.read",
            "external_accounts.create",
            "external_accounts.delete",
            "agents.read",
            "agents.create",
            "agents.update",
            "agents.delete",
            "delegations.read",
            "delegations.create",
            "delegations.update",
            "delegations.delete",
            "invite.read",
            "invite.create",
            "invite.delete",
            "api_keys.read",
            "api_keys.create",
            "api_keys.delete",
            "approvals.decide",
            "webhooks.read",
            "webhooks.create",
            "webhooks.update",
            "webhooks.delete",
            "party.read",
            "party.update",
            "audit.read",
        ]
    ]
    expires_at: NotRequired[str | datetime | None]
    """ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListApiKeysArgs(Options):
    """The arguments of `purser.api_keys.list`."""

    status: NotRequired[Literal["ACTIVE", "REVOKED", "EXPIRED"]]
    """Only keys with this status."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetApiKeyArgs(Options):
    """The arguments of `purser.api_keys.get`."""

    api_key_id: str
    """An id: `apy_` and 32 hexadecimal digits in lower case."""


class DeleteApiKeyArgs(KeyedOptions):
    """The arguments of `purser.api_keys.revoke`."""

    api_key_id: str
    """An id: `apy_` and 32 hexadecimal digits in lower case."""


class RotateApiKeyArgs(KeyedOptions):
    """The arguments of `purser.api_keys.rotate`."""

    api_key_id: str
    """An id: `apy_` and 32 hexadecimal digits in lower case."""
    expires_in_seconds: NotRequired[int]
    """For how long the previous key works beside the new one. By default `0`."""


class ListApprovalsArgs(Options):
    """The arguments of `purser.approvals.list`."""

    status: NotRequired[Literal["pending", "approved", "denied", "canceled"]]
    """The status of the approval."""
    target_id: NotRequired[str]
    """Only approvals of this payment or withdrawal."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetApprovalArgs(Options):
    """The arguments of `purser.approvals.get`."""

    approval_id: str
    """An id: `apr_` and 32 hexadecimal digits in lower case."""


class ApproveApprovalArgs(KeyedOptions):
    """The arguments of `purser.approvals.approve`."""

    approval_id: str
    """An id: `apr_` and 32 hexadecimal digits in lower case."""


class DenyApprovalArgs(KeyedOptions):
    """The arguments of `purser.approvals.deny`."""

    approval_id: str
    """An id: `apr_` and 32 hexadecimal digits in lower case."""
    reason: NotRequired[str | None]
    """No control characters."""


class ListAuditLogArgs(Options):
    """The arguments of `purser.audit_log.list`."""

    agent_id: NotRequired[str]
    """Only what this agent did."""
    user_id: NotRequired[str]
    """Only what this user did, or a key that the user made."""
    action: NotRequired[str]
    """Only this action. A part of the path in braces or after a colon stands for any: `PATCH /agents/{agentId}`."""
    instance_id: NotRequired[str]
    """Only what was done in this conversation."""
    credential_id: NotRequired[str]
    """Only what was done with this API key or agent key, named by its id."""
    decision: NotRequired[Literal["accepted", "refused"]]
    """Only what was done, or only what was refused."""
    target_id: NotRequired[str]
    """Only lines about this resource. An id with a prefix that Purser gives, such as `pay_`."""
    created_after: NotRequired[str | datetime]
    """Only lines from this time on."""
    created_before: NotRequired[str | datetime]
    """Only lines before this time."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class AcceptClaimArgs(KeyedOptions):
    """The arguments of `purser.claims.accept`."""

    token: str
    """The token at the end of the link that was sent."""
    name: NotRequired[str]
    """The name of the person. Required."""
    api_key_name: NotRequired[str]
    """Makes an API key of this name for the new party, which is only in this one response."""


class ListCounterpartiesArgs(Options):
    """The arguments of `purser.counterparties.list`."""

    direction: NotRequired[Literal["sent", "received"]]
    """Only parties that your party has paid (`sent`) or was paid by (`received`)."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class ListCustomerInvitationsIncomingArgs(Options):
    """The arguments of `purser.customer_invitations.list_incoming`."""

    status: NotRequired[Literal["PENDING", "ACCEPTED", "DECLINED", "CANCELED", "EXPIRED"]]
    """The status of the invitation; by default any."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class AcceptCustomerInvitationArgs(KeyedOptions):
    """The arguments of `purser.customer_invitations.accept`."""

    invitation_id: str
    """An id: `adi_` and 32 hexadecimal digits in lower case."""


class DeclineCustomerInvitationArgs(KeyedOptions):
    """The arguments of `purser.customer_invitations.decline`."""

    invitation_id: str
    """An id: `adi_` and 32 hexadecimal digits in lower case."""


class AcceptInvitationArgs(KeyedOptions):
    """The arguments of `purser.customer_invitations.accept_by_token`."""

    token: str
    """The token at the end of the link that was sent."""
    name: NotRequired[str]
    """The name of the person. Required."""
    api_key_name: NotRequired[str]
    """Makes an API key of this name for the new party, which is only in this one response."""


class DeclineInvitationArgs(KeyedOptions):
    """The arguments of `purser.customer_invitations.decline_by_token`."""

    token: str
    """The token at the end of the link that was sent."""


class ListCustomersArgs(Options):
    """The arguments of `purser.customers.list`."""

    status: NotRequired[Literal["active", "revoked", "all"]]
    """Active, revoked or all customers."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetCustomerArgs(Options):
    """The arguments of `purser.customers.get`."""

    party_id: str
    """An id: `pty_` and 32 hexadecimal digits in lower case."""


class DeleteCustomerArgs(KeyedOptions):
    """The arguments of `purser.customers.remove`."""

    party_id: str
    """An id: `pty_` and 32 hexadecimal digits in lower case."""


class ListDelegationsArgs(Options):
    """The arguments of `purser.delegations.list`."""

    direction: NotRequired[Literal["given", "received"]]
    """`given` by your party, or `received`; by default both."""
    status: NotRequired[Literal["ACTIVE", "SUSPENDED", "REVOKED"]]
    """The status of the delegation; by default any."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetDelegationArgs(Options):
    """The arguments of `purser.delegations.get`."""

    delegation_id: str
    """An id: `dlg_` and 32 hexadecimal digits in lower case."""


class UpdateDelegationArgs(KeyedOptions):
    """The arguments of `purser.delegations.update`."""

    delegation_id: str
    """An id: `dlg_` and 32 hexadecimal digits in lower case."""
    permissions: NotRequired[
        Sequence[
            Literal[
                "payments.create",
                "payments.read",
                "wallets.read",
                "wallets.update",
                "external_accounts.create",
                "party.read",
                "party.update",
            ]
        ]
    ]
    agents: NotRequired[Sequence[UpdateDelegationAgentInput]]


class DeleteDelegationArgs(KeyedOptions):
    """The arguments of `purser.delegations.revoke`."""

    delegation_id: str
    """An id: `dlg_` and 32 hexadecimal digits in lower case."""


class ResumeDelegationArgs(KeyedOptions):
    """The arguments of `purser.delegations.resume`."""

    delegation_id: str
    """An id: `dlg_` and 32 hexadecimal digits in lower case."""


class SuspendDelegationArgs(KeyedOptions):
    """The arguments of `purser.delegations.suspend`."""

    delegation_id: str
    """An id: `dlg_` and 32 hexadecimal digits in lower case."""


class GetDelegationUsageArgs(Options):
    """The arguments of `purser.delegations.usage`."""

    delegation_id: str
    """An id: `dlg_` and 32 hexadecimal digits in lower case."""


class ListEventsArgs(Options):
    """The arguments of `purser.events.list`."""

    event_type: NotRequired[
        Literal[
            "agent.created",
            "agent.resumed",
            "agent.revoked",
            "agent.suspended",
            "agent_delegation_invitation.accepted",
            "agent_delegation_invitation.canceled",
            "agent_delegation_invitation.created",
            "agent_delegation_invitation.declined",
            "agent_delegation_invitation.expired",
            "agent_key.created",
            "agent_key.revoked",
            "api_key.created",
            "api_key.revoked",
            "approval.approved",
            "approval.canceled",
            "approval.denied",
            "approval.required",
            "approval.second_required",
            "contact.removed",
            "contact.verified",
            "delegation.activated",
            "delegation.resumed",
            "delegation.revoked",
            "delegation.suspended",
            "delegation.updated",
            "deposit.accepted",
            "deposit.approval_denied",
            "deposit.canceled",
            "deposit.completed",
            "deposit.created",
            "deposit.failed",
            "deposit.returned",
            "external_account.connected",
            "external_account.created",
            "external_account.disabled",
            "internal_transfer.completed",
            "member.added",
            "member.removed",
            "party.activated",
            "party.created",
            "party.debt_closed",
            "party.debt_opened",
            "party.frozen",
            "party.merged",
            "party.unfrozen",
            "party.updated",
            "party_invitation.accepted",
            "party_invitation.created",
            "party_invitation.declined",
            "party_invitation.expired",
            "party_invitation.revoked",
            "payment.accepted",
            "payment.approval_denied",
            "payment.canceled",
            "payment.completed",
            "payment.created",
            "payment.failed",
            "payment.returned",
            "payment_request.accepted",
            "payment_request.canceled",
            "payment_request.completed",
            "payment_request.created",
            "payment_request.declined",
            "payment_request.expired",
            "payment_request.incoming",
            "payment_request.reopened",
            "refund.completed",
            "wallet.closed",
            "wallet.created",
            "wallet.frozen",
            "wallet.unfrozen",
            "withdrawal.accepted",
            "withdrawal.approval_denied",
            "withdrawal.canceled",
            "withdrawal.completed",
            "withdrawal.created",
            "withdrawal.failed",
            "withdrawal.returned",
        ]
    ]
    """Only events of this name."""
    resource_id: NotRequired[str]
    """Only events of this resource. An id with a prefix that Purser gives, such as `pay_`."""
    created_after: NotRequired[str | datetime]
    """Only events from this time on."""
    created_before: NotRequired[str | datetime]
    """Only events before this time."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetEventArgs(Options):
    """The arguments of `purser.events.get`."""

    event_id: str
    """An id: `evt_` and 32 hexadecimal digits in lower case."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class CreateExternalAccountArgs(KeyedOptions):
    """The arguments of `purser.external_accounts.create`."""

    account_name: str
    """No control characters, and at least one that is neither space nor invisible."""
    bank_name: NotRequired[str | None]
    """No control characters, and at least one that is neither space nor invisible."""
    account: UsAccountInput | IbanAccountInput
    """The account at the bank: one of the United States, or one with an IBAN."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListExternalAccountsArgs(Options):
    """The arguments of `purser.external_accounts.list`."""

    status: NotRequired[Literal["pending", "active", "disabled"]]
    """Only accounts with this status."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetExternalAccountArgs(Options):
    """The arguments of `purser.external_accounts.get`."""

    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""


class DeleteExternalAccountArgs(KeyedOptions):
    """The arguments of `purser.external_accounts.remove`."""

    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""


class VerifyExternalAccountArgs(KeyedOptions):
    """The arguments of `purser.external_accounts.verify`."""

    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""
    amounts: Sequence[int]
    """Both amounts in minor units, in any order."""


class ListOauthGrantsArgs(Options):
    """The arguments of `purser.oauth_grants.list`."""

    status: NotRequired[Literal["ACTIVE", "REVOKED", "EXPIRED"]]
    """Only grants with this status."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetOauthGrantArgs(Options):
    """The arguments of `purser.oauth_grants.get`."""

    oauth_grant_id: str
    """An id: `ogr_` and 32 hexadecimal digits in lower case."""


class DeleteOauthGrantArgs(KeyedOptions):
    """The arguments of `purser.oauth_grants.revoke`."""

    oauth_grant_id: str
    """An id: `ogr_` and 32 hexadecimal digits in lower case."""


class UpdatePartyArgs(KeyedOptions):
    """The arguments of `purser.party.update`."""

    name: NotRequired[str]
    """No control characters, and at least one that is neither space nor invisible."""
    display_name: NotRequired[str]
    """The same as `name`; if both are sent, they are equal."""
    agent_defaults: NotRequired[UpdatePartyAgentDefaultsInput | None]


class ListPartyContactsArgs(Options):
    """The arguments of `purser.party.list_contacts`."""

    type: NotRequired[Literal["email", "phone"]]
    """The kind of address."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class CreatePartyContactArgs(KeyedOptions):
    """The arguments of `purser.party.add_contact`."""

    address: ByEmailInput | ByPhoneInput


class DeletePartyContactArgs(KeyedOptions):
    """The arguments of `purser.party.remove_contact`."""

    contact_id: str
    """An id: `con_` and 32 hexadecimal digits in lower case."""


class VerifyPartyContactArgs(KeyedOptions):
    """The arguments of `purser.party.verify_contact`."""

    contact_id: str
    """An id: `con_` and 32 hexadecimal digits in lower case."""
    token: str
    """No control characters."""


class SetPartyLimitsArgs(KeyedOptions):
    """The arguments of `purser.party.set_limits`."""

    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency. Null: no limit."""
    per_transaction: NotRequired[int | None]
    """Minor units of the currency: cents of USD."""
    per_day: NotRequired[int | None]
    """Minor units of the currency: cents of USD."""
    per_month: NotRequired[int | None]
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """The default currency of your party: its limits are in no other one."""


class ListPartyMembersArgs(Options):
    """The arguments of `purser.party.list_members`."""

    role: NotRequired[Literal["OWNER", "ADMIN", "APPROVER", "MEMBER"]]
    """The role of the members."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class UpdatePartyMemberArgs(KeyedOptions):
    """The arguments of `purser.party.update_member`."""

    user_id: str
    """An id: `usr_` and 32 hexadecimal digits in lower case."""
    role: NotRequired[Literal["OWNER", "ADMIN", "APPROVER", "MEMBER"]]


class DeletePartyMemberArgs(KeyedOptions):
    """The arguments of `purser.party.remove_member`."""

    user_id: str
    """An id: `usr_` and 32 hexadecimal digits in lower case."""


class CreatePartyInvitationsArgs(Options):
    """The arguments of `purser.party_invitations.create`."""

    invitations: Sequence[CreatePartyInvitationsInvitationInput]
    expires_in_days: NotRequired[int]
    """By default `7`."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListPartyInvitationsArgs(Options):
    """The arguments of `purser.party_invitations.list`."""

    party_id: NotRequired[str]
    """The inviting party: yours."""
    email: NotRequired[str]
    """The invited address."""
    status: NotRequired[Literal["PENDING", "ACCEPTED", "DECLINED", "REVOKED", "EXPIRED"]]
    """The status of the invitation."""
    tag: NotRequired[Mapping[str, str]]
    """Only rows that your party gave this tag. One tag, as `tag[order]=1001`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class DeletePartyInvitationArgs(KeyedOptions):
    """The arguments of `purser.party_invitations.revoke`."""

    invitation_id: str
    """An id: `inv_` and 32 hexadecimal digits in lower case."""


class AcceptPartyInvitationArgs(KeyedOptions):
    """The arguments of `purser.party_invitations.accept`."""

    token: str
    """The token at the end of the link that was sent."""
    name: NotRequired[str]
    """The name of a new user. Required unless the address is known."""
    api_key_name: NotRequired[str]
    """Makes an API key of this name for the party, which is only in this one response."""


class DeclinePartyInvitationArgs(KeyedOptions):
    """The arguments of `purser.party_invitations.decline`."""

    token: str
    """The token at the end of the link that was sent."""


class CreatePaymentRequestArgs(KeyedOptions):
    """The arguments of `purser.payment_requests.create`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""
    wallet_id: NotRequired[str | None]
    """The wallet that receives the money; by default the default wallet or, if that has another currency, the oldest
    active one.
    """
    payer_name: NotRequired[str | None]
    """No control characters, and at least one that is neither space nor invisible."""
    payer: ByEmailInput | ByPhoneInput | ByPartyIdInput | ByAgentIdInput
    """Who is asked to pay."""


class ListPaymentRequestsArgs(Options):
    """The arguments of `purser.payment_requests.list`."""

    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    tag: NotRequired[Mapping[str, str]]
    """Only rows that your party gave this tag. One tag, as `tag[order]=1001`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class ListPaymentRequestsIncomingArgs(Options):
    """The arguments of `purser.payment_requests.list_incoming`."""

    status: NotRequired[Literal["OPEN", "PROCESSING", "COMPLETED", "CANCELED", "DECLINED", "EXPIRED"]]
    """The status of the request; by default any."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetPaymentRequestArgs(Options):
    """The arguments of `purser.payment_requests.get`."""

    payment_request_id: str
    """An id: `prq_` and 32 hexadecimal digits in lower case."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class CancelPaymentRequestArgs(KeyedOptions):
    """The arguments of `purser.payment_requests.cancel`."""

    payment_request_id: str
    """An id: `prq_` and 32 hexadecimal digits in lower case."""


class DeclinePaymentRequestArgs(KeyedOptions):
    """The arguments of `purser.payment_requests.decline`."""

    payment_request_id: str
    """An id: `prq_` and 32 hexadecimal digits in lower case."""


class FulfillPaymentRequestArgs(KeyedOptions):
    """The arguments of `purser.payment_requests.fulfill`."""

    payment_request_id: str
    """An id: `prq_` and 32 hexadecimal digits in lower case."""
    payment_source: FromWalletInput | FromExternalAccountInput
    """Where the money comes from: a wallet of your party, or an active external account of it."""
    expected_amount: NotRequired[int | None]
    """The amount that you expect. If the request asks for another one, nothing is paid."""
    expected_currency: NotRequired[str | None]
    """The currency that you expect. If the request asks for another one, nothing is paid."""


class PreviewFulfillPaymentRequestArgs(Options):
    """The arguments of `purser.payment_requests.preview_fulfill`."""

    payment_request_id: str
    """An id: `prq_` and 32 hexadecimal digits in lower case."""
    payment_source: FromWalletInput | FromExternalAccountInput
    """Where the money comes from: a wallet of your party, or an active external account of it."""
    expected_amount: NotRequired[int | None]
    """The amount that you expect. If the request asks for another one, nothing is paid."""
    expected_currency: NotRequired[str | None]
    """The currency that you expect. If the request asks for another one, nothing is paid."""


class CreatePaymentArgs(KeyedOptions):
    """The arguments of `purser.payments.create`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    counterparty: ByEmailInput | ByPhoneInput | ByPartyIdInput | ByAgentIdInput
    """Who is paid: an address, with or without an account behind it, a party or an agent."""
    customer_party_id: NotRequired[str]
    """The customer whose wallet pays; by default your own party."""
    wallet_id: NotRequired[str]
    """The payer's wallet that pays; by default its default wallet or, if that has another currency, its oldest
    active one.
    """
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""
    intended_repeat: NotRequired[bool]
    """Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is `overridable`. By
    default `false`.
    """


class ListPaymentsArgs(Options):
    """The arguments of `purser.payments.list`."""

    status: NotRequired[
        Literal[
            "PROCESSING",
            "PENDING_CLAIM",
            "IN_REVIEW",
            "COMPLETED",
            "FAILED",
            "RETURNED",
            "APPROVAL_DENIED",
            "CANCELED",
        ]
    ]
    """Only payments with this status."""
    direction: NotRequired[Literal["INBOUND", "OUTBOUND"]]
    """Only payments that the party receives, or only those that it pays or initiated."""
    agent_id: NotRequired[str]
    """Only payments that this agent made."""
    counterparty_party_id: NotRequired[str]
    """Only payments received from this party, or paid to it."""
    instance_id: NotRequired[str]
    """Only payments that the party initiated in this conversation."""
    created_after: NotRequired[str | datetime]
    """Only payments from this time on."""
    created_before: NotRequired[str | datetime]
    """Only payments before this time."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    tag: NotRequired[Mapping[str, str]]
    """Only rows that your party gave this tag. One tag, as `tag[order]=1001`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class PreviewCreatePaymentArgs(Options):
    """The arguments of `purser.payments.preview`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    counterparty: ByEmailInput | ByPhoneInput | ByPartyIdInput | ByAgentIdInput
    """Who is paid: an address, with or without an account behind it, a party or an agent."""
    customer_party_id: NotRequired[str]
    """The customer whose wallet pays; by default your own party."""
    wallet_id: NotRequired[str]
    """The payer's wallet that pays; by default its default wallet or, if that has another currency, its oldest
    active one.
    """
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""
    intended_repeat: NotRequired[bool]
    """Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is `overridable`. By
    default `false`.
    """


class GetPaymentArgs(Options):
    """The arguments of `purser.payments.get`."""

    payment_id: str
    """An id: `pay_` and 32 hexadecimal digits in lower case."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class CancelPaymentArgs(KeyedOptions):
    """The arguments of `purser.payments.cancel`."""

    payment_id: str
    """An id: `pay_` and 32 hexadecimal digits in lower case."""


class CreatePaymentRefundArgs(KeyedOptions):
    """The arguments of `purser.payments.refund`."""

    payment_id: str
    """An id: `pay_` and 32 hexadecimal digits in lower case."""
    amount: NotRequired[int]
    """Minor units of the payment's currency; by default all that is left of the payment."""
    description: NotRequired[str | None]
    """No control characters."""


class SimulateAdvanceClockArgs(KeyedOptions):
    """The arguments of `purser.simulations.advance_clock`."""

    seconds: int


class SimulateDepositsArgs(KeyedOptions):
    """The arguments of `purser.simulations.deposit`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    wallet_id: NotRequired[str]
    """The wallet that receives; by default the default wallet or, if that has another currency, the oldest active
    one.
    """
    description: NotRequired[str | None]
    """No control characters."""


class GetSimulationExternalAccountMicroDepositsArgs(Options):
    """The arguments of `purser.simulations.get_micro_deposits`."""

    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""


class ListSimulationMailboxArgs(Options):
    """The arguments of `purser.simulations.list_mailbox`."""

    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class SimulateFailTransferArgs(KeyedOptions):
    """The arguments of `purser.simulations.fail_transfer`."""

    transfer_id: str
    """An id: `trf_` and 32 hexadecimal digits in lower case."""
    code: NotRequired[Literal["R01", "R02", "R03", "R04", "R07", "R09", "R10", "R16", "R17", "R23"]]
    """A return code of NACHA; by default the usual one for the kind of transfer."""


class SimulateReturnTransferArgs(KeyedOptions):
    """The arguments of `purser.simulations.return_transfer`."""

    transfer_id: str
    """An id: `trf_` and 32 hexadecimal digits in lower case."""
    code: NotRequired[Literal["R01", "R02", "R03", "R04", "R07", "R09", "R10", "R16", "R17", "R23"]]
    """A return code of NACHA; by default the usual one for the kind of transfer."""


class SimulateSettleTransferArgs(KeyedOptions):
    """The arguments of `purser.simulations.settle_transfer`."""

    transfer_id: str
    """An id: `trf_` and 32 hexadecimal digits in lower case."""


class ListTransactionsArgs(Options):
    """The arguments of `purser.transactions.list`."""

    type: NotRequired[Literal["payment", "transfer", "all"]]
    """Only payments, only transfers, or all."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    tag: NotRequired[Mapping[str, str]]
    """Only rows that your party gave this tag. One tag, as `tag[order]=1001`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetTransactionArgs(Options):
    """The arguments of `purser.transactions.get`."""

    transaction_id: str
    """An id: `txn_` and 32 hexadecimal digits in lower case."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class ListTransfersArgs(Options):
    """The arguments of `purser.transfers.list`."""

    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    tag: NotRequired[Mapping[str, str]]
    """Only rows that your party gave this tag. One tag, as `tag[order]=1001`."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class DepositTransferArgs(KeyedOptions):
    """The arguments of `purser.transfers.deposit`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""
    wallet_id: NotRequired[str]
    """The wallet that receives; by default the default wallet or, if that has another currency, the oldest active
    one.
    """
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class InternalTransferArgs(KeyedOptions):
    """The arguments of `purser.transfers.internal`."""

    source_wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""
    dest_wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""
    amount: int
    """Minor units of the currency: cents of USD."""
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class WithdrawTransferArgs(KeyedOptions):
    """The arguments of `purser.transfers.withdraw`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""
    wallet_id: NotRequired[str]
    """The wallet that pays; by default the default wallet or, if that has another currency, the oldest active one."""
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""
    intended_repeat: NotRequired[bool]
    """Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is `overridable`. By
    default `false`.
    """


class PreviewWithdrawTransferArgs(Options):
    """The arguments of `purser.transfers.preview_withdraw`."""

    amount: int
    """Minor units of the currency: cents of USD."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""
    wallet_id: NotRequired[str]
    """The wallet that pays; by default the default wallet or, if that has another currency, the oldest active one."""
    description: NotRequired[str | None]
    """No control characters."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""
    intended_repeat: NotRequired[bool]
    """Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is `overridable`. By
    default `false`.
    """


class GetTransferArgs(Options):
    """The arguments of `purser.transfers.get`."""

    transfer_id: str
    """An id: `trf_` and 32 hexadecimal digits in lower case."""
    party_id: NotRequired[str]
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class CancelTransferArgs(KeyedOptions):
    """The arguments of `purser.transfers.cancel`."""

    transfer_id: str
    """An id: `trf_` and 32 hexadecimal digits in lower case."""


class CreateWalletArgs(KeyedOptions):
    """The arguments of `purser.wallets.create`."""

    display_name: str
    """No control characters, and at least one that is neither space nor invisible."""
    currency: NotRequired[str]
    """A code of ISO 4217 with a minor unit (List One of 2026-01-01). By default `USD`."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListWalletsArgs(Options):
    """The arguments of `purser.wallets.list`."""

    party_id: NotRequired[str]
    """A customer who delegated `wallets.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""
    status: NotRequired[Literal["active", "frozen", "closed"]]
    """Only wallets with this status."""
    currency: NotRequired[str]
    """Only wallets in this currency."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetWalletArgs(Options):
    """The arguments of `purser.wallets.get`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""
    party_id: NotRequired[str]
    """A customer who delegated `wallets.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class UpdateWalletArgs(KeyedOptions):
    """The arguments of `purser.wallets.update`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""
    display_name: NotRequired[str]
    """No control characters, and at least one that is neither space nor invisible."""
    tags: NotRequired[Mapping[str, str | None]]
    """Your own labels of the resource, by name."""


class DeleteWalletArgs(KeyedOptions):
    """The arguments of `purser.wallets.close`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""


class DefaultWalletArgs(KeyedOptions):
    """The arguments of `purser.wallets.make_default`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""


class FreezeWalletArgs(KeyedOptions):
    """The arguments of `purser.wallets.freeze`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""


class GetWalletStatementArgs(Options):
    """The arguments of `purser.wallets.statement`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""
    from_: NotRequired[str | datetime]
    """The beginning of the period; by default that of the month, in UTC, in which it ends."""
    to: NotRequired[str | datetime]
    """The end of the period, which is after `from`; by default now. What is asked for beyond now ends now, as `to`
    says: a period that was shown never changes.
    """
    party_id: NotRequired[str]
    """A customer who delegated `wallets.read` to your party; by default your own party."""
    customer_party_id: NotRequired[str]
    """The same as `partyId`."""


class UnfreezeWalletArgs(KeyedOptions):
    """The arguments of `purser.wallets.unfreeze`."""

    wallet_id: str
    """An id: `wal_` and 32 hexadecimal digits in lower case."""


class CreateWebhookArgs(KeyedOptions):
    """The arguments of `purser.webhooks.create`."""

    url: str
    """An https address without user, password and fragment, which everybody could reach."""
    enabled_events: Sequence[
        Literal[
            "*",
            "agent.created",
            "agent.resumed",
            "agent.revoked",
            "agent.suspended",
            "agent_delegation_invitation.accepted",
            "agent_delegation_invitation.canceled",
            "agent_delegation_invitation.created",
            "agent_delegation_invitation.declined",
            "agent_delegation_invitation.expired",
            "agent_key.created",
            "agent_key.revoked",
            "api_key.created",
            "api_key.revoked",
            "approval.approved",
            "approval.canceled",
            "approval.denied",
            "approval.required",
            "approval.second_required",
            "contact.removed",
            "contact.verified",
            "delegation.activated",
            "delegation.resumed",
            "delegation.revoked",
            "delegation.suspended",
            "delegation.updated",
            "deposit.accepted",
            "deposit.approval_denied",
            "deposit.canceled",
            "deposit.completed",
            "deposit.created",
            "deposit.failed",
            "deposit.returned",
            "external_account.connected",
            "external_account.created",
            "external_account.disabled",
            "internal_transfer.completed",
            "member.added",
            "member.removed",
            "party.activated",
            "party.created",
            "party.debt_closed",
            "party.debt_opened",
            "party.frozen",
            "party.merged",
            "party.unfrozen",
            "party.updated",
            "party_invitation.accepted",
            "party_invitation.created",
            "party_invitation.declined",
            "party_invitation.expired",
            "party_invitation.revoked",
            "payment.accepted",
            "payment.approval_denied",
            "payment.canceled",
            "payment.completed",
            "payment.created",
            "payment.failed",
            "payment.returned",
            "payment_request.accepted",
            "payment_request.canceled",
            "payment_request.completed",
            "payment_request.created",
            "payment_request.declined",
            "payment_request.expired",
            "payment_request.incoming",
            "payment_request.reopened",
            "refund.completed",
            "wallet.closed",
            "wallet.created",
            "wallet.frozen",
            "wallet.unfrozen",
            "withdrawal.accepted",
            "withdrawal.approval_denied",
            "withdrawal.canceled",
            "withdrawal.completed",
            "withdrawal.created",
            "withdrawal.failed",
            "withdrawal.returned",
        ]
    ]
    """The names of the events that it gets, or `*` alone for all."""
    description: NotRequired[str | None]
    """No control characters."""
    sources: NotRequired[Sequence[Literal["own"]]]
    """Whose events it gets. `own`: the events of your party."""
    tags: NotRequired[Mapping[str, str] | None]
    """Your own labels of the resource, by name."""


class ListWebhooksArgs(Options):
    """The arguments of `purser.webhooks.list`."""

    status: NotRequired[Literal["ENABLED", "DISABLED"]]
    """Only webhooks with this status."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class GetWebhookArgs(Options):
    """The arguments of `purser.webhooks.get`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""


class UpdateWebhookArgs(KeyedOptions):
    """The arguments of `purser.webhooks.update`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""
    url: NotRequired[str]
    """An https address without user, password and fragment, which everybody could reach."""
    enabled_events: NotRequired[
        Sequence[
            Literal[
                "*",
                "agent.created",
                "agent.resumed",
                "agent.revoked",
                "agent.suspended",
                "agent_delegation_invitation.accepted",
                "agent_delegation_invitation.canceled",
                "agent_delegation_invitation.created",
                "agent_delegation_invitation.declined",
                "agent_delegation_invitation.expired",
                "agent_key.created",
                "agent_key.revoked",
                "api_key.created",
                "api_key.revoked",
                "approval.approved",
                "approval.canceled",
                "approval.denied",
                "approval.required",
                "approval.second_required",
                "contact.removed",
                "contact.verified",
                "delegation.activated",
                "delegation.resumed",
                "delegation.revoked",
                "delegation.suspended",
                "delegation.updated",
                "deposit.accepted",
                "deposit.approval_denied",
                "deposit.canceled",
                "deposit.completed",
                "deposit.created",
                "deposit.failed",
                "deposit.returned",
                "external_account.connected",
                "external_account.created",
                "external_account.disabled",
                "internal_transfer.completed",
                "member.added",
                "member.removed",
                "party.activated",
                "party.created",
                "party.debt_closed",
                "party.debt_opened",
                "party.frozen",
                "party.merged",
                "party.unfrozen",
                "party.updated",
                "party_invitation.accepted",
                "party_invitation.created",
                "party_invitation.declined",
                "party_invitation.expired",
                "party_invitation.revoked",
                "payment.accepted",
                "payment.approval_denied",
                "payment.canceled",
                "payment.completed",
                "payment.created",
                "payment.failed",
                "payment.returned",
                "payment_request.accepted",
                "payment_request.canceled",
                "payment_request.completed",
                "payment_request.created",
                "payment_request.declined",
                "payment_request.expired",
                "payment_request.incoming",
                "payment_request.reopened",
                "refund.completed",
                "wallet.closed",
                "wallet.created",
                "wallet.frozen",
                "wallet.unfrozen",
                "withdrawal.accepted",
                "withdrawal.approval_denied",
                "withdrawal.canceled",
                "withdrawal.completed",
                "withdrawal.created",
                "withdrawal.failed",
                "withdrawal.returned",
            ]
        ]
    ]
    """The names of the events that it gets, or `*` alone for all."""
    description: NotRequired[str | None]
    """No control characters."""
    sources: NotRequired[Sequence[Literal["own"]]]
    """Whose events it gets. `own`: the events of your party."""
    status: NotRequired[Literal["ENABLED", "DISABLED"]]
    tags: NotRequired[Mapping[str, str | None]]
    """Your own labels of the resource, by name."""


class DeleteWebhookArgs(KeyedOptions):
    """The arguments of `purser.webhooks.remove`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""


class ListWebhookDeliveriesArgs(Options):
    """The arguments of `purser.webhooks.list_deliveries`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""
    status: NotRequired[Literal["DELIVERED", "FAILED"]]
    """Only attempts that succeeded, or only those that failed."""
    event_id: NotRequired[str]
    """Only attempts to deliver this event."""
    limit: NotRequired[int]
    """The size of the page."""
    cursor: NotRequired[str]
    """`nextCursor` of the page before, of the same list and filters."""


class RedeliverWebhookEventArgs(KeyedOptions):
    """The arguments of `purser.webhooks.redeliver_event`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""
    event_id: str
    """An id: `evt_` and 32 hexadecimal digits in lower case."""


class RedeliverWebhookArgs(KeyedOptions):
    """The arguments of `purser.webhooks.redeliver`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""
    created_after: str | datetime
    """ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds."""
    created_before: str | datetime
    """ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds."""


class RotateSecretWebhookArgs(KeyedOptions):
    """The arguments of `purser.webhooks.rotate_secret`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""
    expires_in_seconds: NotRequired[int]
    """For how long the previous secret signs beside the new one. By default `0`."""


class TestWebhookArgs(KeyedOptions):
    """The arguments of `purser.webhooks.test`."""

    webhook_id: str
    """An id: `whk_` and 32 hexadecimal digits in lower case."""


class ByAgentIdInput(TypedDict):
    type: Literal["agent_id"]
    value: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""


class ByAllowedDomainInput(TypedDict):
    """A domain."""

    type: Literal["domain"]
    value: str
    """Of e-mail addresses, without the @, in Unicode or Punycode. No invisible, private or unassigned characters."""
    include_subdomains: NotRequired[bool]
    """Whether its subdomains are allowed too. By default `false`."""


class ByDomainInput(TypedDict):
    """A domain and its subdomains."""

    type: Literal["domain"]
    value: str
    """Of e-mail addresses, without the @, in Unicode or Punycode. No invisible, private or unassigned characters."""


class ByEmailInput(TypedDict):
    type: Literal["email"]
    value: str
    """At most 254 characters in lower case, too. No spaces, no `=?`, and no invisible, private or unassigned
    characters of Unicode.
    """


class ByExternalAccountInput(TypedDict):
    """An account at a bank, to which a withdrawal pays."""

    type: Literal["external_account_id"]
    value: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""


class ByPartyIdInput(TypedDict):
    type: Literal["party_id"]
    value: str
    """An id: `pty_` and 32 hexadecimal digits in lower case."""


class ByPhoneInput(TypedDict):
    type: Literal["phone"]
    value: str
    """E.164."""


class FromExternalAccountInput(TypedDict):
    type: Literal["external_account"]
    external_account_id: str
    """An id: `eac_` and 32 hexadecimal digits in lower case."""


class FromWalletInput(TypedDict):
    type: Literal["wallet"]
    wallet_id: NotRequired[str | None]
    """The wallet of your party that pays; by default the one that pays every other payment."""


class IbanAccountInput(TypedDict):
    type: Literal["iban"]
    iban: str
    """With check digits (ISO 13616); single spaces are ignored. Stored encrypted, and never shown except for its
    last four characters.
    """


class UsAccountInput(TypedDict):
    type: Literal["us"]
    routing_number: str
    """Of the bank, with its check digit (ABA)."""
    account_number: str
    """Stored encrypted, and never shown except for its last four digits."""
    account_type: Literal["checking", "savings"]


class CreateAgentCustomersRecipientInput(TypedDict):
    type: Literal["email", "phone", "party_id"]
    """Another word does not refuse the request: the response names the entry."""
    value: str


class CreatePartyInvitationsInvitationInput(TypedDict):
    email: str
    role: Literal["MEMBER", "ADMIN", "APPROVER"]
    """Another word does not refuse the request: the response names the entry."""


class LimitsCurrencyInput(TypedDict):
    per_transaction: NotRequired[int]
    """Minor units of the currency: cents of USD."""
    per_day: NotRequired[int]
    """Minor units of the currency: cents of USD."""
    per_month: NotRequired[int]
    """Minor units of the currency: cents of USD."""


class LimitsInput(TypedDict):
    per_transaction: NotRequired[int | None]
    """Minor units of the currency: cents of USD."""
    per_day: NotRequired[int | None]
    """Minor units of the currency: cents of USD."""
    per_month: NotRequired[int | None]
    """Minor units of the currency: cents of USD."""
    currencies: NotRequired[Mapping[str, LimitsCurrencyInput | None] | None]
    """Limits in other currencies than the default one, by currency. A payment in a currency that is not limited
    needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No change
    leaves more currencies than these.
    """


class RulesCounterpartiesInput(TypedDict):
    allow: NotRequired[
        Sequence[ByEmailInput | ByPhoneInput | ByAllowedDomainInput | ByPartyIdInput | ByExternalAccountInput]
    ]
    block: NotRequired[Sequence[ByEmailInput | ByPhoneInput | ByDomainInput | ByPartyIdInput | ByExternalAccountInput]]
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class RulesCurrenciesInput(TypedDict):
    allow: Sequence[str]
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class RulesDuplicatesInput(TypedDict):
    within_seconds: NotRequired[int]
    """By default `600`."""
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""
    overridable: NotRequired[bool]
    """Whether `intendedRepeat` in a payment or withdrawal lets it pass. By default `false`."""
    match: NotRequired[Literal["normalized", "exact", "payeeAndAmount"]]
    """What is the same, beside payee, amount and currency: the words of the description (`normalized`: its letters
    and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`). By default
    `normalized`.
    """
    across: NotRequired[Literal["agent", "party"]]
    """Whose payments are compared: those of the agent, or those of all agents of its party that have this rule. By
    default `agent`.
    """


class RulesFirstPaymentToNewPayeeInput(TypedDict):
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class RulesHoursInput(TypedDict):
    time_zone: str
    """A name of the IANA time zone database."""
    weekly: Sequence[RulesHoursWeeklyInput]
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class RulesHoursWeeklyInput(TypedDict):
    days: Sequence[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
    from_: str
    to: str


class RulesInput(TypedDict):
    counterparties: NotRequired[RulesCounterpartiesInput | None]
    """Has `allow`, `block` or both."""
    currencies: NotRequired[RulesCurrenciesInput | None]
    payments_per_hour: NotRequired[RulesPaymentsPerHourInput | None]
    """How many payments and withdrawals in any 60 minutes."""
    payments_per_day: NotRequired[RulesPaymentsPerDayInput | None]
    """How many payments and withdrawals in any 24 hours."""
    hours: NotRequired[RulesHoursInput | None]
    first_payment_to_new_payee: NotRequired[Literal["allow", "review"] | RulesFirstPaymentToNewPayeeInput | None]
    """The word `review` is the same as an empty object, and `allow` the same as null."""
    duplicates: NotRequired[RulesDuplicatesInput | None]


class RulesPaymentsPerDayInput(TypedDict):
    max: int
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class RulesPaymentsPerHourInput(TypedDict):
    max: int
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class UpdateDelegationAgentInput(TypedDict):
    agent_id: str
    """An id: `agt_` and 32 hexadecimal digits in lower case."""
    status: NotRequired[Literal["ACTIVE", "SUSPENDED", "REVOKED"]]
    permissions: NotRequired[
        Sequence[
            Literal[
                "payments.create",
                "payments.read",
                "wallets.read",
                "wallets.update",
                "external_accounts.create",
                "party.read",
                "party.update",
            ]
        ]
    ]
    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency: null removes a limit, or all."""
    rules: NotRequired[UpdateDelegationAgentRulesInput | None]
    """What bounds an agent beyond amounts: null removes a rule, or all."""


class UpdateDelegationAgentRulesCounterpartiesInput(TypedDict):
    allow: NotRequired[Sequence[ByEmailInput | ByPhoneInput | ByAllowedDomainInput | ByPartyIdInput]]
    block: NotRequired[Sequence[ByEmailInput | ByPhoneInput | ByDomainInput | ByPartyIdInput]]
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class UpdateDelegationAgentRulesInput(TypedDict):
    counterparties: NotRequired[UpdateDelegationAgentRulesCounterpartiesInput | None]
    """Has `allow`, `block` or both."""
    currencies: NotRequired[RulesCurrenciesInput | None]
    payments_per_hour: NotRequired[UpdateDelegationAgentRulesPaymentsPerHourInput | None]
    """How many payments and withdrawals in any 60 minutes."""
    payments_per_day: NotRequired[UpdateDelegationAgentRulesPaymentsPerDayInput | None]
    """How many payments and withdrawals in any 24 hours."""
    hours: NotRequired[RulesHoursInput | None]
    first_payment_to_new_payee: NotRequired[Literal["allow", "review"] | RulesFirstPaymentToNewPayeeInput | None]
    """The word `review` is the same as an empty object, and `allow` the same as null."""
    duplicates: NotRequired[RulesDuplicatesInput | None]


class UpdateDelegationAgentRulesPaymentsPerDayInput(TypedDict):
    max: int
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class UpdateDelegationAgentRulesPaymentsPerHourInput(TypedDict):
    max: int
    on_breach: NotRequired[Literal["review", "refuse"]]
    """Whether a payment that breaks the rule waits for an approval or is refused. By default `review`."""


class UpdatePartyAgentDefaultsInput(TypedDict):
    limits: NotRequired[LimitsInput | None]
    """The most that may be spent, in the default currency: null removes a limit, or all."""
    rules: NotRequired[RulesInput | None]
    """What bounds an agent beyond amounts: null removes a rule, or all."""
    reads: NotRequired[Literal["party", "own"] | None]
    """What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
    transactions, transfers, payment requests, approvals and events that it made itself, and the payment requests
    that name it as the payer; nothing that others wrote to your party, and no counterparties.
    """
