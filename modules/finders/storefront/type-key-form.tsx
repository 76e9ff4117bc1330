/** The search by the type key of German registration papers (HSN and TSN). */
import { vehicleAnswerId } from '../finder-names.ts'
import { useFinderLinks } from './use-finder-links.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './vehicle-finder-page.module.css'

interface TypeKeyFormProps {
  isMalformed: boolean
  /** The product whose page asks whether it fits; the finder answers for it first. */
  sku?: string
}

export function TypeKeyForm({ isMalformed, sku }: TypeKeyFormProps) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <form action={finders.vehicleAnswer()} method="post" className={styles.key}>
      {sku !== undefined && <input type="hidden" name="sku" value={sku} />}
      <h2>{t('vehicle.key_title')}</h2>
      <p className={styles.hint}>{t('vehicle.key_text')}</p>
      <div className={styles.keyFields}>
        <FormField
          label={t('vehicle.hsn')}
          name="hsn"
          required
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
        />
        <FormField label={t('vehicle.tsn')} name="tsn" required maxLength={12} autoComplete="off" />
        <Button type="submit">{t('vehicle.submit')}</Button>
      </div>
      {isMalformed && (
        <div id={vehicleAnswerId} tabIndex={-1}>
          <Notice look="danger" role="alert">
            {t('vehicle.key_malformed')}
          </Notice>
        </div>
      )}
    </form>
  )
}
