/** Undoes changes of categories and of the names of attributes, whose use cases are in this folder. */
import { isDeepStrictEqual } from 'node:util'
import type { CategoryRecord } from '../domain/catalogue/catalogue-record.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { outcomeOf, type AuditFields, type Reverse, type RoomReversals } from '../domain/undo/reversal.ts'
import { nameAttribute, nameChangeOf, readAttributeNames } from './name-attribute.server.ts'
import {
  auditFieldsOf,
  changeCategory,
  editOfCategory,
  readCategory,
  type CategoryEdit,
  type CategoryText,
} from './save-category.server.ts'

/** The category with fields of the audit as they were before; a store whose name was absent loses it. */
function editBefore(record: CategoryRecord, fields: AuditFields): CategoryEdit {
  const { texts, ...tree } = editOfCategory(record)
  const names = { parent: 'parent', position: 'position', icon: 'icon', show_in_menu: 'showInMenu' } as const
  const changed = Object.entries(names).flatMap(([field, name]) =>
    field in fields ? [[name, fields[field] ?? null]] : [],
  )
  const own = storeCodes.map((store) => {
    const text: Record<string, unknown> = { ...texts[store] }
    for (const field of ['name', 'slug', 'description'])
      if (`${store}.${field}` in fields) text[field] = fields[`${store}.${field}`] ?? null
    return [store, text as unknown as CategoryText]
  })
  return {
    ...tree,
    ...(Object.fromEntries(changed) as Partial<CategoryEdit>),
    texts: Object.fromEntries(own) as CategoryEdit['texts'],
  }
}

const undoCategory: Reverse = async (trx, actor, { id, objectId, before, after }) => {
  const record = await readCategory(trx, objectId)
  if (record === null) return 'unknown_category'
  const names = Object.keys({ ...before, ...after })
  const stored: AuditFields = auditFieldsOf(record)
  // Imports write categories, too, without entries of each.
  if (names.some((name) => !isDeepStrictEqual(stored[name], after[name]))) return 'changed_meanwhile'
  const fields = Object.fromEntries(names.map((name) => [name, before[name]]))
  const answer = await changeCategory(trx, actor, objectId, editBefore(record, fields), {
    mayLeaveStores: true,
    reason: `undo ${id}`,
  })
  return outcomeOf(answer)
}

const undoNames: Reverse = async (trx, actor, { id, store, objectId: code, before, after }) => {
  if (store === null) throw new Error('the entry has no store')
  const stored = await readAttributeNames(trx, code)
  if (stored === null) return 'unknown_attribute'
  const left = nameChangeOf(after)
  const isSame =
    (left.name === undefined || (stored.names[store] ?? null) === left.name) &&
    Object.entries(left.choices).every(
      ([choice, name]) => (stored.choices.get(choice)?.[store] ?? null) === name,
    )
  if (!isSame) return 'changed_meanwhile'
  return nameAttribute(trx, actor, { code, store, ...nameChangeOf(before), reason: `undo ${id}` })
}

export const catalogueReversals: RoomReversals = {
  'category.change': { permission: 'product:edit', reverse: undoCategory },
  'attribute.change': { permission: 'product:edit', reverse: undoNames },
}
