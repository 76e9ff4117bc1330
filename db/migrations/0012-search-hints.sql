-- Hints under the search field are matched by whole words or phrases; a last word that ends with `*` stands for every
-- word that begins so (domain/content/match-hints.ts). What stood here before were beginnings.
update search_hint set triggers = array(select word || '*' from unnest(triggers) with ordinality as t (word, place)
  order by place);

-- Whether somebody who searches for exactly one of the words is led to the hint's address at once.
alter table search_hint add column redirect boolean not null default false;
