/** Fields that staff define: filled in on a product's page, seen in the shop, undone. */
import { randomUUID } from 'node:crypto'
import { signInStaff } from '../admin/admin-page.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

/** Products of the Swedish store that are sold themselves. */
async function lastProducts() {
  const rows = await customers()
    .db.selectFrom('product')
    .innerJoin('store_product', 'store_product.product_id', 'product.id')
    .select(['product.sku', 'store_product.slug', 'store_product.name'])
    .where('store', '=', 'sv')
    .where('type', '=', 1)
    .orderBy('product.id', 'desc')
    .limit(3)
    .execute()
  return rows as [(typeof rows)[number], (typeof rows)[number], (typeof rows)[number]]
}

test('a field is defined, filled in on a product, shown in the shop, and undone', async ({
  page: admin,
  request,
}) => {
  const word = randomUUID().slice(0, 8)
  const [{ sku, slug }] = await lastProducts()
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
  await admin.goto(`${url}/products`)
  await admin.getByRole('button', { name: 'Filter', exact: true }).click()
  await admin.getByRole('menuitem', { name: 'Fields' }).click()
  await admin.getByRole('textbox', { name: `Skötsel ${word}` }).fill('Torkas med fuktig trasa')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Apply' }).click()
  await expect(admin.getByRole('button', { name: `Skötsel ${word}: Torkas med fuktig trasa` })).toBeVisible()
  await expect(admin.getByRole('link', { name: sku, exact: true }).first()).toBeVisible()
  await expect(admin).toHaveURL(/filter\.field=care_/)
  await admin.goto(`${url}/products/${encodeURIComponent(sku)}`)
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

test('a rich text and a picture are sections of the product, a reference a link to another one', async ({
  page: admin,
  request,
}) => {
  const word = randomUUID().slice(0, 8)
  const [, { sku, slug }, other] = await lastProducts()
  const url = await signInStaff(admin, customers().db, 'manager')
  const define = async (type: string, refersTo: string | null) => {
    await admin.goto(`${url}/custom-fields/new`)
    await admin.getByLabel('Name (Sverige)').fill(`${type} ${word}`)
    await admin.getByLabel('Belongs to').selectOption('Products')
    await admin.getByLabel('Type').selectOption(type)
    await admin.getByLabel('Key').fill(`${type.slice(0, 3).toLowerCase()}_${word}`)
    await admin.getByLabel('Values').selectOption('The same in all stores')
    if (refersTo !== null) await admin.getByLabel('Refers to').selectOption(refersTo)
    await admin.getByLabel('Shown in the shop (products)').check()
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: `${type} ${word}` })).toBeVisible()
  }
  await define('Rich text (HTML)', null)
  await define('Reference', 'A product')
  await define('Picture (products)', null)
  await admin.goto(`${url}/products/${encodeURIComponent(sku)}`)
  await admin
    .getByRole('textbox', { name: `Rich text (HTML) ${word}` })
    .fill('<p>Torkas med <b>fuktig</b> trasa</p><script>alert(1)</script>')
  const picture = admin.getByRole('group', { name: `Picture (products) ${word}` })
  await picture
    .locator('input[type=file]')
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await photo().png().toBuffer() })
  await expect(picture.getByText(/“front.png” is uploaded/)).toBeVisible()
  await picture.getByRole('textbox').fill('Framsidan')
  const reference = admin.getByRole('combobox', { name: `Reference ${word}` })
  await reference.fill('no-such-sku')
  await admin.getByRole('button', { name: 'Save the fields' }).click()
  await expect(admin.getByText(/there is no such object/).first()).toBeVisible()
  await reference.fill(other.sku)
  await admin.getByRole('button', { name: 'Save the fields' }).click()
  await expect(admin.getByText('The fields are saved')).toBeVisible()
  await expect(reference.locator('xpath=../..').getByRole('link')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  const shown = async () =>
    (await (await request.get(`/sv/artiklar/${slug}.html`)).text()).includes(
      '<p>Torkas med <b>fuktig</b> trasa</p></div>',
    )
  await expect.poll(shown).toBe(true)
  await admin.goto(`/sv/artiklar/${slug}.html`)
  await expect(admin.getByRole('heading', { name: `Rich text (HTML) ${word}` })).toBeVisible()
  await expect(admin.getByRole('img', { name: 'Framsidan' })).toBeVisible()
  const row = admin.getByRole('row', { name: `Reference ${word}` })
  await expect(row.getByRole('link', { name: other.name })).toHaveAttribute(
    'href',
    `/sv/artiklar/${other.slug}.html`,
  )
  for (const key of [`ric_${word}`, `ref_${word}`, `pic_${word}`]) {
    await admin.goto(`${url}/custom-fields/product.${key}`)
    await admin.getByRole('button', { name: 'Archive' }).click()
    await expect(admin.getByText('Field archived')).toBeVisible()
  }
})
