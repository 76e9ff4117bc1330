/** Lists of the back office that are declared once: one that is written, one that is decided on, one that rows leave. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { signInStaff } from '../admin/admin-page.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

test('a search hint is written, changed, removed and put back', async ({ page: admin }) => {
  const hint = `Så sorterar du ${randomUUID().slice(0, 8)}`
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/hints`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New hint' }).click()
  await admin.getByLabel('Search words (one a line)').fill('sortera\nåtervinn*')
  await admin.getByLabel('Hint', { exact: true }).fill(hint)
  await admin.getByLabel('Page of the store').fill('/no/about')
  await admin.getByLabel('Text of the link').fill('Läs mer')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  // The page is of another store.
  await expect(admin.getByRole('alert')).toContainText('must be a page of its store')
  await admin.getByLabel('Page of the store').fill('/sv/about')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: hint })).toBeVisible()
  await admin.getByLabel('Text of the link').fill('Läs om återvinning')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Search hint changed')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Search hints' })).toBeVisible()
  await admin.getByRole('searchbox', { name: 'Search in the hints' }).fill(hint)
  await expect(admin.getByText('Nothing matches')).toBeVisible()
})

test('a category is added below another one, named in a second store, and removed', async ({
  page: admin,
}) => {
  const name = `Laddstationer ${randomUUID().slice(0, 8)}`
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/categories`)
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('link', { name: 'New category' }).click()
  await admin.getByLabel('Name (Sverige)').fill(name)
  await admin.getByLabel('Category above').selectOption('Bärbar dator')
  await admin.getByLabel('Place in the menu').fill('90')
  await admin.getByLabel('Text (Sverige)').fill('Stationer som laddar flera batterier.')
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(admin.getByText('Category added')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByLabel('Name (Deutschland)').fill(name)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Category changed')).toBeVisible()
  await admin.getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
})

test('a review is rejected for a listed reason from the list, and answered on its page', async ({
  page: admin,
}) => {
  const words = `Räckte i tre veckor ${randomUUID().slice(0, 8)}`
  const { db } = customers()
  await sql`insert into review (product_id, store, stars, words, name, submitted_at)
    select min(id), 'sv', 2, ${words}, 'Bo', now() from product`.execute(db)
  const url = await signInStaff(admin, db, 'service')
  await admin.goto(url)
  await admin.getByRole('link', { name: /Reviews to decide on/ }).click()
  const row = admin.getByRole('row', { name: words })
  await expect(row).toContainText('Waiting')
  expect(await barriersOf(admin)).toEqual([])
  await row.getByRole('button', { name: 'Reject' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Reject' })
  await dialog.getByLabel('Reason').selectOption('Advertising')
  expect(await barriersOf(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(row).toBeHidden()
  await admin.goto(`${url}/reviews?q=${encodeURIComponent(words)}`)
  await row.getByRole('rowheader').getByRole('link').click()
  await expect(admin.getByText('Advertising').first()).toBeVisible()
  await admin.getByRole('button', { name: 'Publish' }).click()
  await admin.getByRole('button', { name: 'Answer' }).click()
  await admin.getByRole('dialog').getByLabel('The shop’s answer').fill('Tack, vi byter den.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await expect(admin.getByText('Review answered')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
})

test('a failed job is dismissed on its page after a question, and its page is left', async ({
  page: admin,
}) => {
  const { db } = customers()
  const { rows } = await sql<{
    id: string
  }>`insert into mail_outbox (template, data, state, error, attempts, ended_at)
    values ('staff-mail', ${JSON.stringify({ about: 'sign-in', staffId: null, test: randomUUID() })}, 'failed',
      'EENVELOPE', 3, now()) returning id`.execute(db)
  const { id } = rows[0]!
  const url = await signInStaff(admin, db, 'owner')
  await admin.goto(`${url}/failed-jobs/${id}`)
  await expect(admin.getByText('EENVELOPE')).toBeVisible()
  expect(await barriersOf(admin)).toEqual([])
  await admin.getByRole('button', { name: /^Dismiss/ }).click()
  const question = admin.getByRole('dialog')
  await expect(question).toContainText('Mail to staff')
  await expect(question).toContainText('is not tried again')
  expect(await barriersOf(admin)).toEqual([])
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Failed background jobs' })).toBeVisible()
  await expect(admin.getByText('The job was dismissed')).toBeVisible()
  await admin.getByRole('searchbox', { name: 'Order number or id of the job' }).fill(id)
  await expect(admin.getByText('Nothing matches')).toBeVisible()
})

test('an address that only an API has is no page, and that of To do leads to its page', async ({
  page: admin,
}) => {
  const url = await signInStaff(admin, customers().db, 'catalogue')
  await admin.goto(`${url}/session`)
  await expect(admin.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible()
  await admin.goto(`${url}/todo`)
  await expect(admin.getByRole('heading', { level: 1, name: 'To do' })).toBeVisible()
})
