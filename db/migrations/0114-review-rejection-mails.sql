-- When the author of a rejected review was mailed the reason (DSA, Art. 17). Null: not yet.
alter table review add column rejection_mailed_at timestamptz;
update review set rejection_mailed_at = coalesce(decided_at, now()) where status = 'rejected';
create index review_rejection_unmailed on review (decided_at) where status = 'rejected' and rejection_mailed_at is null;
