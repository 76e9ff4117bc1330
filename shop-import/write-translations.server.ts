/**
 * Stores translated texts of the catalogue: texts alone, and only where the text that was translated is still the same. Each
 * object is written by the use case of its page, so that the change is in the audit and can be undone as there.
 */
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { productEditor } from '../catalogue-import/edit-product.server.ts'
import { nameAttribute, readAttributeNames } from '../catalogue-import/name-attribute.server.ts'
import {
  changeCategory,
  editOfCategory,
  readCategory,
  type CategoryText,
} from '../catalogue-import/save-category.server.ts'
import { shortened, type ProblemCode } from '../catalogue-import/row-report.ts'
import { waitForTurnInside } from '../catalogue-import/write-catalogue.server.ts'
import type { PerStore, ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { choiceOf, translatedFields } from '../domain/catalogue/translation.ts'
import { toSku } from '../domain/products/sku.ts'
import { Postponed } from '../domain/staff-jobs/postponed.ts'
import { productSlugsOf, slugIn } from '../domain/stores/slug.ts'
import { stores } from '../domain/stores/stores.ts'
import type { RowOutcome, ShopTableWriter, WriteContext, WrittenRow } from './shop-table-writer.ts'
import { plainText, type TranslationValues } from './translations.ts'

type TranslationRow = WrittenRow<TranslationValues>

/** What is written at once: a product, a category, or an attribute with its choices. */
const objectOf = ({ kind, id }: TranslationValues): string => {
  if (kind === 'product') return `product ${toSku(id)}`
  return kind === 'choice' ? `attribute ${choiceOf(id)?.attribute ?? ''}` : `${kind} ${id}`
}

export const translationWriter: ShopTableWriter<TranslationValues> = {
  keyOf: ({ kind, id, field }) => `${kind} ${kind === 'product' ? toSku(id) : id} ${field}`,
  async write(trx, rows, context) {
    if (!(await waitForTurnInside(trx))) throw new Postponed()
    const products = rows.filter(({ values }) => values.kind === 'product')
    const records = await productEditor.readAll(trx, [
      ...new Set(products.map(({ values }) => toSku(values.id))),
    ])
    const known = new Map(records.map((record) => [toSku(record.sku), record]))
    const outcomes = new Map<TranslationRow, RowOutcome>()
    for (const own of Map.groupBy(rows, ({ values }) => objectOf(values)).values()) {
      const [{ values }] = own as [TranslationRow]
      const written =
        values.kind === 'product'
          ? await writeProduct(trx, known.get(toSku(values.id)), own, context)
          : values.kind === 'category'
            ? await writeCategory(trx, values.id, own, context)
            : await writeAttribute(trx, own, context)
      for (const [at, row] of own.entries()) outcomes.set(row, written[at]!)
    }
    return rows.map((row) => outcomes.get(row)!)
  },
}

async function writeProduct(
  trx: Transaction<DB>,
  record: ProductRecord | undefined,
  rows: readonly TranslationRow[],
  { store, actor }: WriteContext,
): Promise<RowOutcome[]> {
  const section = record?.stores[store]
  const outcomes = rows.map(({ values }): RowOutcome => {
    const { id, field } = values
    if (record && !section) return { refused: { code: 'not_in_store', column: 'id', value: shortened(id) } }
    const texts = record ? textOfStores(record.stores, (each) => each[translatedFields[field]] ?? '') : null
    return outcomeOf(values, texts, {
      before: section?.[translatedFields[field]] ?? '',
      unknown: 'unknown_sku',
    })
  })
  const texts: Partial<StoreProductRecord> = Object.fromEntries(
    rows.flatMap(({ values: { field, targetText } }, at) =>
      isChange(outcomes[at]!) ? [[translatedFields[field], targetText]] : [],
    ),
  )
  if (!record || !section || Object.keys(texts).length === 0) return outcomes
  // An address that was made of the name follows it; the former one redirects.
  const isOfName = productSlugsOf(stores[store], section.name, record.sku).includes(section.slug)
  // A product without a description has its name there.
  const hasNone = section.description === section.name
  const changed = {
    ...section,
    ...(texts.name !== undefined && hasNone && { description: texts.name }),
    ...(texts.name !== undefined && isOfName && { slug: '' }),
    ...texts,
  }
  const saved = await productEditor.save(trx, actor, {
    record: { ...record, stores: { [store]: changed } },
    expected: { ...record },
    may: () => true,
  })
  if (saved.ok) return outcomes
  if (saved.code === 'import_running') throw new Postponed()
  return refusing(outcomes, saved.code === 'bad_record' ? 'bad_record' : 'changed_source')
}

const isChange = (outcome: RowOutcome): boolean => 'outcome' in outcome && outcome.outcome === 'changed'

/** A refusal of all changes of an object. */
const refusing = (outcomes: readonly RowOutcome[], code: ProblemCode): RowOutcome[] =>
  outcomes.map((outcome) => (isChange(outcome) ? { refused: { code, column: 'target_text' } } : outcome))

/**
 * What becomes of a row. `texts`: the text as each store has it; null: the shop has no such object, which `unknown` says.
 * `before`: the text of the store as people see it.
 */
function outcomeOf(
  { id, field, sourceStore, sourceText, targetText }: TranslationValues,
  texts: PerStore<string> | null,
  { before, unknown }: { before: string; unknown: ProblemCode },
): RowOutcome {
  if (texts === null) return { refused: { code: unknown, column: 'id', value: shortened(id) } }
  // It is not translated yet.
  if (targetText === '') return { outcome: 'unchanged' }
  const source = plainText(texts[sourceStore] ?? '')
  if (source !== sourceText)
    return { refused: { code: 'changed_source', column: 'source_text', value: shortened(source) } }
  return plainText(before) === targetText
    ? { outcome: 'unchanged' }
    : { outcome: 'changed', changes: [{ column: field, before, after: targetText }] }
}

const textOfStores = <Section>(
  sections: PerStore<Section>,
  textOf: (section: Section) => string,
): PerStore<string> =>
  Object.fromEntries(Object.entries(sections).map(([store, section]) => [store, textOf(section)]))

/** The field of a category's row; the reader has refused other ones. */
const fieldOfCategory = ({ field }: TranslationValues) => (field === 'description' ? field : 'name')

/** A name makes the category one of the store, if it was none. */
async function writeCategory(
  trx: Transaction<DB>,
  code: string,
  rows: readonly TranslationRow[],
  { store, actor }: WriteContext,
): Promise<RowOutcome[]> {
  const record = await readCategory(trx, code)
  const section = record?.texts[store]
  const named = rows.find(({ values }) => values.field === 'name')
  const outcomes = rows.map(({ values }): RowOutcome => {
    const texts = record && textOfStores(record.texts, (text) => text[fieldOfCategory(values)])
    const before = section?.[fieldOfCategory(values)] ?? ''
    const outcome = outcomeOf(values, texts, { before, unknown: 'unknown_category' })
    const hasName = section !== undefined || (named !== undefined && named.values.targetText !== '')
    return isChange(outcome) && !hasName
      ? { refused: { code: 'category_without_name', column: 'id', value: shortened(values.id) } }
      : outcome
  })
  const changed = Object.fromEntries(
    rows.flatMap(({ values: { field, targetText } }, at) =>
      isChange(outcomes[at]!) ? [[field, targetText]] : [],
    ),
  ) as Partial<Pick<CategoryText, 'name' | 'description'>>
  if (!record || Object.keys(changed).length === 0) return outcomes
  if (!section && changed.name === undefined) return refusing(outcomes, 'category_without_name')
  const edit = editOfCategory(record)
  // An address that was made of the name follows it; the former one redirects.
  const isOfName = section === undefined || section.slug === slugIn(stores[store], section.name)
  const text = {
    ...edit.texts[store],
    ...(changed.name !== undefined && isOfName && { slug: null }),
    ...changed,
  }
  const saved = await changeCategory(trx, actor, code, { ...edit, texts: { ...edit.texts, [store]: text } })
  if (saved.ok) return outcomes
  if (saved.code === 'import_running') throw new Postponed()
  return refusing(outcomes, saved.code === 'address_taken' ? 'same_category_name' : 'bad_record')
}

/** An attribute with those of its choices that the rows name. */
async function writeAttribute(
  trx: Transaction<DB>,
  rows: readonly TranslationRow[],
  { store, actor }: WriteContext,
): Promise<RowOutcome[]> {
  const { kind, id } = rows[0]!.values
  const code = kind === 'choice' ? (choiceOf(id)?.attribute ?? '') : id
  const stored = await readAttributeNames(trx, code)
  const choiceIn = (values: TranslationValues) => choiceOf(values.id)?.choice ?? ''
  const outcomes = rows.map(({ values }) => {
    const isChoice = values.kind === 'choice'
    const names = (isChoice ? stored?.choices.get(choiceIn(values)) : stored?.names) ?? null
    const unknown = isChoice && stored ? 'unknown_choice' : 'unknown_attribute'
    return outcomeOf(values, names, { before: names?.[store] ?? '', unknown })
  })
  const changed = rows.filter((_, at) => isChange(outcomes[at]!))
  if (changed.length === 0) return outcomes
  const name = changed.find(({ values }) => values.kind === 'attribute')?.values.targetText
  const choices = Object.fromEntries(
    changed.flatMap(({ values }) =>
      values.kind === 'choice' ? [[choiceIn(values), values.targetText]] : [],
    ),
  )
  const written = await nameAttribute(trx, actor, {
    code,
    store,
    ...(name !== undefined && { name }),
    choices,
  })
  return written === true ? outcomes : refusing(outcomes, 'bad_record')
}
