/**
 * The variants of a product while they are edited in a grid: each row is the draft of a product of its own, saved by
 * itself. A row that somebody else has saved meanwhile holds both versions until the person has chosen. Pure.
 */
import type { ProductReferences } from '../../../contract/admin/product-page.ts'
import type { Refusal } from '../../api-client.ts'
import { mergeVersions, type Conflict, type Side } from '../../shell/versions.ts'
import { draftOf, recordOf, type Draft, type EditedRecord } from './product-draft.ts'

/** A row that was changed and is not saved. */
export interface VariantEdit {
  /** The record that the draft was made from. */
  record: EditedRecord
  base: Draft
  draft: Draft
  /** What is stored now, where a save was refused because of it. */
  current: EditedRecord | null
  /** By the path of the field that both changed. */
  chosen: Readonly<Record<string, Side>>
  /** Why the last save was refused. */
  refusal: Refusal | null
}

export function beginEdit(
  record: EditedRecord,
  stores: readonly string[],
  references: ProductReferences,
): VariantEdit {
  const base = draftOf(record, stores, references)
  return { record, base, draft: base, current: null, chosen: {}, refusal: null }
}

/** What a row would save: the own draft, over what is stored where that has changed. */
function wantedOf(
  { record, base, draft, current, chosen }: VariantEdit,
  references: ProductReferences,
): { expected: EditedRecord; wanted: Draft; conflicts: Conflict[] } {
  if (current === null) return { expected: record, wanted: draft, conflicts: [] }
  const theirs = draftOf(current, Object.keys(base.stores), references)
  const { value, conflicts } = mergeVersions({ base, mine: draft, theirs }, chosen)
  return { expected: current, wanted: value, conflicts }
}

/** The fields of a row that the person and somebody else have both changed. */
export const conflictsOf = (edit: VariantEdit, references: ProductReferences): Conflict[] =>
  wantedOf(edit, references).conflicts

/** What the save of a row sends. */
export function saveOf(
  edit: VariantEdit,
  references: ProductReferences,
): { record: Record<string, unknown>; expected: EditedRecord } {
  const { expected, wanted } = wantedOf(edit, references)
  return { record: recordOf(wanted, expected, references.attributes), expected }
}

/** The row after a refused save; the next one is about changes since the version that this refusal named. */
export function afterRefusal(
  edit: VariantEdit,
  refusal: Refusal,
  references: ProductReferences,
): VariantEdit {
  if (refusal.code !== 'changed_meanwhile') return { ...edit, refusal }
  const { expected, wanted } = wantedOf(edit, references)
  const base =
    edit.current === null ? edit.base : draftOf(expected, Object.keys(edit.base.stores), references)
  const current = refusal.details['current'] as EditedRecord
  return { record: expected, base, draft: wanted, current, chosen: {}, refusal }
}

/** The text of an attribute in a draft; empty: it has none. */
export const attributeIn = ({ attributes }: Draft, code: string): string =>
  attributes.find((each) => each.code === code)?.text ?? ''

export function withAttribute(draft: Draft, code: string, text: string): Draft {
  const isThere = draft.attributes.some((each) => each.code === code)
  const attributes = isThere
    ? draft.attributes.map((each) => (each.code === code ? { code, text } : each))
    : [...draft.attributes, { code, text }]
  return { ...draft, attributes }
}
