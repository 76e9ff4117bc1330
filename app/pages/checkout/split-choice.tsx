/** One delivery or two, where some goods are in stock and others are awaited (decision 92). */
import { arrivalText, splitArrivalTexts } from '../../features/products/arrival-text.ts'
import { toBasisPoints, toMinor } from '../../../domain/money/money.ts'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import { useShownMoney } from '../../state/use-shown-money.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { StepProps } from './use-checkout-form.ts'
import styles from './checkout.module.css'

interface SplitChoiceProps {
  /** The chosen method. */
  method: ShippingMethodAnswer
  step: StepProps
}

export function SplitChoice({ method: { estimated, split, vat }, step: { form, choose } }: SplitChoiceProps) {
  const t = useStrings()
  const store = useStore()
  const { money, shown } = useShownMoney()
  if (split === null) return null
  const options = [
    {
      isSplit: false,
      name: t('checkout.split_together'),
      hints: [arrivalText(estimated, store.iso, t)],
      price: '',
    },
    {
      isSplit: true,
      name: t('checkout.split_divided'),
      hints: splitArrivalTexts(split.first, estimated, store.iso, t),
      price:
        split.price === 0
          ? t('checkout.split_free')
          : t('checkout.split_extra', { price: money(shown(toMinor(split.price), toBasisPoints(vat))) }),
    },
  ]
  return (
    <div className={styles.methods}>
      <h3 id="split-delivery">{t('checkout.split_title')}</h3>
      <div className={styles.choices} role="radiogroup" aria-labelledby="split-delivery">
        {options.map(({ isSplit, name, hints, price }) => (
          <div key={name} className={styles.choice} data-chosen={form.splitDelivery === isSplit}>
            <label className={styles.choiceHead}>
              <input
                type="radio"
                name="splitDelivery"
                checked={form.splitDelivery === isSplit}
                onChange={() => choose({ splitDelivery: isSplit })}
              />
              <span>
                <strong>{name}</strong>
                {hints.map((hint) => (
                  <span key={hint} className={styles.hint}>
                    {hint}
                  </span>
                ))}
                {price}
              </span>
            </label>
          </div>
        ))}
      </div>
    </div>
  )
}
