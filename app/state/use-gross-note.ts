/** Words for gross amounts in the view without VAT: what a store states of itself, such as its minimum order. */
import { useStrings } from '../../ui/strings.tsx'
import { useVatIncluded } from './use-vat.ts'

/** Returns a function that says behind a text that its amounts include VAT, where those around it do not (VAT-10). */
export function useGrossNote(): (text: string) => string {
  const t = useStrings()
  const vat = useVatIncluded()
  return (text) => (vat ? text : `${text} ${t('price.gross_note')}`)
}
