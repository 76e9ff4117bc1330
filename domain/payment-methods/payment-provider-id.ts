/** Payment methods by the ids used in the API, orders and attempts: Kustom keeps its former id `klarna`. */
import type { DeclaredName } from '../../modules/modules.ts'

/** Those that modules declare, and the shop's own invoice. */
export type PaymentProviderId = DeclaredName<'paymentMethods'> | 'invoice'
