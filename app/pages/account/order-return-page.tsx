/** Return of a member's order (ROUTE-10). Behind the account's gate like every page below it. */
import { gated } from '../../guards.server.ts'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OrderReturnPage() {
  return <AccountPart title="return.title_any" />
}
