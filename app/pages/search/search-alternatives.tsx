/** Alternatives for a search: the corrected word, what modules found, other words, categories, hints (SEARCH-06, 08). */
import type { SearchHint } from '../../../contract/content.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Chips, type Chip } from '../../../ui/chips.tsx'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import styles from './search-alternatives.module.css'

const SearchedInstead = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./searched-instead.tsx') : null,
  () => import('./searched-instead.tsx'),
)
const SearchHints = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./search-hints.tsx') : null,
  () => import('./search-hints.tsx'),
)

export interface SearchAlternativesProps {
  query: string
  results: {
    /** The corrected word that was searched instead. */
    shownFor: string | null
    /** A brand in the query that the store does not sell. */
    insteadOf: string | null
    /** What modules found beside products. */
    named: readonly { title: string; links: readonly Chip[] }[]
    queries: readonly Chip[]
    /** Categories that the words name, or the nearest ones; their `parents` are for those who hear the page. */
    categories: readonly (Chip & { slug: string; parents: string })[]
    isNearest: boolean
    hints: readonly SearchHint[]
    /** The term may be a registration number. */
    isPlate: boolean
  }
}

export default function SearchAlternatives({ query, results }: SearchAlternativesProps) {
  const t = useStrings()
  const { shownFor, insteadOf, named, queries, categories, isNearest, hints, isPlate } = results
  return (
    <>
      {shownFor !== null && <SearchedInstead query={query} shown={shownFor} brand={insteadOf} />}
      {named.map(({ title, links }) => (
        <Way key={title} title={title} chips={links} />
      ))}
      <Way title={t('search.did_you_mean')} chips={queries} />
      <Way
        title={t(isNearest ? 'search.nearest_categories' : 'search.categories')}
        chips={categories.map(({ slug, parents, text, ...chip }) => ({
          ...chip,
          text: (
            <>
              <span className="visually-hidden">{parents}</span>
              {text}
            </>
          ),
          category: slug,
        }))}
      />
      <SearchHints hints={hints} isPlate={isPlate} />
    </>
  )
}

function Way({ title, chips }: { title: string; chips: readonly Chip[] }) {
  return (
    chips.length > 0 && (
      <div className={styles.way}>
        <h2 className={styles.wayTitle}>{title}</h2>
        <Chips label={title} chips={chips} />
      </div>
    )
  )
}
