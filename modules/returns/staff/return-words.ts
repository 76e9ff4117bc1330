/** What usually comes next for a return. */
import type { z } from 'zod'
import type { returnActionBody, returnPage } from '../staff-contract.ts'

export type ReturnStatus = z.infer<typeof returnPage>['status']
export type ReturnAction = z.infer<typeof returnActionBody>['action']

/** The steps that pay money out, for which a person needs to be allowed refunds. */
export const payingActions: ReadonlySet<ReturnAction> = new Set(['refund', 'exchange'])

/** What usually comes next, for the rows of the table; the page of a return offers all that is possible. */
export const nextActions: Readonly<Record<ReturnStatus, readonly ReturnAction[]>> = {
  registered: ['receive'],
  sent: ['receive'],
  received: ['inspect'],
  inspected: ['refund', 'exchange', 'reject'],
  refunded: [],
  exchanged: [],
  rejected: [],
}
