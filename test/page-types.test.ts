import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { pageRoutes } from './access/known-routes.ts'
import { notOfGuests, pageTypes } from './page-types.ts'

it('every address of app/routes.ts is a type of page that is checked, or says in test/page-types.ts why not', () => {
  // The pages of an account are behind one login.
  const patterns = pageRoutes().filter((pattern) => !pattern.startsWith('/:locale/my-account/'))
  const slugs = { product: 'aa', giftCard: 'bb', goneProduct: 'ff', category: 'cc', brand: 'dd', tag: 'ee' }
  const routes = patterns.map((path) => ({ path }))
  const checked = Object.values(pageTypes('sv', slugs)).map(
    (address) => matchRoutes(routes, address.split('?')[0]!)!.at(-1)!.route.path,
  )
  const listed = [...checked, ...Object.keys(notOfGuests)]
  expect(patterns.filter((pattern) => !listed.includes(pattern))).toEqual([])
  expect(listed.filter((pattern) => !patterns.includes(pattern))).toEqual([])
  expect(Object.keys(notOfGuests).filter((pattern) => checked.includes(pattern))).toEqual([])
})
