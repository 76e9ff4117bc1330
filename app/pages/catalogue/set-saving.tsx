/** What a set costs less than its parts do at their prices of today; nothing where it does not. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { useMoney } from '../../features/products/price.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import { setSaving } from '../../features/products/set-saving.ts'
import styles from './purchase-parts.module.css'

export default function SetSaving({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const money = useMoney()
  const saving = setSaving(product)
  if (saving === null) return null
  return (
    <p className={styles.saving}>
      {t('set.saving', {
        parts: money(saving.partsMinor, product.vat),
        saving: money(saving.savingMinor, product.vat),
      })}
    </p>
  )
}
