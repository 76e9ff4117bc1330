/** All stores, each linking to its version of this page (CHROME-07, ROUTE-50). */
import { useLocation, useMatches } from 'react-router'
import { stores } from '../../domain/stores/stores.ts'
import { useStore } from '../../ui/strings.tsx'
import { useStoreDetails } from '../state/use-store-details.ts'
import { alternatePaths } from './alternates.ts'
import { Flag } from './flag.tsx'
import { chromeOf } from './page-handle.ts'
import styles from './language-switcher.module.css'

export default function StoreLinks() {
  const here = useStore().code
  const { pathname } = useLocation()
  const { alternates } = chromeOf(useMatches())
  const { openStores } = useStoreDetails()
  const paths = alternatePaths(pathname, alternates).filter(({ code }) => openStores.includes(code))
  return (
    <ul className={styles.row}>
      {paths.map(({ code, path }) => (
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
