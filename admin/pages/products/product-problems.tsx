/** What a refused save of a product says: the names of its fields, and what is wrong with them. */
import type { Refusal } from '../../api-client.ts'
import { problemText, type ProblemDetail } from '../../../locales/problem-text.ts'
import { RefusalNotice, type FieldProblems } from '../../shell/form.tsx'
import { sayProblem } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useTexts, type AdminKey, type Translate } from '../../texts.tsx'
import { plainFields, type StoreDraft } from './product-draft.ts'
import styles from './product.module.css'

interface Problem {
  field: string
  code: string
  detail: ProblemDetail | null
}

/** "12.90 → 13 kr" of every price that a save has rounded. */
export const roundedText = (rounded: readonly Problem[]): string =>
  rounded.map(({ detail }) => String(detail?.values?.['prices'] ?? '')).join(', ')

/** The label of a field of the draft by its path, as `stores.sv.name`. */
export function fieldLabel(path: string, t: Translate): string {
  const [part = '', name = '', field = ''] = path.split('.')
  if (part === 'stores') {
    const store = { store: storeName(name) }
    switch (field as keyof StoreDraft) {
      case 'name':
        return t('product.name_in', store)
      case 'slug':
        return t('product.slug_in', store)
      case 'description':
        return t('product.text_in', store)
      case 'seoTitle':
        return t('product.seo_title_in', store)
      case 'seoDescription':
        return t('product.seo_text_in', store)
      case 'price':
        return t('product.price_in', store)
      case 'vat':
        return t('product.vat_in', store)
      case 'isShown':
        return t('product.shown_in', store)
      case 'isSold':
        return t('product.sold_here', store)
    }
  }
  if (part === 'fields') return name === 'gtin' ? t('products.gtin') : t(`product.field_${name}` as AdminKey)
  if (part === 'relations') return t(`product.relation_${name}` as AdminKey)
  if (part === 'attributes') return `${t('product.attribute')}: ${name.replaceAll('_', ' ')}`
  if (part === 'brand') return t('products.brand')
  if (part === 'variantOf') return t('product.variant_of')
  return part === 'fits' ? t('product.fits') : t('product.categories')
}

/** The field of the draft that shows a field of the record: `stores.sv.prices.0.p` is in `stores.sv.price`. */
function draftPath(field: string): string {
  const [part, store, name] = field.split('.')
  if (part === 'stores' && name === 'prices') return `stores.${store}.price`
  if (part === 'stores' && name === 'vatPercent') return `stores.${store}.vat`
  return field
}

/** An address that is made from a name is not wrong by itself while the name is missing. */
function problemsOf(refusal: Refusal | null): readonly Problem[] {
  const found = refusal?.details['problems']
  const problems = Array.isArray(found) ? (found as Problem[]) : []
  const nameless = new Set(
    problems.flatMap(({ field, code }) => (code === 'required' ? field.replace(/\.name$/, '.slug') : [])),
  )
  return problems.filter(({ field }) => !field.endsWith('.slug') || !nameless.has(field))
}

const reasonOf = ({ code, detail }: Problem, t: Translate): string =>
  code === 'required' ? t('product.required') : problemText({ code, detail }, sayProblem(t))

const plainNames: ReadonlySet<string> = new Set(['sku', ...plainFields.map(([name]) => name)])

/** Whether the form has a field of its own for a path of the draft, which shows what is wrong with it. */
const hasOwnField = (path: string) =>
  plainNames.has(path) ||
  /^stores\.[a-z]{2}\.(name|slug|description|seoTitle|seoDescription|price|vat)$/.test(path)

/** What is wrong, by the path of the field in the draft. */
export function problemsByField(refusal: Refusal | null, t: Translate): FieldProblems {
  return Object.fromEntries(
    problemsOf(refusal).map((problem) => [draftPath(problem.field), reasonOf(problem, t)]),
  )
}

/** Fields of a store by their labels; another field by the name that the record and docs/import.md give it. */
function problemLabel(field: string, t: Translate): string {
  if (field === 'sku') return t('orders.sku')
  const path = draftPath(field)
  return path.split('.').length === 3 && path.startsWith('stores.') ? fieldLabel(path, t) : field
}

/**
 * Why the save was refused, field by field. `isBesideFields`: the form shows beside its fields what is wrong with them,
 * and the rest is listed.
 */
export function SaveProblems({
  refusal,
  isBesideFields = false,
}: {
  refusal: Refusal | null
  isBesideFields?: boolean
}) {
  const { t } = useTexts()
  const problems = problemsOf(refusal).filter(
    ({ field }) => !isBesideFields || !hasOwnField(draftPath(field)),
  )
  return (
    <>
      <RefusalNotice refusal={refusal} />
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={`${problem.field} ${problem.code}`}>
              {t('product.problem' satisfies AdminKey, {
                field: problemLabel(problem.field, t),
                reason: reasonOf(problem, t),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
