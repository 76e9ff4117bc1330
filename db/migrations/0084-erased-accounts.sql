-- An account whose customer asked for its deletion: nothing personal is left in its row, which stays because
-- subscriptions that have ended refer to it.
alter table account add column erased_at timestamptz;
