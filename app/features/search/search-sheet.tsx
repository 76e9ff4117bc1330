/**
 * The search field on phones: while it is used, its form fills the window, with recent or example searches before a
 * term is typed and large rows after, of which products can be bought at once. The focus starts in the field, whose element
 * stays the same; the rows are plain links and buttons.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { readTerm } from '../../../domain/search/search-term.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useCloseRequest } from '../../../ui/use-close-request.ts'
import { useDismissal } from '../../../ui/use-dismissal.ts'
import { links } from '../../links.ts'
import { canQuickAdd, useAddToCart } from '../../state/use-add-to-cart.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import { buyWords } from '../products/buy-words.ts'
import { Price } from '../products/price.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { clearRecentSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import type { SearchFindings } from './search-calls.ts'
import type { SearchDropdownProps } from './search-dropdown.tsx'
import { SearchMessage } from './search-panel.tsx'
import { isPlainlyPriced, searchStatus, useSearchSections } from './search-sections.tsx'
import styles from './search-sheet.module.css'
import {
  fill,
  leaveFindings,
  refuse,
  useFindings,
  useListeners,
  useShortTerm,
} from './use-search-findings.ts'

export default function SearchSheet({ form, input, term, used }: SearchDropdownProps) {
  const t = useStrings()
  const store = useStore()
  const { code } = store
  const { key } = useLocation()
  const [found, show] = useFindings(input, term)
  const messageId = useId()
  const [isShort, answerShort] = useShortTerm(input, used, messageId)
  // Bound to the address it was opened on, so that it closes with every navigation.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const isOpen = openedAt === key
  const sheet = useRef<HTMLDivElement>(null)

  const close = () => {
    show(null)
    answerShort()
    setOpenedAt(null)
    // An on-screen keyboard would stay open; a keyboard goes on beside the field, whose focus opens the sheet.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
    else if (form.current?.contains(document.activeElement))
      form.current.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  const remember = () => {
    const asked = readTerm(input.current?.value ?? '')
    if (asked !== null) rememberSearch(code, asked)
  }
  const leave = () => {
    leaveFindings(store, found)
    close()
  }
  useDismissal(form, isOpen, leave)
  useCloseRequest(isOpen, leave)
  useListeners(input, form, {
    focus: () => setOpenedAt(key),
    input: (field) => {
      answerShort()
      show(field.value)
    },
    keydown: () => {},
    submit: (field, event) => {
      const asked = readTerm(field.value)
      if (asked === null) {
        event.preventDefault()
        return refuse(field)
      }
      fill(field, asked)
      remember()
      close()
    },
  })
  useVisibleHeight(sheet, isOpen)

  if (!isOpen) return null
  return (
    <>
      <button type="button" className={styles.back} aria-label={t('chrome.close')} onClick={leave}>
        <Icon name="chevron-left" />
      </button>
      <div ref={sheet} className={styles.sheet} data-search-sheet>
        <p className="visually-hidden" role="status">
          {found && searchStatus(found, t)}
        </p>
        {isShort && (
          <p id={messageId} className={styles.short} role="alert">
            {t('search.short')}
          </p>
        )}
        {found === null ? (
          <EarlierSearches onChoose={close} />
        ) : (
          <Rows found={found} onChoose={remember} close={close} />
        )}
      </div>
    </>
  )
}

/** The recent searches; examples where there are none, and nothing where they have just been cleared. */
function EarlierSearches({ onChoose }: { onChoose: () => void }) {
  const t = useStrings()
  const { code } = useStore()
  const { exampleSearches } = useStoreDetails()
  const [recent, setRecent] = useState<readonly string[] | null>(() => recentSearches(code))
  if (recent === null) return null
  const hasRecent = recent.length > 0
  return (
    <section aria-labelledby="earlier-searches">
      <div className={styles.head}>
        <h2 id="earlier-searches" className={styles.title}>
          {t(hasRecent ? 'search.recent' : 'home.examples')}
        </h2>
        {hasRecent && (
          <button
            type="button"
            className={styles.clear}
            onClick={() => {
              clearRecentSearches(code)
              setRecent(null)
            }}
          >
            {t('search.clear_recent')}
          </button>
        )}
      </div>
      <ul className={styles.rows}>
        {(hasRecent ? recent : exampleSearches).map((term) => (
          <li key={term}>
            <a className={styles.row} href={links.search(code, term)} onClick={onChoose}>
              <Icon name="search" size={20} />
              {term}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowsProps {
  found: SearchFindings
  /** Called before the sheet closes. */
  onChoose: () => void
  close: () => void
}

function Rows({ found, onChoose, close }: RowsProps) {
  const sections = useSearchSections(found)
  const choose = (also?: () => void) => () => {
    also?.()
    onChoose()
    close()
  }
  return (
    <>
      <SearchMessage found={found} />
      {sections.map(({ key, title, options }) => (
        <section key={key} aria-label={title}>
          <h2 className={styles.title}>{title}</h2>
          <ul className={styles.rows}>
            {key === 'products' &&
              found.products.map((product) => (
                <ProductRow key={product.sku} product={product} onChoose={choose()} />
              ))}
            {options
              .filter((option) => key !== 'products' || option.key === 'all')
              .map((option) => (
                <li key={option.key}>
                  <a className={styles.row} href={option.href} onClick={choose(option.onChoose)}>
                    <span>{option.content}</span>
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function ProductRow({ product, onChoose }: { product: ProductCard; onChoose: () => void }) {
  const t = useStrings()
  const { code } = useStore()
  const add = useAddToCart()
  const { brand, name, prefix, slug } = product
  return (
    <li className={styles.product}>
      <Picture picture={product.thumb} sizes="72px" largest={160} alt="" />
      <a className={styles.name} href={links.product(code, slug)} onClick={onChoose}>
        {brand && <small>{brand.name}</small>}
        {prefix && `${prefix} `}
        <UnbrokenName name={name} />
      </a>
      <div className={styles.facts}>
        <Price product={product} size="small" bare={isPlainlyPriced(product)} inLink />
        <StockLabel product={product} />
      </div>
      {product.orderable && canQuickAdd(product) && (
        <Button
          className={styles.buy}
          look="main"
          aria-label={buyWords(product, t).named}
          onClick={() => {
            onChoose()
            add(product)
          }}
        >
          {buyWords(product, t).short}
        </Button>
      )}
    </li>
  )
}

/** Limits the sheet to what an on-screen keyboard leaves of the window. */
function useVisibleHeight(sheet: React.RefObject<HTMLElement | null>, isOpen: boolean) {
  useEffect(() => {
    const view = window.visualViewport
    if (!view || !isOpen) return
    const fit = () => {
      const top = sheet.current!.getBoundingClientRect().top - view.offsetTop
      sheet.current!.style.setProperty('max-height', `${Math.round(view.height - top)}px`)
    }
    fit()
    view.addEventListener('resize', fit)
    return () => view.removeEventListener('resize', fit)
  }, [sheet, isOpen])
}
