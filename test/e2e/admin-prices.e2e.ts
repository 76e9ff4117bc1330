/** Prices in the back office: the grid, campaigns, and changes of many prices as jobs. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

/** Products that no category lists, at 100.00 each in the Norwegian store; answers the beginning of their skus. */
async function addProducts(count: number): Promise<string> {
  const prefix = `GRID-${randomUUID().slice(0, 8)}`
  const { db } = customers()
  await sql`insert into product (sku, type)
    select ${prefix} || '-' || lpad(n::text, 3, '0'), 1 from generate_series(1, ${count}::int) n`.execute(db)
  await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
    select id, 'no', sku, lower(sku), 2500 from product where starts_with(sku, ${prefix})`.execute(db)
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
    select id, 'no', 'normal', 1, 10000 from product where starts_with(sku, ${prefix})`.execute(db)
  return prefix
}

async function pricesOf(prefix: string): Promise<number[]> {
  const { rows } = await sql<{ price: number }>`select t.price_minor as price from price_tier t
    join product p on p.id = t.product_id where starts_with(p.sku, ${prefix}) and t.kind = 'normal'
    order by p.sku`.execute(customers().db)
  return rows.map(({ price }) => price)
}

const removeProducts = (prefix: string) =>
  sql`delete from product where starts_with(sku, ${prefix})`.execute(customers().db)

/** Pastes a text as the browser does. */
const paste = (page: Page, text: string) =>
  page.getByRole('grid').evaluate((grid, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('200 prices are changed by paste and undone, and what is pasted wrongly is marked', async ({
  page: admin,
}) => {
  const prefix = await addProducts(200)
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/prices?filter.store=no&q=${prefix}`)
  const grid = admin.getByRole('grid', { name: 'Prices by product and store' })
  await expect(grid).toHaveAttribute('aria-rowcount', '201')
  expect(await barriersOf(admin)).toEqual([])

  await admin.keyboard.press('?')
  const help = admin.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const key of ['Fill down', 'Undo an entry']) await expect(help.getByText(key)).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.keyboard.press('Escape')

  // 1 to 201 kr without 100 kr, the price that all have; each is pasted with øre that are rounded up.
  const whole = Array.from({ length: 200 }, (_, index) => (index < 99 ? index + 1 : index + 2))
  const amounts = whole.map((amount) => `${amount - 1},50`)
  await grid.focus()
  await paste(admin, amounts.with(1, '<b>nine</b>').join('\r\n'))
  await expect(admin.getByText('200 products changed.')).toBeVisible()
  await expect(admin.getByText('1 row has an invalid cell.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Check and save' })).toBeDisabled()
  await grid.press('Control+Home')
  await expect(admin.getByRole('gridcell', { name: '<b>nine</b>' })).toHaveAttribute('aria-invalid', 'true')
  await admin.keyboard.press('Control+z')
  await expect(admin.getByText('No changes')).toBeVisible()

  // Control and Home led to the first column; Tab leads to the price.
  for (let column = 0; column < 3; column++) await admin.keyboard.press('Tab')
  await paste(admin, amounts.join('\r\n'))
  await expect(admin.getByText('200 products changed.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Check and save' }).click()
  const check = admin.getByRole('dialog', { name: 'Before the prices are saved' })
  await expect(check.getByText('200 to change, 0 unchanged, 0 refused.')).toBeVisible()
  await expect(check.getByText('Prices that change by half or more: 102')).toBeVisible()
  await expect(
    check.getByRole('row', { name: new RegExp(`${prefix}-200.*100.*201.*\\+101 %`) }),
  ).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await check.getByRole('button', { name: 'Save the prices' }).click()
  await expect(admin.getByText('200 prices are saved')).toBeVisible()
  expect(await pricesOf(prefix)).toEqual(whole.map((amount) => amount * 100))

  const saved = admin.getByRole('dialog', { name: '200 prices are saved' })
  await saved.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => pricesOf(prefix)).toEqual(amounts.map(() => 10_000))
  await admin.getByRole('button', { name: 'Jobs' }).click()
  await admin.getByRole('menuitem', { name: /Undo of job/ }).click()
  await expect(admin.getByRole('heading', { level: 1, name: /Undo of job/ })).toBeVisible()
  await expect(admin.getByRole('main').getByText('200 changed, 0 refused')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await removeProducts(prefix)
})

test('a campaign is started by keys alone, after its 30-day lowest price was shown', async ({
  page: admin,
}) => {
  const prefix = await addProducts(3)
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/prices?filter.store=no&q=${prefix}`)
  const grid = admin.getByRole('grid')
  await grid.focus()
  // From the price over the quantities to the campaign; its price, then its first day in the calendar field.
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.type('80,00')
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('F2')
  await admin.getByLabel('From', { exact: true }).fill('2036-11-27')
  await admin.keyboard.press('Enter')
  await admin.keyboard.press('ArrowUp')
  await admin.keyboard.press('ArrowLeft')
  // The first row's campaign goes to the two below.
  await admin.keyboard.press('Shift+ArrowDown')
  await admin.keyboard.press('Shift+ArrowDown')
  await admin.keyboard.press('Shift+ArrowRight')
  await admin.keyboard.press('Control+d')
  await expect(admin.getByText('3 products changed.')).toBeVisible()
  await admin.keyboard.press('Control+s')
  const check = admin.getByRole('dialog', { name: 'Before the prices are saved' })
  await expect(
    check.getByRole('row', { name: new RegExp(`${prefix}-003.*100.*80.*100.*−20 %`) }),
  ).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  // Somebody else is faster with one of them: both versions are shown.
  await sql`update price_tier set price_minor = 9000 from product p
    where p.id = product_id and p.sku = ${`${prefix}-002`}`.execute(customers().db)
  await check.getByRole('button', { name: 'Save the prices' }).press('Enter')
  await expect(check.getByText(/1 price was changed by somebody else/)).toBeVisible()
  await expect(check.getByRole('row', { name: new RegExp(`${prefix}-002.*90.*100`) })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await check.getByRole('button', { name: 'Keep what is stored' }).press('Enter')
  await expect(check.getByRole('button', { name: 'Save the prices' })).toBeEnabled()
  await check.getByRole('button', { name: 'Save the prices' }).press('Enter')
  await expect(admin.getByText('2 prices are saved')).toBeVisible()
  const { rows } = await sql<{
    sku: string
    price: number
    starts: string
  }>`select p.sku, t.price_minor as price,
      t.starts_at::text as starts from price_tier t join product p on p.id = t.product_id
    where starts_with(p.sku, ${prefix}) and t.kind = 'campaign' order by p.sku`.execute(customers().db)
  expect(rows.map(({ sku, price }) => [sku, price])).toEqual([
    [`${prefix}-001`, 8000],
    [`${prefix}-003`, 8000],
  ])
  await removeProducts(prefix)
})

test('campaigns for later are pasted into the grid, changed there, and found from the calendar', async ({
  page: admin,
}) => {
  const prefix = await addProducts(2)
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/prices?filter.store=no&q=${prefix}`)
  const grid = admin.getByRole('grid')
  const choice = admin.getByLabel('Campaign prices in the grid')
  await choice.selectOption('Next planned campaign')
  await expect(admin).toHaveURL(/plan=next/)
  await grid.focus()
  await grid.press('Control+Home')
  // The campaign is the sixth column; what is left of it cannot be changed.
  for (let column = 0; column < 5; column++) await admin.keyboard.press('Tab')
  await paste(admin, '80,00\t2037-03-01\t2037-03-31\r\n70,00')
  await expect(admin.getByText('A planned campaign needs its first day.').first()).toBeAttached()
  await expect(choice).toBeDisabled()
  await admin.keyboard.press('Control+z')
  await paste(admin, '80,00\t2037-03-01\t2037-03-31\r\n70,00\t2037-03-01\t2037-03-31')
  await expect(admin.getByText('2 products changed.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Check and save' }).click()
  const check = admin.getByRole('dialog', { name: 'Before the prices are saved' })
  await expect(check.getByRole('row', { name: new RegExp(`${prefix}-001.*80.*100.*−20 %`) })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await check.getByRole('button', { name: 'Plan the campaigns' }).click()
  await expect(admin.getByText('2 campaigns are planned')).toBeVisible()

  // The calendar leads to the grid of its day, in which a price alone is typed.
  await admin.goto(`${url}/prices/campaigns?from=2037-03-01&filter.store=no`)
  await admin.getByRole('link', { name: /Norge, 1 Mar 2037/ }).click()
  await expect(choice).toHaveValue('2037-03-01')
  await admin.getByRole('gridcell', { name: 'NOK 70.00' }).click()
  await admin.keyboard.type('65')
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: 'Check and save' }).click()
  await expect(check.getByText(/Replaces .*70/)).toBeVisible()
  await check.getByRole('button', { name: 'Plan the campaigns' }).click()
  const planned = () =>
    sql<{ price: number }>`select (c.tiers -> 0 ->> 'priceMinor')::integer as price from planned_campaign c
      join product p on p.id = c.product_id where starts_with(p.sku, ${prefix}) order by p.sku`.execute(
      customers().db,
    )
  await expect.poll(async () => (await planned()).rows.map(({ price }) => price)).toEqual([8000, 6500])
  await removeProducts(prefix)
})

test('all products that match are changed at once, after a dry run, with progress, and the change is undone', async ({
  page: admin,
}) => {
  const prefix = await addProducts(600)
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/products?filter.store=no&q=${prefix}`)
  await admin.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
  await admin.getByRole('button', { name: 'Select all 600 that match' }).click()
  await expect(admin.getByText('600 rows selected')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Change prices' }).click()
  const bulk = admin.getByRole('dialog', { name: 'Change prices' })
  await bulk.getByLabel('Value').fill('-15')
  await bulk.getByLabel('Round to the endings of the store').uncheck()
  await bulk.getByRole('button', { name: 'See what would change' }).click()
  await expect(bulk.getByText('600 to change, 0 unchanged, 0 refused.')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])

  // The job's second batch waits until this transaction ends.
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const holding = customers()
    .db.transaction()
    .execute(async (trx) => {
      await sql`select from price_tier t join product p on p.id = t.product_id
        where p.sku = ${`${prefix}-599`} for update of t, p`.execute(trx)
      locked()
      await isSeen
    })
  await isLocked
  await bulk.getByRole('button', { name: 'Change 600 products' }).click()
  await admin.getByRole('button', { name: '1 job is running' }).click()
  await admin.getByRole('menuitem', { name: /Change of prices/ }).click()
  await expect(admin.getByRole('heading', { level: 1, name: /Change of prices/ })).toBeVisible()
  const progress = admin.getByRole('main').getByRole('progressbar', { name: /Change of prices/ })
  await expect(admin.getByRole('main').getByText('500 of 600')).toBeVisible()
  await admin.reload()
  await expect(progress).toHaveAttribute('value', '500')
  await expect(admin.getByRole('button', { name: '1 job is running' })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  seen()
  await holding
  await expect(admin.getByRole('main').getByRole('status')).toHaveText('600 changed, 0 refused')
  // The menu announces the end on every page.
  await expect(admin.getByRole('region', { name: /Notifications/ })).toContainText('600 changed, 0 refused')
  await expect(progress).toBeHidden()
  expect(await pricesOf(prefix)).toEqual(Array.from({ length: 600 }, () => 8500))
  await admin.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: /Undo of job/ })).toBeVisible()
  await expect.poll(() => pricesOf(prefix)).toEqual(Array.from({ length: 600 }, () => 10_000))
  await removeProducts(prefix)
})

test('two campaigns are planned one after the other, seen in the calendar, and one is removed and restored', async ({
  page: admin,
}) => {
  const prefix = await addProducts(2)
  const url = await signInStaff(admin, customers().db, 'catalogue')
  const plan = async (from: string, to: string) => {
    await admin.goto(`${url}/products?filter.store=no&q=${prefix}`)
    await admin.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
    await admin.getByRole('button', { name: 'Change prices' }).click()
    const bulk = admin.getByRole('dialog', { name: 'Change prices' })
    await bulk.getByLabel('What to change').selectOption('Plan a campaign for later')
    await bulk.getByLabel('Value').fill('-20')
    await bulk.getByLabel('Round to the endings of the store').uncheck()
    await expect(bulk.getByRole('button', { name: 'See what would change' })).toBeDisabled()
    await bulk.getByLabel('From', { exact: true }).fill(from)
    await bulk.getByLabel('To', { exact: true }).fill(to)
    await bulk.getByRole('button', { name: 'See what would change' }).click()
    return bulk
  }
  const first = await plan('2036-11-20', '2036-11-30')
  await expect(first.getByText(/30-day lowest price is shown as far as it is known today/)).toBeVisible()
  await expect(first.getByRole('row', { name: new RegExp(`${prefix}-002.*80.*100.*−20 %`) })).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await first.getByRole('button', { name: 'Plan a campaign of 2 products' }).click()
  await expect(admin.getByText('A campaign of 2 products is being planned')).toBeVisible()

  const second = await plan('2036-11-28', '2036-12-24')
  await expect(second.getByText('0 to change, 0 unchanged, 2 refused.')).toBeVisible()
  await expect(
    second.getByRole('row', {
      name: new RegExp(`${prefix}-001.*overlaps it.*80.*20 Nov 2036 – 30 Nov 2036`),
    }),
  ).toBeVisible()
  await second.getByLabel('From', { exact: true }).fill('2036-12-01')
  await second.getByRole('button', { name: 'See what would change' }).click()
  await second.getByRole('button', { name: 'Plan a campaign of 2 products' }).click()
  await expect(admin.getByText('A campaign of 2 products is being planned')).toBeVisible()

  await admin.goto(`${url}/prices/campaigns?from=2036-11-01`)
  const lines = admin.getByRole('main').getByRole('listitem').filter({ hasText: 'Planned' })
  await expect(lines).toHaveCount(2)
  expect(await barriersOf(admin)).toEqual([])
  await lines
    .first()
    .getByRole('button', { name: /Remove: / })
    .click()
  await expect(lines).toHaveCount(1)
  const removed = admin.getByRole('dialog', { name: 'The planned campaign is removed' })
  await removed.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(lines).toHaveCount(2)
  await removeProducts(prefix)
})

test('prices of another store are proposed by a rule, corrected, stored and undone', async ({
  page: admin,
}) => {
  const prefix = await addProducts(3)
  const { db } = customers()
  await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
    select id, 'de', sku, lower(sku), 1900 from product where starts_with(sku, ${prefix})`.execute(db)
  await sql`insert into product_cost (product_id, currency, cost_minor)
    select id, 'EUR', 900 from product where starts_with(sku, ${prefix})`.execute(db)
  const url = await signInStaff(admin, db, 'catalogue')
  await admin.goto(`${url}/prices`)
  await admin.getByRole('link', { name: 'Prices from another store' }).click()
  await admin.getByRole('combobox', { name: 'Prices of' }).selectOption('no')
  await admin.goto(`${url}/prices/proposal?source=no&q=${prefix}`)
  await admin.getByRole('checkbox', { name: 'Deutschland (EUR)' }).check()
  const rate = admin.getByRole('textbox', { name: '1 NOK in EUR' })
  await rate.fill('one')
  await admin.getByRole('button', { name: 'Show the proposal' }).click()
  await expect(admin.getByText('Write a number above zero')).toBeVisible()
  await rate.fill('0,087')
  await admin.getByRole('button', { name: 'Show the proposal' }).click()
  await expect(admin.getByText('3 to change, 0 unchanged, 0 refused.')).toBeVisible()
  // 100 is 80 without VAT, 6.96 € and 8.28 € with 19 %: nearest is 8.29, below the cost of 9.
  await expect(admin.getByText('Prices below the purchase cost: 3')).toBeVisible()
  const price = admin.getByRole('textbox', { name: `New price of ${prefix}-001, Deutschland` })
  await expect(price).toHaveValue('8.29')
  expect(await barriersOf(admin)).toEqual([])
  // What is no price keeps the others from being stored as if it were not there.
  await price.fill('12,9x')
  await expect(admin.getByText('This is not an amount.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Store 3 prices' })).toBeDisabled()
  await price.fill('12,99')
  await price.press('Enter')
  await expect(admin.getByText('Prices below the purchase cost: 2')).toBeVisible()
  await admin.getByRole('checkbox', { name: `Take ${prefix}-003, Deutschland` }).uncheck()
  await expect(admin.getByText('1 price left out.')).toBeVisible()
  await admin.getByRole('button', { name: 'Store 2 prices' }).click()
  const started = admin.getByRole('dialog', { name: '2 prices are being stored' })
  await expect(started).toBeVisible()
  const german = async () => {
    const { rows } = await sql<{ price: number }>`select t.price_minor as price from price_tier t
      join product p on p.id = t.product_id where starts_with(p.sku, ${prefix}) and t.store = 'de' order by p.sku`.execute(
      db,
    )
    return rows.map((row) => row.price)
  }
  expect(await german()).toEqual([1299, 829])
  await started.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(german).toEqual([])
  await removeProducts(prefix)
})
