import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readCardCode } from '../domain/gift-cards/gift-card-code.server.ts'
import { findGiftCardByCode, giftCardEntries } from '../domain/gift-cards/gift-card-repository.server.ts'
import { toMajor, type Minor } from '../domain/money/money.ts'
import { storePolicies } from '../domain/stores/stores.ts'
import { testKeys } from '../test/keyring.ts'
import { giftCards } from './gift-cards.ts'
import { storeCredit } from './store-credit.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport('sv')
const file = (...lines: string[]) => `code,balance,currency,expires\r\n${lines.join('\r\n')}\r\n`
const cardOf = async (code: string) => findGiftCardByCode(shop.test.db, testKeys, readCardCode(code)!)

it('gift cards go in with their balances, and keep what is left on them when they are imported again', async () => {
  const { db } = shop.test
  const text = file('u7k3-m9qp-2wxy-abcd,250.00,SEK,', '7K3M9QP2WXYABCDE,"99,50",sek,2027-01-31')
  const result = await shop.imported(text)
  expect(result).toMatchObject({ holds: 'gift-cards', read: 2, created: 2, refused: 0 })
  expect(result.reports).toMatchObject([{ outcome: 'noted', row: 3, id: '…BCDE', code: 'no_expiry' }])
  const card = (await cardOf('U7K3 M9QP 2WXY ABCD'))!
  expect(card).toMatchObject({
    store: 'sv',
    currency: 'SEK',
    issuedMinor: 25000,
    balanceMinor: 25000,
    hint: 'ABCD',
  })
  expect(await cardOf('7K3M-9QP2-WXYA-BCDE')).toMatchObject({ balanceMinor: 9950 })
  await sql`insert into gift_card_entry (gift_card_id, kind, amount_minor) values (${card.id}, 'spent', -5000)`.execute(
    db,
  )
  expect(await shop.imported(text)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  expect(await cardOf('U7K3M9QP2WXYABCD')).toMatchObject({ balanceMinor: 20000 })
  expect(await giftCardEntries(db, card.id)).toMatchObject([{ kind: 'issued' }, { kind: 'spent' }])
  const { rows } = await sql<{ text: string }>`select e::text as text from audit_entry e
    where action = 'gift_card.issue'`.execute(db)
  expect(rows).toHaveLength(2)
  expect(rows.map((row) => row.text).join()).not.toMatch(/U7K3|7K3M/i)
})

it('cards above what one person may refund, or what a guest may order, are refused', async () => {
  const { refundApprovalAboveMinor: approval } = storePolicies.sv
  const atLimit = 'AAAABBBBCCCCDDDD'
  const above = 'EEEEFFFFGGGGHHHH'
  const cards = (most: Minor) => file(`${atLimit},${toMajor(most)},SEK,`, `${above},${toMajor(most)}.01,SEK,`)
  const first = await shop.imported(cards(approval!))
  expect(first).toMatchObject({ created: 1, refused: 1 })
  expect(first.reports).toMatchObject([{ row: 3, code: 'card_too_large', column: 'balance' }])
  expect(await cardOf(above)).toBeNull()
  try {
    storePolicies.sv = { ...storePolicies.sv, refundApprovalAboveMinor: null }
    const most = storePolicies.sv.orderLimits.guest.orderMinor
    const second = await shop.imported(cards(most), { dryRun: true })
    expect(second).toMatchObject({ created: 0, unchanged: 1, refused: 1 })
    expect(await shop.imported(file(`${above},${toMajor(most)},SEK,`))).toMatchObject({ created: 1 })
  } finally {
    storePolicies.sv = { ...storePolicies.sv, refundApprovalAboveMinor: approval }
  }
})

it('cards that nobody can pay with are refused, and reports do not name codes', async () => {
  const good = 'AAAABBBBCCCCDDDD'
  const result = await shop.imported(
    file(
      '****1234,10,SEK,',
      'SHORT-SECRET,10,SEK,',
      `${good},10,EUR,`,
      `${good},0,SEK,`,
      `${good},ten,SEK,`,
      `${good},10,SEK,2026-11-27`,
      `${good},10,SEK,soon`,
      `${good},10,,`,
      ',10,SEK,',
    ),
  )
  expect(result).toMatchObject({ created: 0, refused: 9 })
  expect(result.reports.map(({ row, code }) => [row, code])).toEqual([
    [2, 'bad_card_code'],
    [3, 'bad_card_code'],
    [4, 'wrong_currency'],
    [5, 'zero_amount'],
    [6, 'bad_amount'],
    [7, 'expired_card'],
    [8, 'bad_date'],
    [9, 'missing_currency'],
    [10, 'missing'],
  ])
  expect(JSON.stringify(result.reports)).not.toMatch(/SHORT|AAAA|BBBB|CCCC/)
  expect(await shop.imported(file(`${good},10,SEK,2026-11-28`), { dryRun: true })).toMatchObject({
    created: 1,
  })
  expect(await cardOf(good)).toBeNull()
})

it('a list of products with codes and a balance of units is none of gift cards', () => {
  expect(giftCards.matches(['Kod', 'Saldo', 'Valuta', 'Giltigt till'])).toBe(true)
  expect(giftCards.matches(['Kod', 'Benämning', 'Saldo', 'Pris', 'Valuta'])).toBe(false)
  // What a ledger says of a customer is what they owe.
  expect(storeCredit.matches(['Kundnr', 'Namn', 'E-post', 'Saldo', 'Valuta'])).toBe(false)
  expect(storeCredit.matches(['E-post', 'Tillgodohavande', 'Valuta'])).toBe(true)
})
