import { expect, test } from '../browser-test.ts'
import type { CouponEntity } from '../../domain/coupons/coupon.ts'
import { allRequestsRecorded, hydrated, callsTo, demo, shopperIn, plainPage } from '../shopper.ts'

test.describe('the minimum order', () => {
  test('[MINORD-01] [MINORD-02] keeps the checkout disabled below it, and shows the progress', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCartWith(demo.cheap)
    const charge = shopper.cart.getByRole('progressbar', { name: 'Minsta ordervärde' })
    await expect(shopper.cart.getByRole('button', { name: 'Till kassan' })).toBeDisabled()
    await expect(charge).toHaveAttribute(
      'aria-valuenow',
      String(Math.floor((product.prices.n[0]!.p / 99) * 100)),
    )
    await expect(
      shopper.cart.getByText(`${99 - product.prices.n[0]!.p} kr kvar till minsta ordervärde (99 kr)`),
    ).toBeVisible()
    // Said once, however many parts of the cart depend on it.
    await expect(shopper.cart.getByText(/minsta ordervärde/i).filter({ visible: true })).toHaveCount(1)
    await shopper.line(product.name).getByRole('textbox').fill('10')
    await expect(shopper.cart.getByRole('link', { name: 'Till kassan' })).toBeVisible()
    await expect(charge).toHaveCount(0)
    await expect(shopper.cart.getByRole('progressbar', { name: 'Fri frakt' })).toBeVisible()
  })

  test('[MINORD-05] blocks payment when the checkout is opened by its address', async ({ page }) => {
    const shopper = shopperIn(page)
    await shopper.startWith(demo.cheap)
    await shopper.visit('/checkout')
    await expect(page.getByText('Minsta ordervärde är 99 kr.')).toBeVisible()
    await expect(shopper.orderButton).toBeDisabled()
    const main = page.getByRole('main')
    await expect(main.getByText(/minsta ordervärde/i).filter({ visible: true })).toHaveCount(1)
    await expect(
      main.getByText('Ta bort eller ändra de markerade raderna för att kunna beställa.'),
    ).toHaveCount(0)
    // Neither the button nor a payment method asks for something that would not help.
    const note = 'Det går inte att beställa än: se meddelandet ovanför steg 1.'
    await expect(shopper.orderButton).toHaveAccessibleDescription(note)
    await main.getByRole('radio', { name: /Kustom/ }).check()
    await expect(main.getByText(note)).toBeVisible()
    await expect(main.getByText('Välj leverans först.')).toHaveCount(0)
  })
})

test('free delivery is promised for a shipping method that can carry the cart', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.startInCartWith(demo.dear)
  await expect(shopper.cart.getByText('200 kr kvar till fri frakt med PostNord till ombud')).toBeVisible()
  await shopper.buy(demo.largeLithium)
  await expect(shopper.cart.getByRole('progressbar', { name: 'Fri frakt' })).toHaveAttribute(
    'aria-valuetext',
    /Budbee hem/,
  )
})

test.describe('the upselling panel', () => {
  test('[UPSELL-02] [UPSELL-03] opens instead of the cart, is accepted with one tap, or declined', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.product(demo.withUpselling)
    const panel = page.getByRole('dialog', { name: 'Lagt i varukorgen' })
    const buy = async () => {
      await shopper.visit(`/artiklar/${product.slug}.html`)
      await page.getByRole('button', { name: 'Köp', exact: true }).first().click()
      await expect(panel).toBeVisible()
      await expect(shopper.cart).toBeHidden()
    }
    await buy()
    await panel.getByRole('button', { name: 'Nej tack, till korgen' }).click()
    await expect(shopper.cart).toBeVisible()
    await expect(panel).toBeHidden()
    await buy()
    // The panel says what is in the cart, then what a set saves that contains it; the set takes its place.
    await expect(panel.getByRole('status')).toHaveText(`2 × ${product.name}`)
    await expect(panel.getByText(/^Var för sig kostar delarna/).first()).toBeVisible()
    await panel
      .getByRole('button', { name: /^Byt till/ })
      .first()
      .click()
    await expect(shopper.cart).toBeVisible()
    const { items } = (await shopper.stored()).cart
    expect(items.map((item) => [item.quantity, item.upselling_bundle_id])).toEqual([
      [1, null],
      [1, product.id],
    ])
  })

  test('[UPSELL-02] stays closed when the check fails', async ({ page }) => {
    const shopper = shopperIn(page)
    await page.route('**/upselling?*', (route) => route.fulfill({ status: 500, json: {} }))
    await shopper.buy(demo.withUpselling)
    await expect(shopper.cart.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('discount codes', () => {
  const applied: CouponEntity = {
    code: 'ANNA10',
    applied: true,
    percentage_discount: 10,
    discount_label: 'Tio procent',
  }

  test('[COUPON-42] [CART-11] are listed with their discount, rejected ones with the reason, and can be removed', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await page.route('**/api/sync-coupons?*', async (route) => {
      const { coupons } = route.request().postDataJSON() as { coupons: string[] }
      const answer = coupons.map((code) =>
        code === 'ANNA10' ? applied : { code, applied: false, reason: 'expired' },
      )
      await route.fulfill({ json: answer })
    })
    const product = await shopper.startInCartWith(demo.dear)
    await shopper.cart.getByText('Har du en rabattkod?').click()
    for (const code of ['anna10', 'GAMMAL']) {
      await shopper.cart.getByRole('textbox', { name: 'Rabattkod' }).fill(code)
      await shopper.cart.getByRole('button', { name: 'Använd' }).click()
      await expect(
        shopper.cart.getByRole('button', { name: new RegExp(`Ta bort koden ${code}`, 'i') }),
      ).toBeVisible()
    }
    await expect(shopper.cart.getByText('ANNA10: Tio procent')).toBeVisible()
    await expect(shopper.cart.getByRole('status').filter({ hasText: 'GAMMAL' })).toBeVisible()
    await expect(shopper.line(product.name).getByText('Rabattkod ANNA10 −10 %')).toBeVisible()

    const order: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/api/sync-') && order.push(new URL(request.url()).pathname)),
    )
    await shopper.line(product.name).getByRole('button', { name: 'En till' }).click()
    await expect.poll(() => order).toEqual(['/api/sync-cart', '/api/sync-coupons'])
    await expect(shopper.cart.getByText('Koden GAMMAL gäller inte längre.')).toBeVisible()

    await shopper.cart.getByRole('button', { name: 'Ta bort koden GAMMAL' }).click()
    await expect(shopper.cart.getByText('GAMMAL')).toHaveCount(0)
    await shopper.cart.getByRole('button', { name: 'Ta bort koden ANNA10' }).click()
    await expect(shopper.cart.getByText('Tio procent')).toHaveCount(0)
  })

  test('[COUPON-31] [COUPON-42] from a link are in view in a long cart, rejected ones too, 375 and 1440 px wide', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const inEachSize = async (inspect: () => Promise<void>) => {
      for (const size of [
        { width: 375, height: 667 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(size)
        await shopper.openCart()
        await inspect()
        await page.keyboard.press('Escape')
        await expect(shopper.cart).toBeHidden()
      }
    }
    const cart = 'NC-CR2025-5:5;KR-9V-10:3;LU-T4:2;TF-AC-2BL:5;AM-USB-AA-2:6'
    await page.goto(`/sv${plainPage}?atc=${Buffer.from(cart).toString('base64url')}`)
    await expect(shopper.cart.locator('[data-cart-sum]')).toBeVisible()
    await page.goto('/sv/rabatt/SUMMER-10')
    await expect.poll(async () => (await shopper.stored()).discount.items).toHaveLength(1)
    await page.goto('/sv/rabatt/GONE-10')
    await hydrated(page)
    await inEachSize(async () => {
      for (const code of ['SUMMER-10', 'GONE-10'])
        await expect(shopper.cart.getByRole('button', { name: `Ta bort koden ${code}` })).toBeInViewport({
          ratio: 1,
        })
    })
    // Of many codes the newest is in view, and it is visible that there are more.
    for (const [place, code] of ['3FOR2', 'TACK50', 'EVERY4', 'VINTER20'].entries()) {
      await page.goto(`/sv${plainPage}?disc=${code}`)
      await expect.poll(async () => (await shopper.stored()).discount.items).toHaveLength(place + 2)
    }
    await hydrated(page)
    await inEachSize(async () => {
      const taken = shopper.cart.getByRole('button', { name: /^Ta bort koden (?!GONE-10)/ })
      await expect(taken).toHaveCount(5)
      await expect(taken.first()).toHaveAccessibleName('Ta bort koden VINTER20')
      await expect(taken.first()).toBeInViewport({ ratio: 1 })
      await expect(taken.nth(2)).toBeInViewport({ ratio: 0.2 })
    })
  })

  test('[COUPON-43] are judged again when the cart is opened, but not within five minutes of the last answer', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await page.clock.install()
    let ended = false
    await page.route('**/api/sync-coupons?*', (route) =>
      route.fulfill({ json: [ended ? { code: 'ANNA10', applied: false, reason: 'expired' } : applied] }),
    )
    await shopper.startInCartWith(demo.dear)
    await shopper.cart.getByText('Har du en rabattkod?').click()
    await shopper.cart.getByRole('textbox', { name: 'Rabattkod' }).fill('ANNA10')
    await shopper.cart.getByRole('button', { name: 'Använd' }).click()
    await expect(shopper.cart.getByText('ANNA10: Tio procent')).toBeVisible()
    const asked = callsTo(page, 'sync-coupons')
    const reopen = async () => {
      await page.keyboard.press('Escape')
      await expect(shopper.cart).toBeHidden()
      await shopper.openCart()
      await expect(shopper.cart).toBeVisible()
    }
    // Requests in flight would time out when the clock jumps.
    await Promise.all([
      page.waitForResponse('**/api/sync-coupons?*'),
      shopper.line('Ficklampa Kompakt 600 lm').getByRole('button', { name: 'En till' }).click(),
    ])
    await allRequestsRecorded(page)
    expect(asked).toHaveLength(1)
    await reopen()
    await page.clock.fastForward(200_000)
    await reopen()
    await allRequestsRecorded(page)
    expect(asked).toHaveLength(1)
    ended = true
    await page.clock.fastForward(200_000)
    await reopen()
    await expect(shopper.cart.getByText('Koden ANNA10 gäller inte längre.')).toBeVisible()
    expect(asked).toHaveLength(2)
  })

  test('[COUPON-26] an offer is named by its label, or by its code', async ({ page }) => {
    const shopper = shopperIn(page)
    let label = '3 för 2'
    await page.route('**/api/sync-coupons?*', (route) =>
      route.fulfill({
        json: [
          { code: 'ABC', applied: true, fixed_amount: 20, discount_label: label },
        ] satisfies CouponEntity[],
      }),
    )
    await shopper.startInCartWith(demo.dear)
    await shopper.cart.getByText('Har du en rabattkod?').click()
    await shopper.cart.getByRole('textbox', { name: 'Rabattkod' }).fill('ABC')
    await shopper.cart.getByRole('button', { name: 'Använd' }).click()
    await expect(shopper.cart.getByRole('term').filter({ hasText: /^3 för 2$/ })).toBeVisible()
    label = ''
    await shopper.line('Ficklampa Kompakt 600 lm').getByRole('button', { name: 'En till' }).click()
    await expect(shopper.cart.getByRole('term').filter({ hasText: /^ABC$/ })).toBeVisible()
  })

  test('a malformed code sends no request', async ({ page }) => {
    const shopper = shopperIn(page)
    await shopper.startInCartWith(demo.dear)
    const asked = callsTo(page, 'sync-coupons')
    await shopper.cart.getByText('Har du en rabattkod?').click()
    await shopper.cart.getByRole('textbox', { name: 'Rabattkod' }).fill('A_')
    await shopper.cart.getByRole('button', { name: 'Använd' }).click()
    await expect(shopper.cart.getByRole('alert')).toContainText('minst tre')
    await allRequestsRecorded(page)
    expect(asked).toHaveLength(0)
  })
})
