/** Import of a feed on the screen. In a shop of its own: other tests know the products of the demo. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { demo } from '../shopper.ts'
import { textRow, workbookOf, zipOf } from '../../catalogue-import/zip-fixture.test-support.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { toSku } from '../../domain/products/sku.ts'
import { createDatabase, type Database } from '../../server/database/database.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'

let folder: string
let shop: BuiltServer
let db: Database
let closeDatabase: () => Promise<void>

// In one worker, which starts one shop.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-import-'))
  shop = await startBuiltServer({ dataDir: join(folder, 'data') })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: shop.dataDir, log })
  db = createDatabase(postgres.url, { log, max: 2 })
  closeDatabase = async () => {
    await db.destroy()
    await postgres.stop()
  }
})
test.afterAll(async () => {
  await closeDatabase()
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
})

// One import at a time: a job that still runs refuses the file of the next test.
test.afterEach(async () => {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select 1 from pgboss.job
          where name = 'staff-job' and state in ('created', 'retry', 'active')`.execute(db)
        return rows.length
      },
      { timeout: 60_000 },
    )
    .toBe(0)
})

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = async (sku: string) => {
  const row = await db
    .selectFrom('store_product')
    .innerJoin('product', 'product.id', 'store_product.product_id')
    .select('name')
    .where('sku', '=', toSku(sku))
    .where('store', '=', 'sv')
    .executeTakeFirst()
  return row?.name
}
const choose = (page: Page, lines: readonly string[]) =>
  page.getByLabel('File to import').setInputFiles({
    name: 'feed.tsv',
    mimeType: 'text/plain',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  })
const columns = 'id\ttitle\tprice\tavailability'

test('a feed with errors is checked, its differences are shown, and its good rows are imported', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await choose(page, [
    columns,
    `${demo.dear}\tEn ny lampa\t311.00 SEK\tin_stock`,
    'NEW-1\tFel pris\t=cmd SEK\tin_stock',
  ])
  // Keys alone: the form is sent, and the import is the next button.
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).focus()
  await page.keyboard.press('Enter')
  await expect(part(page, 'What the import would do')).toContainText('Rows: 2')
  await expect(part(page, 'Problems').getByRole('row').nth(1)).toContainText(/NEW-1.*price.*=cmd/)
  await expect(part(page, 'Columns').getByRole('row').filter({ hasText: 'title' })).toContainText('1')
  await expect(part(page, 'Differences').getByRole('row').filter({ hasText: 'En ny lampa' })).toContainText(
    demo.dear,
  )
  expect(await title(demo.dear)).not.toBe('En ny lampa')
  expect(await barriersOf(page)).toEqual([])
  const [problems] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(await readFile(await problems.path(), 'utf8')).toContain(";'=cmd SEK;")

  await part(page, 'File').getByRole('button', { name: 'Check the file' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // A job imports it; its page lists what was refused, and takes the import back.
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: / })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText('0 new, 1 changed, 1 refused')
  await expect(part(page, 'Problems').getByRole('row').nth(1)).toContainText(/NEW-1.*price.*=cmd/)
  expect(await title(demo.dear)).toBe('En ny lampa')
  expect(await title('NEW-1')).toBeUndefined()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Roll back the import' }).click()
  // It asks first, and says what will be undone.
  const asking = page.getByRole('dialog', { name: 'Roll back the import' })
  await expect(asking).toContainText('Changed products that get back what they had before: 1.')
  expect(await barriersOf(page)).toEqual([])
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(asking).toBeHidden()
  expect(await title(demo.dear)).toBe('En ny lampa')
  await page.getByRole('button', { name: 'Roll back the import' }).click()
  await asking.getByRole('button', { name: 'Roll back the import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Roll back of import \d+$/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    /Import \d+ is rolled back. As before: 1, left as they are: 0/,
  )
  expect(await title(demo.dear)).not.toBe('En ny lampa')

  await page.goto(`${url}/import`)
  const [feed] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export the products' }).click(),
  ])
  expect(feed.suggestedFilename()).toBe('products-sv.tsv')
  expect(await readFile(await feed.path(), 'utf8')).toContain(demo.dear)
})

test('redirects of another shop are recognised, imported and listed', async ({ page }) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await choose(page, ['Redirect from,Redirect to', '/pages/vilka-vi-ar,/sv/about', '/x,https://evil.example'])
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(part(page, 'What the import would do')).toContainText('Read as redirects from Shopify')
  await expect(part(page, 'Problems').getByRole('row').nth(1)).toContainText(/\/x.*leads to another host/)
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: / })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText('1 new, 0 changed, 1 refused')
  const former = `${shop.url}/pages/vilka-vi-ar`
  await expect
    .poll(async () => {
      const answer = await page.request.get(former, { maxRedirects: 0 })
      return `${answer.status()} ${answer.headers()['location'] ?? ''}`
    })
    .toBe('301 /sv/about')
  await page.goto(`${url}/redirects?q=vilka`)
  await expect(page.getByRole('link', { name: '/pages/vilka-vi-ar' })).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
})

test('a sitemap of the former shop is named as one, without columns', async ({ page }) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await choose(page, [
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    '<url><loc>https://former.example/pages/hitta-hit</loc></url></urlset>',
  ])
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(
    part(page, 'What the import would do').getByText('Read as a sitemap of the former shop.', {
      exact: true,
    }),
  ).toBeVisible()
})

test('tags of Shopify are taken over where the person says so, and a metafield is proposed as an attribute', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await choose(page, [
    'Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price,Wood (product.metafields.custom.wood)',
    'tray,Tray,"kitchen, oak",Title,Default Title,TRAY-1,,490.00,Ek',
  ])
  const file = part(page, 'File')
  await file.getByRole('button', { name: 'Check the file' }).click()
  const importing = page.getByRole('button', { name: 'Import', exact: true })
  await expect(importing).toBeEnabled()
  await file.getByRole('checkbox', { name: 'Take over the tags of the file (2)' }).check()
  await expect(importing).toBeDisabled()
  await file.getByRole('button', { name: 'Check the file' }).click()
  await expect(importing).toBeEnabled()
  await file.getByRole('button', { name: 'Say what the columns hold' }).click()
  await expect(
    part(page, 'Columns of the file')
      .getByRole('listitem')
      .filter({ hasText: 'metafields' })
      .getByLabel('Holds'),
  ).toHaveValue('attribute.Wood')
  await importing.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: / })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText('1 new, 0 changed')
  const { rows } = await sql`select p.attributes, array_agg(g.code order by g.code) as tags from product p
    join product_tag t on t.product_id = p.id join tag g on g.id = t.tag_id where p.sku = 'TRAY-1' group by 1`.execute(
    db,
  )
  expect(rows).toEqual([{ attributes: { wood: 'ek' }, tags: ['kitchen', 'oak'] }])
})

test('discounts of Shopify become codes of the chosen stores', async ({ page }) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await choose(page, [
    'Name,Value,Value Type,Type,Discount Class,Status,Times Used In Total,Usage Limit Per Code',
    'FLYTT15,-15.0,percentage,Amount Off,order,Active,7,10',
    'FLYTTFRI,,,Free Shipping,shipping,Active,0,',
  ])
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(part(page, 'What the import would do')).toContainText('Read as discount codes from Shopify')
  await expect(part(page, 'Problems').getByRole('row').nth(1)).toContainText(/FLYTTFRI.*free shipping/)
  const importing = page.getByRole('button', { name: 'Import', exact: true })
  await page
    .getByRole('group', { name: /Other stores/ })
    .getByRole('checkbox', { name: 'Norge' })
    .check()
  await expect(importing).toBeDisabled()
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(importing).toBeEnabled()
  expect(await barriersOf(page)).toEqual([])
  await importing.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: / })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText('1 new, 0 changed, 1 refused')
  await page.goto(`${url}/coupons/FLYTT15`)
  await expect(page.getByRole('heading', { level: 1, name: /FLYTT15/ })).toBeVisible()
  const { rows } = await sql`select stores, used from coupon where code = 'FLYTT15'`.execute(db)
  expect(rows).toEqual([{ stores: ['sv', 'no'], used: 7 }])
})

test('a file that would empty a column is imported only after the person has allowed it', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await page.getByLabel('Store').last().selectOption('da')
  const { rows } = await sql<{ sku: string; name: string }>`select sku, name from product p
    join store_product sp on sp.product_id = p.id and sp.store = 'da' where mpn is not null limit 40`.execute(
    db,
  )
  await choose(page, [
    `${columns}\tmpn`,
    ...rows.map(({ sku, name }) => `${sku}\t${name}\t49.00 DKK\tin_stock\t`),
  ])
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText(/mpn \(Manufacturer's number\): \d+ of \d+ products/)
  const run = page.getByRole('button', { name: 'Import', exact: true })
  await expect(run).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Empty them' }).check()
  await expect(run).toBeEnabled()
})

test('a file that is too large is not sent, and one that is no feed is refused with the reason', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  const file = join(folder, 'large.tsv')
  await writeFile(file, Buffer.alloc(51 * 1024 * 1024, `${columns}\n`))
  await page.getByLabel('File to import').setInputFiles(file)
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText('larger than 50 MB')
  // Sent nevertheless, its announced size is refused with an answer, not with a broken connection.
  const status = await page.getByLabel('File to import').evaluate(async (input: HTMLInputElement) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const body = input.files![0]!
    const answer = await fetch('/admin/api/imports/sv/check', { method: 'POST', headers, body })
    return answer.status
  })
  expect(status).toBe(413)
  await choose(page, ['<html>'])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText('The file cannot be read.')
})

test('a workbook in an archive and a document of JSON are checked, and the page says what was read', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  const sheets = {
    Info: textRow('Prislista'),
    Priser: textRow('Art.nr', 'Namn', 'Pris', 'Saldo') + textRow('WB-1', 'Kabel', '49', '3'),
    Fler: textRow('Art.nr', 'Namn', 'Pris', 'Saldo', 'EAN') + textRow('WB-3', 'Kabel', '49', '3', ''),
  }
  const upload = async (name: string, buffer: Buffer) => {
    await page
      .getByLabel('File to import')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  }
  await upload('priser.zip', zipOf([{ name: 'priser.xlsx', contents: workbookOf({ sheets }) }]))
  await expect(page.getByText('Read as a price list: sheet “Priser”, 4 columns.')).toBeVisible()
  await expect(page.getByText('Read from the archive: priser.xlsx')).toBeVisible()
  await page.getByLabel('Sheet').selectOption('Fler')
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Read as a price list: sheet “Fler”, 5 columns.')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Import \d+: /)
  await expect
    .poll(async () => (await sql`select sku from product where sku like 'WB-%'`.execute(db)).rows)
    .toEqual([{ sku: 'WB-3' }])
  await page.goto(`${url}/import`)
  await upload('a.json', Buffer.from('[{"sku":"WB-2","name":"Kabel","price":49,"stock":3,"note":"x"}]'))
  await expect(page.getByText('Read as a price list: JSON, 5 fields.')).toBeVisible()
  await expect(page.getByText('Columns that are not read: note')).toBeVisible()
  await upload('old.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))
  await expect(page.getByRole('alert')).toContainText('Save it as an Excel workbook (.xlsx)')
})

test('an archive of pictures is given to the products that its files are named after', async ({ page }) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  const contents = await photo('#c03060').jpeg().toBuffer()
  await page.getByLabel('File to import').setInputFiles({
    name: 'bilder.zip',
    mimeType: 'application/zip',
    buffer: zipOf([
      { name: `${demo.dear}.jpg`, contents },
      { name: 'NOBODY-1.jpg', contents },
    ]),
  })
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('2 files: 1 is a picture of 1 product.')).toBeVisible()
  await expect(part(page, 'Problems').getByRole('row').nth(1)).toContainText(
    /NOBODY-1.*names a product that does not exist/,
  )
  await page.getByLabel('Pictures that the products have').selectOption('replace')
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: bilder\.zip$/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText('1 picture added, 1 file refused')
  await page.goto(`${url}/products/${demo.dear}`)
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove picture 2' })).toHaveCount(0)
})

test('a list with columns of its own is mapped to fields, imported, and read by the same mapping later', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  const list = (rows: string) => ({
    name: 'Grossisten vecka 48.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Ref;Sladdtyp;Riktpris exkl;Antal st\n${rows}`),
  })
  await page
    .getByLabel('File to import')
    .setInputFiles(list('K-1;USB-C 1 m;80,00;12\nK-2;USB-C 2 m;96,00;0\n'))
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText('ref, sladdtyp')
  await page.getByRole('button', { name: 'Say what the columns hold' }).click()
  const card = part(page, 'Columns of the file')
  const column = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await expect(column('Sladdtyp')).toContainText('USB-C 1 m')
  await column('Ref').getByLabel('Holds').selectOption('Product number')
  await column('Sladdtyp').getByLabel('Holds').selectOption('Name')
  await column('Antal st').getByLabel('Holds').selectOption('Stock')
  await card.getByRole('button', { name: 'Save and check' }).click()
  await expect(card.getByRole('alert')).toHaveText('No column holds this yet: Price incl. VAT.')
  await column('Riktpris exkl').getByLabel('Holds').selectOption('Price incl. VAT')
  await column('Riktpris exkl').getByRole('button', { name: 'Change the value' }).click()
  await column('Riktpris exkl').getByLabel('By', { exact: true }).fill('1,25')
  expect(await barriersOf(page)).toEqual([])
  await card.getByRole('button', { name: 'Save and check' }).click()
  await expect(part(page, 'What the import would do')).toContainText('New: 2')
  await expect(part(page, 'The first new products').getByRole('listitem').first()).toContainText(
    /USB-C 1 m.*100.*No category/,
  )
  await expect(page.getByRole('combobox', { name: 'Columns', exact: true })).toHaveValue(
    'Grossisten vecka 48',
  )
  await part(page, 'File').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: / })).toBeVisible()
  await expect.poll(() => title('K-1')).toBe('USB-C 1 m')
  // The list of the person's jobs names the file.
  await page.goto(`${url}/jobs`)
  await expect(page.getByRole('link', { name: /^Import \d+: Grossisten vecka 48\.csv$/ })).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  // Next week's list.
  await page.goto(`${url}/import`)
  await page.getByRole('combobox', { name: 'Columns', exact: true }).selectOption('Grossisten vecka 48')
  await page.getByLabel('File to import').setInputFiles(list('K-3;USB-C 3 m;112,00;5\n'))
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(part(page, 'What the import would do')).toContainText('New: 1')
})

test('the heading line of a list with two is chosen, saved with its mapping, and a list without it is refused', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  const chooseList = (lines: string) =>
    page.getByLabel('File to import').setInputFiles({
      name: 'Two headings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${lines}HL-1;Sladd 2 m;99,00;4\nHL-2;Sladd 3 m;gratis;4\n`),
    })
  const headings = 'Ref;Sladdtyp;Riktpris;Antal st\n'
  await chooseList(`Nordlager AB;vecka 48\nVara;Text;Belopp;Lager\n${headings}`)
  await page.getByRole('button', { name: 'Say what the columns hold' }).click()
  const card = part(page, 'Columns of the file')
  const heading = card.getByLabel('Heading line')
  // A title is none; of the two lines below it the upper one.
  await expect(heading.locator('option:checked')).toHaveText('Automatic (row 2)')
  await expect(card.getByRole('listitem').filter({ hasText: 'Belopp' })).toBeVisible()
  await heading.selectOption('3: Ref · Sladdtyp · Riktpris · Antal st')
  const column = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await expect(column('Sladdtyp')).toContainText('Sladd 2 m')
  await expect(heading).toHaveValue('3')
  for (const [name, field] of [
    ['Ref', 'Product number'],
    ['Sladdtyp', 'Name'],
    ['Riktpris', 'Price incl. VAT'],
    ['Antal st', 'Stock'],
  ] as const)
    await column(name).getByLabel('Holds').selectOption(field)
  expect(await barriersOf(page)).toEqual([])
  await card.getByRole('button', { name: 'Save and check' }).click()
  const result = part(page, 'What the import would do')
  await expect(result).toContainText('New: 1')
  await expect(result).toContainText('Heading line: row 3.')
  // The row has the number that a spreadsheet shows, and the name of its product.
  await expect(part(page, 'Problems').getByRole('row').nth(1)).toContainText(/5.*HL-2.*Sladd 3 m.*gratis/)
  expect(await barriersOf(page)).toEqual([])

  // Next week's list has its columns elsewhere.
  await chooseList(headings)
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'takes the names of the columns from row 3; in this file they are in row 1',
  )
  await page.getByRole('button', { name: 'Say what the columns hold' }).click()
  await expect(heading).toHaveValue('3')
  await heading.selectOption('Automatic')
  await expect(heading.locator('option:checked')).toHaveText('Automatic (row 1)')
  await expect(column('Sladdtyp').getByLabel('Holds')).toHaveValue('title')
  await card.getByRole('button', { name: 'Save and check' }).click()
  await expect(result).toContainText('New: 1')
  await expect(result).not.toContainText('Heading line')
})

test('a list with columns of two stores is imported for both', async ({ page }) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await page.getByLabel('File to import').setInputFiles({
    name: 'Two stores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Artikelnr;Title (sv);title_de;Pris SEK;Price EUR;Lagersaldo\nTS-1;Sladd;Kabel;99;9,90;4\n',
    ),
  })
  await page.getByRole('button', { name: 'Say what the columns hold' }).click()
  const card = part(page, 'Columns of the file')
  const storeOf = (name: string) =>
    card.getByRole('listitem').filter({ hasText: name }).getByLabel('For the store')
  await expect(storeOf('title_de')).toHaveValue('de')
  await expect(storeOf('Pris SEK')).toHaveValue('sv')
  await expect(storeOf('Lagersaldo')).toHaveValue('')
  expect(await barriersOf(page)).toEqual([])
  await card.getByRole('button', { name: 'Save and check' }).click()
  const result = part(page, 'What the import would do')
  await expect(result).toContainText('New: 2')
  await expect(result.getByText(/New: 1 · /)).toHaveCount(2)
  await part(page, 'File').getByRole('button', { name: 'Import', exact: true }).click()
  // One job for each store.
  await expect(page.getByRole('link', { name: /^Import \d+: Two stores\.csv$/ })).toHaveCount(2)
  await expect.poll(() => title('TS-1')).toBe('Sladd')
})

test('the first products of a file are shown as pages, what would change of known ones too, before anything is imported', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'catalogue')
  await page.goto(`${url}/import`)
  await choose(page, [
    `${columns}\tsale_price\tdescription\tproduct_type\tbrand\timage_link\tgtin\titem_group_id\tsize`,
    'P-S\tSkjorta S\t199.00 SEK\tin_stock\t149.00 SEK\t<p>Mjuk.</p><script>alert(1)</script>\tKläder > Skjortor\tLux\thttps://pictures.example/1.jpg\t4006381333931\tP\tS',
    'P-L\tSkjorta L\t199.00 SEK\tin_stock\t\tMjuk.\tKläder > Skjortor\tLux\t\t\tP\tL',
    `${demo.dear}\tEn annan lampa\t311.00 SEK\tin_stock\t\t\t\t\t\t\t\t`,
  ])
  await part(page, 'File').getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Show the first products as pages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await expect(dialog).toContainText('Product 1 of 2')
  await expect(dialog.getByRole('article')).toContainText('Kläder › Skjortor')
  await expect(dialog).toContainText('SEK 149')
  await expect(dialog.getByRole('listitem').filter({ hasText: /^[SL]$/ })).toHaveText(['S', 'L'])
  await expect(dialog).toContainText('https://pictures.example/1.jpg')
  await expect(dialog).not.toContainText('alert')
  expect(await barriersOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('heading', { name: demo.dear })).toBeVisible()
  await expect(dialog.locator('ins').first()).toHaveText('En annan lampa')
  expect(await title('P-S')).toBeUndefined()
})

test('an owner sees the feeds with their addresses, writes the archive of the shop and downloads it', async ({
  page,
}) => {
  const url = await signInStaff(page, db, 'owner')
  await page.goto(`${url}/import`)
  const feeds = part(page, 'Product feeds')
  await expect(feeds.getByRole('link', { name: /\/feeds\/sv\/pricerunner\.tsv$/ })).toBeVisible()
  await part(page, 'Archive of the shop').getByRole('button', { name: 'Write the archive' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Archive of the shop/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the archive' }).click({ timeout: 60_000 }),
  ])
  expect(download.suggestedFilename()).toMatch(/^shop-\d{4}-\d\d-\d\d\.tar\.gz$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  expect(await barriersOf(page)).toEqual([])
})
