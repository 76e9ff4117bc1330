/**
 * Adds a category, or changes one, as staff fill it in: the same rows as an import writes. A category's address in a
 * store follows from its slug and those above it; former addresses redirect.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { audited } from '../domain/audit/audited.server.ts'
import type { CategoryRecord } from '../domain/catalogue/catalogue-record.ts'
import { slugIn, slugOf } from '../domain/stores/slug.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { slugPattern } from './field-patterns.ts'
import { isWithinCategory } from './remove-category.server.ts'
import { waitForTurnInside } from './write-catalogue.server.ts'
import { loadCategories, recomputePaths, writeCategories } from './write-categories.server.ts'

/** What staff fill in for one store; without a name the store does not have the category. */
export interface CategoryText {
  name: string | null
  /** One segment of the address; null: made from the name. */
  slug: string | null
  description: string | null
}

export interface CategoryEdit {
  /** Code of the category above; null: a main category. */
  parent: string | null
  position: number
  /** Name of an icon (`category-icons.ts`). */
  icon: string | null
  showInMenu: boolean
  texts: Readonly<Record<StoreCode, CategoryText>>
}

export type CategorySaved =
  | { ok: true; code: string }
  | {
      ok: false
      code:
        | 'unknown_category'
        /** No store has a name for it. */
        | 'no_name'
        /** A store would lose it, with its address: it is removed in all stores, or in none. */
        | 'name_kept'
        | 'bad_slug'
        | 'no_such_parent'
        /** The parent is the category itself, or below it. */
        | 'target_inside'
        /** A sibling has the address in a store. */
        | 'address_taken'
        | 'import_running'
    }

/** Undoes what was written before a refusal. */
class Refused extends Error {
  readonly answer: CategorySaved
  constructor(answer: CategorySaved) {
    super('refused')
    this.answer = answer
  }
}

/** Adds a category; its code is made from its name. */
export const addCategory = (db: Kysely<DB>, actor: Actor, edit: CategoryEdit): Promise<CategorySaved> =>
  saveCategory(db, actor, null, edit)

export interface ChangeOptions {
  /** Stores without a name lose the category, with its address there: the undo of what has given them one. */
  mayLeaveStores?: boolean
  reason?: string
}

/** Changes the category with the code. */
export const changeCategory = (
  db: Kysely<DB>,
  actor: Actor,
  code: string,
  edit: CategoryEdit,
  options: ChangeOptions = {},
): Promise<CategorySaved> => saveCategory(db, actor, code, edit, options)

async function saveCategory(
  db: Kysely<DB>,
  actor: Actor,
  code: string | null,
  edit: CategoryEdit,
  { mayLeaveStores = false, reason }: ChangeOptions = {},
): Promise<CategorySaved> {
  const savepoint = db.isTransaction
  if (savepoint) await sql`savepoint save_category`.execute(db)
  try {
    return await audited(db, actor, async (trx, record) => {
      // What is compared and recorded must be what the write finds.
      if (!(await waitForTurnInside(trx))) throw new Refused({ ok: false, code: 'import_running' })
      const before = code === null ? null : await readCategory(trx, code)
      const left = mayLeaveStores
        ? storeCodes.filter((store) => before?.texts[store] && edit.texts[store].name === null)
        : []
      const wanted = await checked(trx, code, before && without(before, left), edit)
      const [outcome] = await writeCategories(trx, [wanted], {
        actor,
        stores: storeCodes,
        dryRun: false,
        countedAt: null,
        fileDigest: '',
        wantsChanges: false,
        inventedIds: new Map(),
      })
      if (typeof outcome === 'object') throw new Refused({ ok: false, code: 'no_such_parent' })
      if (left.length > 0) await leaveStores(trx, wanted.code, left)
      if (outcome !== 'unchanged' || left.length > 0)
        record({
          action: before === null ? 'category.add' : 'category.change',
          object: ['category', wanted.code],
          ...(before && { before: auditFieldsOf(before) }),
          after: auditFieldsOf(wanted),
          ...(reason !== undefined && { reason }),
        })
      return { ok: true, code: wanted.code }
    })
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const isTaken = constraint === 'category_text_store_path_key'
    if (!(error instanceof Refused) && !isTaken) throw error
    if (savepoint) await sql`rollback to savepoint save_category`.execute(db)
    return error instanceof Refused ? error.answer : { ok: false, code: 'address_taken' }
  }
}

const without = (record: CategoryRecord, left: readonly StoreCode[]): CategoryRecord => ({
  ...record,
  texts: Object.fromEntries(
    Object.entries(record.texts).filter(([store]) => !left.includes(store as StoreCode)),
  ),
})

async function leaveStores(trx: Kysely<DB>, code: string, left: readonly StoreCode[]): Promise<void> {
  await trx
    .deleteFrom('category_text')
    .where('category_id', '=', await idOf(trx, code))
    .where('store', 'in', left)
    .execute()
  // Addresses of categories below it had its part.
  await recomputePaths(trx)
}

/** The record to write. Throws Refused. */
async function checked(
  trx: Kysely<DB>,
  code: string | null,
  before: CategoryRecord | null,
  { parent, position, icon, showInMenu, texts: given }: CategoryEdit,
): Promise<CategoryRecord> {
  const refuse = (reason: Extract<CategorySaved, { ok: false }>['code']): never => {
    throw new Refused({ ok: false, code: reason })
  }
  if (code !== null && before === null) refuse('unknown_category')
  const texts: CategoryRecord['texts'] = {}
  for (const store of storeCodes) {
    const { name, slug, description } = given[store]
    if (name === null) {
      if (before?.texts[store]) refuse('name_kept')
      continue
    }
    const address = slug ?? slugIn(stores[store], name)
    if (!slugPattern.test(address)) refuse('bad_slug')
    texts[store] = { name, slug: address, description: description ?? '' }
  }
  const names = Object.values(texts)
  if (names.length === 0) refuse('no_name')
  if (parent !== null) {
    const above = await idOf(trx, parent)
    if (above === null) refuse('no_such_parent')
    const own = code === null ? null : await idOf(trx, code)
    if (own !== null && (await isWithinCategory(trx, above!, own))) refuse('target_inside')
  }
  return {
    record: 'category',
    code: code ?? (await freeCode(trx, slugOf(names[0]!.name))),
    ...(parent !== null && { parent }),
    position,
    ...(icon !== null && { icon }),
    showInMenu,
    texts,
  }
}

async function idOf(trx: Kysely<DB>, code: string): Promise<number | null> {
  const found = await trx.selectFrom('category').select('id').where('code', '=', code).executeTakeFirst()
  return found?.id ?? null
}

/** The word, or the word with the first free number behind it. */
async function freeCode(trx: Kysely<DB>, word: string): Promise<string> {
  for (let number = 1; ; number++) {
    const code = number === 1 ? word : `${word}-${number}`
    if ((await idOf(trx, code)) === null) return code
  }
}

/** The category as an import would write it; null: there is none. */
export async function readCategory(trx: Kysely<DB>, code: string): Promise<CategoryRecord | null> {
  const { nodes, texts } = await loadCategories(trx)
  const node = nodes.find((each) => each.code === code)
  if (!node) return null
  const parent = nodes.find(({ id }) => id === node.parent_id)?.code
  return {
    record: 'category',
    code,
    ...(parent !== undefined && { parent }),
    position: node.position,
    ...(node.icon !== null && { icon: node.icon }),
    showInMenu: node.show_in_menu,
    texts: Object.fromEntries(
      texts
        .filter(({ category_id: id }) => id === node.id)
        .map(({ store, name, slug, description }) => [store, { name, slug, description }]),
    ),
  }
}

/** The category as staff would fill it in without changing anything. */
export const editOfCategory = ({
  parent,
  position,
  icon,
  showInMenu,
  texts,
}: CategoryRecord): CategoryEdit => ({
  parent: parent ?? null,
  position,
  icon: icon ?? null,
  showInMenu,
  texts: Object.fromEntries(
    storeCodes.map((store): [StoreCode, CategoryText] => [
      store,
      texts[store] ?? { name: null, slug: null, description: null },
    ]),
  ) as Record<StoreCode, CategoryText>,
})

/** Flat, so that the audit names each field that has changed. */
export const auditFieldsOf = ({ parent, position, icon, showInMenu, texts }: CategoryRecord) => ({
  parent: parent ?? null,
  position,
  icon: icon ?? null,
  show_in_menu: showInMenu,
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([store, { name, slug, description }]) => [
      [`${store}.name`, name],
      [`${store}.slug`, slug],
      [`${store}.description`, description],
    ]),
  ),
})
