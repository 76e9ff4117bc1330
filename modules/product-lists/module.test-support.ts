import { account, open, unguessable } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { testActor } from '../../test/test-actor.ts'
import { createList, shareList } from './product-list-repository.server.ts'

declare module '../../test/access/owned-objects.ts' {
  interface ObjectsOfModules {
    /** Id of a named list. */
    list: string
    /** Token of that list, which is shared. */
    listToken: string
  }
}

export const moduleTests: ModuleTests = {
  apiAccess: {
    // `saved` is everybody's own.
    'GET /api/lists': account(),
    'GET /api/lists/:id': account({ params: { id: 'list' }, foreign: [404] }),
    'POST /api/lists': account({ body: { name: 'Lista' }, foreign: [201, 409] }),
    'PUT /api/lists/:id': account({ params: { id: 'list' }, body: { name: 'Lista' }, foreign: [404] }),
    'DELETE /api/lists/:id': account({ params: { id: 'list' }, foreign: [404] }),
    'POST /api/lists/:id/restore': account({ params: { id: 'list' }, foreign: [404] }),
    'POST /api/lists/:id/lines': account({
      params: { id: 'list' },
      body: { lines: [{ sku: 'VO-AA-8', quantity: 1 }] },
      foreign: [404],
    }),
    'DELETE /api/lists/:id/lines/:sku': account({
      params: { id: 'list' },
      fixed: { sku: 'VO-AA-8' },
      foreign: [404],
    }),
    'POST /api/lists/:id/share': account({ params: { id: 'list' }, foreign: [404] }),
    'DELETE /api/lists/:id/share': account({ params: { id: 'list' }, foreign: [404] }),
    'GET /api/shared-lists/:token': unguessable({ params: { token: 'listToken' } }),
    'POST /api/list-products': open({ body: { skus: ['VO-AA-8'] } }),
  },
  pageAccess: { '/:locale/lists': open({ query: { list: 'x' } }) },
  pageTypes: { lists: 'lists', 'list that is no longer shared': 'lists?list=finns-inte' },
  async owned({ db, clock, store, accountId, lastName }) {
    const of = { store, accountId }
    const list = (await createList({ db, clock }, testActor, of, `Lista ${lastName}`))!
    const listToken = (await shareList({ db, clock }, testActor, of, list))!
    return { list: String(list), listToken }
  },
}
