/** A line of the form of a return. */
import type { OrderReturns } from '../register-return.server.ts'

export type ReturnFormLine = OrderReturns['lines'][number]
