/** The four stores, each leading to its version of this page (CHROME-07, ROUTE-50). */
import { useLocation, useMatches } from 'react-router'
import { stores } from '../../domain/stores/stores.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { alternatePaths } from './alternates.ts'
import { Flag } from './flag.tsx'
import { Icon } from '../ui/icon.tsx'
import { chromeOf } from './page-handle.ts'
import styles from './language-switcher.module.css'

export function LanguageSwitcher({ className }: { className: string }) {
  const t = useStrings()
  const { code, country } = useStore()
  return (
    <>
      <button type="button" className={className} popoverTarget="stores">
        <Flag store={code} />
        <span className="visually-hidden">
          {t('chrome.store')}: {country}
        </span>
        <Icon name="chevron-down" size={16} />
      </button>
      <div id="stores" popover="auto" className={styles.list}>
        <StoreLinks />
      </div>
    </>
  )
}

/** The same four links, for the sidebar. */
export function StoreLinks() {
  const here = useStore().code
  const { pathname } = useLocation()
  const { alternates } = chromeOf(useMatches())
  return (
    <ul className={styles.row}>
      {alternatePaths(pathname, alternates).map(({ code, path }) => (
        <li key={code}>
          <a
            className={styles.store}
            href={path}
            lang={stores[code].iso}
            hrefLang={stores[code].iso}
            aria-current={code === here ? 'true' : undefined}
          >
            <Flag store={code} /> {stores[code].country}
          </a>
        </li>
      ))}
    </ul>
  )
}
