/**
 * Staff make a code of the kind of a module from outside (`examples/mix-offer`), a shopper orders with it, and a kind of
 * which everything fails costs nothing but its own discount.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { signInStaff } from '../admin/admin-page.ts'
import { invoiceOrder, plainPage, shopperIn } from '../shopper.ts'
import type { BoundShop } from './harbour-pay-tests.ts'
import { expectPage } from './expect-page.ts'

export function givesMixOffers(of: () => Pick<BoundShop, 'shop' | 'database' | 'inBrowser'>): void {
  const syncCodes = async (codes: readonly string[]) => {
    const answer = await fetch(`${of().shop.url}/api/sync-coupons?locale=sv&sid=7`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        coupons: codes,
        cart_contents: [
          { sku: 'AA-4', quantity: 1 },
          { sku: 'WRAP-RED', quantity: 2 },
        ],
      }),
    })
    return (await answer.json()) as object[]
  }

  it('staff make a code of its coupon kind, and a shopper orders with it', async () => {
    await of().inBrowser(async (page) => {
      const admin = await signInStaff(page, of().database.db, 'owner')
      await page.goto(`${admin}/new-coupon`)
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill('MIX2')
      await page.getByRole('combobox', { name: 'Discount' }).selectOption('Mix of different articles')
      await expectPage(page.getByText('For every set of so many different articles')).toBeVisible()
      await page.getByLabel('Different articles in a set').fill('1')
      await page.getByRole('button', { name: 'Save' }).click()
      await expectPage(page.getByText('A whole number from 1')).toBeVisible()
      await page.getByLabel('Different articles in a set').fill('2')
      await page.getByRole('button', { name: 'Save' }).click()
      await expectPage(page.getByRole('heading', { level: 1, name: 'MIX2' })).toBeVisible()
    })
    await of().inBrowser(async (page) => {
      const shopper = shopperIn(page)
      await shopper.startWith('AA-4', 'WRAP-RED')
      await shopper.visit(plainPage)
      await shopper.openCart()
      await shopper.cart.getByText('Har du en rabattkod?').click()
      await shopper.cart.getByRole('textbox', { name: 'Rabattkod' }).fill('MIX2')
      await page.keyboard.press('Enter')
      await expectPage(shopper.cart.getByRole('button', { name: 'Ta bort koden MIX2' })).toBeVisible()
      await expectPage(shopper.cart.locator('[data-cart-sum]')).toHaveText(/249/)
      const lines = ['AA-4', 'WRAP-RED'].map((sku) => ({ sku, quantity: 1 }))
      const number = await invoiceOrder(page, lines, { coupons: ['MIX2'] })
      const { rows } = await sql<{ used: number }>`
        select count(*)::integer as used from coupon_use u join coupon c on c.id = u.coupon_id
          join orders o on o.id = u.order_id where c.code = 'MIX2' and o.number = ${number}`.execute(
        of().database.db,
      )
      expect(rows).toEqual([{ used: 1 }])
    })
  })

  it('a coupon kind that fails gives nothing, and other codes of the cart do', async () => {
    await sql`insert into coupon (code, terms, stores) values ('FAULTY', '{"faulty_units": 1}', '{}')`.execute(
      of().database.db,
    )
    expect(await syncCodes(['FAULTY', 'MIX2'])).toMatchObject([
      { code: 'FAULTY', applied: true, buyx_free_amount: 0 },
      { code: 'MIX2', applied: true, buyx_free_amount: 39 },
    ])
  })
}
