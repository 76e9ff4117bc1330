// Written by `npm run build` from anode.config.ts: what the modules from outside have.
import type { PaymentAccountDescription } from './account-description.ts'
export const outsidePaymentAccounts: Readonly<Record<string, PaymentAccountDescription>> = {}
