/**
 * A shopper chooses the carrier of a module from outside (`examples/harbour-post`) in a browser, staff book its parcel,
 * and it reports the delivery; beside it the carrier of another module hangs.
 */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { Simulator } from '../../examples/harbour-post/simulator/simulator.ts'
import { signInStaff } from '../admin/admin-page.ts'
import { receipt } from '../payment-drivers.ts'
import { field, people, shopperIn } from '../shopper.ts'
import type { BoundShop } from './harbour-pay-tests.ts'
import { expectPage } from './expect-page.ts'

const waiting = { timeout: 30_000, interval: 200 }

export function sendsWithHarbourPost(
  of: () => Omit<BoundShop, 'simulator'> & { carrierSimulator: Simulator },
): void {
  const choose = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(name) }).check()

  it('a shopper chooses a service point of the carrier of a module, staff book the parcel, and its report delivers it', async () => {
    const { shop, database, inBrowser, anode, carrierSimulator } = of()
    let number = ''
    await inBrowser(async (page) => {
      const shopper = shopperIn(page)
      await shopper.startInCheckoutWith('AA-4')
      for (const [name, value] of Object.entries(people.sv))
        if (name !== 'identityNumber') await field(page, name).fill(value)
      await field(page, 'city').blur()
      // The carrier of the faulty module never answers: its method is there without points.
      await choose(page, 'Trasig frakt')
      await expectPage(page.locator('[name=servicePoint]')).toHaveCount(0)
      await choose(page, 'Harbour Post till ombud')
      await choose(page, 'Harbour Post 2')
      await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
      await field(page, 'identityNumber').fill(people.sv.identityNumber)
      await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
      await shopper.orderButton.click()
      await page.waitForURL(receipt)
      number = /S\d+/.exec((await page.locator('[data-order-number]').textContent()) ?? '')![0]
    })
    await anode('order', 'ship', number, '--book')
    const parcel = carrierSimulator.parcels.find(({ reference }) => reference === `${number}-P1`)!
    expect(parcel).toMatchObject({ point: 'point-2' })
    await inBrowser(async (page) => {
      const admin = await signInStaff(page, database.db, 'owner')
      await page.goto(`${admin}/orders/${number}`)
      await expectPage(page.getByText('Harbour Post').first()).toBeVisible()
      await expectPage(page.getByRole('link', { name: parcel.number }).first()).toHaveAttribute(
        'href',
        `https://track.harbour-post.example/${parcel.number}`,
      )
    })
    const report = carrierSimulator.deliver(parcel.number, new Date())
    const answer = await fetch(`${shop.url}/callbacks/harbour-post/deliveries`, { method: 'POST', ...report })
    expect(answer.status).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await sql`select status from orders where number = ${number}`.execute(database.db)
      expect(rows).toEqual([{ status: 'delivered' }])
    }, waiting)
  })

  it('staff send an order by hand with the carrier of a module', async () => {
    const { anode, inBrowser, database } = of()
    const { rows } = await sql<{ number: string }>`
      select number from orders where status = 'received' order by id limit 1`.execute(database.db)
    const { number } = rows[0]!
    await anode('order', 'ship', number, '--tracking', 'BY-HAND-1', '--carrier', 'faulty')
    await inBrowser(async (page) => {
      const admin = await signInStaff(page, database.db, 'owner')
      await page.goto(`${admin}/orders/${number}`)
      await expectPage(page.getByText('Trasig post').first()).toBeVisible()
    })
    const { rows: sent } = await sql`select carrier, tracking_number from shipment
      where order_id = (select id from orders where number = ${number})`.execute(database.db)
    expect(sent).toEqual([{ carrier: 'faulty', tracking_number: 'BY-HAND-1' }])
  })
}
