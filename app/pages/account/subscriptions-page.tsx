/** A member's subscriptions (ROUTE-08). Behind the account's gate like every page below it. */
import { gated } from '../../guards.server.ts'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function SubscriptionsPage() {
  return <AccountPart title="account.subscriptions" />
}
