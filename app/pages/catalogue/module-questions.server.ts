/** Which questions modules ask below Buy: `storefront/product-question.server.ts` of each, found by its name. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { moduleOf } from '../../features/modules/module-part.tsx'
import type { ShopContext } from '../../shop-context.ts'
import type { ModuleQuestions } from './module-questions.tsx'

/** What a module's `storefront/product-question.server.ts` exports as `questionOf`; null: it asks nothing. */
export type QuestionOf<Question extends object> = (
  shop: ShopContext,
  product: ProductDetails,
) => Question | null

const files = Object.entries(
  import.meta.glob<QuestionOf<object>>('../../../modules/*/storefront/product-question.server.ts', {
    eager: true,
    import: 'questionOf',
  }),
)

export function questionsOf(shop: ShopContext, product: ProductDetails): ModuleQuestions {
  return Object.fromEntries(
    files.flatMap(([path, questionOf]) => {
      const question = questionOf(shop, product)
      return question === null ? [] : [[moduleOf(path), question]]
    }),
  )
}
