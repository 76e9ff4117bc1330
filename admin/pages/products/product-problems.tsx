/** What a refused save of a product says: the names of its fields, and what is wrong with them. */
import type { Refusal } from '../../api-client.ts'
import { RefusalNotice } from '../../shell/form.tsx'
import { storeName } from '../../shell/store-name.ts'
import { useTexts, type AdminKey, type Translate } from '../../texts.tsx'
import type { StoreDraft } from './product-draft.ts'
import styles from './product.module.css'

interface Problem {
  field: string
  code: string
  detail: string | null
}

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

/** Why the save was refused, field by field. */
export function SaveProblems({ refusal }: { refusal: Refusal | null }) {
  const { t } = useTexts()
  const problems = refusal?.details['problems']
  return (
    <>
      <RefusalNotice refusal={refusal} />
      {Array.isArray(problems) && (
        <ul className={styles.problems}>
          {(problems as Problem[]).map(({ field, code, detail }) => (
            <li key={`${field} ${code}`}>
              {t('product.problem' satisfies AdminKey, {
                field,
                reason: detail ?? code.replaceAll('_', ' '),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
