import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyEmail } from '../domain/accounts/account-repository.server.ts'
import { applyRetention } from '../domain/personal-data/apply-retention.server.ts'
import { eraseCustomer } from '../domain/personal-data/erase-customer.server.ts'
import { exportCustomer } from '../domain/personal-data/export-customer.server.ts'
import { creditOfAccount } from '../domain/gift-cards/store-credit.server.ts'
import { storePolicies } from '../domain/stores/stores.ts'
import { testKeys } from '../test/keyring.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { goodForm, line, openCheckout } from '../test/order-shop.ts'
import { testActor } from '../test/test-actor.ts'
import { importShopTable, openShopTable } from './import-shop-table.server.ts'
import type { RowReport } from '../catalogue-import/row-report.ts'

let shop: Awaited<ReturnType<typeof accountShop>>
let folder: string
beforeAll(async () => {
  shop = await accountShop()
  folder = await mkdtemp(join(tmpdir(), 'anode-store-credit-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await shop.close()
})

async function imported(text: string) {
  const file = join(folder, 'credit.csv')
  await writeFile(file, text)
  const opened = await openShopTable({ file, store: 'sv' })
  const reports: RowReport[] = []
  const result = await importShopTable(shop.db, testActor, opened!, {
    file,
    store: 'sv',
    ownHosts: [],
    keys: testKeys,
    clock: () => shop.now.at,
    onReport: (report) => void reports.push(report),
  })
  return { ...result, reports }
}

async function customer(email: string, { isVerified = true } = {}): Promise<number> {
  const { id } = await shop.someAccount({ email })
  if (isVerified) await verifyEmail(shop.db, id, shop.now.at)
  return id
}

it('store credit is imported, and only its customer sees it and pays with it', async () => {
  const anna = await customer('anna@example.se')
  await customer('berit@example.se')
  const text =
    'Email;Balance;Currency\nANNA@example.se;150,00;SEK\nnobody@example.se;10,00;SEK\nberit@example.se;5,00;EUR\n'
  const first = await imported(text)
  expect(first).toMatchObject({ holds: 'store-credit', created: 1, refused: 2 })
  expect(first.reports).toMatchObject([
    { row: 3, code: 'unknown_customer', column: 'email' },
    { row: 4, code: 'wrong_currency' },
  ])
  expect(JSON.stringify(first.reports)).not.toContain('nobody')

  const asking = async (email: string) => bearer((await shop.loggedIn(email)).access_token)
  const ofAnna = await asking('anna@example.se')
  expect((await shop.ask('store-credit', { headers: ofAnna })).body).toEqual([
    { store: 'sv', balance: 150, currency: 'SEK' },
  ])
  const { id, total } = await openCheckout(shop, [line(await shop.addProduct({ price: 500 }))])
  const seen = await shop.ask(`checkout/${id}`, { headers: ofAnna })
  const { id: reference } = seen.body.store_credit as { id: string; balance: number }
  expect(seen.body).toMatchObject({ store_credit: { balance: 150 }, gift_cards: [] })

  const pay = (checkout: string, headers: Record<string, string>) =>
    shop.ask(`checkout/${checkout}`, { method: 'PATCH', body: { giftCardCodes: [reference] }, headers })
  // Nobody else pays with it, also who knows its reference.
  const other = await openCheckout(shop, [line(await shop.addProduct({ price: 500 }))])
  const ofBerit = await asking('berit@example.se')
  for (const headers of [ofBerit, {}]) {
    const refused = await pay(other.id, headers)
    expect(refused.body).toMatchObject({ gift_cards: [], store_credit: null })
    expect(refused.body.rejected_gift_cards).toMatchObject([{ reason: 'unknown' }])
  }

  const used = await pay(id, ofAnna)
  expect(used.body).toMatchObject({
    gift_cards: [{ id: reference, is_credit: true, balance: 150, amount: 150 }],
    store_credit: null,
    amount_due: total - 150,
  })
  const done = await shop.post(
    `checkout/${id}/complete`,
    { ...goodForm, email: 'anna@example.se', total },
    { headers: ofAnna },
  )
  expect(done).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await creditOfAccount(shop.db, anna)).toEqual([])
  // What was spent is not given again.
  expect(await imported(text)).toMatchObject({ created: 0, unchanged: 1 })
  expect((await shop.ask('store-credit', { headers: ofAnna })).body).toEqual([])
})

it('whose address is not confirmed does not see it until it is', async () => {
  const id = await customer('cecilia@example.se', { isVerified: false })
  await imported('customer email,store credit,currency\ncecilia@example.se,20.00,SEK\n')
  expect(await creditOfAccount(shop.db, id)).toEqual([])
  await verifyEmail(shop.db, id, shop.now.at)
  expect(await creditOfAccount(shop.db, id, 'sv')).toMatchObject([{ balanceMinor: 2000 }])
  expect(await creditOfAccount(shop.db, id, 'no')).toEqual([])
})

it('more than one person may refund is refused, and each gift is in the audit', async () => {
  await customer('dora@example.se')
  const above = storePolicies.sv.refundApprovalAboveMinor! / 100 + 1
  const result = await imported(`email,balance,currency\ndora@example.se,${above}.00,SEK\n`)
  expect(result.reports).toMatchObject([{ code: 'card_too_large' }])
  await imported('email,balance,currency\ndora@example.se,10.00,SEK\n')
  const { rows } = await sql<{ after: object }>`
    select after from audit_entry where action = 'gift_card.issue' order by id desc limit 1`.execute(shop.db)
  expect(rows).toMatchObject([{ after: { amountMinor: 1000 } }])
})

it('who deletes the account downloads it before, and nobody pays with it or gets it again', async () => {
  const email = 'erika@example.se'
  const id = await customer(email)
  const text = `email,balance,currency\n${email},30.00,SEK\n`
  await imported(text)
  expect(await exportCustomer(shop.db, { accountId: id })).toMatchObject({
    store_credit: [{ store: 'sv', currency: 'SEK', issued_minor: 3000, balance_minor: 3000 }],
  })
  const headers = bearer((await shop.loggedIn(email)).access_token)
  const { id: checkout } = await openCheckout(shop, [line(await shop.addProduct({ price: 500 }))])
  const seen = await shop.ask(`checkout/${checkout}`, { headers })
  const { id: reference } = seen.body.store_credit as { id: string }
  const pay = { method: 'PATCH', body: { giftCardCodes: [reference] } } as const
  expect((await shop.ask(`checkout/${checkout}`, { ...pay, headers })).body.gift_cards).toHaveLength(1)

  const erased = await eraseCustomer(shop.db, testActor, {
    accountId: id,
    keys: testKeys,
    now: new Date(shop.now.at),
  })
  expect(erased).toEqual({ ok: true })
  // The checkout is a guest's now.
  expect((await shop.ask(`checkout/${checkout}`, {})).body).toMatchObject({ gift_cards: [] })
  expect((await shop.ask(`checkout/${checkout}`, pay)).body).toMatchObject({ gift_cards: [] })
  const { rows } = await sql<{ sum: number }>`
    select sum(e.amount_minor)::integer as sum from gift_card_entry e join gift_card g on g.id = e.gift_card_id
    where g.reference = ${reference}`.execute(shop.db)
  expect(rows).toEqual([{ sum: 3000 }])

  const again = await customer(email)
  expect((await imported(text)).reports).toMatchObject([{ row: 2, code: 'erased_here', column: 'email' }])
  expect(await creditOfAccount(shop.db, again)).toEqual([])
  // As long as of other erased addresses.
  await applyRetention({ db: shop.db, clock: () => shop.now.at + 5 * 366 * 24 * 3_600_000 }, testActor)
  expect(await imported(text)).toMatchObject({ created: 1 })
})
