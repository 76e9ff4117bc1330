import {
  createStaticHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  type RouteObject,
} from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Session } from '../domain/accounts/account.ts'
import { stores } from '../domain/stores/stores.ts'
import { gated, orderNumberInAddress, type Guard, type Validation } from './guards.server.ts'
import { shopContext, type ShopContext } from './shop-context.ts'

const shopOf = (code: 'sv' | 'de', session: Session | null) => {
  const context = new RouterContextProvider()
  context.set(shopContext, { store: stores[code], session: async () => session } as ShopContext)
  return context
}

/** The router's result for a guarded page: its data, a redirect, or the status and text of its error. */
async function open(
  gate: { guards?: string[]; validate?: Validation },
  known?: Record<string, Guard>,
  session: Session | null = null,
  address = '/page',
) {
  const loader = gated(gate, () => 'the page', known) as NonNullable<RouteObject['loader']>
  const { query } = createStaticHandler([{ id: 'page', path: '/page', loader, ErrorBoundary: () => null }])
  const answer = await query(new Request(`http://shop${address}`), { requestContext: shopOf('de', session) })
  if (answer instanceof Response) return { status: answer.status, location: answer.headers.get('location') }
  const error = answer.errors?.['page']
  if (error === undefined) return answer.loaderData['page']
  return { status: answer.statusCode, text: isRouteErrorResponse(error) ? error.data : null }
}

const pass: Guard = () => null

describe('a page with guards', () => {
  it('opens if all of them let pass', async () => {
    expect(await open({ guards: ['a', 'b'] }, { a: pass, b: pass })).toBe('the page')
    expect(await open({})).toBe('the page')
  })

  it('[ROUTE-48] for members redirects a guest of any store to its login panel', async () => {
    expect(await open({ guards: ['account'] })).toEqual({ status: 302, location: '/de?login=%2Fpage' })
  })

  it('[ROUTE-48] that asks for a login is named with its query to the login panel', async () => {
    const asked = await open({ guards: ['account'] }, undefined, null, '/page?from=mail&_routes=page')
    expect(asked).toEqual({ status: 302, location: '/de?login=%2Fpage%3Ffrom%3Dmail' })
  })

  it('[AUTH-06] for members opens for an account and redirects an order’s login', async () => {
    const account: Session = { strategy: 'account', accountId: 1, familyId: 1 }
    const order: Session = { strategy: 'order', orderId: 1, orderNumber: 'D100001', familyId: 1 }
    expect(await open({ guards: ['account'] }, undefined, account)).toBe('the page')
    expect(await open({ guards: ['account'] }, undefined, order)).toMatchObject({
      location: '/de?login=%2Fpage',
    })
  })

  it('[ERROR-05] that names an unknown guard responds with 500 and says so', async () => {
    for (const name of ['nope', 'constructor', '__proto__'])
      expect(await open({ guards: [name] })).toEqual({ status: 500, text: 'Unknown middleware' })
  })
})

describe('a page whose address is validated', () => {
  const refuse = (thrown: unknown) =>
    open({
      validate: () => {
        throw thrown
      },
    })

  it('[ERROR-06] responds with the thrown status, otherwise 500', async () => {
    expect(await refuse({ statusCode: 403, message: 'No' })).toEqual({ status: 403, text: 'No' })
    expect(await refuse(new Error('secret'))).toEqual({ status: 500, text: null })
    expect(await refuse({ statusCode: 200 })).toMatchObject({ status: 500 })
  })

  it('recognises a well-formed order number', () => {
    const check = (id?: string) => orderNumberInAddress({ id })
    for (const id of [undefined, '1001', 'S-1001']) expect(() => check(id)).not.toThrow()
    for (const id of ['a b', '<b>', 'x'.repeat(33), ''])
      expect(() => check(id)).toThrow(expect.objectContaining({ statusCode: 404 }))
  })
})
