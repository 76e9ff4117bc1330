/**
 * Fills a migrated, empty database with a generated catalogue of any size by set-based SQL: 1,110 categories
 * in three levels, 200 brands, attributes, tiers, campaigns and stock, skewed as in a real shop. For
 * benchmarks only: triggers are disabled, so nothing is written to the change log.
 */
import type pg from 'pg'
import type { StoreCode } from '../domain/stores/stores.ts'

/** Ten main categories; each product's name says its kind, so that broad words exist. */
export const kinds = [
  'Batteri',
  'Laddare',
  'Knappcell',
  'Kabel',
  'Powerbank',
  'Ficklampa',
  'Bilbatteri',
  'Adapter',
  'Hörapparatsbatteri',
  'Verktygsbatteri',
]
export const qualities = [
  'Alkaline',
  'Litium',
  'Industri',
  'Premium',
  'Eco',
  'Max',
  'Ultra',
  'Standard',
  'Proffs',
  'Kompakt',
]
export const makers = [
  'Volta',
  'Ampero',
  'Kraftia',
  'Nordcell',
  'Lumex',
  'Energo',
  'Polar',
  'Fjordic',
  'Strommen',
  'Elvira',
  'Batmax',
  'Cellux',
  'Tesvolt',
  'Ohmland',
  'Wattson',
  'Ionix',
  'Zinkor',
  'Lithos',
  'Ladda',
  'Gnista',
]
const series = ['One', 'Plus', 'Pro', 'Neo', 'Core', 'Flex', 'Go', 'Air', 'Duo', 'Zen']

const structureSql = `
insert into brand (slug, name)
  select lower(m || '-' || s), m || ' ' || s from unnest($1::text[]) m, unnest($2::text[]) s;
insert into tag (code) values ('sale'), ('new');
insert into attribute (code, kind, unit, facet, position, names) values
  ('battery_size', 'choice', null, true, 1, '{"sv":"Storlek"}'), ('chemistry', 'choice', null, true, 2, '{"sv":"Batterityp"}'),
  ('voltage_v', 'number', 'V', true, 3, '{"sv":"Spänning"}'), ('capacity_mah', 'number', 'mAh', true, 4, '{"sv":"Kapacitet"}'),
  ('colour', 'choice', null, true, 5, '{"sv":"Färg"}'), ('rechargeable', 'flag', null, true, 6, '{"sv":"Laddningsbart"}');
insert into attribute_value select 'battery_size', 's' || n, n, jsonb_build_object('sv', 'LR' || n) from generate_series(1, 40) n;
insert into attribute_value select 'chemistry', 'c' || n, n, jsonb_build_object('sv', 'Kemi ' || n) from generate_series(1, 8) n;
insert into attribute_value select 'colour', 'f' || n, n, jsonb_build_object('sv', 'Färg ' || n) from generate_series(1, 6) n;
insert into category (id, code, parent_id, position) overriding system value
  select n, 'c' || n, case when n <= 10 then null when n <= 110 then (n - 11) / 10 + 1 else (n - 111) / 10 + 11 end, n
  from generate_series(1, 1110) n;`

/** Level of a category id and what it is called. */
const categoryTextSql = `
with named as (
  select id, parent_id, case when id <= 10 then ($1::text[])[id] when id <= 110 then ($2::text[])[(id - 11) % 10 + 1]
    else ($3::text[])[(id - 111) % 10 + 1] end || case when id > 110 then ' ' || id else '' end as name from category
), root as (select id, lower(name) as path, name from named where parent_id is null
), middle as (select n.id, r.path || '/' || lower(n.name) as path, n.name from named n join root r on r.id = n.parent_id
), leaf as (select n.id, m.path || '/' || replace(lower(n.name), ' ', '-') as path, n.name from named n join middle m on m.id = n.parent_id
), whole as (select * from root union all select * from middle union all select * from leaf)
insert into category_text (category_id, store, name, slug, path)
  select id, s, name, regexp_replace(path, '.*/', ''), path from whole, unnest($4::text[]) s;
`

// Three odd multipliers spread the numbers of products over categories, brands and values; squares skew them.
const productSql = [
  `insert into product (id, sku, type, gtin, mpn, brand_id, attributes, score_hundredths, score_count, sales_rank)
   overriding system value
   select 1000 + n, 'S' || lpad(n::text, 8, '0'), 1, (7300000000000 + n)::text, 'M' || n * 7919 % 1000003 || '-' || n % 10,
     1 + ((n * 7919 % 1000) ^ 2 / 5000)::int,
     jsonb_build_object('battery_size', 's' || 1 + n * 31 % 40, 'chemistry', 'c' || 1 + n * 17 % 8,
       'voltage_v', (n * 13 % 10 + 1) * 1.5, 'capacity_mah', (n * 101 % 50 + 1) * 100, 'colour', 'f' || 1 + n * 7 % 6,
       'rechargeable', n % 3 = 0),
     case when n % 2 = 0 then 300 + n * 37 % 200 end, n * 37 % 90, (n * 7907::bigint % 10007)::int
   from generate_series(1::bigint, $1) n`,
  `insert into store_product (product_id, store, name, slug, description, vat_rate_basis_points)
   select 1000 + n, s, ($2::text[])[1 + n * 7919 % 1000 / 50 % 20] || ' ' || ($3::text[])[1 + n % 10] || ' '
     || ($4::text[])[1 + n / 10 % 10] || ' LR' || 1 + n * 31 % 40 || ' ' || (n * 101 % 50 + 1) * 100 || ' mAh modell ' || n,
     'modell-' || n, 'En beskrivning av modell ' || n || '. Håller länge och tål kyla.', 2500
   from generate_series(1::bigint, $1) n, unnest($5::text[]) s`,
  `insert into price_tier (product_id, store, kind, min_quantity, price_minor)
   select 1000 + n, s, 'normal', 1, 900 + n * 7901 % 99100 from generate_series(1::bigint, $1) n, unnest($2::text[]) s`,
  `insert into price_tier (product_id, store, kind, min_quantity, price_minor, before_minor, starts_at, ends_at)
   select 1000 + n, s, 'campaign', 1, (900 + n * 7901 % 99100) * 8 / 10, 900 + n * 7901 % 99100, now() - interval '1 day', now() + interval '30 days'
   from generate_series(10::bigint, $1, 10) n, unnest($2::text[]) s`,
  `insert into price_history (product_id, store, kind, price_minor, starts_at, ends_at, recorded_at)
   select product_id, store, kind, price_minor, starts_at, ends_at, now() - case kind when 'normal' then interval '60 days' else interval '1 day' end
   from price_tier where product_id % 10 = 0 order by kind desc`,
  `insert into stock (product_id, store, available)
   select 1000 + n, s, case when n % 12 = 0 then 0 else n % 200 + 1 end from generate_series(1::bigint, $1) n, unnest($2::text[]) s`,
  `insert into product_category (product_id, category_id)
   select 1000 + n, 111 + (n % 10) * 100 + n / 10 % 10 * 10 + n / 100 % 10 from generate_series(1::bigint, $1) n`,
  `insert into product_tag select 1000 + n, 1 from generate_series(10::bigint, $1, 10) n`,
  `insert into product_image (product_id, type, sort_order, source)
   select 1000 + n, t, 1, 'drawing:cell.svgz#VO-AA-front'
   from generate_series(1::bigint, $1) n, unnest('{3,4}'::int[]) t`,
]

/** Fills the database with `count` products in each of the stores. */
export async function fillSyntheticCatalogue(
  client: pg.Client,
  count: number,
  stores: readonly StoreCode[],
): Promise<void> {
  // The stores of a new shop are closed.
  await client.query("delete from store_setting where section = 'opening'")
  const parameters = [
    [count],
    [count, makers, kinds, qualities, stores],
    [count, stores],
    [count, stores],
    [],
    [count, stores],
    [count],
    [count],
    [count],
  ]
  await client.query(
    'begin; set local session_replication_role = replica; set local synchronous_commit = off',
  )
  const [brands, ...others] = structureSql.split(/;\n/)
  await client.query(brands!, [makers, series])
  await client.query(others.join(';\n'))
  await client.query('insert into tag_text select id, s, code, code from tag, unnest($1::text[]) s', [stores])
  await client.query(categoryTextSql, [kinds, qualities, series, stores])
  for (const [index, sql] of productSql.entries()) await client.query(sql, parameters[index])
  await client.query("select setval(pg_get_serial_sequence('product', 'id'), $1)", [count + 1_001])
  await client.query('commit')
  await client.query('analyze')
}

/** Words that search benchmarks type: broad ones, exact ones, beginnings. */
export function syntheticQueries(count: number): string[] {
  const queries: string[] = []
  for (let n = 1; n <= 200; n++) {
    const product = (n * 7907) % count
    queries.push(
      kinds[n % kinds.length]!,
      `${makers[n % makers.length]} ${kinds[(n * 3) % kinds.length]}`,
      makers[n % makers.length]!.slice(0, 3),
      `${kinds[n % kinds.length]!.slice(0, 4)} lr${1 + (n % 40)}`,
      `S${String(product).padStart(8, '0')}`,
      `modell ${product}`,
      qualities[n % qualities.length]!.toLowerCase(),
      `${(n % 50) * 100} mah ${qualities[n % 10]}`,
    )
  }
  return queries
}
