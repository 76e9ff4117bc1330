/** The dropdown's results for a term as sections of options; each option links to an address. */
import type { ReactNode } from 'react'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { links } from '../../links.ts'
import { pushEvent } from '../../state/data-layer.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import { useStore, useStrings, type Translate } from '../../../ui/strings.tsx'
import type { PagePaths } from '../../../domain/seo/module-pages.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../products/price.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { markTerm } from './mark-term.ts'
import { plateLinks } from './module-searches.ts'
import type { SearchFindings } from './search-calls.ts'
import styles from './search-dropdown.module.css'

export interface SearchOption {
  key: string
  href: string
  content: ReactNode
  /** The product that the option names. */
  product?: ProductCard
  onChoose?: () => void
}

export interface SearchSection {
  key: string
  title: string
  /** Products are the main section; the others are beside it where there is room. */
  place: 'main' | 'side'
  options: SearchOption[]
}

/** The non-empty sections, in the order of the arrow keys; none before the first response. */
export function useSearchSections(found: SearchFindings | null): SearchSection[] {
  const t = useStrings()
  const store = useStore()
  const { pagePaths } = useStoreDetails()
  return found ? searchSections(found, store, pagePaths, t) : []
}

function searchSections(
  found: SearchFindings,
  store: Store,
  paths: PagePaths,
  t: Translate,
): SearchSection[] {
  const { code } = store
  const { suggestions, total } = found
  const queries = suggestions.queries.filter((query) => query !== suggestions.shown_for)
  const categories = [...found.categories, ...suggestions.categories]
  const sections: SearchSection[] = [
    // Before products, whose numbers are only similar.
    ...plateLinks.map(({ title, text, href }): SearchSection => ({
      key: 'plate',
      title: t(title),
      place: 'main',
      options: suggestions.is_plate ? [{ key: 'plate', href: href(paths), content: t(text) }] : [],
    })),
    {
      key: 'products',
      title: t('listing.grid'),
      place: 'main',
      options: [
        ...found.products.map((product) => productOption(product, found, code)),
        ...wayOn(found, store, t),
      ],
    },
    {
      key: 'queries',
      title: t('search.did_you_mean'),
      place: total > 0 ? 'side' : 'main',
      options: queries.map((query) => ({ key: query, href: links.search(code, query), content: query })),
    },
    ...found.named.map(({ name: ofModule, title, hrefOf, options }): SearchSection => ({
      key: ofModule,
      title: t(title),
      place: total > 0 ? 'side' : 'main',
      options: options.map(({ key, name, kind }) => ({
        key,
        href: hrefOf(key, paths),
        content: (
          <>
            <MarkedText text={name} term={found.term} />, {t(kind)}
          </>
        ),
      })),
    })),
    {
      key: 'categories',
      title: t(found.categories.length > 0 ? 'search.categories' : 'search.nearest_categories'),
      place: total > 0 ? 'side' : 'main',
      options: categories.map(({ slug, uri, hierarchy }) => ({
        key: uri,
        href: uri,
        content: <MarkedText text={hierarchy.join(' › ')} term={found.term} />,
        onChoose: () => pushEvent({ event: 'categorySearch', slug, search_term: found.term }),
      })),
    },
    {
      key: 'hints',
      title: t('search.hints'),
      place: total > 0 ? 'side' : 'main',
      options: found.hints.slice(0, 3).map(({ id, hint, url, url_title }) => ({
        key: String(id),
        href: url,
        content: (
          <>
            <span className={styles.hint}>{hint}</span> <span className={styles.link}>{url_title}</span>
          </>
        ),
      })),
    },
  ]
  return sections.filter((section) => section.options.length > 0)
}

/** Link to all hits; after a failed request, to the page that repeats the search. */
function wayOn({ ok, term, total }: SearchFindings, { code }: Store, t: Translate): SearchOption[] {
  if (ok && total === 0) return []
  const words = ok ? t('search.all_hits', { count: total }) : t('search.to_results')
  return [{ key: 'all', href: links.search(code, term), content: <b className={styles.all}>{words}</b> }]
}

/**
 * Whether the law asks for no more than the price itself: it does for a reduced price and for goods sold by length,
 * volume or weight.
 */
export function isPlainlyPriced({ lowest_30_days: lowest, unit_price: measure }: ProductCard): boolean {
  return lowest === null && (measure === null || measure.unit === 'piece')
}

function productOption(
  product: ProductCard,
  { term, labels }: SearchFindings,
  code: Store['code'],
): SearchOption {
  const name = product.prefix ? `${product.prefix} ${product.name}` : product.name
  return {
    key: product.sku,
    href: links.product(code, product.slug),
    product,
    content: (
      <span className={styles.product}>
        <Picture picture={product.thumb} sizes="56px" largest={160} alt="" />
        <span className={styles.name}>
          <MarkedText text={name} term={term} />
        </span>
        <span className={styles.label}>
          {[product.brand?.name, labels.get(product.id)].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.price}>
          <Price product={product} size="small" bare={isPlainlyPriced(product)} inLink />
        </span>
        <span className={styles.stock}>
          <StockLabel product={product} />
        </span>
      </span>
    ),
  }
}

/** The announcement for screen readers when the list has loaded. */
export function searchStatus({ ok, total }: SearchFindings, t: Translate): string {
  if (!ok) return t('search.failed')
  return total === 0 ? t('search.none') : t('listing.count', { count: total })
}

function MarkedText({ text, term }: { text: string; term: string }) {
  return markTerm(text, term).map(({ from, part, isMarked }) =>
    isMarked ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
  )
}
