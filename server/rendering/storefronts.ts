/**
 * React Router's handlers, one for each section of a store. The router tries one route after the other for every
 * request, and sets its whole table up for every page: with all four stores' words in it that takes a tenth of the
 * time of a category's page, with the few routes of a section next to nothing.
 */
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { StoreCode } from '../../domain/stores/stores.ts'

type PageHandler = ReturnType<typeof createRequestHandler>

/** The handler for a store and the segment after its prefix, in lower case. */
export type Storefronts = (code: StoreCode, section: string) => PageHandler

export function createStorefronts(build: ServerBuild): Storefronts {
  const named = new Set(Object.values(build.routes).flatMap((route) => sectionOf(route?.path) ?? []))
  const handlers = new Map<string, PageHandler>()
  return (code, section) => {
    // What no route names has the routes of any such: addresses must not fill the memory.
    const name = `${code}/${named.has(section) ? section : '*'}`
    let handler = handlers.get(name)
    if (handler === undefined)
      handlers.set(name, (handler = createRequestHandler(narrowed(build, code, section), 'production')))
    return handler
  }
}

/** The word of the path's second segment; null where it is open or there is none. */
function sectionOf(path: string | undefined): string | null {
  const word = path?.split('/')[1]
  return word === undefined || /^[:*]/.test(word) ? null : word
}

/** The same storefront with those routes alone that an address of the section can reach. */
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
