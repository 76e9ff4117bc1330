import { afterAll, describe, expect, it } from 'vitest'
import { accountShop, bearer } from '../test/account-shop.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn } = shop
afterAll(() => shop.close())

interface Item {
  uuid?: string
  product_id: number
  quantity: number
}

/** A session of an account on a device of its own. */
async function session(email: string) {
  const headers = bearer((await loggedIn(email)).access_token)
  return {
    join: async (items: Item[], coupons: string[] = [], removed: (string | undefined)[] = []) =>
      (await post('auth/cart', { items, coupons, removed_lines: removed }, { headers })).body as {
        items: Item[]
        coupons: string[]
      },
    sync: (items: Item[], coupons: string[] = []) => post('sync-cart', { items, coupons }, { headers }),
    empty: () => ask('auth/cart', { method: 'DELETE', headers }),
  }
}
const shown = ({ items }: { items: Item[] }) =>
  items.map(({ product_id, quantity }) => [product_id, quantity])

describe('the cart of an account', () => {
  it('follows the customer to another device, and merging it twice changes nothing', async () => {
    const [lamp, cell] = [await shop.addProduct(), await shop.addProduct()]
    const { email } = await someAccount()
    const phone = await session(email)
    expect(shown(await phone.join([{ product_id: lamp, quantity: 2 }], ['TIO']))).toEqual([[lamp, 2]])
    await phone.sync([{ product_id: lamp, quantity: 3 }], ['TIO'])

    const computer = await session(email)
    const device = [
      { product_id: cell, quantity: 1 },
      { product_id: lamp, quantity: 1 },
    ]
    // A sync before the merge leaves the account's cart alone.
    await computer.sync([{ product_id: cell, quantity: 1 }])
    const merged = await computer.join(device, ['HEJ'])
    expect(shown(merged)).toEqual([
      [cell, 1],
      [lamp, 3],
    ])
    expect(merged.coupons).toEqual(['HEJ', 'TIO'])
    const again = await (await session(email)).join(merged.items, merged.coupons)
    expect([shown(again), again.coupons]).toEqual([shown(merged), merged.coupons])
    // Logged out, the customer removes the lamp on this device; it does not come back, here or there.
    const [kept, removed] = [again.items.slice(0, 1), again.items[1]!.uuid]
    expect(shown(await (await session(email)).join(kept, ['HEJ'], [removed]))).toEqual([[cell, 1]])
    expect(shown(await (await session(email)).join([]))).toEqual([[cell, 1]])
    expect((await computer.empty()).status).toBe(204)
    expect(await (await session(email)).join([])).toEqual({ items: [], coupons: [] })
  })

  it('is of one account and store, and nobody else’s', async () => {
    const product = await shop.addProduct()
    const [anna, bo] = [await someAccount(), await someAccount()]
    await (await session(anna.email)).join([{ product_id: product, quantity: 4 }])
    expect((await (await session(bo.email)).join([])).items).toEqual([])
    const danish = await post(
      'auth/cart',
      { items: [], coupons: [] },
      { store: 'da', headers: bearer((await loggedIn(anna.email)).access_token) },
    )
    expect(danish.body.items).toEqual([])
    expect((await post('auth/cart', { items: [], coupons: [] })).status).toBe(401)
    // What cannot be sold is left out, as in a sync.
    shop.stopSelling(product)
    expect((await (await session(anna.email)).join([])).items).toEqual([])
  })
})
