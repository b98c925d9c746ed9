"""What Schemathesis cannot know about valid requests: rules that the document states in words, and JSON Schema cannot."""

import re
import unicodedata

import schemathesis

AGENT = re.compile(r"^agt_[0-9a-f]{32}$")
NO_AGENT = "agt_" + "0" * 32


@schemathesis.hook
def before_call(context, case, kwargs):
    if not case.meta or not case.meta.generation.mode.is_positive:
        return
    # Only the server can issue a cursor.
    if isinstance(case.query, dict):
        case.query.pop("cursor", None)
        # Both name the customer.
        if "partyId" in case.query:
            case.query.pop("customerPartyId", None)
        # Two names of one parameter say the same.
        for name, other in (("party_id", "partyId"), ("recipient", "customerEmail")):
            if name in case.query:
                case.query.pop(other, None)
        # An address has no invisible characters, and an id the prefix of a resource.
        if "recipient" in case.query:
            case.query["recipient"] = "casey@example.com"
        for name in {"email", "customerEmail", "targetId", "resourceId"} & case.query.keys():
            case.query[name] = "pay_" + "0" * 32 if name.endswith("Id") else "casey@example.com"
        # ISO 4217 has fewer currencies than three letters have combinations.
        if "currency" in case.query:
            case.query["currency"] = "USD"
        # A statement ends after it begins, by default with this month.
        if case.operation.path == "/wallets/{walletId}/statement" and {"from", "to"} & case.query.keys():
            case.query["from"] = "2020-11-21T00:00:00Z"
            if "to" in case.query:
                case.query["to"] = "2020-11-22T00:00:00Z"
    # Both headers of an agent are sent, or none. Schemathesis does not apply the pattern of an optional header.
    headers = case.headers or {}
    if not AGENT.match(headers.get("X-Agent-ID") or "") or not headers.get("X-Instance-ID"):
        headers.pop("X-Agent-ID", None)
        headers.pop("X-Instance-ID", None)
    if isinstance(case.body, dict) and isinstance(case.body.get("data"), dict):
        fit_body(case, case.body["data"])


def fit_body(case, data):
    # A PATCH repeats the id of its path.
    if "id" in data:
        data["id"] = next(iter(case.path_parameters.values()))
    attributes = data.get("attributes")
    if not isinstance(attributes, dict):
        return
    # As in a query.
    if "currency" in attributes:
        attributes["currency"] = "USD"
    # Limits of a party are an object or flat, and its name has two names.
    if case.operation.path == "/parties/me/limits":
        if "limits" in attributes or not {"perTransaction", "perDay", "perMonth"} & attributes.keys():
            attributes.setdefault("limits", None)
            for name in ("perTransaction", "perDay", "perMonth", "currency"):
                attributes.pop(name, None)
    if case.operation.path == "/parties/me" and "name" in attributes:
        attributes.pop("displayName", None)
    fit_texts(attributes)
    # An invitation expires in the future.
    if "expiresAt" in attributes:
        attributes["expiresAt"] = "2999-11-21T09:30:00Z"
    # The party's defaults for new agents contain the same limits and rules.
    for bounds in (attributes, attributes.get("agentDefaults") or {}):
        fit_currencies(bounds.get("limits") or {})
        fit_rules(bounds.get("rules") or {})
    # A change of a delegation names only agents that it has.
    if case.operation.path == "/delegations/{delegationId}":
        attributes.pop("agents", None)
    # A new agent key names its agent as attribute, as relationship, or alike as both.
    if case.operation.path == "/agent-keys":
        agent = data.get("relationships", {}).get("agent", {}).get("data", {})
        attributes["agentId"] = agent["id"] = agent.get("id") or attributes.get("agentId") or NO_AGENT
    # The digits of an IBAN check each other.
    account = attributes.get("account") or {}
    if account.get("type") == "iban":
        account["iban"] = "DE89370400440532013000"
    # All events, or a list of names without repetitions.
    if "enabledEvents" in attributes:
        attributes["enabledEvents"] = ["*"]
    # The sandbox's clock stops at the end of the year 9998.
    if "seconds" in attributes:
        attributes["seconds"] = 1


NAMES = {"name", "apiKeyName", "accountName", "bankName", "payerName", "displayName"}


def fit_texts(value):
    # In a name something is seen, and in an address and a domain nothing is invisible: patterns say so of ASCII only.
    if isinstance(value, list):
        for entry in value:
            fit_texts(entry)
    if not isinstance(value, dict):
        return
    for name in NAMES & value.keys():
        if isinstance(value[name], str) and not any(map(is_seen, value[name])):
            value[name] = "A"
    if value.get("type") == "email" and not ("=?" not in (text := value.get("value", "")) and all(map(is_seen, text))):
        value["value"] = "casey@example.com"
    if value.get("type") == "domain" and not (all(map(is_seen, text := value.get("value", ""))) and text == text.lower()):
        value["value"] = "example.com"
    for inner in value.values():
        fit_texts(inner)


# Default_Ignorable_Code_Point, as far as it has letters, marks and symbols.
IGNORABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def is_seen(character):
    return unicodedata.category(character)[0] not in "CZ" and not IGNORABLE.match(character)


def fit_currencies(limits):
    # As in a query.
    currencies = limits.get("currencies") or {}
    for name in [name for name in currencies if name != "EUR"]:
        currencies["EUR"] = currencies.pop(name)


def fit_rules(rules):
    # The same is true of the currencies that a rule allows, and of IANA's time zones.
    if rules.get("currencies"):
        rules["currencies"]["allow"] = ["USD"]
    if rules.get("hours"):
        rules["hours"]["timeZone"] = "Europe/Berlin"
    # A rule about counterparties has `allow`, `block` or both.
    counterparties = rules.get("counterparties")
    if counterparties is not None and not {"allow", "block"} & counterparties.keys():
        rules.pop("counterparties")
