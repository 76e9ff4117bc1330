/** The devices that the customer saved in the finder, on every device where they log in. */
import { useStrings } from '../../../ui/strings.tsx'
import { useShopState } from '../../../app/state/shop-state.ts'
import { MyDevices } from './parts/my-devices-place.tsx'
import { useFinderLinks } from './use-finder-links.ts'

export default function OwnDevices() {
  const t = useStrings()
  const finders = useFinderLinks()
  const some = useShopState(({ history }) => history.devices.length > 0)
  return (
    <section>
      <h3>{t('mine.account_title')}</h3>
      <p>{t('mine.account_text')}</p>
      {some ? <MyDevices /> : <a href={finders.finder('device')}>{t('mine.find')}</a>}
    </section>
  )
}
