import { expect, it } from 'vitest'
import { apiAccess } from './api-access.ts'
import { apiRoutes, knownApiRoutes, pageRoutes } from './known-routes.ts'
import { pageAccess } from './page-access.ts'
import { whileClosed } from './while-closed.ts'

/** Routes without a line in the table, and lines of routes that do not exist. */
function differences(routes: readonly string[], table: object) {
  const lines = Object.keys(table)
  return {
    addALineFor: routes.filter((route) => !lines.includes(route)),
    removeTheLineOf: lines.filter((line) => !routes.includes(line)),
  }
}

const none = { addALineFor: [], removeTheLineOf: [] }

it('has who may call it for every route of the API, in test/access/api-access.ts', async () => {
  expect(differences(await apiRoutes(), apiAccess)).toEqual(none)
})

it('has what it does in a closed store for every route of the API, in test/access/while-closed.ts', async () => {
  // Those of modules from outside say it themselves, in packages of their own.
  const routes = (await knownApiRoutes()).filter(
    ({ route }) => route.includes(' /api/') && !route.includes(' /api/modules/'),
  )
  const known = new Set(routes.map(({ route }) => route))
  // A module that was taken out leaves its lines.
  const expected = Object.entries(whileClosed).filter(([route]) => known.has(route))
  expect(
    Object.fromEntries(routes.map((each) => [each.route, each.whileClosed ? 'served' : 'closed'])),
  ).toEqual(Object.fromEntries(expected))
})

it('has who may open it for every page, in test/access/page-access.ts', () => {
  expect(differences(pageRoutes(), pageAccess)).toEqual(none)
})
