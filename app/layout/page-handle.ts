/** What a route may set on the layout around it, in its `handle` or in its loader data. */
import type { UIMatch } from 'react-router'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Crumb } from './breadcrumb-trail.ts'

/** LAYOUT-05: `simple` is the checkout's reduced header, `plain` has no breadcrumb bar. */
export type LayoutKind = 'default' | 'plain' | 'simple'

export interface PageHandle {
  layout?: LayoutKind
}

/** Parts of the loader data that the layout reads, all optional. */
export interface PageChrome {
  breadcrumbs?: Crumb[]
  /** Addresses of the same page in other stores; a store without a counterpart is absent. */
  alternates?: Partial<Record<StoreCode, string>>
}

type Match = Pick<UIMatch, 'handle' | 'loaderData'>

/** The layout of the deepest route that names one. */
export function layoutOf(matches: readonly Match[]): LayoutKind {
  const named = matches.findLast((match) => (match.handle as PageHandle | undefined)?.layout !== undefined)
  return (named?.handle as PageHandle | undefined)?.layout ?? 'default'
}

/** The layout data of the current page; undefined while it shows an error. */
export function chromeOf(matches: readonly Match[]): PageChrome {
  return (matches.at(-1)?.loaderData as PageChrome | undefined) ?? {}
}
