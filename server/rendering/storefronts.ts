/**
 * React Router's handlers, one for each section of a store. The router tries the routes one after another for every
 * request, and prepares its whole route table for every page. With the routes of all stores a category page
 * costs 1.30 times the processor time (decision 47); with the few routes of one section that cost is
 * negligible.
 */
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { StoreCode } from '../../domain/stores/stores.ts'

type PageHandler = ReturnType<typeof createRequestHandler>

/** The handler for a store and the segment after its prefix, in lower case. */
export type Storefronts = (code: StoreCode, section: string) => PageHandler

/** `isNarrowed: false`: one handler with all routes, for the benchmark. */
export function createStorefronts(build: ServerBuild, isNarrowed: boolean): Storefronts {
  if (!isNarrowed) {
    const whole = createRequestHandler(build, 'production')
    return () => whole
  }
  const named = new Set(Object.values(build.routes).flatMap((route) => sectionOf(route?.path) ?? []))
  const handlers = new Map<string, PageHandler>()
  return (code, section) => {
    // Unmatched segments share one handler: requests must not be able to fill the memory with handlers.
    const name = `${code}/${named.has(section) ? section : '*'}`
    let handler = handlers.get(name)
    if (handler === undefined)
      handlers.set(name, (handler = createRequestHandler(narrowed(build, code, section), 'production')))
    return handler
  }
}

/** The literal second segment of the path; null if it is a parameter or absent. */
function sectionOf(path: string | undefined): string | null {
  const word = path?.split('/')[1]
  return word === undefined || /^[:*]/.test(word) ? null : word
}

/** The same storefront with only the routes that an address of the section can match. */
export function narrowed(build: ServerBuild, code: StoreCode, section: string): ServerBuild {
  const isReached = (id: string): boolean => {
    const { path, parentId } = build.routes[id]!
    if (parentId !== undefined && build.routes[parentId]?.path) return isReached(parentId)
    if (!path) return true
    const [store] = path.split('/')
    const word = sectionOf(path)
    return (store === ':locale' || store === code) && (word === null || word === section)
  }
  const own = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isReached(id)))
  return {
    ...build,
    routes: own(build.routes),
    assets: { ...build.assets, routes: own(build.assets.routes) },
  }
}
