/** What modules have to do with the refunds of an order: `staff/refund-part.tsx` of each, found by its name. */
import type { ReactNode } from 'react'
import type { Words } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'

/** What a refund is made for, as a row of a module's list that led to its dialog. */
export interface RefundCause {
  /** The units that are chosen at first. */
  items: readonly { sku: string; quantity: number }[]
  /** All of the order is chosen at first. */
  isWhole: boolean
  /** Said in the dialog; null: nothing. */
  note: string | null
  /** Fields of the refund's request. */
  request: Readonly<Record<string, unknown>>
  /** Where the dialog leads once the refund is booked. */
  backTo: string
}

export interface RefundPart {
  /** Items of the list of the order's refunds. */
  entries(order: OrderPageData, words: Words): ReactNode[]
  /** By the parameters of the dialog's address; null: it is made for nothing of this module. */
  causeOf(order: OrderPageData, search: URLSearchParams, words: Words): RefundCause | null
}

const parts = Object.values(
  import.meta.glob<RefundPart>('../../../modules/*/staff/refund-part.tsx', { eager: true }),
)

export const refundEntries = (order: OrderPageData, words: Words): ReactNode[] =>
  parts.flatMap(({ entries }) => entries(order, words))

export const causeOfRefund = (
  order: OrderPageData,
  search: URLSearchParams,
  words: Words,
): RefundCause | null => parts.map(({ causeOf }) => causeOf(order, search, words)).find(Boolean) ?? null
