/** The first page of the account: only its heading and menu (ROUTE-04). */
import { gated } from '../../guards.server.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OverviewPage() {
  return null
}
