import type { QuestionOf } from '../../../app/pages/catalogue/module-questions.server.ts'
import { storePolicies } from '../../../domain/stores/stores.ts'
import { fitQuestionOf, type AskedFit } from '../fit-question.ts'
import { starterBatteryFacts } from '../starter-battery.ts'

/** Whether the product fits the shopper's device or car. */
export const questionOf: QuestionOf<AskedFit> = ({ store, catalogue }, product) => {
  const starter = product.starter_battery
    ? catalogue
        .productFacts(store.code, starterBatteryFacts)
        .find(({ productId }) => Number(productId) === product.id)
    : null
  return fitQuestionOf(product, starter ?? null, storePolicies[store.code].plate.hasTypeKey)
}
