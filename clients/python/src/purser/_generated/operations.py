"""Generated from /openapi.json by `npm run client:generate`. Do not edit by hand."""

from .._request import Operation

accept_claim = Operation("POST", "/claims/{token}/accept", body="name,apiKeyName", kind="keyed")
accept_customer_invitation = Operation("POST", "/customer-invitations/{invitationId}/accept", kind="keyed")
accept_invitation = Operation("POST", "/invitations/{token}/accept", body="name,apiKeyName", kind="keyed")
accept_party_invitation = Operation("POST", "/party-invitations/{token}/accept", body="name,apiKeyName", kind="keyed")
approve_approval = Operation("POST", "/approvals/{approvalId}/approve", kind="keyed")
backtest_agent_rule = Operation("POST", "/agents/{agentId}/rules/backtest", body="payments,limits,rules")
cancel_payment = Operation("POST", "/payments/{paymentId}/cancel", kind="keyed")
cancel_payment_request = Operation("POST", "/payment-requests/{paymentRequestId}/cancel", kind="keyed")
cancel_transfer = Operation("POST", "/transfers/{transferId}/cancel", kind="keyed")
create_agent = Operation("POST", "/agents", body="name,description,limits,rules,walletIds,reads,tags", kind="keyed")
create_agent_customers = Operation(
    "POST",
    "/agents/{agentId}/customers",
    body="recipients,permissions,limits,expiresAt,tags",
    kind="keyed",
)
create_agent_key = Operation("POST", "/agent-keys", body="agentId,expiresAt", kind="keyed")
create_api_key = Operation("POST", "/api-keys", body="name,scopes,expiresAt,tags", kind="once")
create_external_account = Operation(
    "POST",
    "/external-accounts",
    body="accountName,bankName,account,tags",
    kind="keyed",
)
create_party_contact = Operation("POST", "/parties/me/contacts", body="address", kind="keyed")
create_party_invitations = Operation("POST", "/party-invitations", body="invitations,expiresInDays,tags", kind="once")
create_payment = Operation(
    "POST",
    "/payments",
    body="amount,currency,counterparty,customerPartyId,walletId,description,tags,intendedRepeat",
    kind="keyed",
)
create_payment_refund = Operation("POST", "/payments/{paymentId}/refund", body="amount,description", kind="keyed")
create_payment_request = Operation(
    "POST",
    "/payment-requests",
    body="amount,currency,description,tags,walletId,payerName,payer",
    kind="keyed",
)
create_wallet = Operation("POST", "/wallets", body="displayName,currency,tags", kind="keyed")
create_webhook = Operation("POST", "/webhooks", body="url,enabledEvents,description,sources,tags", kind="keyed")
decline_customer_invitation = Operation("POST", "/customer-invitations/{invitationId}/decline", kind="keyed")
decline_invitation = Operation("POST", "/invitations/{token}/decline", kind="keyed")
decline_party_invitation = Operation("POST", "/party-invitations/{token}/decline", kind="keyed")
decline_payment_request = Operation("POST", "/payment-requests/{paymentRequestId}/decline", kind="keyed")
default_wallet = Operation("POST", "/wallets/{walletId}/default", kind="keyed")
delete_agent = Operation("DELETE", "/agents/{agentId}", kind="keyed")
delete_agent_customer = Operation("DELETE", "/agents/{agentId}/customers/{partyId}", kind="keyed")
delete_agent_key = Operation("DELETE", "/agent-keys/{agentKeyId}", kind="keyed")
delete_agents_invitation = Operation("DELETE", "/agents/invitations/{invitationId}", kind="keyed")
delete_api_key = Operation("DELETE", "/api-keys/{apiKeyId}", kind="keyed")
delete_customer = Operation("DELETE", "/customers/{partyId}", kind="keyed")
delete_delegation = Operation("DELETE", "/delegations/{delegationId}", kind="keyed")
delete_external_account = Operation("DELETE", "/external-accounts/{externalAccountId}", kind="keyed")
delete_oauth_grant = Operation("DELETE", "/oauth-grants/{oauthGrantId}", kind="keyed")
delete_party_contact = Operation("DELETE", "/parties/me/contacts/{contactId}", kind="keyed")
delete_party_invitation = Operation("DELETE", "/party-invitations/{invitationId}", kind="keyed")
delete_party_limits = Operation("DELETE", "/parties/me/limits", kind="keyed")
delete_party_member = Operation("DELETE", "/parties/me/members/{userId}", kind="keyed")
delete_wallet = Operation("DELETE", "/wallets/{walletId}", kind="keyed")
delete_webhook = Operation("DELETE", "/webhooks/{webhookId}", kind="keyed")
deny_approval = Operation("POST", "/approvals/{approvalId}/deny", body="reason", kind="keyed")
deposit_transfer = Operation(
    "POST",
    "/transfers/deposit",
    body="amount,currency,externalAccountId,walletId,description,tags",
    kind="keyed",
)
freeze_party = Operation("POST", "/parties/me/freeze", kind="keyed")
freeze_wallet = Operation("POST", "/wallets/{walletId}/freeze", kind="keyed")
fulfill_payment_request = Operation(
    "POST",
    "/payment-requests/{paymentRequestId}/fulfill",
    body="paymentSource,expectedAmount,expectedCurrency",
    kind="keyed",
)
get_agent = Operation("GET", "/agents/{agentId}")
get_agent_usage = Operation("GET", "/agents/{agentId}/usage")
get_api_key = Operation("GET", "/api-keys/{apiKeyId}")
get_approval = Operation("GET", "/approvals/{approvalId}")
get_customer = Operation("GET", "/customers/{partyId}")
get_delegation = Operation("GET", "/delegations/{delegationId}")
get_delegation_usage = Operation("GET", "/delegations/{delegationId}/usage")
get_event = Operation("GET", "/events/{eventId}", query="partyId,customerPartyId")
get_external_account = Operation("GET", "/external-accounts/{externalAccountId}")
get_oauth_grant = Operation("GET", "/oauth-grants/{oauthGrantId}")
get_party = Operation("GET", "/parties/me")
get_party_limits = Operation("GET", "/parties/me/limits")
get_party_usage = Operation("GET", "/parties/me/usage")
get_payment = Operation("GET", "/payments/{paymentId}", query="partyId,customerPartyId")
get_payment_request = Operation("GET", "/payment-requests/{paymentRequestId}", query="partyId,customerPartyId")
get_simulation_clock = Operation("GET", "/simulations/clock")
get_simulation_external_account_micro_deposits = Operation(
    "GET",
    "/simulations/external-accounts/{externalAccountId}/micro-deposits",
)
get_transaction = Operation("GET", "/transactions/{transaction_id}", query="partyId,customerPartyId")
get_transfer = Operation("GET", "/transfers/{transferId}", query="partyId,customerPartyId")
get_wallet = Operation("GET", "/wallets/{walletId}", query="partyId,customerPartyId")
get_wallet_statement = Operation("GET", "/wallets/{walletId}/statement", query="from,to,partyId,customerPartyId")
get_webhook = Operation("GET", "/webhooks/{webhookId}")
internal_transfer = Operation(
    "POST",
    "/transfers/internal",
    body="sourceWalletId,destWalletId,amount,description,tags",
    kind="keyed",
)
list_agent_activity = Operation(
    "GET",
    "/agents/{agentId}/activity",
    query="instanceId,outcome,createdAfter,createdBefore,limit,cursor",
)
list_agent_customers = Operation("GET", "/agents/{agentId}/customers", query="status,limit,cursor")
list_agent_keys = Operation("GET", "/agent-keys", query="agentId,status,limit,cursor")
list_agents = Operation("GET", "/agents", query="status,limit,cursor")
list_agents_invitations = Operation(
    "GET",
    "/agents/invitations",
    query="status,agentId,recipient,customerEmail,limit,cursor",
)
list_api_keys = Operation("GET", "/api-keys", query="status,limit,cursor")
list_approvals = Operation("GET", "/approvals", query="status,targetId,limit,cursor")
list_audit_log = Operation(
    "GET",
    "/audit-log",
    query="agentId,userId,action,instanceId,credentialId,decision,targetId,createdAfter,createdBefore,limit,cursor",
)
list_counterparties = Operation("GET", "/counterparties", query="direction,limit,cursor")
list_customer_invitations_incoming = Operation("GET", "/customer-invitations/incoming", query="status,limit,cursor")
list_customers = Operation("GET", "/customers", query="status,limit,cursor")
list_delegations = Operation("GET", "/delegations", query="direction,status,limit,cursor")
list_events = Operation(
    "GET",
    "/events",
    query="eventType,resourceId,createdAfter,createdBefore,partyId,customerPartyId,limit,cursor",
)
list_external_accounts = Operation("GET", "/external-accounts", query="status,limit,cursor")
list_oauth_grants = Operation("GET", "/oauth-grants", query="status,limit,cursor")
list_party_contacts = Operation("GET", "/parties/me/contacts", query="type,limit,cursor")
list_party_invitations = Operation("GET", "/party-invitations", query="party_id,partyId,email,status,tag,limit,cursor")
list_party_members = Operation("GET", "/parties/me/members", query="role,limit,cursor")
list_payment_requests = Operation("GET", "/payment-requests", query="partyId,customerPartyId,tag,limit,cursor")
list_payment_requests_incoming = Operation(
    "GET",
    "/payment-requests/incoming",
    query="status,partyId,customerPartyId,limit,cursor",
)
list_payments = Operation(
    "GET",
    "/payments",
    query="status,direction,agentId,counterpartyPartyId,instanceId,createdAfter,createdBefore,partyId,customerPartyId,tag,limit,cursor",
)
list_simulation_mailbox = Operation("GET", "/simulations/mailbox", query="limit,cursor")
list_transactions = Operation("GET", "/transactions", query="type,partyId,customerPartyId,tag,limit,cursor")
list_transfers = Operation("GET", "/transfers", query="partyId,customerPartyId,tag,limit,cursor")
list_wallets = Operation("GET", "/wallets", query="partyId,customerPartyId,status,currency,limit,cursor")
list_webhook_deliveries = Operation("GET", "/webhooks/{webhookId}/deliveries", query="status,eventId,limit,cursor")
list_webhooks = Operation("GET", "/webhooks", query="status,limit,cursor")
preview_create_payment = Operation(
    "POST",
    "/payments/preview",
    body="amount,currency,counterparty,customerPartyId,walletId,description,tags,intendedRepeat",
)
preview_fulfill_payment_request = Operation(
    "POST",
    "/payment-requests/{paymentRequestId}/fulfill/preview",
    body="paymentSource,expectedAmount,expectedCurrency",
)
preview_withdraw_transfer = Operation(
    "POST",
    "/transfers/withdraw/preview",
    body="amount,currency,externalAccountId,walletId,description,tags,intendedRepeat",
)
redeliver_webhook = Operation(
    "POST",
    "/webhooks/{webhookId}/redeliver",
    body="createdAfter,createdBefore",
    kind="keyed",
)
redeliver_webhook_event = Operation("POST", "/webhooks/{webhookId}/events/{eventId}/redeliver", kind="keyed")
resume_agent = Operation("POST", "/agents/{agentId}/resume", kind="keyed")
resume_delegation = Operation("POST", "/delegations/{delegationId}/resume", kind="keyed")
rotate_agent_key = Operation("POST", "/agent-keys/{agentKeyId}/rotate", body="expiresInSeconds", kind="keyed")
rotate_api_key = Operation("POST", "/api-keys/{apiKeyId}/rotate", body="expiresInSeconds", kind="keyed")
rotate_secret_webhook = Operation("POST", "/webhooks/{webhookId}/rotate-secret", body="expiresInSeconds", kind="keyed")
set_party_limits = Operation(
    "PUT",
    "/parties/me/limits",
    body="limits,perTransaction,perDay,perMonth,currency",
    kind="keyed",
)
simulate_advance_clock = Operation("POST", "/simulations/clock/advance", body="seconds", kind="keyed")
simulate_deposits = Operation(
    "POST",
    "/simulations/deposits",
    body="amount,currency,walletId,description",
    kind="keyed",
)
simulate_fail_transfer = Operation("POST", "/simulations/transfers/{transferId}/fail", body="code", kind="keyed")
simulate_return_transfer = Operation("POST", "/simulations/transfers/{transferId}/return", body="code", kind="keyed")
simulate_settle_transfer = Operation("POST", "/simulations/transfers/{transferId}/settle", kind="keyed")
suspend_agent = Operation("POST", "/agents/{agentId}/suspend", kind="keyed")
suspend_delegation = Operation("POST", "/delegations/{delegationId}/suspend", kind="keyed")
test_webhook = Operation("POST", "/webhooks/{webhookId}/test", kind="keyed")
unfreeze_party = Operation("POST", "/parties/me/unfreeze", kind="keyed")
unfreeze_wallet = Operation("POST", "/wallets/{walletId}/unfreeze", kind="keyed")
update_agent = Operation(
    "PATCH",
    "/agents/{agentId}",
    body="name,description,limits,rules,walletIds,reads,tags",
    kind="keyed",
)
update_delegation = Operation("PATCH", "/delegations/{delegationId}", body="permissions,agents", kind="keyed")
update_party = Operation("PATCH", "/parties/me", body="name,displayName,agentDefaults", kind="keyed")
update_party_member = Operation("PATCH", "/parties/me/members/{userId}", body="role", kind="keyed")
update_wallet = Operation("PATCH", "/wallets/{walletId}", body="displayName,tags", kind="keyed")
update_webhook = Operation(
    "PATCH",
    "/webhooks/{webhookId}",
    body="url,enabledEvents,description,sources,status,tags",
    kind="keyed",
)
verify_external_account = Operation(
    "POST",
    "/external-accounts/{externalAccountId}/verify",
    body="amounts",
    kind="keyed",
)
verify_party_contact = Operation("POST", "/parties/me/contacts/{contactId}/verify", body="token", kind="keyed")
withdraw_transfer = Operation(
    "POST",
    "/transfers/withdraw",
    body="amount,currency,externalAccountId,walletId,description,tags,intendedRepeat",
    kind="keyed",
)
