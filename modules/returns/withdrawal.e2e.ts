import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { hydrated, callsTo, demo, invoiceOrder, people, shopperIn } from '../../test/shopper.ts'

const places = [
  {
    store: 'sv',
    first: 'Ångra avtalet här',
    second: 'Bekräfta att jag ångrar avtalet',
    number: 'Ordernummer',
    name: 'Namn',
    email: 'E-post',
    done: 'Vi har tagit emot',
    missing: 'Fyll i ”Ordernummer”.',
    wrongEmail: 'Skriv en hel e-postadress',
  },
  {
    store: 'de',
    first: 'Vertrag widerrufen',
    second: 'Widerruf bestätigen',
    number: 'Bestellnummer',
    name: 'Name',
    email: 'E-Mail',
    done: 'eingegangen',
    missing: 'Bitte füllen Sie „Bestellnummer“ aus.',
    wrongEmail: 'Bitte eine vollständige E-Mail-Adresse',
  },
]

for (const { store, first, second, number, name, email, done, missing, wrongEmail } of places)
  test(`a buyer withdraws from a contract in two steps without login (${store})`, async ({ page }) => {
    const calls = callsTo(page, 'withdrawals')
    await page.goto(`/${store}`)
    await page.getByRole('contentinfo').getByRole('link', { name: first }).click()
    await expect(page).toHaveURL(`/${store}/withdrawal`)
    await hydrated(page)
    const form = page.getByRole('region', { name: first })
    const send = form.getByRole('button', { name: first })
    await form.getByLabel(email).fill('anna@')
    await send.click()
    // The field that is refused first has the focus, is named in the shop's own words, and is not under the header.
    await expect(form.getByLabel(number)).toBeFocused()
    await expect(form.getByLabel(number)).toHaveAccessibleDescription(new RegExp(missing.replace('.', '[.]')))
    await expect(form.getByLabel(email)).toHaveAccessibleDescription(new RegExp(wrongEmail))
    const header = await page.getByRole('banner').boundingBox()
    const box = await form.getByLabel(number).boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
    await form.getByLabel(number).fill('S100001')
    await expect(form.getByLabel(number)).not.toHaveAttribute('aria-invalid')
    await form.getByLabel(email).fill(`withdraw-${store}@example.se`)
    await form.getByLabel(name, { exact: true }).fill('Anna Åberg')
    await form.getByRole('button', { name: first }).click()
    const check = page.getByRole('main')
    await expect(check.getByRole('heading', { level: 2 }).first()).toBeFocused()
    await expect(check.getByRole('definition').filter({ hasText: 'S100001' })).toBeVisible()
    expect(calls).toHaveLength(0)
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
    await check.getByRole('button', { name: second }).click()
    await expect(check.getByRole('heading', { level: 2 }).first()).toContainText(done)
    await expect(check.getByText(`withdraw-${store}@example.se`)).toBeVisible()
    expect(calls).toHaveLength(1)
  })

test('a guest withdraws from part of an order, and sees until when; the checkout links there too', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const bought = await shopper.product(demo.dear)
  const number = await invoiceOrder(page, [{ sku: bought.sku, quantity: 3 }])
  await shopper.startInCheckoutWith(demo.dear)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Ångra avtalet här' })
  await expect(link).toHaveAttribute('href', '/sv/withdrawal')
  const calls = callsTo(page, 'withdrawals')
  await page.goto('/sv/withdrawal')
  await hydrated(page)
  const form = page.getByRole('region', { name: 'Ångra avtalet här' })
  await form.getByLabel('Ordernummer').fill(number)
  await form.getByLabel('E-post').fill(people.sv.email)
  await form.getByLabel('Namn', { exact: true }).fill('Anna Larsson')
  await form.getByRole('button', { name: 'Ångra avtalet här' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('14 dagar efter att det sista paketet har kommit')
  await main.getByRole('radio', { name: 'Bara en del av ordern' }).check()
  const confirm = main.getByRole('button', { name: 'Bekräfta att jag ångrar avtalet' })
  await confirm.click()
  await expect(main.getByRole('alert')).toHaveText('Välj minst en vara, eller hela ordern.')
  await main.getByRole('checkbox', { name: bought.name }).check()
  await main
    .getByRole('group', { name: `Antal: ${bought.name}` })
    .getByRole('button')
    .first()
    .click()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await confirm.click()
  await expect(main.getByRole('heading', { name: 'Vi har tagit emot ditt meddelande' })).toBeFocused()
  expect(calls.map((call) => (call.postDataJSON() as { items: unknown }).items)).toEqual([
    [{ sku: bought.sku, quantity: 2 }],
  ])
  // Declared again, the order offers what is left.
  await page.reload()
  await hydrated(page)
  await form.getByLabel('Ordernummer').fill(number)
  await form.getByLabel('E-post').fill(people.sv.email)
  await form.getByLabel('Namn', { exact: true }).fill('Anna Larsson')
  await form.getByRole('button', { name: 'Ångra avtalet här' }).click()
  await expect(main).toContainText(`Du har redan ångrat: 2 × ${bought.name}.`)
  await expect(main.getByRole('radio', { name: 'Allt som är kvar av ordern' })).toBeChecked()
  await main.getByRole('radio', { name: 'Bara en del av ordern' }).check()
  await main.getByRole('checkbox', { name: bought.name }).check()
  await expect(main.getByRole('group', { name: `Antal: ${bought.name}` })).toHaveCount(0)
  await confirm.click()
  await expect(main.getByRole('heading', { name: 'Vi har tagit emot ditt meddelande' })).toBeFocused()

  // The order's page says so: it promises no delivery, and no right that is used up.
  await page.goto(`/sv/my-order/${number}`)
  await hydrated(page)
  await main.getByLabel('E-post').fill(people.sv.email)
  await main.getByRole('button', { name: 'Visa ordern' }).click()
  await expect(main).toContainText(`Du har redan ångrat: 3 × ${bought.name}.`)
  await expect(main).not.toContainText('Ångerrätt till')
  await expect(main.getByRole('heading', { name: 'Beräknad leverans' })).toHaveCount(0)
})

test('what was typed is still there when the buyer goes back, and a failed response says what also counts', async ({
  page,
}) => {
  await page.route('**/api/withdrawals?*', (route) => route.abort())
  await page.goto('/sv/withdrawal')
  await hydrated(page)
  const form = page.getByRole('region', { name: 'Ångra avtalet här' })
  await form.getByLabel('Ordernummer').fill('S100001')
  await form.getByLabel('E-post').fill('anna@example.se')
  await form.getByLabel('Namn', { exact: true }).fill('Anna Åberg')
  await form.getByRole('button', { name: 'Ångra avtalet här' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Bekräfta att jag ångrar avtalet' }).click()
  await expect(main.getByRole('alert')).toContainText('skriv till oss')
  await main.getByRole('button', { name: 'Ändra' }).click()
  await expect(form.getByLabel('Namn', { exact: true })).toHaveValue('Anna Åberg')
})
