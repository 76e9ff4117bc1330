-- An account that is deleted lets go of its checkouts; without this each deletion would read all of them.
create index on checkout (account_id) where account_id is not null;
