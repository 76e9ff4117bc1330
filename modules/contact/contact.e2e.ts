import sharp from 'sharp'
import { barriersOf } from '../../test/accessibility.ts'
import { signInStaff } from '../../test/admin/admin-page.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest } from '../../test/customers.ts'
import { hydrated } from '../../test/shopper.ts'

const customers = customersOfTest(test)

test('a visitor writes to the shop with a photo at 320 px, gets a reference number, and staff answer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/sv/contact')
  await hydrated(page)
  const form = page.getByRole('region', { name: 'Skriv till oss' })
  await form.getByRole('button', { name: 'Skicka' }).click()
  const topic = form.getByLabel('Vad gäller det?')
  await expect(topic).toBeFocused()
  await expect(topic).toHaveAccessibleDescription('Fyll i ”Vad gäller det?”.')
  await topic.selectOption('En vara eller vad som passar')
  await form.getByLabel('Namn').fill('Anna Åberg')
  await form.getByLabel('E-post').fill('contact@example.se')
  await form.getByLabel('Meddelande').fill('Vilket batteri är det här?')
  const photos = form.getByLabel('Bilder')
  await photos.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await form.getByRole('button', { name: 'Skicka' }).click()
  await expect(photos).toHaveAccessibleDescription(/Filen är ingen bild/)
  await expect(photos).toBeFocused()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const background = { r: 200, g: 9, b: 9 }
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer()
  await photos.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: photo })
  await form.getByRole('button', { name: 'Skicka' }).click()
  const done = page.getByRole('region', { name: 'Tack, ditt meddelande har kommit fram' })
  await expect(done.getByRole('heading')).toBeFocused()
  await expect(done).toContainText(/K-[2-9A-Z]{4}-[2-9A-Z]{4}.*contact@example\.se/)
  const [reference] = /K-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await done.innerText())!

  const url = await signInStaff(page, customers().db, 'service')
  await page.goto(`${url}/messages?q=${reference}`)
  const row = page.getByRole('rowheader', { name: reference })
  await expect(row).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await row.getByRole('link').click()
  await expect(page.getByText('Vilket batteri är det här?')).toBeVisible()
  const shown = page.getByRole('img', { name: 'Photo 1' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  expect(await barriersOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: 'Close without an answer' }).click()
  await page.getByRole('button', { name: 'Open again' }).click()
  await page.getByLabel('Answer by mail').fill('Det är ett LR44-batteri.')
  await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Message answered')).toBeVisible()
  await expect(page.getByText('Det är ett LR44-batteri.')).toBeVisible()
  await expect(page.getByLabel('Answer by mail')).toHaveValue('')
})
