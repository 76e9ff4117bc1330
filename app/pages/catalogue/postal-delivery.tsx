/**
 * When one unit of a product arrives at a postal code, and for what price. The code is remembered on the device: the
 * next product shows its day at once, and checkout is prefilled.
 */
import { useEffect, useState, type SubmitEvent } from 'react'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { isPostalCode, normalizePostalCode, postalCodeText } from '../../../domain/stores/postal-code.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { arrivalText } from '../../features/products/arrival-text.ts'
import { callApi } from '../../state/api-client.ts'
import { useGrossNote } from '../../state/use-gross-note.ts'
import { rememberPostalCode } from '../../state/postal-code.ts'
import { useShopState } from '../../state/shop-state.ts'
import styles from './postal-delivery.module.css'

export function PostalDelivery({ sku }: { sku: string }) {
  const t = useStrings()
  const store = useStore()
  const gross = useGrossNote()
  const code = useShopState(({ cart }) => cart.postalCode)
  const [problem, setProblem] = useState<string | null>(null)
  const { methods, failed } = useMethods(sku, code)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('postalCode')
    const typed = typeof text === 'string' ? normalizePostalCode(text, store) : null
    setProblem(typed === null ? t('field.postal_code') : null)
    if (typed !== null) rememberPostalCode(typed)
  }
  const soonest = methods?.toSorted((a, b) => (a.estimated.to ?? '9').localeCompare(b.estimated.to ?? '9'))[0]
  return (
    <details className={styles.postal}>
      <summary>
        <Icon name="truck" size={18} />
        <span data-arrival>
          {soonest
            ? `${postalCodeText(code, store)}: ${arrivalText(soonest.estimated, store.iso, t)}`
            : t('product.delivery_for_code')}
        </span>
        <Icon name="chevron-down" size={18} className={styles.fold!} />
      </summary>
      <form key={code} className={styles.form} method="get" onSubmit={submit} noValidate>
        <FormField
          name="postalCode"
          label={t('checkout.postal_code')}
          autoComplete="postal-code"
          inputMode="numeric"
          defaultValue={postalCodeText(code, store)}
          error={problem}
        />
        <Button type="submit">{t('product.show_delivery')}</Button>
      </form>
      <div aria-live="polite">
        {failed && <p>{t('checkout.delivery_failed')}</p>}
        {methods && (
          <ul className={styles.methods}>
            {methods.map((method) => (
              <li key={method.id}>
                <span>
                  <strong>{method.name}</strong>
                  <span>{arrivalText(method.estimated, store.iso, t)}</span>
                </span>
                <span className={styles.price}>
                  {method.price === 0 ? t('checkout.free') : gross(formatMoney(toMinor(method.price), store))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

interface Asked {
  methods: ShippingMethodAnswer[] | null
  failed: boolean
}

const unasked: Asked = { methods: null, failed: false }

/** The methods for the remembered code; none while there is no valid one. */
function useMethods(sku: string, code: string): Asked {
  const store = useStore()
  const [asked, setAsked] = useState(unasked)
  const isValid = isPostalCode(code, store)
  useEffect(() => {
    if (!isValid) return
    const overtaken = new AbortController()
    void callApi<ShippingMethodAnswer[]>(store, 'shipping-methods', {
      query: { postalCode: code, sku },
      signal: overtaken.signal,
    }).then((answer) => {
      if (overtaken.signal.aborted) return
      setAsked({ methods: answer.ok ? answer.data : null, failed: !answer.ok })
    })
    return () => overtaken.abort()
  }, [store, sku, code, isValid])
  return isValid ? asked : unasked
}
