import { expect, test } from '../browser-test.ts'
import { kustomFrame } from '../kustom-frame.ts'
import { callsTo, demo, field, orderBy, people, shopperIn } from '../shopper.ts'

// A request that a test does not wait for may still be forwarded when its page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test.describe('a purchase', () => {
  test('[CHECKOUT-14] [CHECKOUT-17] is placed once, however often the button is pressed; its receipt shows no personal data in another store', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    await shopper.fillCheckout()
    const orders = callsTo(page, `checkout/${(await shopper.stored()).cart.checkoutID}/complete`)
    await orderBy(page, () =>
      shopper.orderButton.evaluate((button: HTMLButtonElement) => {
        button.click()
        button.click()
        button.form!.requestSubmit()
      }),
    )
    expect(orders).toHaveLength(1)
    await expect(page.getByRole('main')).toContainText(people.sv.lastName)
    await page.goto(page.url().replace('/sv/', '/no/'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Takk for bestillingen')
    await expect(page.getByRole('main')).not.toContainText(people.sv.lastName)
  })

  test('[CHECKOUT-14] is sent after the last blurred field is saved', async ({ page }) => {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    await shopper.fillCheckout()
    const order: string[] = []
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/checkout/*?*', async (route) => {
      await answered.promise
      order.push('kept')
      await route.continue()
    })
    page.on('request', (request) => request.url().includes('/complete') && order.push('ordered'))
    await field(page, 'address').fill('Nygatan 2')
    await shopper.orderButton.click()
    await expect(page.locator('main form button[type=submit][aria-disabled=true]').last()).toBeVisible()
    answered.resolve()
    await page.waitForURL(/confirmation/)
    expect(order).toEqual(['kept', 'ordered'])
    await expect(page.getByText('Nygatan 2')).toBeVisible()
  })

  test('[CHECKOUT-14] waits for the shipping price, so that the ordered total is the one shown', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCheckoutWith(demo.dear)
    await shopper.fillCheckout()
    const orders = callsTo(page, `checkout/${(await shopper.stored()).cart.checkoutID}/complete`)
    const total = page.locator('[data-checkout-total]').last()
    const costs = (delivery: number) => `${product.prices.n[0]!.p + delivery} kr`
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/checkout/*?*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.getByRole('radio', { name: /Budbee/ }).check()
    await expect(shopper.orderButton).toBeDisabled()
    await field(page, 'city').press('Enter')
    answered.resolve()
    await expect(shopper.orderButton).toBeEnabled()
    await expect(total).toHaveText(costs(69))
    expect(orders).toEqual([])
    await shopper.placeOrder()
    expect(orders).toHaveLength(1)
  })

  test('[CHECKOUT-06] [VALID-12] to a Packstation asks for the DHL Postnummer beside its list, and keeps it', async ({
    page,
  }) => {
    const shopper = shopperIn(page, 'de')
    await shopper.startInCheckoutWith(demo.dear)
    await shopper.fillCheckout()
    const number = page.getByRole('textbox', { name: 'DHL-Postnummer' })
    await expect(number).toHaveCount(0)
    await page.getByRole('radio', { name: /Packstation/ }).check()
    await page.getByRole('radio').and(page.locator('[name=servicePoint]')).first().check()
    await expect(shopper.orderButton).toBeEnabled()
    await shopper.orderButton.click()
    await page.getByRole('link', { name: /DHL-Postnummer/ }).click()
    await expect(number).toBeFocused()
    await expect(number).toHaveAccessibleDescription(/DHL-App.*6 bis 10 Ziffern/)
    // Kustom's frame has no field for it and waits.
    const kustom = page.getByRole('radio').and(page.locator('[name=paymentMethod][value=klarna]'))
    await kustom.check()
    await expect(page.getByText('Bitte die DHL-Postnummer eingeben, 6 bis 10 Ziffern.').last()).toBeVisible()
    await expect(page.locator('[data-frame=shown]')).toHaveCount(0)
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await number.fill('1234 567 890')
    await number.blur()
    await kept
    await expect(page.locator('[data-frame=shown]')).toBeVisible()
    // The frame opens with a height of its own and takes its content's: it must not move the radio under the click.
    await expect(kustomFrame(page, 'de').frame.locator('button[value=pay]')).toBeVisible()
    await expect(page.locator('iframe[title=Kustom]')).not.toHaveCSS('height', '760px')
    await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
    await page.reload()
    await expect(number).toHaveValue('1234 567 890')
    await field(page, 'identityNumber').fill(people.de.identityNumber)
    await page.getByRole('checkbox').and(page.locator('[name=acceptTerms]')).check()
    await shopper.placeOrder()
    await expect(page.getByText(/Packstation/).first()).toBeVisible()
  })

  test('the German button says that it costs money, with the essentials directly before it', async ({
    page,
  }) => {
    const shopper = shopperIn(page, 'de')
    const product = await shopper.startInCheckoutWith(demo.dear)
    const last = page.getByRole('region', { name: 'Prüfen und bestellen' })
    await expect(last.getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true })).toBeVisible()
    await expect(last.getByText(`1 × ${product.name}`)).toBeVisible()
    await expect(last.getByText('Gesamtbetrag')).toBeVisible()
    await expect(last.getByText('darin MwSt. 19 %')).toBeVisible()
  })
})

test.describe('the checkout page', () => {
  test('[CHECKOUT-01] [ROUTE-19] [LAYOUT-02] has every part, and the reduced layout', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCheckoutWith(demo.dear)
    const summary = page.getByRole('complementary', { name: 'Din beställning' })
    await expect(summary.getByText(product.name)).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Privatperson' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Företag' })).toBeVisible()
    for (const name of ['E-post', 'Telefon', 'Förnamn', 'Efternamn', 'Gatuadress', 'Postnummer', 'Ort'])
      await expect(page.getByRole('textbox', { name })).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'Leveranssätt' })).toBeAttached()
    await expect(page.locator('[name=paymentMethod]:checked')).toHaveCount(0)
    await expect(page.locator('[name=acceptTerms]')).not.toBeChecked()
    await expect(page.getByText('varav moms 25 %').first()).toBeVisible()
    await expect(shopper.orderButton).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    const back = page.getByRole('link', { name: 'Tillbaka till butiken' })
    await expect(back).toBeVisible()
    await back.click()
    await expect(page).toHaveURL(/\/sv$/)
  })

  test('[CHECKOUT-02] [CHECKOUT-04] creates a checkout for the cart, which later syncs name', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.buy(demo.dear)
    const opened = callsTo(page, 'checkout')
    await shopper.goToCheckout()
    expect(Object.keys(opened[0]!.postDataJSON() as object).sort()).toEqual([
      'campaignData',
      'coupons',
      'items',
    ])
    const { checkoutID } = (await shopper.stored()).cart
    expect(checkoutID).toMatch(/^[0-9a-f]{32}$/)
    await expect(page).toHaveURL(new RegExp(`/sv/checkout/${checkoutID}$`))
    const syncs = callsTo(page, 'sync-cart')
    await page.getByRole('button', { name: 'Ändra korgen' }).click()
    await shopper.line(product.name).getByRole('button', { name: 'En till' }).click()
    await expect.poll(() => syncs.length).toBe(1)
    expect(syncs[0]!.postDataJSON()).toMatchObject({ checkout_order_id: checkoutID })
    await page.keyboard.press('Escape')
    await expect(page.getByText(`2 × ${product.name}`)).toBeVisible()
    await expect(page.locator('[data-checkout-total]').first()).toHaveText(`${product.prices.n[0]!.p * 2} kr`)
  })

  test('[CHECKOUT-03] restores what was filled in by its id; an unknown id opens a new checkout, a finished one its receipt', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    await field(page, 'email').fill('anna@exempel.se')
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'PATCH'),
      field(page, 'email').blur(),
    ])
    const { checkoutID } = (await shopper.stored()).cart
    await page.reload()
    await expect(field(page, 'email')).toHaveValue('anna@exempel.se')
    await expect(page).toHaveURL(new RegExp(`${checkoutID}$`))
    // By way of the shop, where the cart was not changed.
    await shopper.visit('')
    await shopper.visit('/checkout')
    await expect(field(page, 'email')).toHaveValue('anna@exempel.se')
    await expect(page).toHaveURL(new RegExp(`${checkoutID}$`))
    await shopper.visit(`/checkout/${'0'.repeat(32)}`)
    await expect(shopper.orderButton).toBeVisible()
    await expect(field(page, 'email')).toHaveValue('')
    const second = (await shopper.stored()).cart.checkoutID
    expect(second).not.toBe(checkoutID)
    await shopper.fillCheckout()
    await shopper.placeOrder()
    const receipt = page.url()
    await page.goto(`/sv/checkout/${second}`, { waitUntil: 'commit' })
    await page.waitForURL(receipt)
  })

  test('with an empty cart links back to the shop', async ({ page }) => {
    const shopper = shopperIn(page)
    await shopper.visit('/checkout')
    await expect(page.getByText('Korgen är tom')).toBeVisible()
    await expect(shopper.orderButton).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Till butiken', exact: true })).toHaveAttribute('href', '/sv')
  })

  test('[CHECKOUT-05] [CHECKOUT-06] shows shipping methods with price and days for a valid postal code, which is remembered, and requires a service point for a method that has them', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    const asked = callsTo(page, 'shipping-methods')
    await field(page, 'postalCode').fill('123')
    await field(page, 'postalCode').blur()
    await expect(page.getByText('Skriv fem siffror').first()).toBeVisible()
    expect(asked).toHaveLength(0)
    await field(page, 'postalCode').fill('123 45')
    await field(page, 'postalCode').blur()
    const method = page.getByRole('radio', { name: /PostNord till ombud.*Framme.*49 kr/ })
    await expect(method).toBeVisible()
    expect(new URL(asked[0]!.url()).searchParams.get('postalCode')).toBe('12345')
    await expect(field(page, 'postalCode')).toHaveValue('12345')
    await expect.poll(async () => (await shopper.stored()).cart.postalCode).toBe('12345')
    await shopper.fillCheckout()
    await page.getByRole('radio', { name: /Instabox/ }).check()
    await expect(shopper.orderButton).toBeDisabled()
    const places = page.getByRole('group', { name: 'Välj utlämningsställe' })
    await expect(places.getByRole('radio').first()).not.toBeChecked()
    await places.getByRole('radio').first().check()
    await expect(shopper.orderButton).toBeEnabled()
    expect((await shopper.stored()).cart.servicePoint).not.toBeNull()
  })

  test('[CHECKOUT-01] [CHECKOUT-11] [VALID-12] takes another recipient, a note and a company’s references, which stay with the checkout and are on the receipt', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    await expect(field(page, 'yourReference')).toHaveCount(0)
    const withdrawal = page.getByRole('main').getByRole('link', { name: 'Ångerrätt' })
    await expect(withdrawal).toHaveCount(1)
    await page.getByRole('radio', { name: 'Företag' }).check()
    // A company has no right of withdrawal to read of.
    await expect(withdrawal).toHaveCount(0)
    await expect(
      page.getByRole('checkbox', { name: 'Jag har läst köpvillkoren.', exact: true }),
    ).toBeVisible()
    await shopper.fillCheckout({ identityNumber: '556737-0431' })
    await expect(page.getByText('Betala inom 30 dagar.')).toBeVisible()
    await field(page, 'companyName').fill('Ek & Co AB')
    await page.getByText('Referenser och momsnummer (valfritt)').click()
    await field(page, 'yourReference').fill('Eva Ek')
    await field(page, 'electronicAddress').fill('556737-0431')
    await field(page, 'electronicAddress').blur()
    await expect(field(page, 'electronicAddress')).toHaveAccessibleDescription(/Skriv ett Peppol-id/)
    await field(page, 'electronicAddress').fill('0007:5567370431')
    // The shipping methods are those for where the goods go.
    const asked = callsTo(page, 'shipping-methods')
    await page.getByRole('checkbox', { name: 'Leverera till en annan adress' }).check()
    const recipient = {
      deliveryFirstName: 'Bo',
      deliveryLastName: 'Ek',
      deliveryAddress: 'Hamngatan 9',
      deliveryPostalCode: '411 06',
      deliveryCity: 'Göteborg',
    }
    const offered = page.waitForResponse((answer) => answer.url().includes('postalCode=41106'))
    for (const [name, text] of Object.entries(recipient)) await field(page, name).fill(text)
    await offered
    // The point chosen for the first postal code is dropped.
    const points = page.getByRole('radio').and(page.locator('[name=servicePoint]'))
    await expect(points.first()).not.toBeChecked()
    await points.first().check()
    expect(new URL(asked.at(-1)!.url()).searchParams.get('postalCode')).toBe('41106')
    await page.getByText('Lägg till ett meddelande (valfritt)').click()
    const note = page.getByRole('textbox', { name: 'Meddelande till oss' })
    await note.fill('Ring på porttelefonen.')
    await Promise.all([
      page.waitForResponse(
        (answer) => answer.request().method() === 'PATCH' && answer.request().postData()!.includes('note'),
      ),
      note.blur(),
    ])
    await page.reload()
    await expect(note).toHaveValue('Ring på porttelefonen.')
    await expect(field(page, 'deliveryAddress')).toHaveValue('Hamngatan 9')
    await expect(field(page, 'electronicAddress')).toHaveValue('0007:5567370431')
    await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
    await field(page, 'identityNumber').fill('556737-0431')
    await page.locator('[name=acceptTerms]').check()
    await shopper.placeOrder()
    const receipt = page.getByRole('main')
    for (const text of ['Bo Ek', 'Hamngatan 9', 'Er referens: Eva Ek', 'Ring på porttelefonen.'])
      await expect(receipt.getByText(text)).toBeVisible()
    await expect(receipt.getByText('betalas inom 30 dagar')).toBeVisible()
    await expect(receipt.getByText('Ek & Co AB')).toBeVisible()
  })

  test('[CHECKOUT-15] marks unavailable lines, and allows no order until they are removed', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const [product] = await Promise.all([
      shopper.product(demo.dear),
      shopper.startWith(demo.cheap, demo.dear),
    ])
    let gone = true
    await page.route(/\/api\/(checkout|sync-cart)/, async (route) => {
      const answer = await route.fetch()
      type Line = { sku: string; cart_notice: string | null }
      const body = (await answer.json()) as Line[] | { items?: Line[]; payable?: boolean }
      const lines = Array.isArray(body) ? body : (body.items ?? [])
      const marked = lines.find((line) => line.sku === demo.cheap)
      if (gone && marked) {
        marked.cart_notice = 'Varan går inte att beställa just nu.'
        if (!Array.isArray(body)) body.payable = false
      }
      await route.fulfill({ response: answer, json: body })
    })
    await shopper.visit('/checkout')
    const summary = page.getByRole('complementary', { name: 'Din beställning' })
    await expect(summary.getByText('Varan går inte att beställa just nu.')).toBeVisible()
    await expect(shopper.orderButton).toBeDisabled()
    gone = false
    await summary.getByRole('button', { name: /^Ta bort/ }).click()
    await expect(shopper.orderButton).toBeEnabled()
    await expect(summary.getByText(product.name)).toBeVisible()
  })
})

test.describe('the pages after the order', () => {
  test('[CHECKOUT-17] [ROUTE-20] a receipt without a token, or with an unknown one, thanks without personal data', async ({
    page,
  }) => {
    for (const path of [
      '/sv/checkout/confirmation',
      `/sv/checkout/confirmation/${'a'.repeat(32)}`,
      '/sv/checkout/confirmation/S100001',
    ]) {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tack för din beställning')
      await expect(page.getByRole('main')).not.toContainText('@')
    }
  })

  test('[ROUTE-21] a failed payment keeps the cart and links back to the checkout', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCheckoutWith(demo.dear)
    const { checkoutID } = (await shopper.stored()).cart
    expect((await page.goto('/sv/checkout/failed'))?.status()).toBe(200)
    await page.goto(`/sv/checkout/failed/${checkoutID}?reason=declined`)
    await expect(page.getByRole('heading', { name: 'Betalningen gick inte igenom' })).toBeVisible()
    await expect(page.getByText('Banken eller betaltjänsten sa nej.')).toBeVisible()
    await page.getByRole('link', { name: 'Tillbaka till kassan' }).click()
    await expect(page).toHaveURL(new RegExp(`/sv/checkout/${checkoutID}$`))
    await expect(page.getByText(`1 × ${product.name}`)).toBeVisible()
  })
})
