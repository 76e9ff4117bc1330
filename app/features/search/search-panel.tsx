/** The open dropdown: an optional message, then the sections as a list of links. */
import { useEffect, useRef } from 'react'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { canQuickAdd, useAddToCart } from '../../state/use-add-to-cart.ts'
import { buyWords } from '../products/buy-words.ts'
import type { SearchFindings } from './search-calls.ts'
import type { SearchOption, SearchSection } from './search-sections.tsx'
import styles from './search-dropdown.module.css'

interface SearchPanelProps {
  found: SearchFindings
  sections: readonly SearchSection[]
  listId: string
  /** The id of an option by its index over all sections. */
  optionId: (index: number) => string
  /** Index of the selected option; -1: none. */
  active: number
  onChoose: (option: SearchOption) => void
  /** Called before a product is bought from its row. */
  onBuy: () => void
}

export function SearchPanel({
  found,
  sections,
  listId,
  optionId,
  active,
  onChoose,
  onBuy,
}: SearchPanelProps) {
  const t = useStrings()
  const store = useStore()
  const add = useAddToCart()
  const panel = useRef<HTMLDivElement>(null)
  useRoom(panel)
  const places = new Map(
    sections.flatMap((section) => section.options).map((option, index) => [option, index]),
  )
  const listed = (section: SearchSection) => (
    <div key={section.key} role="group" aria-label={section.title} className={styles.section}>
      <span className={styles.title} aria-hidden="true">
        {section.title}
      </span>
      {section.options.map((option) => {
        const place = places.get(option)!
        const { product } = option
        const link = (
          <a
            key={option.key}
            id={optionId(place)}
            role="option"
            aria-selected={place === active}
            tabIndex={-1}
            className={styles.option}
            href={option.href}
            onClick={() => onChoose(option)}
          >
            {option.content}
          </a>
        )
        return product === undefined ? (
          link
        ) : (
          <div key={option.key} role="none" className={styles.row}>
            {link}
            {product.orderable && canQuickAdd(product) && (
              // For the pointer only: an option holds no button. The keyboard buys on the product's page.
              <Button
                look="main"
                size="small"
                tabIndex={-1}
                aria-hidden
                onClick={() => {
                  onBuy()
                  add(product)
                }}
              >
                {buyWords(product, t).short}
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
  const main = sections.filter(({ place }) => place === 'main')
  const side = sections.filter(({ place }) => place === 'side')
  return (
    <div ref={panel} className={styles.panel} data-search-panel>
      <SearchMessage found={found} />
      {sections.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('search.label')}
          className={classNames(styles.list, side.length > 0 && styles.sided)}
        >
          <div className={styles.main}>{main.map(listed)}</div>
          {side.length > 0 && <div className={styles.side}>{side.map(listed)}</div>}
        </div>
      )}
      {found.products.length > 0 && store.showPriceDisclaimer && (
        <p className={styles.disclaimer}>{t('price.disclaimer')}</p>
      )}
    </div>
  )
}

/** In place of the results: the submitted term was too short. */
export function ShortTerm({ id }: { id: string }) {
  const t = useStrings()
  return (
    <div className={styles.panel}>
      <p id={id} className={styles.message} role="alert">
        {t('search.short')}
      </p>
    </div>
  )
}

/** Why the results are none, or those of another term. */
export function SearchMessage({ found }: { found: SearchFindings }) {
  const t = useStrings()
  if (!found.ok) return <p className={styles.message}>{t('search.failed')}</p>
  if (found.total === 0) return <p className={styles.message}>{t('search.none')}</p>
  const { shown_for: shown, instead_of: brand } = found.suggestions
  if (shown === null) return null
  const words =
    brand === null
      ? t('search.shown_for', { query: found.term, shown })
      : t('search.instead_of', { brand, shown })
  return <p className={styles.message}>{words}</p>
}

/**
 * Limits the header's panel to the visible viewport, which an on-screen keyboard reduces; in the page itself
 * the page scrolls.
 */
function useRoom(panel: React.RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const view = window.visualViewport
    if (!view || !panel.current?.closest('header')) return
    const fit = () => {
      const top = panel.current!.getBoundingClientRect().top - view.offsetTop
      panel.current!.style.setProperty('--room', `${Math.max(200, Math.round(view.height - top - 8))}px`)
    }
    fit()
    view.addEventListener('resize', fit)
    return () => view.removeEventListener('resize', fit)
  }, [panel])
}
