import { minor } from '../money/money.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { saveCoupon } from '../coupons/coupon-repository.server.ts'
import { createCouponBook } from '../coupons/coupon-book.server.ts'
import { randomCardCode, readCardCode } from '../gift-cards/gift-card-code.server.ts'
import { findGiftCardByCode, insertGiftCard } from '../gift-cards/gift-card-repository.server.ts'
import { issueSoldCards } from '../gift-cards/issue-sold-cards.server.ts'
import { isUnsubscribeToken, unsubscribeToken } from '../notifications/recipient-token.server.ts'
import { giftCardSale } from '../order-mails/gift-card-sale.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { issueStaffPass, readStaffPass } from '../staff/staff-pass.server.ts'
import { createKeyring, type Keyring } from './keyring.server.ts'
import { testActor } from '../../test/test-actor.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
const before = createKeyring([first])
const overlap = createKeyring([second, first])
const after = createKeyring([second])
/** The form of digests from before keys were derived from the secret. */
const underived = (text: string) => createHmac('sha256', first).update(text).digest()

let shop: OrderShop
/** The same shop after SECRET was replaced and the former one listed in SECRET_PREVIOUS. */
let rotated: OrderShop
beforeAll(async () => {
  shop = await orderShop({ secrets: [first] })
  rotated = await orderShop({ secrets: [second, first], db: shop.db, catalogue: shop.catalogue })
})
afterAll(async () => {
  await rotated.close()
  await shop.close()
})

const cardBalance = async (keys: Keyring, code: string) =>
  (await findGiftCardByCode(shop.db, keys, readCardCode(code)!))?.balanceMinor ?? null

async function giveCard(keys: Keyring): Promise<string> {
  const code = randomCardCode()
  await insertGiftCard(shop.db, keys, { code, store: 'sv', currency: 'SEK', amountMinor: minor(10_000) })
  return code
}
const keepUnderived = async (code: string) => {
  const key = underived(`gift card code ${readCardCode(code)!}`).toString('hex')
  await sql`update gift_card set code_key = ${key}, key_id = null where hint = ${code.slice(-4)}`.execute(
    shop.db,
  )
}

async function buy(from: OrderShop, productId: number, coupons: string[] = []): Promise<StoredOrder | null> {
  const { id, total } = await openCheckout(from, [line(productId)], { coupons })
  const { body } = await from.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })
  return body.number === undefined ? null : findOrderByNumber(from.db, body.number)
}

describe('after a rotation of SECRET', () => {
  it('gift cards are found under every listed key and rewritten to the current one', async () => {
    const [derived, old, untouched] = [await giveCard(before), await giveCard(before), await giveCard(before)]
    await keepUnderived(old)
    for (const code of [derived, old]) {
      expect(await cardBalance(after, code)).toBeNull()
      expect(await cardBalance(overlap, code)).toBe(10_000)
      expect(await cardBalance(after, code)).toBe(10_000)
      const { rows } = await sql`select key_id from gift_card where hint = ${code.slice(-4)}`.execute(shop.db)
      expect(rows).toEqual([{ key_id: after.id }])
    }
    expect(await cardBalance(after, untouched)).toBeNull()
  })

  it('a card that is on an open checkout still pays for it', async () => {
    const code = await giveCard(before)
    const product = await shop.addProduct({ price: 300 })
    const { id } = await openCheckout(shop, [line(product)])
    const put = (from: OrderShop, giftCardCodes: string[]) =>
      from.call('PATCH', `/api/checkout/${id}`, { giftCardCodes })
    const [card] = (await put(shop, [code])).body.gift_cards
    expect(card).toMatchObject({ balance: 100, amount: 100 })
    expect(card.id).not.toContain(code.replaceAll('-', '').slice(0, 4))
    await cardBalance(overlap, code)
    const again = await put(rotated, [card.id, code])
    expect(again.body).toMatchObject({ gift_cards: [{ id: card.id, amount: 100 }], rejected_gift_cards: [] })
  })

  it('a sold card whose mail is created again keeps its code, also one sold before keys were derived', async () => {
    const [newer, older] = [
      await shop.addProduct({ price: 200, type: 4 }),
      await shop.addProduct({ price: 200, type: 4 }),
    ]
    const issue = async (keys: Keyring, order: StoredOrder) =>
      (await issueSoldCards(shop.db, keys, giftCardSale(order, []))).map((card) => card.code)
    const order = (await buy(shop, newer))!
    const codes = await issue(before, order)
    expect(await issue(overlap, order)).toEqual(codes)
    await cardBalance(overlap, codes[0]!)
    expect(await issue(overlap, order)).toEqual(codes)
    await expect(issue(after, order)).rejects.toThrow(/SECRET_PREVIOUS/)

    const earlier = (await buy(shop, older))!
    const lineUuid = earlier.snapshot.lines[0]!.uuid
    const [made] = await issue(before, earlier)
    const code = writtenCode(underived(`gift card ${earlier.id} ${lineUuid} 1`))
    expect(code).not.toBe(made)
    await sql`update gift_card set code_key = ${underived(`gift card code ${readCardCode(code)!}`).toString('hex')},
      hint = ${code.slice(-4)} where order_id = ${earlier.id}`.execute(shop.db)
    expect(await issue(before, earlier)).toEqual([code])
    expect(await issue(overlap, earlier)).toEqual([code])
  })

  it('a code stays used up for the customer who used it', async () => {
    const record = {
      definition: { code: 'ONCE', percentage_discount: 10 },
      validFrom: null,
      validTo: null,
      stores: [],
      usageLimit: null,
      usageLimitPerCustomer: 1,
      disabledAt: null,
    }
    await saveCoupon(shop.db, testActor, record)
    const product = await shop.addProduct({ price: 300 })
    expect(await buy(shop, product, ['ONCE'])).not.toBeNull()
    const reasonOf = async (keys: Keyring, email = goodForm.email) => {
      const lookup = { store: 'sv', codes: ['ONCE'], now: shop.now.at, email } as const
      const [found] = await createCouponBook(shop.db, keys).find(lookup)
      return 'reason' in found! ? found.reason : null
    }
    expect(await reasonOf(after)).toBeNull()
    expect(await reasonOf(overlap, 'someone.else@example.se')).toBeNull()
    expect(await reasonOf(after)).toBeNull()
    expect(await reasonOf(overlap)).toBe('used_up_for_customer')
    // The uses are rewritten, so that place_order, which compares with the current digest, counts them too.
    expect(await reasonOf(after)).toBe('used_up_for_customer')

    const key = underived(`coupon ${goodForm.email.trim().toLowerCase()}`).toString('hex')
    await sql`update coupon_use set customer_key = ${key}`.execute(shop.db)
    expect(await buy(rotated, product, ['ONCE'])).toBeNull()
    expect(await reasonOf(after)).toBe('used_up_for_customer')
  })

  it('links of newsletters and of staff work while the previous secret is listed', () => {
    const now = 1_000
    const tokens = [
      unsubscribeToken(before, 'sv', 'a@b.se'),
      underived('unsubscribe sv a@b.se').toString('base64url'),
    ]
    for (const token of tokens) {
      expect(isUnsubscribeToken(overlap, 'sv', 'a@b.se', token)).toBe(true)
      expect(isUnsubscribeToken(overlap, 'no', 'a@b.se', token)).toBe(false)
      expect(isUnsubscribeToken(after, 'sv', 'a@b.se', token)).toBe(false)
    }
    const passes = [
      issueStaffPass(before, 2_000),
      `1jk.${underived('staff pass 2000').toString('base64url')}`,
    ]
    for (const pass of passes) {
      expect(readStaffPass(overlap, pass, now)).toBe(2_000)
      expect(readStaffPass(after, pass, now)).toBeNull()
    }
  })
})

/** Ten bytes in the alphabet of gift card codes (Crockford's base 32). */
function writtenCode(bytes: Buffer): string {
  const bits = [...bytes.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits
    .match(/.{5}/g)!
    .map((five) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(five, 2)])
  return letters.join('').match(/.{4}/g)!.join('-')
}
