/** The full header: top bar with promises and phone, then menu, logo, search, switches, account and cart. */
import { useEffect, useRef } from 'react'
import { links } from '../links.ts'
import { openPanel } from '../state/panels.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { classNames } from '../../ui/class-names.ts'
import { AccountLink } from '../features/login/account-link.tsx'
import { CartButton } from '../features/cart/cart-button.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../features/search/search-field.tsx'
import { UspCarousel } from './usp-carousel.tsx'
import { VatSwitch } from './vat-switch.tsx'
import styles from './header.module.css'

/** CHROME-11: beyond this many pixels of scrolling the header is compact. */
export const compactBeyond = 40

export function Header() {
  const t = useStrings()
  const store = useStore()
  const header = useRef<HTMLElement>(null)
  useEffect(() => {
    const follow = () => header.current?.toggleAttribute('data-compact', scrollY > compactBeyond)
    follow()
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
  return (
    <header ref={header} className={styles.header}>
      <div className={styles.top}>
        <div className={classNames('wrap', styles.topRow)}>
          <UspCarousel />
          <PhoneLink className={styles.phone!} />
        </div>
      </div>
      <div className={classNames('wrap', styles.main)}>
        <button
          type="button"
          className={classNames(styles.action, styles.menuButton)}
          aria-haspopup="dialog"
          onClick={() => openPanel('menu')}
        >
          <Icon name="menu" />
          <span className="visually-hidden">{t('chrome.menu')}</span>
        </button>
        <a className={styles.logo} href={links.home(store.code)}>
          <Logo kind="full" />
        </a>
        <div className={styles.search}>
          <SearchField />
        </div>
        <div className={styles.extras}>
          <VatSwitch />
          <LanguageSwitcher className={styles.action!} />
        </div>
        <AccountLink className={classNames(styles.action, styles.account)}>
          <Icon name="user" />
          <span className={styles.word}>{t('chrome.account')}</span>
        </AccountLink>
        <CartButton
          className={classNames(styles.action, styles.cart)}
          countClassName={styles.count!}
          wordClassName={styles.word!}
        />
      </div>
    </header>
  )
}

export function Logo({ kind }: { kind: 'full' | 'simple' }) {
  const { brand, logos } = useStore()
  return logos ? (
    <picture>
      <source srcSet={logos[kind].dark} media="(prefers-color-scheme: dark)" />
      <img className={styles.logoPicture} src={logos[kind].light} alt={brand} width={152} height={40} />
    </picture>
  ) : (
    <b className={styles.wordmark}>{brand}</b>
  )
}

export function PhoneLink({ className }: { className: string }) {
  const { phoneNumber } = useStore()
  return (
    <a className={className} href={links.phone(phoneNumber)}>
      <Icon name="call" size={16} />
      <span>{phoneNumber}</span>
    </a>
  )
}
