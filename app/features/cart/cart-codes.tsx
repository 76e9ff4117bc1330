/**
 * Discount codes of the cart: a collapsed field, the applied codes, and the rejected ones with their reasons
 * (COUPON-42).
 */
import { useEffect, useState, type SubmitEvent } from 'react'
import type { StringKey } from '../../../locales/texts.server.ts'
import { couponLabel } from '../../../domain/coupons/coupon.ts'
import { isDiscountCode } from '../../../domain/coupons/discount-code.ts'
import type { RejectedCode } from '../../../domain/coupons/discount-state.ts'
import { formatMoney, sumMinor, toMinor } from '../../../domain/money/money.ts'
import { reasonsExVat } from '../../../domain/pricing/net-amounts.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { useCartPrice } from '../../state/use-cart-price.ts'
import { useGrossNote } from '../../state/use-gross-note.ts'
import { useVatIncluded } from '../../state/use-vat.ts'
import { addDiscountCode, refreshCoupons, removeDiscountCode } from '../../state/discount-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings, type Translate } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './cart-panel.module.css'

export function CartCodes() {
  const store = useStore()
  const rejected = useShopState((state) => state.discount.rejected)
  const open = useShopState((state) => state.cart.open)
  useEffect(() => {
    if (open) void refreshCoupons(store)
  }, [open, store])
  return (
    <div className={styles.codes}>
      {rejected.slice(0, -1).map((entry) => (
        <Refusal key={entry.code} entry={entry} />
      ))}
      <CodeForm />
    </div>
  )
}

/**
 * Codes with their notices, placed beside the totals, which are always in view however long the cart is. What a code
 * that was just entered does, or why it is rejected, is announced.
 */
export function CodesInForce() {
  const t = useStrings()
  const store = useStore()
  const { items, rejected } = useShopState((state) => state.discount)
  // Newest first: the list may be longer than its visible area.
  const applied = items.filter((coupon) => coupon.applied && !coupon.missing).toReversed()
  const waiting = items.filter((coupon) => coupon.applied && coupon.missing)
  const given = useGiven()
  const newest = rejected.at(-1)
  // The totals grow over the field in which the code was typed.
  useEffect(() => {
    const typedIn = document.activeElement
    if (typedIn?.closest('dialog')) typedIn.scrollIntoView({ block: 'nearest' })
  }, [items, rejected])
  return (
    <div className={styles.inForce} role="status" aria-atomic="false">
      {newest && <Refusal key={newest.code} entry={newest} />}
      {waiting.map((coupon) => (
        <Refusal
          key={coupon.code}
          entry={{
            code: coupon.code,
            reason: 'not_applicable',
            label: couponLabel(coupon),
            ...(coupon.missing && { missing: coupon.missing }),
          }}
        />
      ))}
      {applied.length > 0 && (
        <ul className={styles.applied}>
          {applied.map(({ code, discount_label: label }) => (
            <li key={code}>
              <Icon name="tag" size={16} /> {label && label !== code ? `${code}: ${label}` : code}
              {given(code)}
              <button
                type="button"
                aria-label={t('cart.code_remove', { code })}
                onClick={() => void removeDiscountCode(store, code)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A rejected code and the reason. */
function Refusal({ entry }: { entry: RejectedCode }) {
  const t = useStrings()
  const store = useStore()
  const gross = useGrossNote()
  const text = rejectedText(entry, t, store)
  return (
    <Notice look="warning">
      {entry.missing?.amount ? gross(text) : text}{' '}
      <button
        type="button"
        className={styles.linkButton}
        aria-label={t('cart.code_remove', { code: entry.code })}
        onClick={() => void removeDiscountCode(store, entry.code)}
      >
        {t('cart.remove')}
      </button>
    </Notice>
  )
}

function CodeForm() {
  const t = useStrings()
  const store = useStore()
  const [error, setError] = useState<string | null>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = codeIn(form)
    if (!isDiscountCode(code)) {
      setError(t('cart.code_form'))
      return
    }
    setError(null)
    form.reset()
    void addDiscountCode(store, code)
  }
  return (
    <details className={styles.codeForm}>
      <summary>{t('cart.code_title')}</summary>
      <form onSubmit={submit} noValidate>
        <FormField
          label={t('cart.code_label')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          error={error}
        />
        <Button type="submit">{t('cart.code_add')}</Button>
      </form>
    </details>
  )
}

/** The submitted code, trimmed. */
function codeIn(form: HTMLFormElement): string {
  const typed = new FormData(form).get('code')
  return typeof typed === 'string' ? typed.trim() : ''
}

/** Reasons the shopper can act on have their own text. */
const reasonWords: Partial<Record<string, StringKey>> = {
  unknown: 'cart.code_unknown',
  missing: 'cart.code_unknown',
  disabled: 'cart.code_ended',
  expired: 'cart.code_ended',
  not_yet_valid: 'cart.code_early',
  wrong_store: 'cart.code_elsewhere',
  used_up: 'cart.code_used_up',
  used_up_for_customer: 'cart.code_used',
  minimum_spend: 'cart.code_minimum',
  too_many_codes: 'cart.code_too_many',
  not_judged: 'cart.code_later',
} satisfies Partial<Record<RejectedCode['reason'], StringKey>>

/** Why a code does not count, as text for the shopper. */
export function rejectedText(
  { code, reason, label, missing }: Pick<RejectedCode, 'code' | 'label' | 'missing'> & { reason: string },
  t: Translate,
  store: Store,
): string {
  if (missing && reason in missingReasons) {
    const name = label && label !== code ? `${code} (${label})` : code
    const money = (major: number | null) => formatMoney(toMinor(major ?? 0), store)
    const { what, goods, units, amount, from } = missing
    return t(`cart.code_missing_${what}`, {
      code: name,
      goods: goods ?? '',
      units: units ?? 0,
      amount: money(amount),
      from: money(from),
    })
  }
  return t(reasonWords[reason] ?? 'cart.code_rejected', { code })
}

/** Reasons for which the answer says what the cart is missing. */
const missingReasons = { minimum_spend: true, not_applicable: true }

/** What a code takes off the cart now: ", −35 kr" in the shopper's VAT view; empty: a gift alone. */
function useGiven(): (code: string) => string {
  const store = useStore()
  const vat = useVatIncluded()
  const { priced } = useCartPrice()
  return (code) => {
    const reasons = priced.lines.flatMap((line) => (vat ? line.reasons : reasonsExVat(line)))
    const own = reasons.filter((each) => each.code === code)
    const sum = sumMinor(own.map(({ amountMinor }) => amountMinor))
    return sum > 0 ? `, −${formatMoney(sum, store, { vat })}` : ''
  }
}
