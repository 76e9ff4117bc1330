import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { stringsOf, type StringKey } from '../../locales/texts.server.ts'
import { formatMoney, toMinor, minor } from '../../domain/money/money.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { projectRoot } from '../../server/project-root.ts'
import { mailWaitMs } from '../outbox.ts'
import { demo, shopperIn, plainPage } from '../shopper.ts'

/** A cart with something for every code: a campaign, tier prices, lamps, cables, rechargeable cells. */
const everything = 'NC-CR2025-5:5;KR-9V-10:3;LU-T4:2;TF-AC-2BL:5;AM-USB-AA-2:6'

type CodeOfKind = readonly [code: string, shownAs: 'line' | 'row' | 'gift']

/**
 * A code of every kind, and where its discount is shown: a percentage on the line, an amount as a row of its
 * own.
 */
const codesIn = (store: StoreCode): readonly [CodeOfKind, ...CodeOfKind[]] => {
  const suffix = store.toUpperCase()
  const thanks = { sv: 'TACK50', no: 'TAKK50', de: 'DANKE5', da: 'TAK40' }[store]
  return [
    ['SUMMER-10', 'line'],
    ['VINTER20', 'line'],
    ['NOTCAR15', 'line'],
    ['B2-12', 'line'],
    [thanks, 'row'],
    [`BIG-15-${suffix}`, 'line'],
    ['3FOR2', 'row'],
    ['HALF2ND', 'row'],
    ['LAMP-CABLE', 'row'],
    ['EVERY4', 'row'],
    ['MORE-5', 'line'],
    ['WHOLE-3', 'line'],
    [`SPEND-${suffix}`, 'row'],
    [`STEP-${suffix}`, 'row'],
    ['GIFT-TOOL', 'gift'],
  ]
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const wordsIn =
  (store: StoreCode) =>
  (key: StringKey, values: Record<string, string> = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      stringsOf(store)[key]!,
    )

/** Opens an address that fills the cart, and waits for its prices. */
async function fill(page: Page, store: StoreCode, cart: string) {
  const shopper = shopperIn(page, store)
  await page.goto(`/${store}${plainPage}?atc=${Buffer.from(cart).toString('base64url')}`)
  await expect(shopper.cart.locator('[data-cart-sum]')).toBeVisible()
  return shopper
}

/** The result of the pricing engine for the cart in the browser. */
async function priceOf(
  page: Page,
  store: StoreCode,
): Promise<{ sum: number; deductions: { code: string }[] }> {
  const { cart, discount } = await shopperIn(page, store).stored()
  const answer = await page.request.post(`/api/price-cart?locale=${store}&sid=${stores[store].storeId}`, {
    data: { items: cart.items, coupons: discount.items.map(({ code }) => code) },
  })
  return (await answer.json()) as { sum: number; deductions: { code: string }[] }
}

for (const store of storeCodes) {
  const t = wordsIn(store)
  const money = (amount: number) => plain(formatMoney(minor(amount), stores[store]))

  test(`[COUPON-42] [VAT-10] in ${store}, a code of every kind, from a link or typed, is shown with its reason, and priced as by the server`, async ({
    page,
  }) => {
    test.slow()
    const { cart } = await fill(page, store, everything)
    const reason = (key: StringKey) => cart.getByRole('listitem').filter({ hasText: t(key) })
    await expect(reason('why.campaign').first()).toBeVisible()
    await expect(reason('why.tier').first()).toBeVisible()
    // The first by the short address, which leads home, the second as it leads there, on a lighter page. The others are
    // typed into the open cart: what a link does with a code does not depend on its kind.
    const [[firstCode], [secondCode] = ['']] = codesIn(store)
    const links: Partial<Record<string, string>> = {
      [firstCode]: `/${store}/rabatt/${firstCode}`,
      [secondCode]: `/${store}${plainPage}?disc=${secondCode}`,
    }
    const open = async (link: string) => {
      await page.goto(link)
      await expect(page.locator('html[data-hydrated]')).toBeAttached()
      await shopperIn(page, store).openCart()
    }
    const field = cart.getByRole('textbox', { name: t('cart.code_label') })
    for (const [code, shownAs] of codesIn(store)) {
      const link = links[code]
      const remove = cart.getByRole('button', { name: t('cart.code_remove', { code }) })
      if (link !== undefined) await open(link)
      else {
        if (!(await field.isVisible())) await cart.getByText(t('cart.code_title')).click()
        await field.fill(code)
        await field.press('Enter')
      }
      await expect(remove).toBeVisible()
      const { sum, deductions } = await priceOf(page, store)
      await expect
        .poll(async () => plain((await cart.locator('[data-cart-sum]').textContent())!))
        .toBe(money(toMinor(sum)))
      if (shownAs === 'line')
        await expect(cart.getByText(new RegExp(`${code} −\\d+\\s%`)).first()).toBeVisible()
      if (shownAs === 'gift')
        await expect(cart.locator('[data-line="DE-R-DRV"]')).toContainText(t('why.offer', { code }))
      expect([code, deductions.length]).toEqual([code, shownAs === 'row' ? 1 : 0])
      await remove.click()
      await expect(remove).toHaveCount(0)
    }
    await open(`/${store}${plainPage}?disc=GONE-10`)
    await expect(cart.getByText(t('cart.code_ended', { code: 'GONE-10' }))).toBeVisible()
  })

  test(`[MINORD-01] [UPSELL-03] [UPSELL-05] in ${store}, a cart below the minimum shows what is missing, and related products are offered`, async ({
    page,
  }) => {
    test.slow()
    const shopper = await fill(page, store, 'DE-C-9V:1')
    await expect(shopper.cart.getByRole('progressbar', { name: t('cart.minimum_label') })).toBeVisible()
    await expect(shopper.cart.getByRole('button', { name: t('cart.to_checkout') })).toBeDisabled()
    const bought = await shopper.product(demo.withUpselling)
    await shopper.visit(`/artiklar/${bought.slug}.html`)
    await page
      .getByRole('button', { name: t('card.buy'), exact: true })
      .first()
      .click()
    const panel = page.getByRole('dialog', { name: t('upsell.title') })
    await panel.getByRole('listitem').getByRole('button').first().click()
    await expect(shopper.cart).toBeVisible()
    await expect
      .poll(async () => (await shopper.stored()).cart.items.map((item) => item.upselling_bundle_id))
      .toContain(bought.id)
    await fill(page, store, 'VO-AA-4:2')
    const beside = shopper.cart.getByRole('region', { name: t('cart.cross_sell') })
    await beside
      .getByRole('button', { name: t('cart.add_short') })
      .first()
      .click()
    await expect(shopper.cart.getByText(t('why.cross_sell')).first()).toBeVisible()
  })

  test(`[VAT-10] [CHECKOUT-11] in ${store}, a gift card pays its part, and checkout, receipt and mail show the same numbers`, async ({
    page,
  }) => {
    test.slow()
    const balance = store === 'de' ? 20 : 100
    const code = await giftCard(store, balance)
    const deposit = store === 'de' ? `;${demo.starterBattery}:1` : ''
    const shopper = await fill(page, store, `NC-CR2025-5:5;LU-T4:2${deposit}`)
    if (store === 'de')
      await expect(shopper.cart.locator('[data-line]').filter({ hasText: money(750) })).toBeVisible()
    await page.goto(`/${store}${plainPage}?disc=SUMMER-10`)
    await shopper.openCart()
    await expect(shopper.cart.getByText(/SUMMER-10 −10\s%/).first()).toBeVisible()
    await shopper.goToCheckout()
    await shopper.fillCheckout()
    await page.getByText(t('giftcard.title')).click()
    const field = page.getByRole('textbox', { name: t('giftcard.code') })
    await field.fill('ABCD-ABCD-ABCD-ABCD')
    await Promise.all([answered(page), field.press('Enter')])
    await expect(page.getByText(t('giftcard.unknown', { code: '…ABCD' }))).toBeVisible()
    await field.fill(code)
    await Promise.all([
      answered(page),
      page
        .getByRole('button', { name: t('giftcard.add'), exact: true })
        .last()
        .click(),
    ])
    await expect(
      page.getByText(t('giftcard.pays', { hint: code.slice(-4), amount: money(toMinor(balance)) })),
    ).toBeVisible()
    const due = plain((await page.locator('[data-amount-due]').last().textContent())!)
    const total = plain((await page.locator('[data-checkout-total]').last().textContent())!)
    await shopper.placeOrder()
    expect(plain((await page.locator('[data-order-total]').textContent())!)).toBe(total)
    expect(plain((await page.locator('[data-amount-due]').textContent())!)).toBe(due)
    const number = (await page.locator('[data-order-number]').getAttribute('data-order-number'))!
    // The previous price of a line is only on the receipt.
    await page
      .getByRole('article')
      .evaluate((article) => article.querySelectorAll('s').forEach((before) => before.remove()))
    const receipt = plain(await page.getByRole('article').innerText())
    const mail = await mailOf(number)
    const amounts = receipt.match(/−?\d[\d .]*(,\d\d)? (kr|€)/g) ?? []
    expect(amounts.length).toBeGreaterThan(5)
    expect(amounts.filter((amount) => !mail.includes(amount))).toEqual([])
    expect(mail).toContain(`${t('checkout.left_to_pay')}: ${due}`)
    if (store === 'de') expect(mail).toContain(money(750))
  })
}

for (const store of storeCodes) {
  const mentions = store === 'de' ? 'states' : 'does not mention'
  test(`in ${store}, a starter battery’s page ${mentions} the deposit, like its cart`, async ({ page }) => {
    const shopper = shopperIn(page, store)
    const bought = await shopper.buy(demo.starterBattery)
    await expect(page.getByText(wordsIn(store)('product.deposit'))).toHaveCount(store === 'de' ? 1 : 0)
    await expect(shopper.cart.locator('[data-line]').filter({ hasText: bought.name })).toHaveCount(1)
    await expect(shopper.cart.locator('[data-line]')).toHaveCount(store === 'de' ? 2 : 1)
  })
}

test('[CHECKOUT-07] a card that covers the total leaves no payment method to choose, can be removed again, and gift cards alone need no delivery', async ({
  page,
}) => {
  test.slow()
  const t = wordsIn('sv')
  const [small, large] = [await giftCard('sv', 50), await giftCard('sv', 1000)]
  const shopper = await fill(page, 'sv', 'GIFT-200:1')
  await shopper.goToCheckout()
  await expect(page.getByRole('radio').and(page.locator('[name=shippingMethod]'))).toHaveCount(0)
  await expect(page.getByText(t('checkout.cards_by_mail'))).toBeVisible()
  await page.getByText(t('giftcard.title')).click()
  for (const code of [small, large]) {
    await page.getByRole('textbox', { name: t('giftcard.code') }).fill(code)
    await Promise.all([
      answered(page),
      page.getByRole('textbox', { name: t('giftcard.code') }).press('Enter'),
    ])
    await expect(
      page.getByRole('button', { name: t('giftcard.remove_of', { hint: code.slice(-4) }) }),
    ).toBeVisible()
  }
  await expect(page.getByText(t('checkout.cards_pay_all'))).toBeVisible()
  await expect(page.getByRole('radio').and(page.locator('[name=paymentMethod]'))).toHaveCount(0)
  await page.getByRole('button', { name: t('giftcard.remove_of', { hint: large.slice(-4) }) }).click()
  await page.locator('[name=paymentMethod][value=invoice]').check()
  await expect(page.getByText(t('checkout.cards_when_paid'))).toBeVisible()
  await page.getByRole('textbox', { name: t('giftcard.code') }).fill(large)
  await page.getByRole('textbox', { name: t('giftcard.code') }).press('Enter')
  await expect(page.getByText(t('checkout.cards_pay_all'))).toBeVisible()
  for (const [name, value] of Object.entries({
    email: 'a@exempel.se',
    phone: '070-123 45 67',
    firstName: 'A',
    lastName: 'L',
    address: 'Provgatan 4',
    postalCode: '11251',
    city: 'Stockholm',
  }))
    await page.locator(`input[name="${name}"]`).fill(value)
  await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
  await shopper.placeOrder()
  await expect(page.getByText(t('confirmation.cards_sent'))).toBeVisible()
})

/** The checkout has returned which cards pay. */
const answered = (page: Page) => page.waitForResponse((response) => response.request().method() === 'PATCH')

/** A new card of the store, created with the operator's tool; returns its code. */
async function giftCard(store: StoreCode, amount: number): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(projectRoot, 'cli/anode.ts'),
      'gift-card',
      'create',
      '--store',
      store,
      '--amount',
      String(amount),
      '--json',
    ],
    { env: { ...process.env, DATA_DIR: process.env['ANODE_TEST_DATA_DIR'], DATABASE_URL: '' } },
  )
  return (JSON.parse(stdout) as { code: string }).code
}

/** The confirmation mail of an order from the outbox, once it has been sent: its decoded text. */
async function mailOf(number: string): Promise<string> {
  const file = join(process.env['ANODE_TEST_DATA_DIR']!, 'outbox', `${number}-confirmation.eml`)
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: mailWaitMs }).not.toBe('')
  const joined = (await readFile(file, 'utf8')).replaceAll('=\n', '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return plain(Buffer.from(bytes, 'latin1').toString())
}
