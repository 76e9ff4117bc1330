/** Contact card: phone with opening hours, mail, an order's whereabouts, and the other help pages. */
import { useLocation } from 'react-router'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStoreDetails } from '../../state/use-store-details.ts'
import styles from './help-card.module.css'

export interface HelpLink {
  /** Path of the content page. */
  path: string
  title: string
}

export function HelpCard({ more = [], subject }: { more?: HelpLink[]; subject?: string }) {
  const t = useStrings()
  const { code, phoneNumber } = useStore()
  const { email, phoneHours } = useStoreDetails()
  const { pathname } = useLocation()
  const tracking = orderLinks.trackOrder(code)
  return (
    <aside className={styles.card} aria-labelledby="help-card">
      <h2 id="help-card">{t('help.title')}</h2>
      <p className={styles.phone}>
        <Icon name="call" />
        <a href={links.phone(phoneNumber)}>{phoneNumber}</a>
      </p>
      {phoneHours !== '' && <p className={styles.hours}>{phoneHours}</p>}
      <p>
        <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>
          {t('help.mail')}
        </a>
      </p>
      {!pathname.startsWith(tracking) && (
        <p>
          <a href={tracking}>{t('order.track')}</a>
        </p>
      )}
      {more.length > 0 && (
        <nav aria-label={t('content.more')} className={styles.more}>
          <h3>{t('content.more')}</h3>
          <ul>
            {more.map(({ path, title }) => (
              <li key={path}>
                <a href={links.page(code, path)}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </aside>
  )
}
