-- How far each running node has read the change log into its index, so that a command can wait until the shop shows
-- what it changed. A node holds an advisory lock on its id; a row without one belongs to a node that is gone.
create sequence index_node_id as integer;
create table index_node (
  id integer primary key,
  -- Everything before this transaction is in the node's index.
  position xid8 not null,
  noted_at timestamptz not null default now()
);
