/**
 * "Does it fit?" in the decision column of a product that must fit: answered for the saved devices, and for the device
 * or the car that the shopper names. Without scripts its forms lead to the finders.
 */
import { lazy, Suspense } from 'react'
import type { ProductQuestionProps } from '../../../app/pages/catalogue/module-questions.tsx'
import { useShopState } from '../../../app/state/shop-state.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import type { AskedFit } from '../fit-question.ts'
import { AskDevice } from './ask-device.tsx'
import { TypeKeyForm } from './type-key-form.tsx'
import { useFinderLinks } from './use-finder-links.ts'
import styles from './fit-question.module.css'

/** Loaded only for shoppers who have saved a device. */
const YourDevices = lazy(() => import('./your-devices.tsx'))

export default function FitQuestion({ question: asked, product }: ProductQuestionProps<AskedFit>) {
  const t = useStrings()
  const hasDevices = useShopState(({ history }) => history.devices.length > 0)
  return (
    <div className={styles.fit}>
      <details className={styles.ask}>
        <summary>
          <Icon name={asked.by === 'vehicle' ? 'car' : 'search'} size={20} />
          {t(asked.by === 'vehicle' ? 'fit.vehicle' : 'fit.device')}
          <Icon name="chevron-down" size={20} />
        </summary>
        {asked.by === 'vehicle' ? (
          <>
            <AskVehicle sku={product.sku} />
            {asked.hasTypeKey && <TypeKeyForm isMalformed={false} sku={product.sku} />}
          </>
        ) : (
          <AskDevice key={product.id} product={product} />
        )}
      </details>
      {hasDevices && (
        <Suspense>
          <YourDevices key={product.id} sku={product.sku} />
        </Suspense>
      )}
    </div>
  )
}

/** Sends the registration number to the finder, which answers for this product first. */
function AskVehicle({ sku }: { sku: string }) {
  const t = useStrings()
  const finders = useFinderLinks()
  return (
    <form action={finders.vehicleAnswer()} method="post" className={styles.form}>
      <input type="hidden" name="sku" value={sku} />
      <FormField label={t('vehicle.plate')} name="plate" required maxLength={20} autoComplete="off" />
      <Button type="submit">{t('fit.check')}</Button>
    </form>
  )
}
