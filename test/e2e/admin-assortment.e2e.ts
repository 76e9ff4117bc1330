/** Products of one store that become part of another one, as a job. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

test('all products of a view are sold in another store, after a preview of how many', async ({
  page: admin,
}) => {
  const prefix = `SELL-${randomUUID().slice(0, 8)}`
  const { db } = customers()
  await sql`insert into product (sku, type)
    select ${prefix} || '-' || n, 1 from generate_series(1, 3) n`.execute(db)
  await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
    select id, 'no', sku, lower(sku), 2500 from product where starts_with(sku, ${prefix})`.execute(db)
  const sold = async () => {
    const { rows } = await sql<{ name: string }>`select s.name from store_product s
      join product p on p.id = s.product_id where starts_with(p.sku, ${prefix}) and s.store = 'de'`.execute(
      db,
    )
    return rows.length
  }
  const url = await signInStaff(admin, db, 'owner')
  await admin.goto(`${url}/products?filter.store=no&q=${prefix}`)
  await admin.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
  await admin.getByRole('button', { name: 'Sell in another store…' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Sell in another store…' })
  await dialog.getByLabel('Copy the texts from').selectOption('no')
  await dialog.getByLabel('Sell in').selectOption('no')
  await expect(dialog.getByText('Choose two different stores.')).toBeVisible()
  await dialog.getByLabel('Sell in').selectOption('de')
  await dialog.getByRole('button', { name: 'See what would change' }).click()
  await expect(dialog.getByText(/3 products become part of Deutschland/)).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  expect(await sold()).toBe(0)
  await dialog.getByRole('button', { name: 'Sell 3 products' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(sold).toBe(3)
  await sql`delete from product where starts_with(sku, ${prefix})`.execute(db)
})
