/** Leads to the settings of the store that the person works in. */
import { Navigate } from 'react-router'
import { paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { useStoreChoice } from '../../shell/store-choice.ts'

export function Component() {
  const session = useSession()
  const [chosen] = useStoreChoice()
  const stores = session.stores.flatMap(({ code }) => (can(session, 'settings:read', code) ? [code] : []))
  const store = chosen !== null && stores.includes(chosen) ? chosen : stores[0]
  return <Navigate to={store === undefined ? paths.home : paths.settingsOf(store)} replace />
}
