/** How the states of a return are shown, and what usually comes next. */
import type { z } from 'zod'
import type { returnActionBody, returnPage } from '../../../modules/returns/staff-contract.ts'
import type { Tone } from '../../shell/status.tsx'

export type ReturnStatus = z.infer<typeof returnPage>['status']
export type ReturnAction = z.infer<typeof returnActionBody>['action']

export const returnTones: Readonly<Record<ReturnStatus, Tone>> = {
  registered: 'neutral',
  sent: 'active',
  received: 'warning',
  inspected: 'warning',
  refunded: 'good',
  exchanged: 'good',
  rejected: 'bad',
}

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
