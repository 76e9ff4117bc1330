/**
 * A shopper pays at the provider of a module from outside (`examples/harbour-pay`), in a browser, and staff send and
 * refund the order; the provider reports late, twice and in another order, and fails in each way.
 */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { projectEnv, projectNode } from '../../cli/run-command.mjs'
import type { Simulator } from '../../examples/harbour-pay/simulator/simulator.ts'
import answers from '../../locales/sv/answers.json' with { type: 'json' }
import texts from '../../locales/sv/checkout.json' with { type: 'json' }
import { signInStaff } from '../admin/admin-page.ts'
import type { BuiltServer } from '../built-server.ts'
import type { TestDatabase } from '../database.ts'
import { receipt } from '../payment-drivers.ts'
import { chooseDelivery, field, people, shopperIn } from '../shopper.ts'
import { expectPage } from './expect-page.ts'

/** The shop in which the module is bound. */
export interface BoundShop {
  shop: BuiltServer
  database: TestDatabase
  simulator: Simulator
  inBrowser(work: (page: Page) => Promise<void>): Promise<void>
  /** Folder of the built copy, and the variables of its processes. */
  folder: string
  env: Record<string, string>
  /** Runs the operator's command line. */
  anode(...parameters: string[]): Promise<string>
}

const waiting = { timeout: 30_000, interval: 200 }
const title = (page: Page, name: string) => expectPage(page.getByRole('heading', { name })).toBeVisible()

export function paysAtHarbourPay(of: () => BoundShop): void {
  /** An order as the shop has it, with its payment. */
  const orderOf = async (number: string) =>
    (
      await sql<{ status: string; attempt: string; captured: number; refunded: number; paid: number }>`
        select o.status, a.status as attempt, a.captured_minor as captured, a.refunded_minor as refunded,
          (select count(*)::integer from order_event e where e.order_id = o.id and e.to_status = 'received') as paid
        from orders o join payment_attempt a on a.order_id = o.id where o.number = ${number}`.execute(
        of().database.db,
      )
    ).rows
  const latest = () => of().simulator.payments.at(-1)!
  const eventsOf = (payment: string) => of().simulator.events.filter((event) => event.payment === payment)

  /** Fills in the checkout and presses the button. */
  async function order(page: Page): Promise<void> {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith('AA-4')
    const { identityNumber: _number, ...texts } = people.sv
    for (const [name, value] of Object.entries(texts)) await field(page, name).fill(value)
    await field(page, 'city').blur()
    await chooseDelivery(page, 'harbour-pay')
    await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
    await expectPage(shopper.orderButton).toBeEnabled()
    await shopper.orderButton.click()
  }
  const atProvider = (page: Page) => page.waitForURL(`${of().simulator.url}/pay/*`)
  async function leaveForProvider(page: Page): Promise<void> {
    await order(page)
    await atProvider(page)
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** In the checkout again, where everything is still filled in. */
  async function payAgain(page: Page): Promise<void> {
    await page.getByRole('link', { name: texts['payfailed.back'] }).click()
    await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
    await shopperIn(page).orderButton.click()
    await atProvider(page)
    await press(page, 'Approve')
    await page.waitForURL(receipt)
  }

  it('a shopper approves at the provider of a module, and the order is paid once, however often it is reported', async () => {
    const { inBrowser, simulator } = of()
    await inBrowser(async (page) => {
      await leaveForProvider(page)
      await press(page, 'Approve')
      await page.waitForURL(receipt)
      await expectPage(page.getByText('Harbour Pay').first()).toBeVisible()
      await expectPage(page.locator('[data-order-number]')).toContainText(latest().reference)
    })
    const { id, reference } = latest()
    const [event] = eventsOf(id)
    expect(await Promise.all([simulator.send(event!), simulator.send(event!)])).toEqual([200, 200])
    expect(await simulator.send(event!, 'another secret')).toBe(401)
    await vi.waitFor(
      async () =>
        expect(await orderOf(reference)).toEqual([
          { status: 'received', attempt: 'authorized', captured: 0, refunded: 0, paid: 1 },
        ]),
      waiting,
    )
  })

  it('an order whose shopper never came back is paid by the report alone', async () => {
    await of().inBrowser(async (page) => {
      await leaveForProvider(page)
      await fetch(`${page.url()}/approve`, { method: 'POST', redirect: 'manual' })
    })
    await vi.waitFor(
      async () => expect(await orderOf(latest().reference)).toMatchObject([{ status: 'received', paid: 1 }]),
      waiting,
    )
  })

  it('a shopper who is declined, or comes back without paying, pays again', async () => {
    await of().inBrowser(async (page) => {
      await leaveForProvider(page)
      await press(page, 'Decline')
      await title(page, texts['payfailed.title'])
      await expectPage(page.getByText(texts['payfailed.declined'])).toBeVisible()
      expect(await orderOf(latest().reference)).toMatchObject([{ status: 'payment_failed' }])
      await payAgain(page)
      expect(await orderOf(latest().reference)).toMatchObject([{ status: 'received' }])
    })
    await of().inBrowser(async (page) => {
      await leaveForProvider(page)
      const left = page.url()
      await press(page, 'Back to the shop')
      await title(page, texts['payfailed.title'])
      await payAgain(page)
      // Nobody can pay what was left.
      await page.goto(left)
      await expectPage(page.getByText('This payment has ended.')).toBeVisible()
    })
  })

  it('a shopper who goes back in the browser pays in another way', async () => {
    await of().inBrowser(async (page) => {
      await leaveForProvider(page)
      const { reference } = latest()
      await page.goBack()
      await page.getByRole('link', { name: texts['payfailed.back'] }).click()
      await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
      await field(page, 'identityNumber').fill(people.sv.identityNumber)
      await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
      await shopperIn(page).orderButton.click()
      await page.waitForURL(receipt)
      expect(await orderOf(reference)).toMatchObject([{ status: 'payment_failed' }])
    })
  })

  it('is captured with the shipment and refunded by staff; reports in another order change nothing', async () => {
    const { inBrowser, simulator, anode, database } = of()
    simulator.webhooks = 'kept back'
    await inBrowser(async (page) => {
      await leaveForProvider(page)
      await press(page, 'Approve')
      await page.waitForURL(receipt)
    })
    const { id, reference, amount } = latest()
    await anode('order', 'ship', reference, '--tracking', '00370724760000000018')
    await vi.waitFor(
      async () => expect(await orderOf(reference)).toMatchObject([{ captured: amount }]),
      waiting,
    )
    await anode('order', 'refund', reference, '--all', '--reason', 'withdrawal')
    await vi.waitFor(async () => {
      expect(latest().refunded).toBeGreaterThan(0)
      expect(await orderOf(reference)).toMatchObject([{ refunded: latest().refunded }])
    }, waiting)
    const before = await orderOf(reference)
    for (const event of eventsOf(id).toReversed()) expect(await simulator.send(event)).toBe(200)
    simulator.webhooks = 'at once'
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select from payment_event where provider_order_id = ${id} and processed_at is null`.execute(
          database.db,
        )
      expect(rows).toEqual([])
    }, waiting)
    expect(await orderOf(reference)).toEqual(before)
    await inBrowser(async (page) => {
      const admin = await signInStaff(page, database.db, 'owner')
      await page.goto(`${admin}/orders/${reference}`)
      await expectPage(page.getByText('Harbour Pay').first()).toBeVisible()
    })
  })

  it('a provider that answers nonsense, or nothing, stops neither the checkout nor the order', async () => {
    const { inBrowser, simulator, shop } = of()
    for (const answer of ['nonsense', 'fault'] as const)
      await inBrowser(async (page) => {
        simulator.answers = answer
        await order(page)
        await expectPage(page.getByText(answers.refusal.payment_unavailable).first()).toBeVisible()
        // Another method, with the same checkout.
        await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
        await field(page, 'identityNumber').fill(people.sv.identityNumber)
        await shopperIn(page).orderButton.click()
        await page.waitForURL(receipt)
      })
    simulator.answers = 'well'
    await inBrowser(async (page) => {
      await leaveForProvider(page)
      simulator.answers = 'never'
      await press(page, 'Approve')
      await title(page, texts['confirmation.wait_title'])
      simulator.answers = 'well'
      await page.waitForURL(receipt)
    })
    expect(await orderOf(latest().reference)).toMatchObject([{ status: 'received', paid: 1 }])
    const log = await readFile(join(shop.dataDir, 'server.log'), 'utf8')
    expect(log).toMatch(/"module":"harbour-pay".*the payment provider of a module failed/)
  })

  it('the keys of its accounts are set as those of other providers', async () => {
    const { anode, folder, env } = of()
    const keys = 'api_key=a-key-of-the-account\nwebhook_secret=a-secret-of-the-account\n'
    execFileSync(projectNode, ['cli/anode.ts', 'provider', 'set', 'harbour-pay', '--store', 'no'], {
      cwd: folder,
      env: projectEnv(env),
      input: keys,
    })
    const listed = await anode('provider', 'list', '--store', 'no', '--json')
    expect(JSON.parse(listed)).toContainEqual(
      expect.objectContaining({
        provider: 'harbour-pay',
        'in force': 'simulator',
        keys: 'api_key …ount, webhook_secret …ount',
      }),
    )
  })
}
