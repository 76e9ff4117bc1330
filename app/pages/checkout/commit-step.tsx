/**
 * The last step of checkout: the lines, the total, the terms, and the button labelled with the obligation to
 * pay (CRD Art. 8(2), § 312j(2) and (3) BGB: the essential information is directly before it).
 */
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import { awaitsStock } from '../../../domain/catalogue/stock-status.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import { arrivalText, splitArrivalTexts } from '../../features/products/arrival-text.ts'
import { intervalText } from '../../features/products/interval-text.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { fieldId } from './checkout-fields.ts'
import type { StepProps } from './use-checkout-form.ts'
import type { OrderApproval } from './order-approval.ts'
import { CheckoutTotals } from './checkout-totals.tsx'
import { RejectedCoupons } from './rejected-coupons.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { Step } from './step.tsx'
import styles from './checkout.module.css'

interface CommitStepProps extends StepProps {
  view: CheckoutView
  placing: boolean
  /** The chosen shipping method, with its days of arrival; null: none. */
  method: ShippingMethodAnswer | null
  /** The purchase is above the buyer's limit: a colleague is asked to approve it. Null: it is ordered. */
  approval: OrderApproval | null
  /**
   * Ordering is disabled: because of the cart (see the messages), a missing service point, or a price that is
   * pending. Pressed all the same, the button moves the focus to what is missing.
   */
  waiting: boolean
  /** The cart cannot be ordered: a message above the form says why. */
  refused: boolean
  /** The chosen shipping method still needs a service point. */
  pointMissing: boolean
}

export function CommitStep({
  view,
  placing,
  approval,
  method,
  waiting,
  refused,
  pointMissing,
  ...step
}: CommitStepProps) {
  const t = useStrings()
  const store = useStore()
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'long', timeZone: 'UTC' })
  const buysGiftCards = view.items.some((item) => item.type === productTypes.GiftCard)
  return (
    <Step number={view.total > 0 ? 4 : 3} id="step-commit" title={t('checkout.step_commit')}>
      <ul className={styles.essentials}>
        {view.items.map((item) => (
          <li key={item.uuid}>
            <span>
              {item.quantity} × {item.name}
            </span>
            {awaitsStock(item.stock_status) && <StockLabel product={item} />}
          </li>
        ))}
      </ul>
      <div className={styles.belowOnly}>
        <RejectedCoupons view={view} />
      </div>
      <CheckoutTotals view={view} chosen={step.form.shippingMethod !== ''} />
      {view.subscriptions.map((each) => (
        <Notice key={each.uuid} look="info">
          {t('checkout.subscription_terms', {
            quantity: each.quantity,
            name: each.name,
            interval: intervalText(each.interval, t),
            day: day.format(new Date(`${each.first_renewal_on}T12:00:00Z`)),
            price: formatMoney(toMinor(each.price), store),
          })}
        </Notice>
      ))}
      {buysGiftCards && step.form.paymentMethod === 'invoice' && view.amount_due > 0 && (
        <Notice look="info">{t('checkout.cards_when_paid')}</Notice>
      )}
      {approval && <approval.Note view={view} />}
      <Agreement {...step} />
      {method && view.needs_delivery && <Arrival method={method} isSplit={step.form.splitDelivery} />}
      <Button
        type="submit"
        look="main"
        size="large"
        wide
        // Not `disabled`: the keyboard reaches it and what it waits for, and keeps its place while the order is sent.
        aria-disabled={placing || waiting}
        aria-describedby="commit-note"
      >
        {placing ? t('checkout.ordering') : t(approval?.button ?? 'checkout.order_button')}
      </Button>
      <p id="commit-note" className={styles.note}>
        {refused ? (
          t('checkout.see_message')
        ) : pointMissing ? (
          t('field.service_point')
        ) : view.needs_delivery && step.form.shippingMethod === '' ? (
          // The total is without delivery so far.
          t('field.shipping_method')
        ) : (
          <>
            <Icon name="lock" size={16} />{' '}
            {t('checkout.commit_note', { total: formatMoney(toMinor(view.amount_due), store) })}
          </>
        )}
      </p>
    </Step>
  )
}

/** When the goods come, beside the button that orders them. */
function Arrival({
  method: { name, estimated, split },
  isSplit,
}: {
  method: ShippingMethodAnswer
  isSplit: boolean
}) {
  const t = useStrings()
  const { iso } = useStore()
  const lines =
    isSplit && split ? splitArrivalTexts(split.first, estimated, iso, t) : [arrivalText(estimated, iso, t)]
  return (
    <p className={styles.arrival} data-arrival>
      <Icon name="truck" size={24} />
      <span>
        {lines.map((line) => (
          <strong key={line}>{line}</strong>
        ))}
        <span className={styles.hint}>{name}</span>
      </span>
    </p>
  )
}

/**
 * CHECKOUT-16: the terms must be accepted; they can be read without leaving the page. Consumers alone have a right of
 * withdrawal.
 */
function Agreement({ form, errors, change }: StepProps) {
  const t = useStrings()
  const { code } = useStore()
  const error = errors['acceptTerms']
  const isCompany = form.customerType === 'business'
  const agreement: (readonly [path: string, text: string])[] = [
    ['terms', t('checkout.terms')],
    ...(isCompany ? [] : [['withdrawal', t('checkout.withdrawal')] as const]),
    [servicePages.privacy, t('checkout.privacy')],
  ]
  return (
    <div className={styles.agreement}>
      <label className={styles.terms}>
        <input
          id={fieldId('acceptTerms')}
          type="checkbox"
          name="acceptTerms"
          checked={form.acceptTerms}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
          onChange={(event) => change({ acceptTerms: event.target.checked })}
        />
        {t(isCompany ? 'checkout.accept_terms_company' : 'checkout.accept_terms')}
      </label>
      {error && (
        <p id="terms-error" className={styles.error}>
          {error}
        </p>
      )}
      <p className={styles.papers}>
        {agreement.map(([path, text]) => (
          <a key={path} href={links.page(code, path)} target="_blank" rel="noreferrer">
            {text}
          </a>
        ))}
      </p>
    </div>
  )
}
