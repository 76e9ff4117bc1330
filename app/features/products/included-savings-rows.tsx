/** Rows of a list of sums for the savings that are already in the prices of the lines. */
import type { Minor } from '../../../domain/money/money.ts'
import { useStrings } from '../../../ui/strings.tsx'
import type { IncludedSaving } from './included-savings.ts'
import { reasonText } from './price-reasons.tsx'

interface IncludedSavingsRowsProps {
  savings: readonly IncludedSaving[]
  money: (amount: Minor) => string
  className: string | undefined
}

export function IncludedSavingsRows({ savings, money, className }: IncludedSavingsRowsProps) {
  const t = useStrings()
  return savings.map((saving) => (
    <div key={`${saving.kind} ${saving.code}`} className={className}>
      <dt>{t('cart.saving_included', { reason: reasonText(saving, t) })}</dt>
      <dd>−{money(saving.amountMinor)}</dd>
    </div>
  ))
}
