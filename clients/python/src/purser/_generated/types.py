"""Generated from /openapi.json by `npm run client:generate`. Do not edit by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from .._records import Record


class Agent(Record, kind="agent"):
    object: Literal["agent"]
    id: str
    name: str
    description: str | None
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]
    limits: Limits | None
    """Minor units of the default currency; days and months are those of UTC. Null: no limit."""
    rules: Rules | None
    """What bounds the agent beyond amounts. Null: no rules."""
    wallet_ids: tuple[str, ...] | None
    """The only wallets that the agent may spend from. Null: it may spend from any wallet."""
    reads: Literal["party", "own"]
    """What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
    transactions, transfers, payment requests, approvals and events that it made itself, and the payment requests
    that name it as the payer; nothing that others wrote to your party, and no counterparties.
    """
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    created_by: str
    updated_at: str
    updated_by: str
    party: PartyReference


class AgentActivity(Record, kind="agentActivity"):
    object: Literal["agentActivity"]
    id: str
    action: str
    """The method and the path, or what the operator did, in words. In a sum of refusals, the pattern of the path."""
    decision: Literal["accepted", "refused"]
    reason: str | None
    """Why it was refused; the words of whoever decided on an approval; that the maker approved, as only user; or the
    operator, by name, and why.
    """
    count: int
    """How many refused requests the line stands for; 1 for every other line."""
    changes: tuple[Change, ...]
    """What it changed of limits, rules, permissions, roles, scopes, status, freezes and who approves. Empty if
    nothing.
    """
    target_id: str | None
    """What was created, or what the request was about. Null if it was refused."""
    request_id: str | None
    """The `Request-Id` of its response. Null in a sum."""
    key_prefix: str
    """The public start of the key. `operator`: who runs the service did it, named in the reason. `token`: somebody
    did who had a link.
    """
    instance_id: str | None
    created_at: str
    amount: int | None
    """In minor units: of the payment, transfer or payment request that the line is about, or for whose approval it
    asks; of a refused payment or withdrawal, what was asked for. Null if there is none, or the line does not keep
    it. Null if the key of the request lacks the scope `payments.read`.
    """
    currency: str | None
    """An ISO 4217 currency code."""
    counterparty: AgentActivityCounterparty | None
    """Who is paid; of a payment request, who is asked to pay, or who asks if your party answered it."""
    description: str | None
    customer_party_id: str | None
    """The customer whose wallet pays; null if your own does."""
    idempotency_key: str | None
    """Of a refused payment or withdrawal: the `Idempotency-Key` of the request, if it had one."""
    reasons: tuple[Reason, ...] | None
    """The limits and rules for which it waited, or was refused. Null if the key of the request lacks the scope
    `payments.read`.
    """
    outcome: AgentActivityOutcome | None
    """`REFUSED`, or the present status of the payment, transfer or payment request. Null if there is none, or the
    key of the request lacks the scope `payments.read`.
    """
    reviews: tuple[AgentActivityReview, ...] | None
    """The approvals that the payment or withdrawal needed. Null if the key of the request lacks the scope
    `payments.read`.
    """
    party: PartyReference
    user: UserReference | None
    agent: AgentReference | None


class AgentCustomer(Record, kind="customer"):
    object: Literal["customer"]
    id: str
    name: str
    email: str | None
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]
    """Whether the agent may act for the customer."""
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    """What the customer permits."""
    limits: Limits | None
    """Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of the
    customer's money counts. Null: no limit.
    """
    created_at: str
    """When the party became a customer of the agent."""
    updated_at: str
    agent: AgentCustomerAgent


class AgentKey(Record, kind="agentKey"):
    object: Literal["agentKey"]
    id: str
    agent_key_prefix: str
    """The first characters of the key, by which people can tell keys apart."""
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """Always empty: no endpoint gives it tags."""
    created_at: str
    expires_at: str | None
    """From then on the key is refused; a rotation may bring it forward. Null if it never expires."""
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    rotated_at: str | None
    """When a rotation replaced it by another key; null if none has."""
    revoked_at: str | None
    created_by: str
    revoked_by: str | None
    """Null if the key is not revoked, or the operator has revoked it."""
    party: PartyReference
    agent: AgentReference


class AgentUsage(Record, kind="agentUsage"):
    object: Literal["agentUsage"]
    id: str
    limits: tuple[LimitUse, ...]
    """The agent's limits, and its rules that count payments."""
    spendable: Mapping[str, int | None]
    """By currency, the largest amount that one payment of the agent may have now without an approval, whoever is
    paid: the smallest of what its limits and those of your party leave and of what is available, after the fee,
    in the wallet that pays if none is named. 0 if the agent, your party or the wallet is stopped, if your party
    owes money, and where limits or rules let nothing pass. What is available counts for the agent with its own
    key and for keys with `wallets.read`; for others null if nothing else bounds it.
    """
    agent: AgentReference


class AnsweredInvitation(Record, kind="invitation"):
    object: Literal["invitation"]
    id: str
    email: str
    role: Literal["MEMBER", "ADMIN", "APPROVER"]
    status: Literal["PENDING", "ACCEPTED", "DECLINED", "REVOKED", "EXPIRED"]
    expires_at: str
    created_at: str
    accepted_at: str | None
    party: AnsweredInvitationParty


class ApiKey(Record, kind="apiKey"):
    object: Literal["apiKey"]
    id: str
    api_key_prefix: str
    """The first characters of the key, by which people can tell keys apart."""
    name: str
    scopes: tuple[
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
        ],
        ...,
    ]
    environment: Literal["sandbox", "prod"]
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    expires_at: str | None
    """From then on the key is refused; a rotation may bring it forward. Null if it never expires."""
    signed_in_at: str | None
    """When its user signed in, if it is a browser session; null for a key that programs use."""
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    rotated_at: str | None
    """When a rotation replaced it by another key; null if none has."""
    revoked_at: str | None
    created_by: str
    revoked_by: str | None
    """Null if the key is not revoked, or the operator has revoked it."""
    party: PartyReference


class Approval(Record, kind="approval"):
    object: Literal["approval"]
    id: str
    status: Literal["pending", "approved", "denied", "canceled"]
    target: PaymentTarget | WithdrawalTarget
    decider_party_id: str
    """Whose limits and rules were exceeded: it decides."""
    reasons: tuple[Reason, ...]
    """Why it waits. Limits and rules that a party set for itself or its agents only that party reads: for the other
    one this can be empty.
    """
    payee: ApprovalPayee | None
    """Who is paid, as of the request; null for a withdrawal. A name alone proves nothing."""
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    created_at: str
    updated_at: str
    resolved_at: str | None
    blocked_by: tuple[ApprovalBlockedBy, ...] | None
    """The rules that now refuse the payment or withdrawal; null if none does. While they do, it can be denied but
    not approved. Events show null.
    """
    decided_by: tuple[ApprovalDecidedBy, ...] | None
    """Who approved or denied it, in order. While it is pending, one user has approved it and another one has to.
    Null while nobody has, and for the other party, which does not decide.
    """
    initiator_agent: AgentReference | None
    """The agent that made the payment or withdrawal, if one did."""


class AuditLine(Record, kind="auditLine"):
    object: Literal["auditLine"]
    id: str
    action: str
    """The method and the path, or what the operator did, in words. In a sum of refusals, the pattern of the path."""
    decision: Literal["accepted", "refused"]
    reason: str | None
    """Why it was refused; the words of whoever decided on an approval; that the maker approved, as only user; or the
    operator, by name, and why.
    """
    count: int
    """How many refused requests the line stands for; 1 for every other line."""
    changes: tuple[Change, ...]
    """What it changed of limits, rules, permissions, roles, scopes, status, freezes and who approves. Empty if
    nothing.
    """
    target_id: str | None
    """What was created, or what the request was about. Null if it was refused."""
    request_id: str | None
    """The `Request-Id` of its response. Null in a sum."""
    key_prefix: str
    """The public start of the key. `operator`: who runs the service did it, named in the reason. `token`: somebody
    did who had a link.
    """
    instance_id: str | None
    created_at: str
    party: PartyReference
    user: UserReference | None
    agent: AgentReference | None


class Change(Record):
    path: str
    from_: Any
    """As responses show it; null if it was or is not set."""
    to: Any
    """As responses show it; null if it was or is not set."""


class ClaimedParty(Record, kind="party"):
    object: Literal["party"]
    id: str
    name: str
    status: Literal["ACTIVE"]
    address: str
    """The address that the token has proved."""


class Clock(Record, kind="clock"):
    object: Literal["clock"]
    id: Literal["clock"]
    now: str
    offset_seconds: int
    """How many seconds the clock is ahead of real time."""


class Contact(Record, kind="contact"):
    object: Literal["contact"]
    id: str
    address: ContactAddress
    status: Literal["PENDING", "VERIFIED"]
    """`PENDING`: a token was sent to the address and has not come back."""
    created_at: str
    verified_at: str | None
    expires_at: str | None
    """When the token ends. Null once verified."""
    party: PartyReference


class Counterparty(Record, kind="party"):
    object: Literal["party"]
    id: str
    name: str
    """The name of the party. For a party that is not known yet, its e-mail address or phone number."""
    email: str | None
    status: Literal["ACTIVE"]
    """The status of the relationship, not of the party."""


class CreatedAgentKey(Record, kind="agentKey"):
    object: Literal["agentKey"]
    id: str
    agent_key_prefix: str
    """The first characters of the key, by which people can tell keys apart."""
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """Always empty: no endpoint gives it tags."""
    created_at: str
    expires_at: str | None
    """From then on the key is refused; a rotation may bring it forward. Null if it never expires."""
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    rotated_at: str | None
    """When a rotation replaced it by another key; null if none has."""
    revoked_at: str | None
    created_by: str
    revoked_by: str | None
    """Null if the key is not revoked, or the operator has revoked it."""
    agent_key: str | None = None
    """The complete key. Shown only in this response, and absent from a replay: Purser stores its hash."""
    party: PartyReference
    agent: AgentReference


class CreatedApiKey(Record, kind="apiKey"):
    object: Literal["apiKey"]
    id: str
    api_key_prefix: str
    """The first characters of the key, by which people can tell keys apart."""
    name: str
    scopes: tuple[
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
        ],
        ...,
    ]
    environment: Literal["sandbox", "prod"]
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    expires_at: str | None
    """From then on the key is refused; a rotation may bring it forward. Null if it never expires."""
    signed_in_at: str | None
    """When its user signed in, if it is a browser session; null for a key that programs use."""
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    rotated_at: str | None
    """When a rotation replaced it by another key; null if none has."""
    revoked_at: str | None
    created_by: str
    revoked_by: str | None
    """Null if the key is not revoked, or the operator has revoked it."""
    api_key: str
    """The complete key. Shown only in this response: Purser stores only its hash."""
    party: PartyReference


class CreatedWebhook(Record, kind="webhook"):
    object: Literal["webhook"]
    id: str
    url: str
    enabled_events: tuple[str, ...]
    description: str
    """Empty if it has none."""
    sources: tuple[Literal["own"], ...]
    """Whose events it gets. `own`: the events of your party."""
    status: Literal["ENABLED", "DISABLED"]
    disabled_reason: Literal["FAILING", "GONE"] | None
    """Why Purser disabled it: 5 days without a success, or the receiver answered 410."""
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    created_by: str
    """The user who made it, who may have left since."""
    updated_at: str
    signing_secret: str | None = None
    """The secret that signs deliveries. No other response shows it."""
    party: PartyReference


class Customer(Record, kind="customer"):
    object: Literal["customer"]
    id: str
    name: str
    email: str | None
    created_at: str
    """When the party became a customer."""
    delegation: CustomerDelegation
    """The same as the relationship `delegation`."""
    agents: tuple[CustomerAgent, ...]
    """The same as the relationship `agents`."""


class CustomerInvitation(Record, kind="customerInvitation"):
    object: Literal["customerInvitation"]
    id: str
    recipient: Recipient
    url: str | None
    """The URL of a page that shows the invitation to anyone who has the link. It cannot be answered with this link.
    Null for invitations from before links.
    """
    status: Literal["PENDING", "ACCEPTED", "DECLINED", "CANCELED", "EXPIRED"]
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    limits: Limits | None
    """Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of the
    customer's money counts. Null: no limit.
    """
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    expires_at: str
    created_at: str
    updated_at: str
    agent: CustomerInvitationAgent
    customer_party: PartyReference | None
    """The invited party, if the recipient was named by `party_id`."""


class Delegation(Record, kind="delegation"):
    object: Literal["delegation"]
    id: str
    direction: Literal["given", "received"]
    """`given`: your party is the customer. `received`: your party acts for the customer."""
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    """What the customer permits at most. Of this, an agent may do what is permitted to itself."""
    agents: tuple[DelegationAgent, ...]
    """The agents that may act for the customer, or once could."""
    created_at: str
    updated_at: str
    customer: DelegationCustomer
    delegate: DelegationDelegate


class DelegationUsage(Record, kind="delegationUsage"):
    object: Literal["delegationUsage"]
    id: str
    limits: tuple[GrantUse, ...]
    """What the customer lets each agent do, and what of it the agent has used for the customer."""
    delegation: DelegationReference


class Error(Record):
    status: str
    """The HTTP status code, as a string."""
    code: Literal[
        "invalid_json",
        "invalid_value",
        "invalid_pagination_cursor",
        "idempotency_key_required",
        "unauthenticated",
        "forbidden",
        "insufficient_scope",
        "sign_in_required",
        "agent_not_allowed",
        "delegation_suspended",
        "agent_suspended",
        "rule_broken",
        "wallet_not_allowed",
        "not_found",
        "agent_not_found",
        "agent_key_not_found",
        "api_key_not_found",
        "oauth_grant_not_found",
        "approval_not_found",
        "claim_not_found",
        "contact_not_found",
        "customer_not_found",
        "customer_invitation_not_found",
        "delegation_not_found",
        "event_not_found",
        "external_account_not_found",
        "invitation_not_found",
        "party_not_found",
        "payment_not_found",
        "payment_request_not_found",
        "recipient_agent_not_found",
        "transaction_not_found",
        "transfer_not_found",
        "user_not_found",
        "webhook_not_found",
        "wallet_not_found",
        "method_not_allowed",
        "request_timeout",
        "already_exists",
        "conflict",
        "idempotency_key_reused",
        "idempotency_request_in_progress",
        "amount_owed",
        "insufficient_funds",
        "external_account_not_usable",
        "party_frozen",
        "wallet_frozen",
        "payload_too_large",
        "unsupported_media_type",
        "rate_limited",
        "too_many_in_review",
        "server_error",
        "service_unavailable",
        "lock_timeout",
        "outcome_unknown",
    ]
    """A stable code for programs. New codes may be added."""
    title: str
    detail: str
    source: ErrorSourcePointer | ErrorSourceParameter | ErrorSourceHeader | None = None
    """The source of the fault: a JSON pointer into the body, a path or query parameter, or a header."""
    links: ErrorLinks
    meta: ErrorMeta


class Event(Record, kind="event"):
    object: Literal["event"]
    id: str
    event_type: str
    """What happened: the resource and a verb. The list of them grows: ignore what you do not know."""
    resource_id: str
    resource_type: str
    payload: EventPayload
    created_at: str
    party: PartyReference
    """The party that gets the event."""


class ExternalAccount(Record, kind="externalAccount"):
    object: Literal["externalAccount"]
    id: str
    bank_name: str | None
    account_name: str | None
    account_type: Literal["checking", "savings"] | None
    """Null for an account with an IBAN, and if the account is disabled."""
    last_four: str
    """The last four characters of the number. Empty if the account is disabled."""
    status: Literal["pending", "active", "disabled"]
    connection_status: Literal["active", "disconnected"]
    """`active` if the account can be used, otherwise `disconnected`."""
    available_methods: tuple[Literal["standard"], ...]
    """How money can be withdrawn to it: `standard`, a bank transfer. Empty if it cannot be used."""
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    party: PartyReference


class GrantUse(Record):
    agent_id: str
    window: Literal["perTransaction", "perDay", "perMonth", "paymentsPerHour", "paymentsPerDay"]
    currency: str | None
    """The currency of the figures, which are in its minor units. Null: they are numbers of payments."""
    limit: int
    used: int | None
    """Null for `perTransaction`, of which nothing adds up."""
    left: int
    resets_at: str | None
    """When `used` begins again: days and months are those of UTC. Payments are counted in any 60 minutes or 24
    hours: when the oldest of them no longer counts, rounded up to a second. Null for `perTransaction`, and if no
    payment counts.
    """


class IncomingCustomerInvitation(Record, kind="customerInvitation"):
    object: Literal["customerInvitation"]
    id: str
    recipient: Recipient
    status: Literal["PENDING", "ACCEPTED", "DECLINED", "CANCELED", "EXPIRED"]
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    """What the inviting party and its agent may do then."""
    limits: Limits | None
    """Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of the
    customer's money counts. Null: no limit.
    """
    expires_at: str
    created_at: str
    updated_at: str
    party: IncomingCustomerInvitationParty
    agent: IncomingCustomerInvitationAgent


class Invitation(Record, kind="invitation"):
    object: Literal["invitation"]
    id: str
    email: str
    role: Literal["MEMBER", "ADMIN", "APPROVER"]
    status: Literal["PENDING", "ACCEPTED", "DECLINED", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    expires_at: str
    created_at: str
    accepted_at: str | None


class LimitUse(Record):
    window: Literal["perTransaction", "perDay", "perMonth", "paymentsPerHour", "paymentsPerDay"]
    currency: str | None
    """The currency of the figures, which are in its minor units. Null: they are numbers of payments."""
    limit: int
    used: int | None
    """Null for `perTransaction`, of which nothing adds up."""
    left: int
    resets_at: str | None
    """When `used` begins again: days and months are those of UTC. Payments are counted in any 60 minutes or 24
    hours: when the oldest of them no longer counts, rounded up to a second. Null for `perTransaction`, and if no
    payment counts.
    """


class ListedInvitation(Record, kind="invitation"):
    object: Literal["invitation"]
    id: str
    email: str
    role: Literal["MEMBER", "ADMIN", "APPROVER"]
    status: Literal["PENDING", "ACCEPTED", "DECLINED", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    expires_at: str
    created_at: str
    accepted_at: str | None


class ListedPaymentRequest(Record, kind="paymentRequest"):
    object: Literal["paymentRequest"]
    id: str
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal["OPEN", "PROCESSING", "COMPLETED", "CANCELED", "DECLINED", "EXPIRED"]
    """`OPEN` until it is paid or otherwise closed, and for 30 days at most; then `EXPIRED`. `PROCESSING` while its
    payment waits for an approval; `OPEN` again if that is not given.
    """
    description: str | None
    tags: Mapping[str, str]
    """The tags of the requester. The payer sees none."""
    payer_can_pay: bool
    """Whether it can be paid now: it is open and not expired. If you read it as the payer: whether you can pay it,
    which only the named agent can if it names one of yours.
    """
    payer_can_decline: bool
    """Whether it can still be declined: under the same conditions."""
    requester_name: str | None
    requester_email: str | None
    payer_name: str | None
    payer_email: str | None
    """The e-mail address of the payer, if the request named the payer by it."""
    payer_phone: str | None
    """The phone number of the payer, if the request named the payer by it."""
    payer_party_id: str | None
    """The party that has paid. The payer sees it from the payment on, the requester once it is paid."""
    payer_identifier_type: Literal["email", "phone", "party_id", "agent_id"]
    payer_identifier: str
    """The payer as the request named it."""
    payment_link_url: str
    """The URL of a page that shows the request to anyone who has the link."""
    transaction_id: str | None
    """Null until the request is paid; the payer sees it from the payment on."""
    created_at: str
    updated_at: str
    initiator_agent: AgentReference | None
    """The agent that created the request, if one acted. The payer does not see it."""
    requester_party: PartyReference
    payer_party: PartyReference | None
    payer_agent: AgentReference | None
    """The agent that the request names as its payer, if it names one."""
    wallet: WalletReference | None
    """The requester's wallet that would receive the money; null if the payment would open one. The payer does not
    see it.
    """
    payment: PaymentReference | None
    """Null until the request is paid; the payer sees it from the payment on."""


class Mail(Record, kind="mail"):
    object: Literal["mail"]
    id: str
    kind: Literal[
        "customerInvitation",
        "partyInvitation",
        "paymentRequest",
        "claim",
        "contactVerification",
        "webhookDisabled",
        "approval",
        "apiKey",
    ]
    """What the mail is about."""
    to: str
    status: Literal["PENDING", "SENT", "FAILED", "WITHHELD"]
    """`PENDING`: to be sent, or to be retried. `FAILED`: no further attempt is made. `WITHHELD`: never sent, since
    the party has sent this recipient enough within the hour.
    """
    subject: str | None
    """Null until the mail is sent, because it is composed then."""
    text: str | None
    created_at: str
    sent_at: str | None
    resource: (
        CustomerInvitationReference
        | InvitationReference
        | PaymentRequestReference
        | PaymentReference
        | ContactReference
        | WebhookReference
        | ApprovalReference
        | ApiKeyReference
    )
    """The resource that the mail is about."""


class MicroDeposits(Record, kind="microDeposits"):
    object: Literal["microDeposits"]
    id: str
    amounts: tuple[int, ...]
    """Both amounts in minor units."""
    external_account: ExternalAccountReference


class OauthGrant(Record, kind="oauthGrant"):
    object: Literal["oauthGrant"]
    id: str
    client_id: str
    """The program: the address of its own description, or what its registration named it."""
    client_name: str | None
    """What the program calls itself. Nobody has checked it."""
    client_host: str | None
    """The host that the address of the program, or its redirect, leads to. Null for one on the computer of its user."""
    agent_id: str | None
    """The agent as which the program acts; null if it acts as the user."""
    user_id: str
    """Who let it act, and is the maker of what it asks for."""
    scopes: tuple[
        Literal[
            "payments:read",
            "payments:move",
            "customers:invite",
            "external-accounts:link",
            "agents:operate",
            "full_access",
        ],
        ...,
    ]
    resource: Literal["mcp", "api"]
    """Where its access tokens count: `mcp` for models, at `/mcp`, or `api` for everything else."""
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    created_at: str
    expires_at: str
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    revoked_at: str | None
    revoked_by: str | None
    """Null if it is not revoked, or its program has ended it, or one of its tokens was used twice."""
    party: PartyReference
    agent: AgentReference | None


class Party(Record, kind="party"):
    object: Literal["party"]
    id: str
    party_type: Literal["PERSON", "ORG"]
    status: Literal["PROVISIONAL", "ACTIVE", "FROZEN", "MERGED"]
    frozen_by: tuple[Literal["operator", "party"], ...]
    """Who has frozen the party: `party`, its own people and keys, and `operator`, who runs the service. Each lifts
    only its own freeze, and the party is `FROZEN` until both have. Empty if nobody has.
    """
    name: str
    display_name: str
    """The same as `name`."""
    email: str | None
    """The verified address that is shown to others."""
    default_currency: str
    """The currency of the limits of the party and of its agents."""
    approval_policy: PartyApprovalPolicy
    """Who approves for the party. An owner changes it on the account's page, and no key can."""
    agent_defaults: PartyAgentDefaults | None
    """What agents begin with that are created without `limits`, `rules` or `reads`. Agents that exist keep what they
    have. Null: nothing bounds them.
    """
    created_at: str
    updated_at: str


class PartyFreeze(Record, kind="partyFreeze"):
    object: Literal["partyFreeze"]
    id: str
    status: Literal["ACTIVE", "FROZEN"]
    frozen_by: tuple[Literal["operator", "party"], ...]
    """Who has frozen the party: `party`, its own people and keys, and `operator`, who runs the service. Each lifts
    only its own freeze, and the party is `FROZEN` until both have. Empty if nobody has.
    """
    party: PartyReference


class PartyLimitPolicy(Record, kind="partyLimitPolicy"):
    object: Literal["partyLimitPolicy"]
    id: str
    limits: Limits | None
    """Minor units of the default currency; days and months are those of UTC. Null: no limit."""
    currency: str
    """The currency of the limits, which is the party's default currency."""
    updated_at: str | None
    """Null if no limit was ever set."""
    party: PartyReference


class PartyUsage(Record, kind="partyUsage"):
    object: Literal["partyUsage"]
    id: str
    limits: tuple[LimitUse, ...]
    """The limits of your party."""
    party: PartyReference


class Payment(Record, kind="payment"):
    object: Literal["payment"]
    id: str
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal[
        "PROCESSING",
        "PENDING_CLAIM",
        "IN_REVIEW",
        "COMPLETED",
        "FAILED",
        "RETURNED",
        "APPROVAL_DENIED",
        "CANCELED",
    ]
    """`PENDING_CLAIM`: held for a recipient who is not known yet. `IN_REVIEW`: waits for an approval, no money is
    held.
    """
    description: str | None
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    refunded_amount: int
    """How much was refunded, in minor units. All of it: `RETURNED`."""
    tags: Mapping[str, str]
    """The tags of the paying side: its party and its initiator see them, the recipient sees none."""
    approvals: tuple[PaymentApproval, ...] | None
    """The approvals for which it waits; null if it waits for none, and for everybody but the party that pays and the
    one that asked for it.
    """
    expires_at: str | None
    """While it is `PENDING_CLAIM`: when it is returned, if nobody has claimed it. Otherwise null."""
    created_at: str
    updated_at: str
    sender: PartyReference
    """The party whose wallet pays, even if another party initiated the payment."""
    initiator_agent: AgentReference | None
    """The agent that made the payment, if one did. The recipient does not see it."""
    sender_agent: AgentReference | None
    """The same as `initiatorAgent`."""
    recipient: PartyReference
    """The party that is paid. In review, for an address that leads to no party: the id that its party gets, unless
    the address leads to another party when the payment is approved.
    """
    recipient_agent: AgentReference | None
    """The agent that was paid, if the payment named one."""
    transaction: TransactionReference
    payment_request: PaymentRequestReference | None
    """The payment request that this payment fulfils."""


class PaymentInReview(Record):
    type: Literal["payment"]
    id: str
    status: Literal["IN_REVIEW"]
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""


class PaymentPreview(Record, kind="paymentPreview"):
    object: Literal["paymentPreview"]
    outcome: Literal["accepted", "needsApproval", "refused"]
    """What would happen at this moment."""
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    payee: PreviewedPayee
    """Who would be paid. `name`, `verified` and `partyId` are null for an address whose owner your party has not
    paid.
    """
    claim: PaymentPreviewClaim | None
    """If the money would wait to be claimed. Null if the payee can have it at once."""
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    funds: Literal["checked", "notChecked"]
    """Whether the outcome takes into account what the wallet has. `notChecked` if you may not read it, if an
    external account pays, and if that is not looked at yet: before an approval, or after an earlier error.
    """
    approvals: tuple[PreviewApproval, ...]
    """The approvals that would be needed, with who decides and why, as an approval shows it."""
    errors: tuple[Error, ...]
    """The error of a refusal; otherwise empty."""


class PaymentRequest(Record, kind="paymentRequest"):
    object: Literal["paymentRequest"]
    id: str
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal["OPEN", "PROCESSING", "COMPLETED", "CANCELED", "DECLINED", "EXPIRED"]
    """`OPEN` until it is paid or otherwise closed, and for 30 days at most; then `EXPIRED`. `PROCESSING` while its
    payment waits for an approval; `OPEN` again if that is not given.
    """
    description: str | None
    tags: Mapping[str, str]
    """The tags of the requester. The payer sees none."""
    payer_can_pay: bool
    """Whether it can be paid now: it is open and not expired. If you read it as the payer: whether you can pay it,
    which only the named agent can if it names one of yours.
    """
    payer_can_decline: bool
    """Whether it can still be declined: under the same conditions."""
    requester_name: str | None
    requester_email: str | None
    payer_name: str | None
    payer_email: str | None
    """The e-mail address of the payer, if the request named the payer by it."""
    payer_phone: str | None
    """The phone number of the payer, if the request named the payer by it."""
    payer_party_id: str | None
    """The party that has paid. The payer sees it from the payment on, the requester once it is paid."""
    payer_identifier_type: Literal["email", "phone", "party_id", "agent_id"]
    payer_identifier: str
    """The payer as the request named it."""
    payment_link_url: str
    """The URL of a page that shows the request to anyone who has the link."""
    transaction_id: str | None
    """Null until the request is paid; the payer sees it from the payment on."""
    created_at: str
    updated_at: str
    initiator_agent: AgentReference | None
    """The agent that created the request, if one acted. The payer does not see it."""
    requester_party: PartyReference
    payer_party: PartyReference | None
    payer_agent: AgentReference | None
    """The agent that the request names as its payer, if it names one."""


class PaymentTarget(Record):
    type: Literal["payment"]
    id: str


class PreviewedPayee(Record):
    """Who would be paid. `name`, `verified` and `partyId` are null for an address whose owner your party has not
    paid.
    """

    name: str | None
    verified: bool | None
    address: str | None
    """The address by which the payer named it; null if it named a party or an agent."""
    party_id: str | None
    known_since: str | None
    """When your party’s first payment to it was accepted, of those before the request; null if none was."""
    last_paid_at: str | None
    """When the last one of these was accepted."""
    name_warning: PayeeNameWarning | None
    """Another party that your party has paid, whose name is the same or looks like it: make sure which of the two
    you mean. Judged when it is read; events show null.
    """


class ReasonCounterpartyNotAllowed(Record):
    type: Literal["counterpartyNotAllowed"]
    list: Literal["allow", "block"]
    """The list that the counterparty is missing from (`allow`) or is on (`block`)."""
    counterparty: ReasonCounterpartyNotAllowedCounterparty
    on_breach: Literal["review", "refuse"]
    """Whether a breach is reviewed or refused."""


class ReasonCurrencyNotAllowed(Record):
    type: Literal["currencyNotAllowed"]
    currency: str
    """An ISO 4217 currency code."""
    allowed: tuple[str, ...]
    on_breach: Literal["review", "refuse"]
    """Whether a breach is reviewed or refused."""


class ReasonCurrencyNotCovered(Record):
    type: Literal["currencyNotCovered"]
    currency: str
    """An ISO 4217 currency code."""
    limit_currencies: tuple[str, ...]
    """The currencies that the limits cover."""


class ReasonLimitExceeded(Record):
    type: Literal["limitExceeded"]
    limit_type: Literal["perTransactionAmount", "dailyAmount", "monthlyAmount"]
    limit_amount: int
    """The limit, in minor units."""
    actual_amount: int
    """The amount that exceeds the limit, in minor units. For a daily or monthly limit, the total with this amount."""
    currency: str
    """An ISO 4217 currency code."""


class ReasonNewCounterparty(Record):
    type: Literal["newCounterparty"]
    counterparty: ReasonNewCounterpartyCounterparty
    on_breach: Literal["review", "refuse"]
    """Whether a breach is reviewed or refused."""


class ReasonOutsideHours(Record):
    type: Literal["outsideHours"]
    local_time: str
    time_zone: str
    weekly: tuple[HoursWeekly, ...]
    on_breach: Literal["review", "refuse"]
    """Whether a breach is reviewed or refused."""


class ReasonPossibleDuplicate(Record):
    type: Literal["possibleDuplicate"]
    earlier_payment_id: str | None = None
    """Of a payment. Left out for an agent that reads its own only, if another agent made it."""
    earlier_transfer_id: str | None = None
    """Of a withdrawal. Left out for an agent that reads its own only, if another agent made it."""
    within_seconds: int
    overridable: bool
    """Whether `intendedRepeat` lets it pass."""
    on_breach: Literal["review", "refuse"]
    """Whether a breach is reviewed or refused."""


class ReasonRateExceeded(Record):
    type: Literal["rateExceeded"]
    period: Literal["hour", "day"]
    limit: int
    actual: int
    """The number of payments in the period, with this one."""
    on_breach: Literal["review", "refuse"]
    """Whether a breach is reviewed or refused."""


class Redelivery(Record, kind="redelivery"):
    object: Literal["redelivery"]
    id: str
    status: Literal["PENDING"]
    attempt_count: int
    max_attempts: int
    """After this many attempts it is given up."""
    created_at: str
    updated_at: str
    webhook: WebhookReference
    event: EventReference


class Refund(Record, kind="refund"):
    object: Literal["refund"]
    id: str
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal["COMPLETED"]
    description: str | None
    created_at: str
    payment: PaymentReference
    """The payment that was refunded."""
    transaction: TransactionReference


class RotatedAgentKey(Record, kind="agentKey"):
    object: Literal["agentKey"]
    id: str
    agent_key_prefix: str
    """The first characters of the key, by which people can tell keys apart."""
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """Always empty: no endpoint gives it tags."""
    created_at: str
    expires_at: str | None
    """From then on the key is refused; a rotation may bring it forward. Null if it never expires."""
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    rotated_at: str | None
    """When a rotation replaced it by another key; null if none has."""
    revoked_at: str | None
    created_by: str
    revoked_by: str | None
    """Null if the key is not revoked, or the operator has revoked it."""
    agent_key: str | None = None
    """The complete key. Shown only in this response, and absent from a replay: Purser stores its hash."""
    previous_key_expires_at: str | None
    """Until when the previous key works. Null if it was revoked at once."""
    party: PartyReference
    agent: AgentReference


class RotatedApiKey(Record, kind="apiKey"):
    object: Literal["apiKey"]
    id: str
    api_key_prefix: str
    """The first characters of the key, by which people can tell keys apart."""
    name: str
    scopes: tuple[
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
        ],
        ...,
    ]
    environment: Literal["sandbox", "prod"]
    status: Literal["ACTIVE", "REVOKED", "EXPIRED"]
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    expires_at: str | None
    """From then on the key is refused; a rotation may bring it forward. Null if it never expires."""
    signed_in_at: str | None
    """When its user signed in, if it is a browser session; null for a key that programs use."""
    last_used_at: str | None
    """Accurate to one minute. Null if the key was never used."""
    rotated_at: str | None
    """When a rotation replaced it by another key; null if none has."""
    revoked_at: str | None
    created_by: str
    revoked_by: str | None
    """Null if the key is not revoked, or the operator has revoked it."""
    api_key: str | None = None
    """The complete key. Shown only in this response, and absent from a replay: Purser stores its hash."""
    previous_key_expires_at: str | None
    """Until when the previous key works. Null if it was revoked at once."""
    party: PartyReference


class RotatedWebhook(Record, kind="webhook"):
    object: Literal["webhook"]
    id: str
    url: str
    enabled_events: tuple[str, ...]
    description: str
    """Empty if it has none."""
    sources: tuple[Literal["own"], ...]
    """Whose events it gets. `own`: the events of your party."""
    status: Literal["ENABLED", "DISABLED"]
    disabled_reason: Literal["FAILING", "GONE"] | None
    """Why Purser disabled it: 5 days without a success, or the receiver answered 410."""
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    created_by: str
    """The user who made it, who may have left since."""
    updated_at: str
    signing_secret: str | None = None
    """The secret that signs deliveries. No other response shows it."""
    previous_secret_expires_at: str | None
    """Until when the previous secret signs too; null if it signs no longer."""
    party: PartyReference


class Statement(Record, kind="statement"):
    object: Literal["statement"]
    id: str
    currency: str
    """An ISO 4217 currency code."""
    from_: str
    to: str
    """Where the statement ends: no later movement is ever dated before it."""
    opening_balance: int
    """What the wallet had before the period, in minor units."""
    closing_balance: int
    """What it had at its end."""
    lines: tuple[StatementLine, ...]
    """The oldest first."""
    wallet: WalletReference


class Transaction(Record, kind="transaction"):
    object: Literal["transaction"]
    id: str
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal[
        "PROCESSING",
        "PENDING_CLAIM",
        "IN_REVIEW",
        "COMPLETED",
        "FAILED",
        "RETURNED",
        "APPROVAL_DENIED",
        "CANCELED",
    ]
    """The status of the payment or transfer of this transaction."""
    description: str | None
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    created_at: str
    updated_at: str
    transaction_type: Literal["payment", "transfer"]
    direction: Literal["INBOUND", "OUTBOUND"]
    """The direction as your party sees it."""
    expected_available_at: str | None
    """For a transfer, when the money is expected to be available."""
    initiator_agent: AgentReference | None
    """The agent that made the payment or withdrawal, if one did. The recipient does not see it."""
    source_party: PartyReference | None
    """Null for a deposit."""
    destination_party: PartyReference
    payment: PaymentReference | None = None
    """Present if `transactionType` is `payment`: the payment, or the one that was refunded."""
    transfer: TransferReference | None = None
    """Present if `transactionType` is `transfer`."""


class TransactionDetail(Record, kind="transaction"):
    object: Literal["transaction"]
    id: str
    amount: str
    """Minor units of the currency, as decimal digits."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal[
        "PROCESSING",
        "PENDING_CLAIM",
        "IN_REVIEW",
        "COMPLETED",
        "FAILED",
        "RETURNED",
        "APPROVAL_DENIED",
        "CANCELED",
    ]
    """The status of the payment or transfer of this transaction."""
    description: str | None
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    memo: str | None
    """Null: a payment has no memo."""
    created_at: str
    updated_at: str
    is_delegated: bool
    """Whether a party paid from the wallet of a customer who delegated to it. Only these two are told."""
    customer_name: str | None
    customer_agent_id: str | None
    sender_name: str
    recipient_name: str
    """The name of the recipient. If it is not known yet, its e-mail address or phone number."""
    expected_available_at: str | None
    """For a transfer, when the money is expected to be available."""
    transaction_type: Literal["payment", "transfer"]
    category: Literal["sent", "received", "deposit", "withdrawal", "internal", "refund"]
    direction: Literal["INBOUND", "OUTBOUND"]
    """The direction as your party sees it."""
    initiator_agent: AgentReference | None
    """The agent that made the payment or withdrawal, if one did. The recipient does not see it."""
    payment: PaymentReference | None = None
    """Present if `transactionType` is `payment`: the payment, or the one that was refunded."""
    transfer: TransferReference | None = None
    """Present if `transactionType` is `transfer`."""
    source_party: PartyReference | None
    destination_party: PartyReference
    source_wallet: WalletReference | None
    destination_wallet: WalletReference | None


class Transfer(Record, kind="transfer"):
    object: Literal["transfer"]
    id: str
    type: Literal["deposit", "withdrawal", "internal"]
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal["PROCESSING", "IN_REVIEW", "COMPLETED", "FAILED", "RETURNED", "APPROVAL_DENIED", "CANCELED"]
    description: str | None
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    approvals: tuple[TransferApproval, ...] | None
    """The approvals for which it waits; null if it waits for none, and for everybody but the party that pays and the
    one that asked for it.
    """
    external_account_display_mask: str | None
    """Null for an internal transfer."""
    expected_available_at: str | None
    failure: TransferFailure | None
    """Why the transfer failed. The money of a withdrawal is available in the wallet again."""
    return_: TransferReturn | None
    """Why the bank returned the transfer after it had completed."""
    submitted_at: str
    settled_at: str | None
    created_at: str
    updated_at: str
    party: PartyReference
    initiator_agent: AgentReference | None
    """The agent that made the withdrawal, if one acted."""
    wallet: WalletReference
    """The wallet that the money leaves; for a deposit, the one that it enters."""
    dest_wallet: WalletReference | None
    """The wallet that the money of an internal transfer enters; null for other transfers."""
    external_account: ExternalAccountReference | None
    """Null for an internal transfer."""
    transaction: TransactionReference


class TransferPreview(Record, kind="transferPreview"):
    object: Literal["transferPreview"]
    outcome: Literal["accepted", "needsApproval", "refused"]
    """What would happen at this moment."""
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""
    fee: int | None = None
    """What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is
    charged, and for the recipient.
    """
    funds: Literal["checked", "notChecked"]
    """Whether the outcome takes into account what the wallet has. `notChecked` if you may not read it, if an
    external account pays, and if that is not looked at yet: before an approval, or after an earlier error.
    """
    approvals: tuple[PreviewApproval, ...]
    """The approvals that would be needed, with who decides and why, as an approval shows it."""
    errors: tuple[Error, ...]
    """The error of a refusal; otherwise empty."""


class User(Record, kind="user"):
    object: Literal["user"]
    id: str
    name: str
    email: str | None
    """Null if the user is known by a phone number."""
    role: Literal["OWNER", "ADMIN", "APPROVER", "MEMBER"]
    status: Literal["ACTIVE", "REVOKED"]
    """`REVOKED`: no longer a member."""
    created_at: str
    """When the user became a member."""
    party: PartyReference


class Wallet(Record, kind="wallet"):
    object: Literal["wallet"]
    id: str
    display_name: str | None
    """Null for a wallet that was opened automatically and has no name yet."""
    currency: str
    """An ISO 4217 currency code."""
    status: Literal["active", "frozen", "closed"]
    """`frozen`: pays nothing, still receives. `closed`: neither, for good."""
    wallet_type: Literal["standard"]
    is_default: bool
    """Whether this wallet pays and receives in its currency if no other one is named."""
    balance: WalletBalance
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    updated_at: str
    """Money that moves does not change it."""
    party: PartyReference


class Webhook(Record, kind="webhook"):
    object: Literal["webhook"]
    id: str
    url: str
    enabled_events: tuple[str, ...]
    description: str
    """Empty if it has none."""
    sources: tuple[Literal["own"], ...]
    """Whose events it gets. `own`: the events of your party."""
    status: Literal["ENABLED", "DISABLED"]
    disabled_reason: Literal["FAILING", "GONE"] | None
    """Why Purser disabled it: 5 days without a success, or the receiver answered 410."""
    tags: Mapping[str, str]
    """The tags that your party gave it."""
    created_at: str
    created_by: str
    """The user who made it, who may have left since."""
    updated_at: str
    party: PartyReference


class WebhookDelivery(Record, kind="webhookDelivery"):
    object: Literal["webhookDelivery"]
    id: str
    event_type: str
    status: Literal["DELIVERED", "FAILED"]
    attempt: int
    """Which attempt it was, from 1."""
    request: WebhookDeliveryRequest
    response: WebhookDeliveryResponse | None
    """What the receiver answered; null if it did not."""
    error: Literal["forbidden_address", "timeout", "network", "tls"] | None
    duration_ms: int
    next_attempt_at: str | None
    created_at: str
    webhook: WebhookReference


class WithdrawalInReview(Record):
    type: Literal["transfer"]
    id: str
    status: Literal["IN_REVIEW"]
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""


class WithdrawalTarget(Record):
    type: Literal["withdrawal"]
    id: str


class AcceptClaimMeta(Record):
    user_id: str
    """Its first user, the owner."""
    received: MetaReceived
    """What is the party's own from now on: nobody can cancel it, and it does not go back. What no wallet has room
    for, or whose payer owes money, is not part of it, and goes back.
    """
    api_key: CreatedApiKey | ApiKey | None = None
    """The API key that `apiKeyName` made. A replay shows it without the complete key."""


class AcceptInvitationMeta(Record):
    party_id: str
    """The new party, which is the customer."""
    user_id: str
    """Its first user, the owner."""
    api_key: CreatedApiKey | ApiKey | None = None
    """The API key that `apiKeyName` made. A replay shows it without the complete key."""


class AcceptPartyInvitationMeta(Record):
    party_id: str
    """The party that the person has joined."""
    user_id: str
    """The user who is a member now."""
    api_key: CreatedApiKey | ApiKey | None = None
    """The API key that `apiKeyName` made. A replay shows it without the complete key."""


class AgentActivityCounterparty(Record):
    type: Literal["email", "phone", "party_id", "agent_id", "external_account_id"]
    value: str
    name: str | None
    """Its name, or the number of the account as it is shown. Null if it was refused."""


class AgentActivityOutcome(Record):
    status: Literal[
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
    updated_at: str


class AgentActivityReview(Record):
    approval_id: str
    status: Literal["pending", "approved", "denied", "canceled"]
    reasons: tuple[Reason, ...]
    decider_party_id: str
    decided_by: str | None
    """Who decided, if a user of your party did."""
    reason: str | None
    """The words of that user."""
    requested_at: str
    resolved_at: str | None


class AgentCustomerAgent(Record):
    object: Literal["agent"]
    id: str
    name: str


class AgentReference(Record):
    object: Literal["agent"]
    id: str


class AnsweredInvitationParty(Record):
    object: Literal["party"]
    id: str
    name: str


class ApiKeyReference(Record):
    object: Literal["apiKey"]
    id: str


class ApprovalBlockedBy(Record):
    type: Literal["counterpartyNotAllowed", "currencyNotAllowed"]
    party_id: str
    """The party whose rule refuses."""


class ApprovalDecidedBy(Record):
    user_id: str
    credential_id: str
    """The key or session with which the user decided."""
    at: str
    invited_by_maker: bool
    """Whether the user joined the party by an invitation of who made the payment or withdrawal."""


class ApprovalPayee(Record):
    name: str
    """The name of the payee, which the payee chooses; its address if that led to no party."""
    verified: bool
    """Whether it had proved an address."""
    address: str | None
    """The address by which the payer named it; null if it named a party or an agent."""
    party_id: str | None
    known_since: str | None
    """When your party’s first payment to it was accepted, of those before the request; null if none was."""
    last_paid_at: str | None
    """When the last one of these was accepted."""
    name_warning: PayeeNameWarning | None
    """Another party that your party has paid, whose name is the same or looks like it: make sure which of the two
    you mean. Judged when it is read; events show null.
    """


class ApprovalReference(Record):
    object: Literal["approval"]
    id: str


class BacktestAgentRuleResultExample(Record):
    target: PaymentTarget | WithdrawalTarget
    outcome: Literal["waited", "refused"]
    reasons: tuple[Reason, ...]


class ContactAddress(Record):
    type: Literal["email", "phone"]
    value: str


class ContactReference(Record):
    object: Literal["contact"]
    id: str


class CreateAgentCustomersMeta(Record):
    email_failures: tuple[str, ...]
    """The recipient values, as sent, for which no invitation could be created, or to which no mail can be sent at
    the moment. In the second case the invitation is in `data` as well. None is created for an address that your
    party has sent 20 messages within the hour; a party that is named by its id is invited, and gets no mail.
    """
    already_connected: tuple[CreateAgentCustomersMetaAlreadyConnected, ...]
    """Recipients who were skipped as customers of the agent. Always empty: they are invited again."""


class CreateAgentCustomersMetaAlreadyConnected(Record):
    recipient: Recipient
    agent_id: str
    agent_delegation_id: str


class CreateAgentMeta(Record):
    unbounded: bool
    """Whether the agent has no limits of its own: then it may spend whatever its party may."""
    notice: str | None
    """The same in words, and what to do about it; null if limits bound the agent."""


class CreatePartyInvitationsMeta(Record):
    failed: tuple[CreatePartyInvitationsMetaFailed, ...]


class CreatePartyInvitationsMetaFailed(Record):
    email: str
    """The address, as sent."""
    error: str
    """The reason, in a form for people to read."""


class CreatePaymentRequestMeta(Record):
    email_failures: tuple[str, ...]
    """The address that gets no message: your party has sent it enough within the hour."""


class CustomerAgent(Record):
    id: str
    name: str
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]
    """Whether the agent may act for the customer."""
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    """What the customer permits."""
    limits: Limits | None
    """Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of the
    customer's money counts. Null: no limit.
    """


class CustomerDelegation(Record):
    id: str
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    """What the customer permits."""
    created_at: str


class CustomerInvitationAgent(Record):
    object: Literal["agent"]
    id: str
    name: str
    description: str | None
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]


class CustomerInvitationReference(Record):
    object: Literal["customerInvitation"]
    id: str


class DelegationAgent(Record):
    agent_id: str
    name: str
    status: Literal["ACTIVE", "SUSPENDED", "REVOKED"]
    """Whether the agent may act for the customer. The customer makes a SUSPENDED one ACTIVE again; only a new
    invitation renews a REVOKED one.
    """
    permissions: tuple[
        Literal[
            "payments.create",
            "payments.read",
            "wallets.read",
            "wallets.update",
            "external_accounts.create",
            "party.read",
            "party.update",
        ],
        ...,
    ]
    limits: Limits | None
    """Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of the
    customer's money counts. Null: no limit.
    """
    rules: Rules | None
    """What bounds the agent beyond amounts. Null: no rules."""


class DelegationCustomer(Record):
    object: Literal["party"]
    id: str
    name: str


class DelegationDelegate(Record):
    object: Literal["party"]
    id: str
    name: str


class DelegationReference(Record):
    object: Literal["delegation"]
    id: str


class DeletePartyMemberMeta(Record):
    deleted: bool
    """Always `true`."""
    agent_keys: tuple[DeletePartyMemberMetaAgentKey, ...]
    """The keys of agents that the user made, the newest 1,000. They still act: rotate them."""
    webhooks: tuple[DeletePartyMemberMetaWebhook, ...]
    """The webhooks that the user made. They are disabled now."""


class DeletePartyMemberMetaAgentKey(Record):
    id: str
    agent_id: str


class DeletePartyMemberMetaWebhook(Record):
    id: str


class ErrorLinks(Record):
    about: str
    """The URL of a page about the code."""


class ErrorMeta(Record):
    support_id: str
    """The value of the header `Request-Id`."""
    reasons: tuple[Reason, ...] | None = None
    """With `rule_broken`: every rule and limit that is exceeded."""


class ErrorSourceHeader(Record):
    header: str


class ErrorSourceParameter(Record):
    parameter: str


class ErrorSourcePointer(Record):
    pointer: str


class EventPayload(Record):
    object: Record
    """The resource as a read by your party showed it when the event happened, in the form of its own endpoint. What
    it embeds of other resources, such as their names, is as it is today.
    """


class EventReference(Record):
    object: Literal["event"]
    id: str


class ExternalAccountReference(Record):
    object: Literal["externalAccount"]
    id: str


class FreezePartyMeta(Record):
    under_way: MetaUnderWay | None
    """Null if the key of the request lacks the scope `payments.read`."""


class HoursWeekly(Record):
    days: tuple[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], ...]
    from_: str
    to: str


class IncomingCustomerInvitationAgent(Record):
    object: Literal["agent"]
    id: str
    name: str
    description: str | None


class IncomingCustomerInvitationParty(Record):
    object: Literal["party"]
    id: str
    name: str


class InvitationReference(Record):
    object: Literal["invitation"]
    id: str


class Limits(Record):
    per_transaction: int | None = None
    """An integer in minor units of the currency, such as cents of USD."""
    per_day: int | None = None
    """An integer in minor units of the currency, such as cents of USD."""
    per_month: int | None = None
    """An integer in minor units of the currency, such as cents of USD."""
    currencies: Mapping[str, LimitsCurrency] | None = None
    """Limits in other currencies, by currency."""


class LimitsCurrency(Record):
    per_transaction: int | None = None
    """An integer in minor units of the currency, such as cents of USD."""
    per_day: int | None = None
    """An integer in minor units of the currency, such as cents of USD."""
    per_month: int | None = None
    """An integer in minor units of the currency, such as cents of USD."""


class Meta(Record):
    deleted: bool
    """Always `true`."""


class MetaReceived(Record):
    payments: tuple[MetaReceivedPayment, ...]
    """The payments, oldest first, at most 100 of them."""
    totals: tuple[MetaReceivedTotal, ...]
    """The sums of all of them, by currency."""


class MetaReceivedPayment(Record):
    payment_id: str
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""


class MetaReceivedTotal(Record):
    currency: str
    """An ISO 4217 currency code."""
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    count: int
    """Of how many payments."""


class MetaUnderWay(Record):
    withdrawals: MetaUnderWayWithdrawals
    """Withdrawals that were accepted, and whose outcome the bank has not reported yet. They go on unless you cancel
    them.
    """
    reviews: MetaUnderWayReviews
    """Payments and withdrawals that wait for an approval. What is stopped can only be denied or canceled."""
    claims: MetaUnderWayClaims
    """Payments that wait to be claimed. They can be claimed unless you cancel them."""


class MetaUnderWayClaims(Record):
    count: int
    """How many there are; 1000 stands for 1000 or more."""
    newest: tuple[MetaUnderWayClaimsNewest, ...]
    """The newest 20 of them."""


class MetaUnderWayClaimsNewest(Record):
    type: Literal["payment"]
    id: str
    status: Literal["PENDING_CLAIM"]
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""


class MetaUnderWayReviews(Record):
    count: int
    """How many there are; 1000 stands for 1000 or more."""
    newest: tuple[PaymentInReview | WithdrawalInReview, ...]
    """The newest 20 of them."""


class MetaUnderWayWithdrawals(Record):
    count: int
    """How many there are; 1000 stands for 1000 or more."""
    newest: tuple[MetaUnderWayWithdrawalsNewest, ...]
    """The newest 20 of them."""


class MetaUnderWayWithdrawalsNewest(Record):
    type: Literal["transfer"]
    id: str
    status: Literal["PROCESSING"]
    amount: int
    """An integer in minor units of the currency, such as cents of USD."""
    currency: str
    """An ISO 4217 currency code."""


class PartyAgentDefaults(Record):
    limits: Limits | None
    """Minor units of the default currency; days and months are those of UTC. Null: no limit."""
    rules: Rules | None
    """What bounds the agent beyond amounts. Null: no rules."""
    reads: Literal["party", "own"]
    """What the agent reads. `party`: all that your party may read and its key allows. `own`: the payments,
    transactions, transfers, payment requests, approvals and events that it made itself, and the payment requests
    that name it as the payer; nothing that others wrote to your party, and no counterparties.
    """


class PartyApprovalPolicy(Record):
    by: Literal["any", "session"]
    """`any`: users who may decide approve with a key or a session. `session`: only people who have signed in on the
    pages, and no key; raising a limit of the party then needs an owner who has just signed in.
    """
    two_above: PartyApprovalPolicyTwoAbove | None
    """Above this amount, and for every amount in another currency, two different users have to approve, and neither
    made the payment or withdrawal; null: one approves.
    """


class PartyApprovalPolicyTwoAbove(Record):
    amount: int
    currency: str
    """An ISO 4217 currency code."""


class PartyReference(Record):
    object: Literal["party"]
    id: str


class PayeeNameWarning(Record):
    party_id: str
    name: str


class PaymentApproval(Record):
    id: str
    reasons: tuple[Reason, ...]
    """Why, as the approval shows it: figures of another party are left out, so it may be empty."""
    decider_party_id: str
    """The party that decides."""
    expires_at: str
    """When the approval is over if nobody has decided."""


class PaymentPreviewClaim(Record):
    only_if_unverified: bool
    """True for every address whose owner your party has not paid: the money waits only if nobody has verified the
    address, and nothing tells whether somebody has.
    """
    expires_at: str
    """Until when, if the money left now; then it is returned."""


class PaymentReference(Record):
    object: Literal["payment"]
    id: str


class PaymentRequestReference(Record):
    object: Literal["paymentRequest"]
    id: str


class PreviewApproval(Record):
    decider_party_id: str
    reasons: tuple[Reason, ...]


class ReasonCounterpartyNotAllowedCounterparty(Record):
    type: Literal["email", "phone", "party_id", "agent_id", "external_account_id"]
    value: str


class ReasonNewCounterpartyCounterparty(Record):
    type: Literal["email", "phone", "party_id", "agent_id", "external_account_id"]
    value: str


class Recipient(Record):
    type: Literal["email", "phone", "party_id"]
    value: str


class Rules(Record):
    counterparties: RulesCounterparties | None = None
    currencies: RulesCurrencies | None = None
    payments_per_hour: RulesPaymentsPerHour | None = None
    payments_per_day: RulesPaymentsPerDay | None = None
    hours: RulesHours | None = None
    first_payment_to_new_payee: RulesFirstPaymentToNewPayee | None = None
    duplicates: RulesDuplicates | None = None


class RulesCounterparties(Record):
    allow: tuple[RulesCounterpartiesAllow, ...] | None = None
    block: tuple[RulesCounterpartiesBlock, ...] | None = None
    on_breach: Literal["review", "refuse"]


class RulesCounterpartiesAllow(Record):
    type: Literal["email", "phone", "domain", "party_id", "external_account_id"]
    value: str
    include_subdomains: bool | None = None
    """Of a domain that is allowed."""


class RulesCounterpartiesBlock(Record):
    type: Literal["email", "phone", "domain", "party_id", "external_account_id"]
    value: str
    include_subdomains: bool | None = None
    """Of a domain that is allowed."""


class RulesCurrencies(Record):
    allow: tuple[str, ...]
    on_breach: Literal["review", "refuse"]


class RulesDuplicates(Record):
    within_seconds: int
    on_breach: Literal["review", "refuse"]
    overridable: bool
    match: Literal["normalized", "exact", "payeeAndAmount"]
    across: Literal["agent", "party"]


class RulesFirstPaymentToNewPayee(Record):
    on_breach: Literal["review", "refuse"]


class RulesHours(Record):
    time_zone: str
    weekly: tuple[HoursWeekly, ...]
    on_breach: Literal["review", "refuse"]


class RulesPaymentsPerDay(Record):
    max: int
    on_breach: Literal["review", "refuse"]


class RulesPaymentsPerHour(Record):
    max: int
    on_breach: Literal["review", "refuse"]


class StatementLine(Record):
    time: str
    """When the money moved."""
    kind: Literal["payment", "claim", "refund", "deposit", "withdrawal", "return", "internal", "fee", "recovery"]
    """`claim`: a payment that waited to be claimed. `return`: of a withdrawal. `internal`: between two wallets of
    the party. `recovery`: paid back what the party owed.
    """
    amount: int
    """Minor units; below zero if the money left the wallet."""
    balance: int
    """What the wallet had after this line, in minor units."""
    counterparty: StatementLineCounterparty | None
    """The party of the other wallet: your own party for a transfer between wallets. Null for a bank."""
    description: str | None
    transaction_id: str
    payment_id: str | None
    """The payment, or the one that was refunded."""
    refund_id: str | None
    transfer_id: str | None


class StatementLineCounterparty(Record):
    id: str
    name: str


class SuspendAgentMeta(Record):
    under_way: MetaUnderWay | None
    """Null if the key of the request lacks the scope `payments.read`."""


class SuspendDelegationMeta(Record):
    under_way: MetaUnderWay | None
    """Null if the key of the request lacks the scope `payments.read`."""


class TransactionReference(Record):
    object: Literal["transaction"]
    id: str


class TransferApproval(Record):
    id: str
    reasons: tuple[Reason, ...]
    """Why, as the approval shows it: figures of another party are left out, so it may be empty."""
    decider_party_id: str
    """The party that decides."""
    expires_at: str
    """When the approval is over if nobody has decided."""


class TransferFailure(Record):
    code: str
    reason: str


class TransferReference(Record):
    object: Literal["transfer"]
    id: str


class TransferReturn(Record):
    code: str
    reason: str
    returned_at: str


class UnfreezePartyMeta(Record):
    under_way: MetaUnderWay | None
    """Null if the key of the request lacks the scope `payments.read`."""


class UserReference(Record):
    object: Literal["user"]
    id: str


class VerifyPartyContactMeta(Record):
    received: MetaReceived
    """What is the party's own from now on: nobody can cancel it, and it does not go back. What no wallet has room
    for, or whose payer owes money, is not part of it, and goes back.
    """


class WalletBalance(Record):
    available: int
    """What can be spent, in minor units."""
    held: int
    """What is reserved for payments and withdrawals under way."""
    total: int
    """`available` and `held` together."""
    receivable: int
    """What the party owes in this currency, because the bank returned deposits that were spent. Each wallet of the
    party in this currency shows the same sum, and what arrives in any of them settles it first.
    """
    currency: str
    """An ISO 4217 currency code."""


class WalletReference(Record):
    object: Literal["wallet"]
    id: str


class WebhookDeliveryRequest(Record):
    url: str
    webhook_id: str
    """The header `webhook-id`: the id of the event."""
    webhook_timestamp: int
    """The header `webhook-timestamp`."""


class WebhookDeliveryResponse(Record):
    status_code: int
    body: str
    """The first 1024 characters."""


class WebhookMeta(Record):
    events: int
    """How many events will be delivered again."""


class WebhookReference(Record):
    object: Literal["webhook"]
    id: str


class DeleteAgentKeyResult(AgentKey):
    """What `purser.agent_keys.revoke` returns."""

    meta: Meta


class CreateAgentResult(Agent):
    """What `purser.agents.create` returns."""

    meta: CreateAgentMeta


class DeleteAgentsInvitationResult(CustomerInvitation):
    """What `purser.agents.cancel_invitation` returns."""

    meta: Meta


class DeleteAgentResult(Agent):
    """What `purser.agents.revoke` returns."""

    meta: Meta


class CreateAgentCustomersResult(Record):
    """What `purser.agents.invite_customers` returns."""

    data: tuple[CustomerInvitation, ...]
    meta: CreateAgentCustomersMeta


class DeleteAgentCustomerResult(AgentCustomer):
    """What `purser.agents.remove_customer` returns."""

    meta: Meta


class BacktestAgentRuleResult(Record):
    """What `purser.agents.backtest_rules` returns."""

    object: Literal["backtest"]
    payments: int
    """How many payments and withdrawals were looked at."""
    passed: int
    waited: int
    """How many would have waited for an approval."""
    refused: int
    from_: str | None
    """When the oldest of them was made."""
    to: str | None
    examples: tuple[BacktestAgentRuleResultExample, ...] | None
    """The latest that would have been refused or waited, up to 10 of each, with all reasons. Null if the key of the
    request lacks the scope `payments.read`.
    """


class SuspendAgentResult(Agent):
    """What `purser.agents.suspend` returns."""

    meta: SuspendAgentMeta


class DeleteApiKeyResult(ApiKey):
    """What `purser.api_keys.revoke` returns."""

    meta: Meta


class AcceptClaimResult(ClaimedParty):
    """What `purser.claims.accept` returns."""

    meta: AcceptClaimMeta


class AcceptInvitationResult(IncomingCustomerInvitation):
    """What `purser.customer_invitations.accept_by_token` returns."""

    meta: AcceptInvitationMeta


class DeleteCustomerResult(Customer):
    """What `purser.customers.remove` returns."""

    meta: Meta


class DeleteDelegationResult(Delegation):
    """What `purser.delegations.revoke` returns."""

    meta: Meta


class SuspendDelegationResult(Delegation):
    """What `purser.delegations.suspend` returns."""

    meta: SuspendDelegationMeta


class DeleteExternalAccountResult(ExternalAccount):
    """What `purser.external_accounts.remove` returns."""

    meta: Meta


class DeleteOauthGrantResult(OauthGrant):
    """What `purser.oauth_grants.revoke` returns."""

    meta: Meta


class DeletePartyContactResult(Contact):
    """What `purser.party.remove_contact` returns."""

    meta: Meta


class VerifyPartyContactResult(Contact):
    """What `purser.party.verify_contact` returns."""

    meta: VerifyPartyContactMeta


class FreezePartyResult(PartyFreeze):
    """What `purser.party.freeze` returns."""

    meta: FreezePartyMeta


class DeletePartyLimitsResult(PartyLimitPolicy):
    """What `purser.party.remove_limits` returns."""

    meta: Meta


class DeletePartyMemberResult(User):
    """What `purser.party.remove_member` returns."""

    meta: DeletePartyMemberMeta


class UnfreezePartyResult(PartyFreeze):
    """What `purser.party.unfreeze` returns."""

    meta: UnfreezePartyMeta


class CreatePartyInvitationsResult(Record):
    """What `purser.party_invitations.create` returns."""

    data: tuple[Invitation, ...]
    meta: CreatePartyInvitationsMeta


class DeletePartyInvitationResult(Invitation):
    """What `purser.party_invitations.revoke` returns."""

    meta: Meta


class AcceptPartyInvitationResult(AnsweredInvitation):
    """What `purser.party_invitations.accept` returns."""

    meta: AcceptPartyInvitationMeta


class CreatePaymentRequestResult(PaymentRequest):
    """What `purser.payment_requests.create` returns."""

    meta: CreatePaymentRequestMeta | None = None
    """Only if no message is sent. Pass the link on yourself."""


class DeleteWalletResult(Wallet):
    """What `purser.wallets.close` returns."""

    meta: Meta


class DeleteWebhookResult(Webhook):
    """What `purser.webhooks.remove` returns."""

    meta: Meta


class RedeliverWebhookResult(Webhook):
    """What `purser.webhooks.redeliver` returns."""

    meta: WebhookMeta


class TestWebhookResult(Webhook):
    """What `purser.webhooks.test` returns."""

    meta: WebhookMeta


Reason: TypeAlias = (
    ReasonLimitExceeded
    | ReasonCurrencyNotCovered
    | ReasonCounterpartyNotAllowed
    | ReasonCurrencyNotAllowed
    | ReasonRateExceeded
    | ReasonOutsideHours
    | ReasonNewCounterparty
    | ReasonPossibleDuplicate
)
