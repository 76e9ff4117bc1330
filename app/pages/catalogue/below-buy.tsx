/** The decision column below Buy: what is in stock instead, what modules ask, and the notes. One script for all of them. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import Alternatives from './alternatives.tsx'
import DecisionNotes from './decision-notes.tsx'
import { Questions, type ModuleQuestions } from './module-questions.tsx'

export default function BelowBuy({ product, asked }: { product: ProductDetails; asked: ModuleQuestions }) {
  return (
    <>
      <Alternatives product={product} />
      <Questions asked={asked} product={product} />
      <DecisionNotes product={product} />
    </>
  )
}
