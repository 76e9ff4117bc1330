import { links } from '../links.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Logo, PhoneLink } from './header.tsx'
import styles from './header.module.css'

/** The reduced header of checkout-like pages: back link, logo, phone (LAYOUT-02). */
export default function SimpleHeader() {
  const t = useStrings()
  const store = useStore()
  return (
    <header className={styles.simple} data-layout="simple">
      <div className={classNames('wrap', styles.simpleRow)}>
        <a className={classNames(styles.action, styles.back)} href={links.home(store.code)}>
          <Icon name="chevron-left" /> <span className={styles.backWords}>{t('chrome.back_to_shop')}</span>
        </a>
        <Logo kind="simple" />
        <PhoneLink className={classNames(styles.action, styles.help)} />
      </div>
    </header>
  )
}
