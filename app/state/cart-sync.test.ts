/** Changes of cart and coupons whose requests overlap: what the newest answers say holds in the end. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import { addedProduct } from './added-product.test-support.ts'
import { cartItemOf } from './cart-item.ts'
import { syncCart } from './cart-actions.ts'
import { addDiscountCode } from './discount-actions.ts'
import { useShopState } from './shop-state.ts'

const line = { uuid: 'line', ...cartItemOf(addedProduct(100, { sku: 'A' }), 1) }
const gift = { uuid: 'gift', ...cartItemOf(addedProduct(0, { sku: 'TOOL' }), 1), added_by_coupon: 'GIFT' }

interface Sent {
  path: string
  body: { coupons: string[]; items?: (typeof line)[] }
  /** Answers as the server would. */
  answer: () => void
}

/** Holds every request back until the test has it answered. */
function holdRequests() {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (address: string, init: { body: string }) => {
    const path = new URL(address, 'http://shop').pathname
    const body = JSON.parse(init.body) as Sent['body']
    return new Promise<Response>((resolve) => {
      const lines = () => [...body.items!, ...(body.coupons.includes('GIFT') ? [gift] : [])]
      const coupons = () => body.coupons.map((code) => ({ code, applied: true }))
      const answer = () => resolve(Response.json(path.endsWith('sync-cart') ? lines() : coupons()))
      sent.push({ path: path.replace('/api/', ''), body, answer })
    })
  })
  const next = (index: number) => vi.waitFor(() => sent[index] ?? Promise.reject(new Error('not sent')))
  return { sent, next }
}

/** Lets what follows an answer run: nothing here waits for a clock or a network. */
async function turns() {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

afterEach(() => {
  vi.unstubAllGlobals()
  useShopState.setState(useShopState.getInitialState())
})

it('[COUPON-01] adds the gift of a code that was typed while the lines were being priced', async () => {
  const { sent, next } = holdRequests()
  useShopState.setState(({ cart }) => ({ cart: { ...cart, items: [line] } }))
  const priced = syncCart(stores.sv)
  const lines = await next(0)
  const added = addDiscountCode(stores.sv, 'GIFT')
  const first = await next(1)
  lines.answer()
  const second = await next(2)
  expect(sent.map(({ path }) => path)).toEqual(['sync-cart', 'sync-coupons', 'sync-coupons'])
  first.answer()
  await turns()
  second.answer()
  ;(await next(3)).answer()
  await Promise.all([priced, added])
  expect(useShopState.getState().cart.items.map(({ sku }) => sku)).toEqual(['A', 'TOOL'])
})

it('[CART-11] has the coupons judged for a quantity whose sync a newly applied code overtook', async () => {
  const { sent, next } = holdRequests()
  useShopState.setState(({ cart }) => ({ cart: { ...cart, items: [line] } }))
  const added = addDiscountCode(stores.sv, 'GIFT')
  const coupons = await next(0)
  useShopState.setState(({ cart }) => ({ cart: { ...cart, items: [{ ...line, quantity: 3 }] } }))
  const changed = syncCart(stores.sv)
  const overtaken = await next(1)
  coupons.answer()
  const newest = await next(2)
  overtaken.answer()
  newest.answer()
  ;(await next(3)).answer()
  await Promise.all([added, changed])
  expect(sent.map(({ path }) => path)).toEqual(['sync-coupons', 'sync-cart', 'sync-cart', 'sync-coupons'])
})
