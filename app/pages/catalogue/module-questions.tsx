/** What modules ask below Buy, as whether the product fits: `storefront/product-question.tsx` of each, found by its name. */
import type { ComponentType } from 'react'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { moduleOf, ModulePart } from '../../features/modules/module-part.tsx'

/** Name of the module → what its part of the loader (`product-question.server.ts`) asks. */
export type ModuleQuestions = Readonly<Record<string, object>>

export interface ProductQuestionProps<Question extends object> {
  product: ProductDetails
  question: Question
}

const parts = Object.entries(
  import.meta.glob<ComponentType<ProductQuestionProps<never>>>(
    '../../../modules/*/storefront/product-question.tsx',
    { eager: true, import: 'default' },
  ),
).map(([path, Part]) => ({
  module: moduleOf(path),
  Part: Part as ComponentType<ProductQuestionProps<object>>,
}))

export function Questions({ product, asked }: { product: ProductDetails; asked: ModuleQuestions }) {
  return parts.map(({ module, Part }) => {
    const question = asked[module]
    return (
      question && (
        <ModulePart key={module} module={module}>
          <Part product={product} question={question} />
        </ModulePart>
      )
    )
  })
}
