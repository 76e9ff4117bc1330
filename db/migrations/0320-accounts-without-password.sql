-- Each wrong login asks whether the store has customers of a former shop, who have no password yet.
CREATE INDEX account_without_password_idx ON account (store) WHERE password_hash IS NULL AND erased_at IS NULL;
