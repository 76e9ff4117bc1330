/**
 * State that an import keeps from its first row to its last, in temporary tables so that a million rows need
 * no more memory than a thousand: claimed skus, and relations to later products.
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
}

export async function closeStaging(db: Kysely<DB>): Promise<void> {
  await sql`drop table if exists pg_temp.import_sku, pg_temp.import_relation`.execute(db)
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
