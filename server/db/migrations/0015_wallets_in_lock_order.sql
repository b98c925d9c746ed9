-- A batch locks wallets by party, currency and id: from this index they come in that order, and nothing is sorted.
DROP INDEX wallets_party_currency;
CREATE INDEX wallets_party_currency ON wallets (party_id, currency, id);
