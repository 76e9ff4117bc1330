import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { Page } from '@playwright/test'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { links } from '../../app/links.ts'
import { elementHydrated, hydrated, shopperIn, plainPage } from '../../test/shopper.ts'
import { finderLinks } from './finder-links.ts'
import type { FinderName } from './finder-names.ts'

const words = {
  sv: {
    plate: 'ANO 001',
    carPlate: /Bilbatteri via regnummer/,
    alarm: 'Brandvarnare',
    hearing: 'brun hörapparatsbatteri',
    cable: /Rätt kabel/,
  },
  no: {
    plate: 'AN 10001',
    carPlate: /Bilbatteri via regnummer/,
    alarm: 'Røykvarsler',
    hearing: 'brun høreapparatbatteri',
    cable: /Riktig kabel/,
  },
  de: {
    plate: 'B-AN 1001',
    carPlate: /Autobatterie per Kennzeichen/,
    alarm: 'Rauchmelder',
    hearing: 'Hörgerätebatterie braun',
    cable: /Das passende Kabel/,
  },
  da: {
    plate: 'AN 20001',
    carPlate: /Bilbatteri via nummerplade/,
    alarm: 'Røgalarm',
    hearing: 'brun høreapparatbatteri',
    cable: /Det rigtige kabel/,
  },
} as const

const path = (code: StoreCode, name: FinderName) => finderLinks.finder(code, name)
const cards = (page: Page) => page.locator('#result').getByRole('article')

/** The data-layer events with that name, without their name. */
const pushed = (page: Page, event: string) =>
  page.evaluate(
    (name) =>
      ((window as { dataLayer?: { event?: string }[] }).dataLayer ?? [])
        .filter((entry) => entry.event === name)
        .map(({ event: _event, ...rest }) => rest),
    event,
  )

for (const code of storeCodes) {
  test(`[PAGE-10] [EVENT-08] in ${code} a car battery is found by registration number, from home`, async ({
    page,
  }) => {
    await page.goto(`/${code}`)
    await page.locator('main').getByRole('link', { name: words[code].carPlate }).first().click()
    await expect(page).toHaveURL(path(code, 'vehicle'))
    await hydrated(page)
    await page.locator('#plate').fill(words[code].plate.toLowerCase())
    await page.locator('#plate').press('Enter')
    await expect(page.getByRole('heading', { name: 'Volvo V60, 2015', exact: true })).toBeVisible()
    await expect(cards(page).first()).toContainText('AGM')
    await hydrated(page)
    await expect.poll(() => pushed(page, 'regNoSearch')).toEqual([{ found: true }])
    const number = words[code].plate.replaceAll(/[^A-Z0-9]/g, '')
    expect(page.url()).not.toContain(number)
    expect(
      await page.evaluate(() => JSON.stringify([window.dataLayer, Object.entries(localStorage)])),
    ).not.toContain(number)
  })

  test(`[PAGE-10] [EVENT-09] in ${code} a smoke alarm’s battery is found step by step, and a USB-C cable of 2 m with 100 W by its ends`, async ({
    page,
  }) => {
    await page.goto(path(code, 'device'))
    await page.getByRole('link', { name: words[code].alarm, exact: true }).click()
    await page.getByRole('link', { name: 'Kidde', exact: true }).click()
    await page.getByRole('link', { name: 'Kidde 29HD', exact: true }).click()
    await expect(page).toHaveURL(`${path(code, 'device')}/kidde-29hd`)
    await expect(page.getByRole('main')).toContainText('1 × 9V')
    await expect(cards(page).first()).toContainText('9V')

    await page.goto(path(code, 'cable'))
    await hydrated(page)
    for (const [name, value] of Object.entries({ from: 'usb_c', to: 'usb_c', length: '2', power: '100' })) {
      await page.locator(`select[name="${name}"]`).selectOption(value)
      await page.waitForURL(new RegExp(`[?&]${name}=${value}(?:&|$)`))
    }
    await expect(cards(page)).toHaveCount(2)
    await expect(cards(page).first()).toContainText('100 W')
    await expect
      .poll(async () => (await pushed(page, 'cableSelector')).at(-1))
      .toEqual({ from: 'usb_c', to: 'usb_c' })
  })

  test(`in ${code} a device’s name typed into search links to it, in the dropdown and on the results page, a colour finds a hearing-aid cell, a registration number links to its finder, and an empty search to all finders`, async ({
    page,
  }) => {
    await page.goto(`/${code}${plainPage}`)
    await hydrated(page)
    const field = page.getByRole('banner').locator('input[name="query"]')
    await field.click()
    await field.pressSequentially('kidde 29hd')
    await expect(
      page.locator(`a[href$="/kidde-29hd"], [role="option"][href$="/kidde-29hd"]`).first(),
    ).toBeVisible()
    await field.press('Enter')
    await page
      .locator('main')
      .getByRole('link', { name: /Kidde 29HD/ })
      .first()
      .click()
    await expect(page).toHaveURL(`${path(code, 'device')}/kidde-29hd`)

    // A page that has just appeared may still empty the field.
    await page.goto(`/${code}${plainPage}`)
    await hydrated(page)
    await field.fill(words[code].hearing)
    await field.press('Enter')
    await expect(page).not.toHaveURL(new RegExp(plainPage))
    await expect(page.locator('main').getByRole('article').first()).toContainText('312')

    await page.goto(`/${code}${plainPage}`)
    await hydrated(page)
    await field.click()
    await field.pressSequentially(words[code].plate)
    await expect(page.getByRole('option').first()).toHaveText(words[code].carPlate)
    await expect(page.getByRole('option').first()).toHaveAttribute('href', path(code, 'vehicle'))
    await page.goto(`${links.search(code, words[code].plate)}`)
    await expect(
      page.getByRole('main').getByRole('listitem').getByRole('link', { name: words[code].carPlate }).first(),
    ).toBeVisible()
    await page.goto(`${links.search(code, 'xyzzyq')}`)
    await expect(page.getByRole('main').getByRole('link', { name: words[code].cable })).toBeVisible()
  })
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a category links the finder of vehicles only where it has starter batteries', async ({ page }) => {
    const link = page.getByRole('main').locator(`a[href="${path('sv', 'vehicle')}"]`)
    await page.goto(links.category('sv', 'batterier/hushall/aa'))
    await expect(link).toHaveCount(0)
    await page.goto(links.category('sv', 'batterier/bil'))
    await expect(link).toHaveCount(1)
    const firstChip = page.getByRole('main').getByRole('listitem').first().getByRole('link')
    await expect(firstChip).toHaveAttribute('href', path('sv', 'vehicle'))
  })

  test('[PAGE-10] every finder works, and an empty result says so', async ({ page }) => {
    // On a phone the answer is below the field: the page shows and focuses it.
    await page.setViewportSize({ width: 375, height: 812 })
    const answered = async (name: RegExp) => {
      await expect(page.locator('#answer')).toBeFocused()
      await expect(page.locator('#answer').getByRole('heading', { name })).toBeInViewport()
    }
    await page.goto(path('de', 'vehicle'))
    await page.getByRole('button', { name: 'B-AN 1001' }).click()
    await expect(cards(page).first()).toContainText('AGM')
    await answered(/^Volvo V60/)
    await page.locator('#plate').fill('B-XX 99')
    await page.locator('#plate').press('Enter')
    await expect(page.getByRole('heading', { name: /nicht bekannt/ })).toBeVisible()
    await answered(/nicht bekannt/)
    await expect(page.locator('#plate')).toBeInViewport()
    await page.locator('#plate').fill('B-NE 404')
    await page.locator('#plate').press('Enter')
    await answered(/antwortet zurzeit nicht/)
    await page.locator('#plate').fill('12')
    await page.locator('#plate').press('Enter')
    await expect(page.getByRole('alert')).toContainText('B-AN 1234')
    await expect(page.locator('#answer')).toBeFocused()
    await expect(page.locator('#plate')).toBeInViewport()

    await page.goto(path('sv', 'cable'))
    await page.locator('select[name="from"]').selectOption('usb_c')
    await page.getByRole('button', { name: 'Visa' }).click()
    await page.locator('select[name="to"]').selectOption('usb_c')
    await page.getByRole('button', { name: 'Visa' }).click()
    await expect(cards(page).first()).toBeVisible()

    await page.goto(`${path('sv', 'cable')}?from=usb_c&to=usb_c&length=7&power=100`)
    await expect(page.getByRole('status').filter({ hasText: 'ligger närmast' })).toBeVisible()
    await expect(cards(page).first()).toContainText('W')

    await cards(page).first().getByRole('button', { name: /^Köp/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Köp ')
    await expect(page.getByRole('main')).toContainText('Slå på JavaScript')
    await page.getByRole('main').getByRole('link', { name: 'Till produkten' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Köp', exact: false }).first().click()
    await expect(page.getByRole('main')).toContainText('uppge art.nr')

    await page.goto(`${path('sv', 'device')}?query=finns+inte+alls`)
    await expect(page.locator('noscript aside').first()).toBeVisible()
    expect(await page.content()).toContain('behöver webbläsaren JavaScript')
    await expect(page.getByRole('heading', { name: /hittar ingen apparat/ })).toBeVisible()
  })
})

test('[PAGE-10] in Germany the page of a car battery takes the type key too, and that of a motorcycle’s asks for the motorcycle', async ({
  page,
}) => {
  const shopper = shopperIn(page, 'de')
  const battery = await shopper.product('SV-AGM70')
  await page.goto(links.product('de', battery.slug))
  await hydrated(page)
  await page.mouse.move(200, 200)
  await page.getByText('Passt sie in Ihr Auto?').click()
  await page.getByLabel('HSN').fill('9990')
  await page.getByLabel('TSN').fill('ANA')
  await page
    .locator('form', { has: page.getByLabel('TSN') })
    .getByRole('button')
    .click()
  await expect(page.getByRole('heading', { name: 'Volvo V60, 2015', exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: battery.name })).toContainText('passt')

  const forMotorcycle = await shopper.product('SV-YTX12-BS')
  await page.goto(links.product('de', forMotorcycle.slug))
  await expect(page.getByText('Passt dieser Artikel zu Ihrem Gerät?')).toBeVisible()
  await expect(page.getByText('Passt sie in Ihr Auto?')).toHaveCount(0)
})

test('[PAGE-10] on a phone the devices with a typed name are focused below the field, and the page of a chosen model begins at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(path('de', 'device'))
  await hydrated(page)
  for (const [name, heading] of [
    ['golf 6', /Geräte zu/],
    ['xyzzyq', /kein Gerät/],
  ] as const) {
    await page.getByRole('main').getByRole('searchbox').fill(name)
    await page.getByRole('main').getByRole('searchbox').press('Enter')
    const answer = page.getByRole('heading', { name: heading })
    await expect(answer).toBeFocused()
    await expect(answer).toBeInViewport()
  }

  await page.goto(`${path('de', 'device')}?kind=car`)
  await hydrated(page)
  const choose = async (name: string, value: string) => {
    await page.locator(`select[name=${name}]`).dispatchEvent('pointerdown')
    await expect
      .poll(async () => {
        await page.locator(`select[name=${name}]`).selectOption(value)
        return page.url()
      })
      .toContain(value)
  }
  await choose('maker', 'fiat')
  // Where the list of models is in view the heading is not.
  await page.locator('select[name=model]').evaluate((select) => select.scrollIntoView())
  await page.locator('select[name=model]').selectOption({ label: '500X' })
  await page.waitForURL(/fiat-500x$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('[PAGE-10] the answer for a registration number is never cached, and other pages accept no form', async ({
  request,
}) => {
  const form = { plate: 'ANO001' }
  const found = await request.post(path('sv', 'vehicle'), { form })
  expect(found.headers()['cache-control']).toContain('no-store')
  expect(await found.text()).toContain('Volvo')
  const empty = await request.get(path('sv', 'vehicle'))
  expect(await empty.text()).not.toContain('V60')
  expect((await request.post('/sv/hitta-kabel', { form })).status()).toBe(404)
  expect((await request.get('/sv/kabel-finden')).status()).toBe(404)
  expect((await request.get('/sv/hitta-batteri/finns-inte')).status()).toBe(404)
})

test('a saved device can be renamed and is remembered until it is removed', async ({ page }) => {
  const shopper = shopperIn(page, 'sv')
  await shopper.visit('/hitta-batteri/widex-evoke-f2')
  await page.mouse.move(200, 200)
  await page.getByRole('button', { name: 'Spara i Mina apparater' }).click()
  await expect(page.getByRole('button', { name: 'Sparad i Mina apparater' })).toBeVisible()
  await shopper.visit('/hitta-batteri')
  await page.mouse.move(200, 200)
  const mine = page.getByRole('region', { name: 'Mina apparater' })
  await mine.getByRole('button', { name: 'Byt namn på Widex Evoke F2' }).click()
  await mine.getByRole('textbox').fill('Farmors')
  await mine.getByRole('button', { name: 'Klar' }).click()
  await page.reload()
  await hydrated(page)
  await page.mouse.move(200, 200)
  await expect(mine.getByRole('link', { name: 'Farmors' })).toHaveAttribute('href', /widex-evoke-f2$/)
  await mine.getByRole('button', { name: 'Ta bort Farmors' }).click()
  await expect(mine).toHaveCount(0)
})

test('products show whether they fit a saved device, and the cart warns where they certainly do not', async ({
  page,
}) => {
  const shopper = shopperIn(page, 'sv')
  await shopper.visit('/hitta-batteri/widex-evoke-f2')
  await page.mouse.move(200, 200)
  await page.getByRole('button', { name: 'Spara i Mina apparater' }).click()
  const right = await shopper.product('SO-ZA312-6')
  await shopper.visit(`/artiklar/${right.slug}.html`)
  await page.mouse.move(200, 200)
  await expect(page.getByText('Passar din Widex Evoke F2')).toBeVisible()
  await shopper.buy('SO-ZA13-6')
  await expect(shopper.cart.getByText(/passar inte din Widex Evoke F2/)).toBeVisible()
})

test('a product page answers whether it fits a device', async ({ page }) => {
  const shopper = shopperIn(page)
  const { slug, fits } = await shopper.product('KR-CR2032-TAB')
  const main = page.locator('main')
  await page.goto(`/sv/artiklar/${slug}.html`)
  await hydrated(page)
  await main.getByText('Passar produkten din apparat?').click()
  // Until the question is hydrated its form leads to the finder.
  await elementHydrated(main.getByRole('search'))
  await main.getByLabel('Apparatens namn eller modell').fill(fits[0]!)
  await main.getByRole('button', { name: 'Kontrollera' }).click()
  await expect(main.getByText(/^Ja, produkten passar/)).toBeVisible()
  await main.getByLabel('Apparatens namn eller modell').fill('zzqq 9999')
  await main.getByRole('button', { name: 'Kontrollera' }).click()
  await expect(main.getByText(/hittar ingen sådan apparat/)).toBeVisible()
})

test('the finders have no known accessibility barrier', async ({ page }) => {
  const pages = [
    path('sv', 'device'),
    `${path('de', 'device')}/kidde-29hd`,
    path('de', 'vehicle'),
    `${path('no', 'cable')}?from=usb_c&to=usb_c`,
    `${path('da', 'phone')}?brand=apple&model=apple-iphone-12`,
  ]
  for (const address of pages) {
    await page.goto(address)
    await hydrated(page)
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
  }
})
