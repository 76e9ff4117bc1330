/** A field that staff define: filled in on a product's page, seen in the shop, undone. */
import { randomUUID } from 'node:crypto'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

test('a field is defined, filled in on a product, shown in the shop, and undone', async ({
  page: admin,
  request,
}) => {
  const word = randomUUID().slice(0, 8)
  const { sku, slug } = await customers()
    .db.selectFrom('product')
    .innerJoin('store_product', 'store_product.product_id', 'product.id')
    .select(['product.sku', 'store_product.slug'])
    .where('store', '=', 'sv')
    // One that is sold itself.
    .where('type', '=', 1)
    .orderBy('product.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const url = await signInStaff(admin, customers().db, 'manager')
  await admin.goto(`${url}/custom-fields`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New field' }).click()
  await admin.getByLabel('Name (Sverige)').fill(`Skötsel ${word}`)
  await admin.getByLabel('Belongs to').selectOption('Products')
  await admin.getByLabel('Type').selectOption('Text')
  await admin.getByLabel('Key').fill(`care_${word}`)
  await admin.getByLabel('Values').selectOption('The same in all stores')
  await admin.getByLabel('Shown in the shop (products)').check()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: `Skötsel ${word}` })).toBeVisible()

  await admin.goto(`${url}/products/${encodeURIComponent(sku)}`)
  const field = admin.getByRole('textbox', { name: `Skötsel ${word}` })
  await field.fill('Torkas med fuktig trasa')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save the fields' }).click()
  await expect(admin.getByText('The fields are saved')).toBeVisible()
  const shown = async () => {
    const html = await (await request.get(`/sv/artiklar/${slug}.html`)).text()
    return html.includes(`Skötsel ${word}`) && html.includes('Torkas med fuktig trasa')
  }
  await expect.poll(shown).toBe(true)
  const { facts } = await (await request.get(`/api/products/${slug}?locale=sv&sid=7`)).json()
  expect(facts).toContainEqual({
    code: `field.care_${word}`,
    name: `Skötsel ${word}`,
    value: 'Torkas med fuktig trasa',
  })

  await admin.getByRole('button', { name: 'Undo' }).first().click()
  await expect(field).toHaveValue('')
  await expect.poll(shown).toBe(false)
  await admin.goto(`${url}/custom-fields/product.care_${word}`)
  await admin.getByRole('button', { name: 'Archive' }).click()
  await expect(admin.getByText('Field archived')).toBeVisible()
})
