-- When the customer last proved in this session that it is them, by password or passkey: at the login and when they
-- are asked again before a change of how they sign in. Null: never, as after a login by a mailed link.
alter table session_family add column proved_at timestamptz;
