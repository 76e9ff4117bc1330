/** Opens the list of stores (CHROME-07). */
import { useStore, useStrings } from '../../ui/strings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { hydrateOnInteraction } from '../../ui/lazy-hydration.tsx'
import { Flag } from './flag.tsx'
import styles from './language-switcher.module.css'

const StoreLinks = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./store-links.tsx') : null,
  () => import('./store-links.tsx'),
)

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
