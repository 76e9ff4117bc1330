-- The list of reviews of the back office, the latest first.
create index review_by_moment on review (submitted_at, id);
