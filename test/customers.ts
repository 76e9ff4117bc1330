/** Customers with accounts for browser tests: created in the database of the shop under test. */
import { randomUUID } from 'node:crypto'
import { expect, type Page, type TestType } from '@playwright/test'
import {
  createAccount,
  issueAccountToken,
  type NewAccount,
  type TokenPurpose,
} from '../domain/accounts/account-repository.server.ts'
import { hashPassword } from '../domain/accounts/password.server.ts'
import { serverTranslate } from '../app/state/server-strings.server.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { createDatabase } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { plainPage } from './shopper.ts'
import { testActor } from './test-actor.ts'

export const password = 'rätt häst batteri'

export interface Customer {
  id: number
  email: string
}

/** Connects to the shop's database; call `close` when done. */
export async function openCustomers() {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: process.env['ANODE_TEST_DATA_DIR']!, log })
  const db = createDatabase(postgres.url, { log, max: 2 })
  const passwordHash = await hashPassword(password)
  return {
    /** The shop's own database, for actions of staff. */
    db,
    /** An account that no other test uses. */
    async add(more: Partial<NewAccount> = {}): Promise<Customer> {
      const email = `kund-${randomUUID()}@exempel.se`
      return (await createAccount(db, testActor, { store: 'sv', email, passwordHash, ...more }))!
    },
    /** A single-use login token for the account. */
    async token(customer: Customer, purpose: TokenPurpose): Promise<string> {
      const issue = { accountId: customer.id, purpose, now: Date.now(), lifeMs: 3_600_000 }
      return (await issueAccountToken(db, issue)).token
    },
    async close() {
      await db.destroy()
      await postgres.stop()
    },
  }
}

/** The login panel. */
export const loginPanel = (page: Page, store: StoreCode = 'sv') =>
  page.getByRole('dialog', { name: serverTranslate(stores[store])('login.title') })

/** Logs in with the panel, which closes. */
export async function logIn(
  page: Page,
  { email }: Customer,
  path = `/sv${plainPage}?login`,
  store: StoreCode = 'sv',
): Promise<void> {
  await page.goto(path)
  const t = serverTranslate(stores[store])
  const panel = loginPanel(page, store)
  await panel.getByLabel(t('form.email')).fill(email)
  await panel.getByLabel(t('login.password')).fill(password)
  await panel.getByRole('button', { name: t('login.log_in') }).click()
  await expect(panel).toBeHidden()
}

/** Gives the page an authenticator that confirms its user, for passkeys. */
export async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

type Customers = Awaited<ReturnType<typeof openCustomers>>

/** Opens the customers for the tests of a file. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever fixtures the file's test has
export function customersOfTest(test: TestType<any, any>): () => Customers {
  let customers: Customers
  test.beforeAll(async () => {
    customers = await openCustomers()
  })
  test.afterAll(() => customers.close())
  return () => customers
}
