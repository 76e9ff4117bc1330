/** The texts of the catalogue that a store lacks, or has in the words of another store, for translators. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { PerStore, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import {
  translatedFields,
  type MissingTranslation,
  type TranslatedField,
} from '../domain/catalogue/translation.ts'
import { fieldCode } from '../domain/custom-fields/custom-field.ts'
import { listFields } from '../domain/custom-fields/field-repository.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { recordOf } from './export-record.server.ts'
import { inSnapshot } from './export-products.server.ts'
import { exportedReferences } from './export-references.server.ts'
import { exportedProducts } from './export-state.server.ts'

/**
 * Categories, parents before children, then attributes with their choices, then products in their order. What no product
 * that `target` sells has is left out, as are discontinued products.
 */
export const missingTranslations = (
  db: Kysely<DB>,
  source: StoreCode,
  target: StoreCode,
): AsyncGenerator<MissingTranslation> =>
  inSnapshot(db, async function* (snapshot) {
    const missing = missingBetween(source, target)
    yield* missingOfCategories(snapshot, missing, [source, target])
    yield* missingOfAttributes(snapshot, missing, target)
    yield* missingOfProducts(snapshot, source, target)
  })

/** The text of `names` in the source, if the target has none or the same; null otherwise. */
type Missing = (texts: PerStore<string>) => string | null

function missingBetween(source: StoreCode, target: StoreCode): Missing {
  return (texts) => {
    const from = texts[source]?.trim() ?? ''
    const to = texts[target]?.trim() ?? ''
    return from !== '' && (to === '' || to === from) ? from : null
  }
}

/** Those with products that the store sells, in them or below them. */
async function categoriesIn(db: Kysely<DB>, store: StoreCode): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    with recursive branch as (
      select distinct c.id, c.code, c.parent_id from category c
        join product_category pc on pc.category_id = c.id
        join store_product sp on sp.product_id = pc.product_id and sp.store = ${store}
      union
      select c.id, c.code, c.parent_id from category c join branch b on b.parent_id = c.id
    )
    select code from branch`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

async function* missingOfCategories(
  db: Kysely<DB>,
  missing: Missing,
  [source, target]: readonly [StoreCode, StoreCode],
): AsyncGenerator<MissingTranslation> {
  const shown = await categoriesIn(db, target)
  const paths = new Map<string, string>()
  for await (const record of exportedReferences(db, [source, target])) {
    if (record.record !== 'category') continue
    const { code: id, parent = '', texts } = record
    const above = paths.get(parent)
    const own = texts[source]?.name ?? id
    const path = above === undefined ? own : `${above} > ${own}`
    paths.set(id, path)
    if (!shown.has(id)) continue
    for (const field of ['name', 'description'] as const) {
      const sourceText = missing({ [source]: texts[source]?.[field], [target]: texts[target]?.[field] })
      if (sourceText !== null) yield { kind: 'category', id, field, sourceText, context: path }
    }
  }
}

/** The attributes of products that the store sells, with the values that they have. */
async function valuesIn(db: Kysely<DB>, store: StoreCode): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ attribute: string; values: string[] }>`
    select e.key as attribute, array_agg(distinct v.value) as values
    from product p join store_product sp on sp.product_id = p.id and sp.store = ${store}
      cross join jsonb_each(p.attributes) e
      cross join jsonb_array_elements_text(
        case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end) as v(value)
    where v.value is not null group by 1`.execute(db)
  return new Map(rows.map(({ attribute, values }) => [attribute, new Set(values)]))
}

interface NamedAttribute {
  code: string
  names: PerStore<string>
  choices: { code: string; names: PerStore<string> }[]
}

/** In the order in which shoppers see them; fields that are shown to them are the last ones, as in the index. */
async function namedAttributes(db: Kysely<DB>, store: StoreCode): Promise<NamedAttribute[]> {
  const used = await valuesIn(db, store)
  const { rows } = await sql<NamedAttribute>`
    select a.code, a.names, coalesce(
      jsonb_agg(jsonb_build_object('code', v.code, 'names', v.names) order by v.position, v.code)
        filter (where v.code is not null), '[]') as choices
    from attribute a left join attribute_value v on v.attribute_code = a.code
    group by a.code order by a.position, a.code`.execute(db)
  const attributes = rows.flatMap(({ choices, ...attribute }) => {
    const values = used.get(attribute.code)
    return values ? [{ ...attribute, choices: choices.filter(({ code }) => values.has(code)) }] : []
  })
  const fields = await listFields(db, 'product')
  const shown = fields.filter(({ isShown, isArchived, module }) => isShown && !isArchived && module === null)
  return [
    ...attributes,
    ...shown.map(({ key, names, options }) => ({ code: fieldCode(key), names, choices: [...options] })),
  ]
}

async function* missingOfAttributes(
  db: Kysely<DB>,
  missing: Missing,
  target: StoreCode,
): AsyncGenerator<MissingTranslation> {
  for (const { code, names, choices } of await namedAttributes(db, target)) {
    const name = missing(names)
    // A name that the source lacks, too, is shown in the words of another store.
    const context = name ?? Object.values(names)[0] ?? code
    if (name !== null) yield { kind: 'attribute', id: code, field: 'name', sourceText: name, context: code }
    for (const choice of choices) {
      const sourceText = missing(choice.names)
      if (sourceText !== null)
        yield { kind: 'choice', id: `${code}/${choice.code}`, field: 'name', sourceText, context }
    }
  }
}

/** A product without a description has its name there. */
function ownText(section: StoreProductRecord, field: TranslatedField): string {
  const text = (section[translatedFields[field]] ?? '').trim()
  return field === 'description' && text === section.name.trim() ? '' : text
}

async function* missingOfProducts(
  db: Kysely<DB>,
  source: StoreCode,
  target: StoreCode,
): AsyncGenerator<MissingTranslation> {
  const missing = missingBetween(source, target)
  for await (const product of exportedProducts(db, [source, target])) {
    const { sku, stores } = recordOf(product)
    const [from, to] = [stores[source], stores[target]]
    if (!from || !to || to.stock.discontinued) continue
    for (const field of Object.keys(translatedFields) as TranslatedField[]) {
      const sourceText = missing({ [source]: ownText(from, field), [target]: ownText(to, field) })
      if (sourceText !== null) yield { kind: 'product', id: sku, field, sourceText, context: from.name }
    }
  }
}
