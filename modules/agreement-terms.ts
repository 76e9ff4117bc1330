/** What was agreed with a customer about the price of a product. Pure types, for pricing and for the modules that know it. */
import type { Minor } from '../domain/money/money.ts'
import type { ProductId } from '../domain/products/product-id.ts'

/** What one agreement says about one product. */
export interface AgreementTerms {
  isFixed: boolean
  /** Agreed unit prices, VAT included; empty: the percentage applies. */
  prices: readonly { quantity: number; unitMinor: Minor }[]
  /** Off the ordinary prices, 0–100. */
  percent: number
}

/** The terms of a customer's agreements by product; a product without an agreement is absent. */
export type Agreements = ReadonlyMap<ProductId, readonly AgreementTerms[]>
