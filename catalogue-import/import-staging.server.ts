/**
 * State that an import keeps from its first row to its last, in temporary tables so that a million rows need
 * no more memory than a thousand: claimed skus, relations to later products, and choices of products (siblings).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { ProductId } from '../domain/products/product-id.ts'

export interface StagedProduct {
  /** The key under which the row claimed its product; unique in the import. */
  claim: string
  sku: Sku
  row: number
  id: ProductId
  /** Whether nothing of the product changed before its relations were compared. */
  unchanged: boolean
  /** Kinds of relations that its record contains; the others stay as they are. */
  kinds: string[]
}

/** Makes the tables on this connection, empty. */
export async function openStaging(db: Kysely<DB>): Promise<void> {
  await closeStaging(db)
  await sql`create temporary table import_sku (
    claim text primary key, sku text, row_number bigint not null, product_id integer, unchanged boolean, kinds text[])`.execute(
    db,
  )
  await sql`create temporary table import_relation (
    sku text not null, kind text not null, related_sku text not null, position integer not null, quantity integer)`.execute(
    db,
  )
  await sql`create temporary table import_sibling (
    item_group text not null, sku text not null, row_number bigint not null, line bigint not null, title text not null,
    choices jsonb not null, unchanged boolean not null)`.execute(db)
}

export async function closeStaging(db: Kysely<DB>): Promise<void> {
  await sql`drop table if exists pg_temp.import_sku, pg_temp.import_relation, pg_temp.import_sibling`.execute(
    db,
  )
}

/** Claims skus for their rows. Returns those claimed by an earlier row, with the number of that row. */
export async function claimSkus(
  db: Kysely<DB>,
  claims: readonly { claim: string; row: number }[],
): Promise<Map<string, number>> {
  const json = JSON.stringify(claims)
  const rows = sql`json_to_recordset(${json}::json) as r(claim text, "row" bigint)`
  const inserted = await sql<{ claim: string }>`
    insert into pg_temp.import_sku (claim, row_number) select r.claim, r.row from ${rows}
    on conflict do nothing returning claim`.execute(db)
  if (inserted.rows.length === claims.length) return new Map()
  const claimed = new Set(inserted.rows.map(({ claim }) => claim))
  const taken = claims.filter(({ claim }) => !claimed.has(claim)).map(({ claim }) => claim)
  const earlier = await sql<{ claim: string; row_number: number }>`
    select claim, row_number from pg_temp.import_sku where claim = any(${taken})`.execute(db)
  return new Map(earlier.rows.map(({ claim, row_number }) => [claim, row_number]))
}

/** Releases the skus of rows that were rejected later. */
export async function releaseSkus(db: Kysely<DB>, claims: readonly string[]): Promise<void> {
  if (claims.length > 0) await sql`delete from pg_temp.import_sku where claim = any(${claims})`.execute(db)
}

const relationKinds = {
  accessories: 'accessory',
  related: 'related',
  crossSelling: 'cross_sell',
  upselling: 'upsell',
  recommended: 'recommended',
  spareParts: 'spare_part',
} as const satisfies Record<keyof NonNullable<ProductRecord['relations']>, string>

/** Names of a record's relations → kinds in the database. */
export const relationKindEntries = Object.entries(relationKinds) as [keyof typeof relationKinds, string][]

/** Stores the relations and set parts of imported records for the end of the import. */
export async function stageRelations(
  db: Kysely<DB>,
  products: readonly { record: ProductRecord; claim: string; id: ProductId; unchanged: boolean }[],
): Promise<void> {
  if (products.length === 0) return
  const staged = products.map(({ record, claim, id, unchanged }) => ({
    claim,
    sku: record.sku,
    id,
    unchanged,
    kinds: mentionedKinds(record),
  }))
  await sql`update pg_temp.import_sku i set sku = r.sku, product_id = r.id, unchanged = r.unchanged, kinds = r.kinds
    from json_to_recordset(${JSON.stringify(staged)}::json)
      as r(claim text, sku text, id integer, unchanged boolean, kinds text[])
    where i.claim = r.claim`.execute(db)
  const relations = products.flatMap(({ record }) => relationsOf(record))
  if (relations.length === 0) return
  await sql`insert into pg_temp.import_relation (sku, kind, related_sku, position, quantity)
    select * from json_to_recordset(${JSON.stringify(relations)}::json)
      as r(sku text, kind text, related_sku text, position integer, quantity integer)`.execute(db)
}

function mentionedKinds({ relations, setParts }: ProductRecord): string[] {
  const kinds = relationKindEntries.flatMap(([name, kind]) => (relations?.[name] === undefined ? [] : [kind]))
  return setParts === undefined ? kinds : [...kinds, 'set_part']
}

function relationsOf(record: ProductRecord) {
  const { sku } = record
  const related = relationKindEntries.flatMap(([name, kind]) =>
    (record.relations?.[name] ?? []).map((related_sku, position) => ({
      sku,
      kind,
      related_sku,
      position,
      quantity: null,
    })),
  )
  const parts = (record.setParts ?? []).map(({ sku: related_sku, quantity }, position) => ({
    sku,
    kind: 'set_part',
    related_sku,
    position,
    quantity,
  }))
  return [...related, ...parts]
}

/** Products with their relations, a page at a time in the order of their claims. */
export async function stagedPage(db: Kysely<DB>, after: string, size: number): Promise<StagedProduct[]> {
  const found = await sql<StagedProduct>`
    select claim, sku, row_number as row, product_id as id, unchanged, kinds from pg_temp.import_sku
    where claim > ${after} and product_id is not null order by claim limit ${size}`.execute(db)
  return found.rows
}

export interface StagedRelation {
  sku: Sku
  kind: string
  related_sku: Sku
  position: number
  quantity: number | null
}

export async function stagedRelations(db: Kysely<DB>, skus: readonly Sku[]): Promise<StagedRelation[]> {
  const found = await sql<StagedRelation>`
    select sku, kind, related_sku, position, quantity from pg_temp.import_relation where sku = any(${skus})`.execute(
    db,
  )
  return found.rows
}

/** Must run before the relations are read page by page. */
export async function indexRelations(db: Kysely<DB>): Promise<void> {
  await sql`create index on pg_temp.import_relation (sku)`.execute(db)
  await sql`analyze pg_temp.import_relation, pg_temp.import_sku`.execute(db)
}

/** A row that is a choice of a product. */
export interface StagedSibling {
  group: string
  sku: Sku
  row: number
  line: number
  /** Name of the product that groups them. */
  title: string
  /** Codes of attributes and of their values, in the order of the file. */
  choices: [string, string][]
  /** Whether the row has changed nothing of its product. */
  unchanged: boolean
}

export async function stageSiblings(db: Kysely<DB>, siblings: readonly StagedSibling[]): Promise<void> {
  if (siblings.length === 0) return
  await sql`insert into pg_temp.import_sibling (item_group, sku, row_number, line, title, choices, unchanged)
    select r."group", r.sku, r."row", r.line, r.title, r.choices, r.unchanged
    from json_to_recordset(${JSON.stringify(siblings)}::json) as r("group" text, sku text, "row" bigint, line bigint,
      title text, choices jsonb, unchanged boolean)`.execute(db)
}

/** Must run before the siblings are read page by page. */
export async function indexSiblings(db: Kysely<DB>): Promise<void> {
  await sql`create index on pg_temp.import_sibling (item_group collate "C")`.execute(db)
  await sql`analyze pg_temp.import_sibling`.execute(db)
}

/**
 * The next groups of rows in the order of their ids, at most `size` of them and hardly more rows than `rows`; without
 * groups of more than `most` rows.
 */
export async function stagedGroups(
  db: Kysely<DB>,
  { after, size, rows: mostRows, most }: { after: string; size: number; rows: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ group: string }>`
    select "group" from (
      select "group", count, sum(count) over (order by "group") as total from (
        select item_group collate "C" as "group", count(*) from pg_temp.import_sibling
        where item_group collate "C" > ${after} group by 1 having count(*) <= ${most} order by 1 limit ${size}) g) t
    where total - count < ${mostRows} order by 1`.execute(db)
  return rows.map(({ group }) => group)
}

/** The rows of the groups in the order of the file. */
export async function stagedSiblings(db: Kysely<DB>, groups: readonly string[]): Promise<StagedSibling[]> {
  const { rows } = await sql<StagedSibling>`
    select item_group as "group", sku, row_number as "row", line, title, choices, unchanged
    from pg_temp.import_sibling where item_group collate "C" = any(${[...groups]}::text[]) order by row_number`.execute(
    db,
  )
  return rows
}
