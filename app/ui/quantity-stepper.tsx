/** A quantity with minus and plus; what is typed is clamped when the field is left (VALID: 1 to 5000). */
import { useState } from 'react'
import { clampQuantity } from '../../domain/cart/cart-quantity.ts'
import { useStrings } from '../state/strings.tsx'
import { classNames } from './class-names.ts'
import styles from './quantity-stepper.module.css'

interface QuantityStepperProps {
  quantity: number
  onChange: (quantity: number) => void
  /** What is counted, for those who cannot see it. */
  label: string
  large?: boolean
  disabled?: boolean
}

export function QuantityStepper({
  quantity,
  onChange,
  label,
  large = false,
  disabled = false,
}: QuantityStepperProps) {
  const t = useStrings()
  const [typed, setTyped] = useState<string | null>(null)
  const change = (value: number | string) => {
    setTyped(null)
    onChange(clampQuantity(value))
  }
  return (
    <div className={classNames(styles.stepper, large && styles.large)} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t('quantity.less')}
        disabled={disabled || quantity <= 1}
        onClick={() => change(quantity - 1)}
      >
        −
      </button>
      <input
        inputMode="numeric"
        aria-label={label}
        value={typed ?? quantity}
        disabled={disabled}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== null && change(typed)}
        onKeyDown={(event) => event.key === 'Enter' && typed !== null && change(typed)}
      />
      <button
        type="button"
        aria-label={t('quantity.more')}
        disabled={disabled}
        onClick={() => change(quantity + 1)}
      >
        +
      </button>
    </div>
  )
}
