/** The account's first page is its heading and menu alone (ROUTE-04). */
import { gated } from '../../guards.server.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OverviewPage() {
  return null
}
