/** The messages above the form that explain why the order cannot be placed. */
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { useStore, useStrings, type Translate } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { useGrossNote } from '../../state/use-gross-note.ts'
import { openPanel } from '../../state/panels.ts'
import { Notice } from '../../../ui/notice.tsx'
import { fieldId, fieldLabel, fieldLabels, focusField, type CheckedField } from './checkout-fields.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { CheckoutForm, FieldErrors } from './checkout-types.ts'
import type { PlaceRefusal } from './place-refusal.ts'

interface CheckoutMessagesProps {
  refusal: PlaceRefusal | null
  form: CheckoutForm
  errors: FieldErrors
  view: CheckoutView
}

export function CheckoutMessages({ refusal, form, errors, view }: CheckoutMessagesProps) {
  const t = useStrings()
  const store = useStore()
  const gross = useGrossNote()
  const money = (major: number) => formatMoney(toMinor(major), store)
  return (
    <>
      {!view.minimum.reached && (
        <Notice look="warning" role="status">
          {gross(t('checkout.below_minimum', { minimum: money(view.minimum.amount) }))}
        </Notice>
      )}
      {view.needs_login && (
        <Notice look="info">
          <p>{t('checkout.subscription_login')}</p>
          <Button size="small" onClick={() => openPanel('login')}>
            {t('login.log_in')}
          </Button>
        </Notice>
      )}
      {view.above_limit.total !== null && (
        <Notice look="warning" role="status">
          {t('checkout.above_total', {
            sum: money(view.total),
            above: money(view.total - view.above_limit.total),
            total: money(view.above_limit.total),
            phone: store.phoneNumber,
          })}
        </Notice>
      )}
      {view.minimum.reached && !view.payable && view.above_limit.total === null && (
        <Notice look="warning" role="status">
          {t('checkout.not_payable')}
        </Notice>
      )}
      {refusal && refusal.code !== 'invalid_fields' && refusal.code !== 'payment_incomplete' && (
        <Notice look={refusal.code === 'refused' ? 'danger' : 'warning'} role="alert">
          {refusalText(refusal, money(view.total), t)}
        </Notice>
      )}
      <WrongFields form={form} errors={errors} />
    </>
  )
}

function refusalText(
  { code, message }: Exclude<PlaceRefusal, { code: 'invalid_fields' }>,
  total: string,
  t: Translate,
): string {
  switch (code) {
    case 'total_changed':
      return t('checkout.total_changed', { total })
    case 'lines_changed':
      return t('checkout.lines_changed')
    case 'reopened':
      return t('checkout.reopened')
    case 'no_answer':
      return t('checkout.no_answer')
    case 'below_minimum':
    case 'gift_card_changed':
    case 'above_limit':
    case 'credit_refused':
    case 'approval_required':
    case 'company_unverified':
    case 'company_limit':
    case 'payment_incomplete':
      return message ?? ''
    case 'payment_declined':
      return `${message ?? ''} ${t('checkout.payment_declined')}`.trim()
    case 'refused':
      return `${message ?? ''} ${t('checkout.refused')}`.trim()
  }
}

/** Id of what the list of wrong fields begins with: the name of the group that gets the focus. */
export const wrongFieldsId = 'wrong-fields'

/**
 * The fields with errors, in the order of the page, each a link to its field. It is not announced: an order that is
 * refused moves the focus here, and a field that is left announces its own error.
 */
function WrongFields({ form, errors }: Pick<CheckoutMessagesProps, 'form' | 'errors'>) {
  const t = useStrings()
  const known = Object.keys(fieldLabels) as CheckedField[]
  const wrong = [
    ...known.filter((field) => errors[field] !== undefined),
    ...Object.keys(errors).filter((field) => !(field in fieldLabels)),
  ]
  if (wrong.length === 0) return null
  const textOf = (field: string) => {
    const text = errors[field] ?? ''
    const label = field in fieldLabels ? t(fieldLabel(field as CheckedField, form)) : ''
    // An empty field is named by its own text.
    return text.includes(label) ? text : `${label}: ${text}`
  }
  return (
    <Notice look="danger">
      <p id={wrongFieldsId}>{t('checkout.check_fields')}</p>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              data-document
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
              }}
            >
              {textOf(field)}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
