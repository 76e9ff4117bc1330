/** The stock screen of the back office: a count, a threshold, and the undo of both from the history. */
import { changeMeanwhile, signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

test('stock is counted, gets a threshold, and the count is undone', async ({ page }) => {
  const { db } = customers()
  const { sku, available } = await db
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'stock.product_id')
    .select(['product.sku', 'stock.available'])
    .where('stock.store', '=', 'da')
    .where('stock.available', '>', 20)
    .orderBy('product.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const url = await signInStaff(page, db, 'manager')
  await page.goto(`${url}/stock?filter.store=da&filter.sku=${encodeURIComponent(sku)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('link', { name: sku, exact: true }).click()

  await page.getByRole('spinbutton', { name: 'Units counted' }).fill(String(available + 7))
  await page.getByRole('textbox', { name: 'Note on the count' }).fill('shelf 4')
  await page.getByRole('button', { name: 'Save the count' }).press('Enter')
  await expect(page.getByRole('row', { name: /Count · shelf 4/ })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(/^Count or correction: Undo of entry \d+$/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'List as short below' }).fill('3')
  // A colleague sets it first.
  const path = `/admin/api/stock/da/${encodeURIComponent(sku)}/threshold`
  await changeMeanwhile(page, 'PUT', path, { units: 9, expected: null })
  await page.getByRole('button', { name: 'Save the threshold' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Somebody else has set this to 9 meanwhile.')
  await page.getByRole('button', { name: 'Save the threshold' }).press('Enter')
  await expect(page.getByText('Stock threshold changed')).toHaveCount(2)
  expect(await barriersOf(page)).toEqual([])
})
