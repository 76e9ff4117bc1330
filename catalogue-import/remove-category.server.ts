/**
 * Removes a category. Its contents are never lost: while it has products or child categories the removal is
 * rejected, unless they are moved to another category. Its addresses redirect there, else to its parent; the
 * address of a removed root category answers gone (410).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { audited } from '../domain/audit/audited.server.ts'
import { recomputePaths } from './write-categories.server.ts'

export interface RemovedCategory {
  ok: true
  /** Products and child categories that moved. */
  products: number
  children: number
  /** Code of the category that its addresses redirect to; null: they answer gone. */
  redirectsTo: string | null
}

export type CategoryRemoval =
  | RemovedCategory
  | { ok: false; code: 'unknown_category' | 'unknown_target' | 'target_inside' | 'address_taken' }
  | { ok: false; code: 'not_empty'; products: number; children: number }

interface Options {
  /** Code of the category that receives its contents. */
  moveTo?: string | undefined
  /** Report the changes without making them. */
  dryRun?: boolean
}

/** Removes the category with the code. Uses the caller's transaction if there is one. */
export async function removeCategory(
  db: Kysely<DB>,
  actor: Actor,
  code: string,
  options: Options = {},
): Promise<CategoryRemoval> {
  try {
    return await audited(db, actor, async (trx, record) => {
      const removal = await removeIn(trx, code, options)
      if (removal.ok && !options.dryRun) {
        const { ok: _, ...after } = removal
        record({ action: 'category.remove', object: ['category', code], after })
      }
      return removal
    })
  } catch (error) {
    // A child has the same slug as one in the other category.
    const { constraint } = error as { constraint?: string }
    if (db.isTransaction || constraint !== 'category_text_store_path_key') throw error
    return { ok: false, code: 'address_taken' }
  }
}

async function removeIn(
  trx: Kysely<DB>,
  code: string,
  { moveTo, dryRun = false }: Options,
): Promise<CategoryRemoval> {
  const category = await findCategory(trx, code)
  if (!category) return { ok: false, code: 'unknown_category' }
  const target = moveTo === undefined ? undefined : await findCategory(trx, moveTo)
  if (moveTo !== undefined && !target) return { ok: false, code: 'unknown_target' }
  if (target && (await isWithinCategory(trx, target.id, category.id)))
    return { ok: false, code: 'target_inside' }
  const { products, children } = await contentsOf(trx, category.id)
  if (!target && products + children > 0) return { ok: false, code: 'not_empty', products, children }
  const heir =
    target ?? (category.parentId === null ? undefined : await findCategoryById(trx, category.parentId))
  const removed: RemovedCategory = { ok: true, products, children, redirectsTo: heir?.code ?? null }
  if (dryRun) return removed
  if (target) await moveContents(trx, category.id, target.id)
  await keepAddresses(trx, category.id, heir?.id ?? category.id)
  await trx.deleteFrom('category').where('id', '=', category.id).execute()
  if (children > 0) await recomputePaths(trx)
  return removed
}

interface Found {
  id: number
  code: string
  parentId: number | null
}

const findCategory = (trx: Kysely<DB>, code: string): Promise<Found | undefined> =>
  categories(trx).where('code', '=', code).executeTakeFirst()

const findCategoryById = (trx: Kysely<DB>, id: number): Promise<Found | undefined> =>
  categories(trx).where('id', '=', id).executeTakeFirst()

const categories = (trx: Kysely<DB>) =>
  trx.selectFrom('category').select(['id', 'code', 'parent_id as parentId'])

/** Whether a category equals another one or is below it. */
export async function isWithinCategory(trx: Kysely<DB>, id: number, ancestor: number): Promise<boolean> {
  const { rows } = await sql<{ within: boolean }>`
    with recursive branch as (
      select ${ancestor}::integer as id union select c.id from category c join branch b on c.parent_id = b.id
    ) select exists (select from branch where id = ${id}) as within`.execute(trx)
  return rows[0]?.within === true
}

async function contentsOf(trx: Kysely<DB>, id: number): Promise<{ products: number; children: number }> {
  const { rows } = await sql<{ products: number; children: number }>`
    select (select count(*) from product_category where category_id = ${id})::integer as products,
      (select count(*) from category where parent_id = ${id})::integer as children`.execute(trx)
  return rows[0]!
}

/** A product that is in both keeps the first position: a main category stays a main category. */
async function moveContents(trx: Kysely<DB>, from: number, to: number): Promise<void> {
  await sql`insert into product_category (product_id, category_id, position)
    select product_id, ${to}, position from product_category where category_id = ${from}
    on conflict (product_id, category_id)
      do update set position = least(product_category.position, excluded.position)`.execute(trx)
  await trx.deleteFrom('product_category').where('category_id', '=', from).execute()
  await trx.updateTable('category').set({ parent_id: to }).where('parent_id', '=', from).execute()
}

/** Current and former addresses redirect to the heir. An address without a category answers gone. */
async function keepAddresses(trx: Kysely<DB>, id: number, heir: number): Promise<void> {
  await sql`update former_address set target_id = ${heir} where kind = 'category' and target_id = ${id}`.execute(
    trx,
  )
  await sql`insert into former_address (kind, store, slug, target_id)
    select 'category', store, path, ${heir} from category_text where category_id = ${id}
    on conflict (kind, store, slug) do update set target_id = excluded.target_id`.execute(trx)
}
