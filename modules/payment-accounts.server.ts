/** What modules say of accounts at their payment providers, by the name of the account. Read by rooms of the kernel. */
import type { PaymentAccountDescription } from './account-description.ts'
import { kustom } from './kustom/payment-account.server.ts'
import type { DeclaredName } from './modules.ts'
import { outsidePaymentAccounts } from './outside-payment-accounts.generated.ts'
import { stripe } from './stripe/payment-account.server.ts'
import { walley } from './walley/payment-account.server.ts'

export const paymentAccountDescriptions: Readonly<
  Record<DeclaredName<'paymentAccounts'>, PaymentAccountDescription>
> = { kustom, stripe, walley, ...outsidePaymentAccounts }
