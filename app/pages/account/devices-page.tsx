/** The devices that the customer saved in the finder. Behind the account's guard like every page below it. */
import { gated } from '../../guards.server.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useFinderLinks } from '../../state/use-finder-links.ts'
import { useHydrated } from '../../state/use-hydrated.ts'
import { useStrings } from '../../../ui/strings.tsx'
import MyDevicesList from '../finder/my-devices.tsx'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function DevicesPage() {
  const t = useStrings()
  const finders = useFinderLinks()
  const isHydrated = useHydrated()
  const some = useShopState(({ history }) => history.devices.length > 0)
  return (
    <AccountPart title={t('mine.account_title')}>
      <p>{t('mine.account_text')}</p>
      {isHydrated && some && <MyDevicesList />}
      {isHydrated && !some && (
        <p>
          <a href={finders.finder('device')}>{t('mine.find')}</a>
        </p>
      )}
    </AccountPart>
  )
}
