import type { CartProduct } from '../../domain/catalogue/cart-product.ts'
import { minor } from '../../domain/money/money.ts'
import { describe, expect, it } from 'vitest'
import { lineOf, product, whole } from '../../domain/cart/cart-line.test-support.ts'
import { depositLine } from '../../domain/cart/deposit-line.ts'
import { orderShipping, orderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { shownPayment, type ShownPayment } from '../../domain/payments/shown-payment.ts'
import type { CustomerDiscounts } from '../../domain/coupons/coupon-line.ts'
import { priceCart } from '../../domain/pricing/price-cart.ts'
import { shippingMethods } from '../../domain/shipping/shipping-methods.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { giftCardMail } from './gift-card-mail.ts'
import { orderMailRows } from './order-mail-rows.ts'
import { orderMailText } from './order-mail-text.ts'
import { toSku } from '../../domain/products/sku.ts'

const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ')

/** The mail of an order: two units at 250, delivery for 50, in Germany a deposit, and a gift card of 100. */
function mailOf(
  code: StoreCode,
  more: Partial<CartProduct> = {},
  {
    hasReturnLabels = true,
    type = 'private',
    payment,
    customerDiscounts = {},
  }: {
    hasReturnLabels?: boolean
    type?: 'private' | 'business'
    payment?: ShownPayment
    customerDiscounts?: CustomerDiscounts
  } = {},
): string {
  const store = stores[code]
  const goods = product(1, whole(250), { sku: toSku('BAT-1'), name: 'Batteri', slug: 'batteri', ...more })
  const deposit = depositLine(code, 1, 'deposit')
  const lines = [lineOf(goods, 2), ...(deposit ? [deposit] : [])]
  const snapshot = orderSnapshot({
    store,
    placedAt: 0,
    lines,
    cart: priceCart({ lines, digits: store.currencyDigits, customerDiscounts }),
    couponCodes: [],
    payment: 'invoice',
    shipping: orderShipping(store, shippingMethods(code)[0]!, {
      priceMinor: minor(5000),
      servicePoint: null,
      arrival: { from: '2026-11-24', to: '2026-11-25' },
    }),
    customer: {
      type,
      email: '',
      phone: '',
      firstName: 'A',
      lastName: 'B',
      companyName: null,
      identityNumber: null,
    },
    address: { street: '', postalCode: '', city: '', countryCode: store.countryCode },
    giftCards: [{ id: 1, hint: 'ABCD', amountMinor: minor(10_000) }],
  })
  return plain(
    orderMailText(
      orderMailRows(
        { number: 'X1', accessToken: 't', snapshot, payment: payment ?? shownPayment('invoice', null) },
        'http://shop.example',
        hasReturnLabels,
      ),
    ),
  )
}

describe('the order mail', () => {
  it('[ORDER-02] lists lines, delivery, total, and the amount left after the gift card, as the receipt does', () => {
    expect(mailOf('sv')).toMatch(
      /Summa varor: 500 kr\nFrakt, .+: 50 kr\nTotalt: 550 kr\nVarav moms 25 %: 110,00 kr\nPresentkort …ABCD: −100 kr\nKvar att betala: 450 kr\n\n/,
    )
  })

  it('[VAT-07] [VAT-10] tells a company the net of the same lines where the store has that view, and the gross total with its VAT', () => {
    expect(mailOf('sv', {}, { type: 'business' })).toMatch(
      /2 st × 200,00 kr.*400,00 kr[^]*Summa varor exkl\. moms: 400,00 kr\nFrakt exkl\. moms, .+: 40,00 kr\nMoms 25 %: 110,00 kr\nTotalt inkl\. moms: 550 kr\nPresentkort …ABCD: −100 kr\nKvar att betala: 450 kr\n/,
    )
    expect(mailOf('de', {}, { type: 'business' })).toContain('2 Stück × 250,00 €')
  })

  it('[CART-21] shows what a percentage deducts between the units and the total of a line, and names other reasons', () => {
    const tier = (quantity: number, major: number) => ({
      quantity,
      unitMinor: whole(major),
      beforeMinor: null,
      reductionPercent: null,
    })
    const prices = { normal: [tier(1, 250), tier(2, 200)], campaign: [] }
    // The tier is in the unit price.
    expect(mailOf('sv', { prices })).toContain('  2 st × 200 kr = 400 kr\n  Mängdpris\n')
    const discounted = mailOf('sv', { prices, discountCategory: 'B2' }, { customerDiscounts: { B2: 10 } })
    expect(discounted).toContain('  2 st × 200 kr\n  Kundrabatt −10 %: −40 kr\n  = 360 kr\n  Mängdpris\n')
  })

  it('[ORDER-02] names the payment method, and says that a card is charged when the goods leave', () => {
    const payment = {
      provider: 'stripe',
      company: 'Stripe',
      means: { kind: 'card', label: 'Visa •••• 4242' },
      state: 'reserved',
      chargedMinor: minor(0),
    } as const
    expect(mailOf('sv', {}, { payment })).toContain(
      'Betalning: Visa •••• 4242. Beloppet är reserverat och dras när vi skickar varorna.',
    )
    expect(mailOf('de', {}, { payment: { ...payment, state: 'charged' } })).toContain('4242. Bezahlt')
    expect(mailOf('da')).toContain('Betaling: Faktura\n')
  })

  it('promises a label for returns only where the store can have one made', () => {
    expect(mailOf('sv')).toContain('Returen är gratis med fraktetiketten på din ordersida.')
    expect(mailOf('sv', {}, { hasReturnLabels: false })).not.toContain('fraktetikett')
    expect(mailOf('sv', {}, { hasReturnLabels: false })).toContain(
      'Hör av dig till oss, så ordnar vi returen med dig.',
    )
  })

  it('tells consumers of their rights, and a company of none that it does not have', () => {
    for (const code of storeCodes) {
      const { withdrawalTitle, guarantee } = textsOf(code).mails.order
      expect(mailOf(code)).toContain(withdrawalTitle)
      expect(mailOf(code)).toContain(guarantee)
      const ofCompany = mailOf(code, {}, { type: 'business' })
      for (const words of [withdrawalTitle, guarantee, 'withdrawal']) expect(ofCompany).not.toContain(words)
    }
  })

  it('writes VAT with two decimals, as cart and receipt do', () => {
    expect(mailOf('sv')).toContain('Varav moms 25 %: 110,00 kr\n')
  })

  it.each([
    ['sv', 'Väntas 3 dec. 2026'],
    ['no', 'Ventes 3. des. 2026'],
    ['de', 'Erwartet 03.12.2026'],
    ['da', 'Ventes 3. dec. 2026'],
  ] as const)('in %s: names the day on which a line that is not in stock is expected', (code, expected) => {
    const awaited = { stockStatus: 'back_order', estimatedAt: '2026-12-03T00:00:00Z' } as const
    expect(mailOf(code, awaited)).toContain(`\n  ${expected}\n`)
    expect(mailOf(code)).not.toContain(expected)
  })

  it('gives the deposit no article number: it has none that a shopper could look up', () => {
    const mail = mailOf('de')
    expect(mail).toContain('- Batteri (BAT-1)\n')
    expect(mail).toContain('- Pfand für Starterbatterie (§ 19 BattDG)\n  1 Stück × 7,50 € = 7,50 €\n')
    expect(mail).not.toContain('DEPOSIT')
  })
})

describe.each(storeCodes)('the mail with gift cards of the %s store', (code) => {
  it('ends no sentence with two periods, also where the currency is abbreviated with one', () => {
    const card = {
      name: 'Gavekort 150 kr.',
      amountMinor: minor(15_000),
      code: 'AAAA-BBBB-CCCC-DDDD',
      recipient: null,
    }
    const { text } = giftCardMail(code, { number: 'X1', name: 'A' }, [card])
    expect(text).toContain('AAAA-BBBB-CCCC-DDDD')
    expect(text).not.toContain('..')
  })

  it('leaves the code of a card for somebody else to its recipient', () => {
    const recipient = { name: 'Eva', email: 'eva@example.com', deliverOn: '2026-12-24', greeting: 'God jul' }
    const card = { name: 'Kort', amountMinor: minor(15_000), code: 'AAAA-BBBB-CCCC-DDDD', recipient }
    const { text } = giftCardMail(code, { number: 'X1', name: 'A' }, [card])
    expect(text).toContain('eva@example.com')
    expect(text).toMatch(/24\.? de[sczk]+ember 2026/i)
    expect(text).not.toContain('AAAA-BBBB')
  })
})
