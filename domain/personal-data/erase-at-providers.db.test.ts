import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../accounts/account-repository.server.ts'
import type { PaymentProviders, RepeatPayments } from '../payments/payment-provider.ts'
import { testDatabase } from '../../test/database.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'
import { eraseAtProviders } from './erase-at-providers.server.ts'
import { eraseCustomer } from './erase-customer.server.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('deletes the customer of an erased account at its provider, and tries again until it confirms', async () => {
  const { db } = database
  const asked: string[] = []
  let isAway = true
  const repeat: Partial<RepeatPayments> = {
    deleteCustomer: async (reference) => {
      asked.push(reference)
      return isAway ? { ok: false, code: 'provider_unavailable' } : { ok: true }
    },
  }
  const providers = { sv: { stripe: { repeat } } } as unknown as PaymentProviders
  const account = async (email: string) => {
    const { id } = (await createAccount(db, testActor, { store: 'sv', email, passwordHash: null }))!
    await sql`insert into provider_customer (account_id, store, provider, reference)
      values (${id}, 'sv', 'stripe', ${`cus_${id}`})`.execute(db)
    await sql`insert into saved_payment_method
      (account_id, store, provider, customer_reference, method_reference, label, saved_at)
      values (${id}, 'sv', 'stripe', ${`cus_${id}`}, ${`pm_${id}`}, 'Visa 4242', now())`.execute(db)
    return id
  }
  const gone = await account('gone@example.se')
  const stays = await account('stays@example.se')
  expect(await eraseCustomer(db, testActor, { keys: testKeys, accountId: gone, now: new Date() })).toEqual({
    ok: true,
  })

  const erase = () => eraseAtProviders({ db, providers, log: { warn: () => {} } })
  expect(await erase()).toEqual({ erased: 0, waiting: 1 })
  isAway = false
  expect(await erase()).toEqual({ erased: 1, waiting: 0 })
  expect(await erase()).toEqual({ erased: 0, waiting: 0 })
  expect(asked).toEqual([`cus_${gone}`, `cus_${gone}`])
  const methods = await sql`select account_id, customer_reference, label from saved_payment_method
    order by account_id`.execute(db)
  expect(methods.rows).toEqual([
    { account_id: gone, customer_reference: 'erased', label: '–' },
    { account_id: stays, customer_reference: `cus_${stays}`, label: 'Visa 4242' },
  ])
})

it('keeps no customer waiting for one whose provider confirms nothing, or fails', async () => {
  const { db } = database
  const deleted: string[] = []
  const warnings: string[] = []
  const repeat: Partial<RepeatPayments> = {
    deleteCustomer: async (reference) => {
      if (reference === 'cus_fault') throw new Error('no answer of this provider')
      deleted.push(reference)
      return { ok: true }
    },
  }
  // The shop has no account at Kustom any more.
  const providers = { sv: { stripe: { repeat } } } as unknown as PaymentProviders
  for (const [provider, reference] of [
    ['klarna', 'cus_kept'],
    ['stripe', 'cus_fault'],
    ['stripe', 'cus_last'],
  ] as const) {
    const email = `${reference}@example.se`
    const { id } = (await createAccount(db, testActor, { store: 'sv', email, passwordHash: null }))!
    await sql`insert into provider_customer (account_id, store, provider, reference)
      values (${id}, 'sv', ${provider}, ${reference})`.execute(db)
    await eraseCustomer(db, testActor, { keys: testKeys, accountId: id, now: new Date() })
  }
  const log = { warn: (_data: object, message: string) => void warnings.push(message) }
  for (let run = 0; run < 200 && deleted.length === 0; run++)
    await eraseAtProviders({ db, providers, log }, 1)
  expect(deleted).toEqual(['cus_last'])
  expect(await eraseAtProviders({ db, providers, log })).toEqual({ erased: 0, waiting: 2 })
  expect(new Set(warnings)).toEqual(new Set(['a customer could not be deleted at a payment provider']))
})
