/** Prices with or without VAT; renders nothing in a store with one view only (VAT-01, VAT-02, CHROME-06). */
import { useStore, useStrings } from '../../ui/strings.tsx'
import { setVatIncluded, useVatIncluded } from '../state/use-vat.ts'
import styles from './vat-switch.module.css'

export function VatSwitch() {
  const t = useStrings()
  const { allowExVat } = useStore()
  const included = useVatIncluded()
  if (!allowExVat) return null
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={included}
      onClick={() => setVatIncluded(!included)}
    >
      <span className={styles.track} aria-hidden="true" />
      {t(included ? 'vat.including' : 'vat.excluding')}
    </button>
  )
}
