/** The decision column below Buy: what is in stock instead, whether it fits, and the notes. One script for all of them. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import Alternatives from './alternatives.tsx'
import DecisionNotes from './decision-notes.tsx'
import FitQuestion from './fit-question.tsx'
import type { AskedFit } from './fit-question.ts'

export default function BelowBuy({ product, asked }: { product: ProductDetails; asked: AskedFit | null }) {
  return (
    <>
      <Alternatives product={product} />
      <FitQuestion asked={asked} product={product} />
      <DecisionNotes product={product} />
    </>
  )
}
