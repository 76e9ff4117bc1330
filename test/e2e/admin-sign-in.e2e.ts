import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { totpCode, totpStep } from '../../domain/staff/totp.server.ts'
import { barriersOf } from '../accessibility.ts'
import { signInStaff } from '../admin/admin-page.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest } from '../customers.ts'

const customers = customersOfTest(test)

/** The link that the start of the demo has printed. */
async function printedLink(): Promise<string> {
  const log = await readFile(join(process.env['ANODE_TEST_DATA_DIR']!, 'server.log'), 'utf8')
  const [link] = /http:\/\/admin\.localhost:\d+\/invitation#[\w-]{43}/.exec(log) ?? []
  if (link === undefined) throw new Error('the start has printed no link')
  return link
}

test('a newcomer opens the printed link, registers a passkey and is inside the back office', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text())
  })

  await page.goto(await printedLink())
  await expect(page.getByRole('heading', { name: 'Welcome, Owner' })).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Register a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Add a second passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible()
  await expect(page.getByText('This session')).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)

  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('Name').fill('Lena')
  await page.getByLabel('Email').fill('lena@anode.example')
  await page.getByRole('checkbox', { name: 'Warehouse, Sverige' }).check()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Invite a person' }).click()
  await expect(page.getByLabel('Link')).toHaveValue(/\/invitation#[\w-]{43}$/)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Warehouse (Sverige)')).toBeVisible()
  expect(await barriersOf(page)).toEqual([])

  await page.getByRole('button', { name: /^Owner:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto(new URL('/security', page.url()).href)
  await page.waitForURL('**/sign-in?next=%2Fsecurity')
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible()

  await page.goto(new URL('/sign-in', page.url()).href)
  await page.getByRole('link', { name: 'Sign in without a passkey' }).click()
  await page.getByLabel('Email').fill('nobody@anode.example')
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If nobody@anode.example belongs to somebody')).toBeVisible()
  await page.goto(new URL(`/sign-in/link#${'a'.repeat(43)}`, page.url()).href)
  await page.getByLabel('Recovery code').fill('abcd-abcd-abcd-abcd')
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()

  await page.goto(await printedLink())
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  expect(refused).toEqual([])
})

test('an authenticator app is set up by its QR code, and its codes confirm changes without a passkey', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  // An authenticator that has no passkey: the browser reports at once that there is none.
  const options = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
  const { db } = customers()
  const url = await signInStaff(page, db, 'warehouse')
  await page.goto(`${url}/security`)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const code = (ahead: number) => totpCode(secret, totpStep(Date.now()) + ahead)
  // One that is still accepted where the next step of 30 s begins before it is sent.
  await page.getByLabel('Code of the app').fill(code(0))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('An app is set up.')).toBeVisible()

  // Five minutes later: only this person has an app.
  await db
    .updateTable('staff_session')
    .set({ stepped_up_at: null })
    .where('staff_id', 'in', db.selectFrom('staff').select('id').where('totp_confirmed_at', 'is not', null))
    .execute()
  await page.getByRole('button', { name: 'Remove the app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Code of the app').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^This code was not accepted/)
  expect(await barriersOf(page)).toEqual([])
  await dialog.getByLabel('Code of the app').fill(code(1))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
})
