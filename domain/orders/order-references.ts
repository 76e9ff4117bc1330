/** The references of an order with their names, in the order in which documents print them. */
import type { OrderSnapshot } from './order-snapshot.ts'

export type ReferenceName =
  | 'vatNumber'
  | 'yourReference'
  | 'purchaseOrder'
  | 'costCentre'
  | 'electronicAddress'

/** Those that the buyer gave; empty for private buyers. */
export function referencesOf({
  customer,
  references,
}: Pick<OrderSnapshot, 'customer' | 'references'>): { name: ReferenceName; value: string }[] {
  const values: Record<ReferenceName, string | null | undefined> = {
    vatNumber: customer.vatNumber,
    yourReference: references?.yourReference,
    purchaseOrder: references?.purchaseOrder,
    costCentre: references?.costCentre,
    electronicAddress: references?.electronicAddress,
  }
  return Object.entries(values).flatMap(([name, value]) =>
    value ? [{ name: name as ReferenceName, value }] : [],
  )
}
