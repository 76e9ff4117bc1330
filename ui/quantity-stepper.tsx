/** A quantity with minus and plus; typed values are clamped to 1 to 5000 (VALID-10), or to the maximum. */
import { useRef, useState } from 'react'
import { clampQuantity, maximumQuantity } from '../domain/cart/cart-quantity.ts'
import { useStrings } from './strings.tsx'
import { classNames } from './class-names.ts'
import styles from './quantity-stepper.module.css'

interface QuantityStepperProps {
  quantity: number
  onChange: (quantity: number) => void
  /** Called with every edit before it takes effect. */
  onEdit?: (value: string) => void
  /** The accessible name: what is counted. */
  label: string
  /** The largest allowed quantity. */
  most?: number
  large?: boolean
  disabled?: boolean
  /** Debounce of edits, milliseconds; with 0, typing takes effect on blur. */
  settleMs?: number
}

export function QuantityStepper({
  quantity,
  onChange,
  onEdit,
  label,
  most = maximumQuantity,
  large = false,
  disabled = false,
  settleMs = 0,
}: QuantityStepperProps) {
  const t = useStrings()
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const clamp = (value: number | string) => Math.min(most, clampQuantity(value))
  const change = (value: number | string) => {
    clearTimeout(timer.current)
    setTyped(null)
    if (clamp(value) !== quantity) onChange(clamp(value))
  }
  const edit = (value: string) => {
    setTyped(value)
    onEdit?.(value)
    clearTimeout(timer.current)
    if (settleMs) timer.current = setTimeout(() => change(value), settleMs)
  }
  const step = (by: number) => {
    const next = clamp(clamp(typed ?? quantity) + by)
    if (settleMs) edit(String(next))
    else change(next)
  }
  return (
    <div className={classNames(styles.stepper, large && styles.large)} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t('quantity.less')}
        disabled={disabled || clamp(typed ?? quantity) <= 1}
        onClick={() => step(-1)}
      >
        −
      </button>
      <input
        inputMode="numeric"
        aria-label={label}
        value={typed ?? quantity}
        disabled={disabled}
        onChange={(event) => edit(event.target.value)}
        // A debounced edit is not applied on blur: on the way to Remove that would move the Remove button
        // (CART-18).
        onBlur={() => !settleMs && typed !== null && change(typed)}
        onKeyDown={(event) => event.key === 'Enter' && typed !== null && change(typed)}
      />
      <button
        type="button"
        aria-label={t('quantity.more')}
        disabled={disabled || clamp(typed ?? quantity) >= most}
        onClick={() => step(1)}
      >
        +
      </button>
    </div>
  )
}
