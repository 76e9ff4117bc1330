/** A line of the form of a return. */
import type { OrderReturns } from '../../../modules/returns/register-return.server.ts'

export type ReturnFormLine = OrderReturns['lines'][number]
