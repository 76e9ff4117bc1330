import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownDataSections } from '../app/pages/account/personal-data-list.tsx'
import { createAccount } from '../domain/accounts/account-repository.server.ts'
import { exportCustomer } from '../domain/personal-data/export-customer.server.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { testActor } from './test-actor.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it("the page of a customer's own data shows kinds that the export has", async () => {
  const { db } = database
  const account = { store: 'sv', email: 'anna@example.se', passwordHash: null, type: 'private' } as const
  const { id } = (await createAccount(db, testActor, account))!
  const exported = Object.keys(await exportCustomer(db, { accountId: id }))
  expect(exported).toEqual(expect.arrayContaining(ownDataSections.map(([, kind]) => kind)))
})
