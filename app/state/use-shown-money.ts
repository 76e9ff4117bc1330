/** Amounts as text in the shopper's VAT view (VAT-01). */
import { exVatMinor, formatMoney, type Minor } from '../../domain/money/money.ts'
import { useStore } from '../../ui/strings.tsx'
import { useVatIncluded } from './use-vat.ts'

export interface ShownMoney {
  /** Whether VAT is included. */
  vat: boolean
  /** Formats an amount that is in the view already. */
  money: (amount: Minor) => string
  /** A gross amount in the view. */
  shown: (gross: Minor, vatRateBasisPoints: number) => Minor
}

export function useShownMoney(): ShownMoney {
  const store = useStore()
  const vat = useVatIncluded()
  return {
    vat,
    money: (amount) => formatMoney(amount, store, { vat }),
    shown: (gross, vatRateBasisPoints) => (vat ? gross : exVatMinor(gross, vatRateBasisPoints)),
  }
}
