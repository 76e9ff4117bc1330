/**
 * A purchase in every store by keyboard alone, with a limit on the presses of Tab. It checks where the focus is after each
 * step.
 */
import { serverTranslate } from '../../app/state/server-strings.server.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { expect, test } from '../browser-test.ts'
import { focused, tabTo } from '../keyboard.ts'
import { orderBy, people, plainPage, shopperIn } from '../shopper.ts'

/** A battery in several packs, of which the last is above every minimum order. */
const family = { sku: 'EP-AA', pack: 'EP-AA-8' }

for (const code of storeCodes) {
  const t = serverTranslate(stores[code])
  const person = people[code]

  test(`[CHECKOUT-11] the keyboard alone leads in ${code} from the search to the receipt, which empties the cart`, async ({
    page,
  }) => {
    const shopper = shopperIn(page, code)
    const product = await shopper.product(family.pack)
    const press = (key: string) => page.keyboard.press(key)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    const tab = (role: string | readonly string[], name: string | RegExp, most: number) =>
      tabTo(page, { role, name, most })

    await shopper.visit(plainPage)
    // A combobox as soon as the script of its results, which the focus loads, has arrived.
    await tab(['searchbox', 'combobox'], t('search.label'), 6)
    await page.keyboard.type(family.sku)
    await press('Enter')
    await expect(heading).toBeFocused()
    await expect(heading).toContainText(family.sku)
    await tab('link', t('listing.skip'), 1)
    await press('Enter')
    await tab('link', /2550 mAh/, 3)
    await press('Enter')
    await expect(heading).toBeFocused()

    // The focus stays on the link of the variant, and the name of the variant is announced.
    await tab('link', /^8\D/, 10)
    await press('Enter')
    await expect(page.getByRole('status').filter({ hasText: product.name })).toBeAttached()
    await expect.poll(() => focused(page)).toMatch(/^link "8\D/)
    await tab('button', t('card.buy'), 8)
    await press('Enter')
    await expect(shopper.cart.getByRole('link', { name: product.name })).toBeVisible()
    await expect.poll(() => focused(page)).toBe(`button "${t('chrome.close')}"`)
    await tab('link', t('cart.to_checkout'), 12)
    await press('Enter')

    await expect(heading).toBeFocused()
    await expect(shopper.orderButton).toBeVisible()
    for (const [name, label] of [
      ['email', 'checkout.email'],
      ['phone', 'checkout.phone'],
      ['firstName', 'checkout.first_name'],
      ['lastName', 'checkout.last_name'],
      ['address', 'checkout.address'],
      ['postalCode', 'checkout.postal_code'],
      ['city', 'checkout.city'],
    ] as const) {
      await tab('textbox', t(label), 4)
      await page.keyboard.type(person[name])
    }
    const methods = page.getByRole('radiogroup', { name: t('checkout.shipping_method') })
    await expect(methods.getByRole('radio').first()).toBeVisible()
    await tab('radio', /./, 2)
    await press('Space')
    // The service points of the method, if it has any, are the next choice.
    await press('Tab')
    if ((await focused(page)).startsWith('radio')) await press('Space')
    await tab('radio', /./, 3)
    // The last of the payment methods: from the first, the arrow key upwards leads to it.
    await press('ArrowUp')
    await expect(page.locator('[name=paymentMethod]:focus')).toHaveAttribute('value', 'invoice')
    await tab('textbox', t('checkout.identity_private'), 1)
    await page.keyboard.type(person.identityNumber)
    await tab('checkbox', t('checkout.accept_terms'), 1)
    await press('Space')
    await tab('button', t('checkout.order_button'), 4)
    await expect(shopper.orderButton).toBeEnabled()
    await orderBy(page, () => press('Enter'))

    await expect(heading).toBeFocused()
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(person.email).first()).toBeVisible()
    await expect(page.getByText(`${person.firstName} ${person.lastName}`)).toBeVisible()
    await expect(page.getByText(person.address)).toBeVisible()
    await expect(page.getByRole('link', { name: product.name })).toBeVisible()
    await expect(page.locator('[data-order-total]')).not.toBeEmpty()
    const { cart, discount } = await shopper.stored()
    expect([cart.items, cart.checkoutID, cart.shippingMethod, cart.paymentMethod, discount.items]).toEqual([
      [],
      null,
      null,
      null,
      [],
    ])
    expect(await page.content()).not.toContain(person.identityNumber)
  })
}
