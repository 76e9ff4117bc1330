/** The devices that the customer saved in the finder, on every device where they log in. */
import { useStrings } from '../../../ui/strings.tsx'
import { useShopState } from '../../state/shop-state.ts'
import { useFinderLinks } from '../../state/use-finder-links.ts'
import { MyDevices } from '../finder/my-devices-place.tsx'

export function OwnDevices() {
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
