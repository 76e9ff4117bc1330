import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import routeTable from '../../app/routes.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { readPageAddress } from './page-key.ts'
import { narrowed } from './storefronts.ts'

type Entry = (typeof routeTable)[number]
type Routes = Record<string, { id: string; parentId?: string; path?: string; index?: boolean }>

function flat(entries: readonly Entry[], parentId = 'root'): Routes {
  return Object.fromEntries(
    entries.flatMap(({ id: given, file, path, index = false, children = [] }) => {
      const id = given ?? file
      const own = { id, parentId, index, ...(path !== undefined && { path }) }
      return [[id, own], ...Object.entries(flat(children, id))]
    }),
  )
}

const routes: Routes = { root: { id: 'root', path: '' }, ...flat(routeTable) }
const build = { routes, assets: { routes } } as unknown as ServerBuild

function tree(all: Routes, parentId?: string): RouteObject[] {
  return Object.values(all)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index = false }) =>
      index ? { id, index } : { id, ...(path !== undefined && { path }), children: tree(all, id) },
    )
}

const rests = [
  '',
  '/',
  '/artiklar/a.html',
  '/ARTIKLAR/b/c/index.html',
  '/artiklar/a.md',
  '/%61rtiklar/a.html',
  '/checkout',
  '/checkout/confirmation/x',
  '/my-account',
  '/my-account/orders/return/5',
  '/my-order/return/5',
  '/track-order',
  '/sokresultat.html',
  '/sokeresultater.html',
  '/varumarken/x.html',
  '/maerke/x',
  '/produkt-tagg/x',
  '/produkt-stikkord/x',
  '/hitta-batteri',
  '/batterie-finden/x',
  '/finn-kabel',
  '/rabatt/x/y',
  '/privacy',
  '/a/b/c',
  '/unsubscribe',
  '/page-preview',
  '/artiklar',
  '/constructor',
  '/*',
]

it('a section’s routes match its addresses as the whole table does', () => {
  const whole = tree(routes)
  for (const code of storeCodes) {
    for (const rest of rests) {
      const path = `/${code}${rest}`
      const { section } = readPageAddress(
        path,
        { vatExcluded: false, signedIn: false, locale: null },
        () => false,
      )!
      const few = narrowed(build, code, section)
      expect(Object.keys(few.routes).length).toBeLessThan(Object.keys(routes).length / 2)
      expect(Object.keys(few.assets.routes)).toEqual(Object.keys(few.routes))
      const ids = (table: RouteObject[]) =>
        matchRoutes(table, path)?.map(({ route, params }) => [route.id, params])
      expect(ids(tree(few.routes as Routes)), path).toEqual(ids(whole))
    }
  }
})
