/** What stands between the shopper and the order, in words, above the form. */
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CheckoutView, FieldErrors, PlaceRefusal } from './checkout-types.ts'

interface CheckoutMessagesProps {
  refusal: PlaceRefusal | null
  errors: FieldErrors
  view: CheckoutView
}

export function CheckoutMessages({ refusal, errors, view }: CheckoutMessagesProps) {
  const t = useStrings()
  const store = useStore()
  const money = (major: number) => formatMoney(toMinor(major), store)
  const wrong = Object.entries(errors)
  return (
    <>
      {!view.minimum.reached && (
        <Notice look="warning">{t('checkout.below_minimum', { minimum: money(view.minimum.amount) })}</Notice>
      )}
      {view.minimum.reached && !view.payable && <Notice look="warning">{t('checkout.not_payable')}</Notice>}
      {refusal?.code === 'total_changed' && (
        <Notice look="warning" role="alert">
          {t('checkout.total_changed', { total: money(view.total) })}
        </Notice>
      )}
      {refusal?.code === 'lines_changed' && (
        <Notice look="warning" role="alert">
          {t('checkout.lines_changed')}
        </Notice>
      )}
      {refusal?.code === 'refused' && (
        <Notice look="danger" role="alert">
          {refusal.message ?? ''} {t('checkout.refused')}
        </Notice>
      )}
      {wrong.length > 0 && (
        <Notice look="danger" role="alert">
          <p>{t('checkout.check_fields')}</p>
          <ul>
            {wrong.map(([field, text]) => (
              <li key={field}>
                <a href={`#checkout-${field}`} data-document>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
