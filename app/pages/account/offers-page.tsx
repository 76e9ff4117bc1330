/** Offers for one member (ROUTE-05). Behind the account's gate like every page below it. */
import { gated } from '../../guards.server.ts'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OffersPage() {
  return <AccountPart title="account.offers" />
}
