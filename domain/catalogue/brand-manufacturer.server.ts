/**
 * Who answers for the goods of a brand: the manufacturer, or the responsible person in the EU (Regulation (EU) 2023/988,
 * Article 19). Every product of the brand shows it, in all stores.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Sku } from '../products/sku.ts'

export interface Manufacturer {
  name: string
  /** Postal address on one line. */
  address: string
  email: string
}

export interface BrandOfProduct {
  slug: string
  name: string
  manufacturer: Manufacturer | null
  /** How many the brand has. */
  products: number
}

export type SetManufacturerAnswer =
  | { ok: true }
  | { ok: false; code: 'unknown_brand' }
  | { ok: false; code: 'changed_meanwhile'; current: Manufacturer | null }

/** The brand of a product; null: it has none. */
export async function brandOf(db: Kysely<DB>, sku: Sku): Promise<BrandOfProduct | null> {
  const { rows } = await sql<BrandOfProduct>`
    select b.slug, b.name, b.manufacturer,
      (select count(*)::integer from product o where o.brand_id = b.id) as products
    from product p join brand b on b.id = p.brand_id where p.sku = ${sku}`.execute(db)
  return rows[0] ?? null
}

/** Null: the brand has none, or there is no such brand. */
export async function readManufacturer(db: Kysely<DB>, slug: string): Promise<Manufacturer | null> {
  const { rows } = await sql<{ manufacturer: Manufacturer | null }>`
    select manufacturer from brand where slug = ${slug}`.execute(db)
  return rows[0]?.manufacturer ?? null
}

const isSame = (one: Manufacturer | null, other: Manufacturer | null): boolean =>
  one?.name === other?.name && one?.address === other?.address && one?.email === other?.email

/** Replaces the manufacturer; null removes it. `expected`: the one that the person saw; absent: whatever is stored. */
export function setManufacturer(
  db: Kysely<DB>,
  actor: Actor,
  given: {
    slug: string
    manufacturer: Manufacturer | null
    expected?: Manufacturer | null
    reason?: string | null
  },
): Promise<SetManufacturerAnswer> {
  const { slug, manufacturer, expected, reason = null } = given
  return audited(db, actor, async (trx, record) => {
    const brand = await trx
      .selectFrom('brand')
      .select('manufacturer')
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst()
    if (!brand) return { ok: false, code: 'unknown_brand' }
    const stored = brand.manufacturer as Manufacturer | null
    if (isSame(stored, manufacturer)) return { ok: true }
    if (expected !== undefined && !isSame(stored, expected))
      return { ok: false, code: 'changed_meanwhile', current: stored }
    const next = manufacturer === null ? null : JSON.stringify(manufacturer)
    await trx.updateTable('brand').set({ manufacturer: next }).where('slug', '=', slug).execute()
    record({
      action: 'brand.set_manufacturer',
      object: ['brand', slug],
      before: { ...stored },
      after: { ...manufacturer },
      reason,
    })
    return { ok: true }
  })
}
