import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.enqueued.length = 0
})

const complete = (id: string, form: object, store: 'sv' | 'no' | 'de' | 'da' = 'sv') =>
  shop.call('POST', `/api/checkout/${id}/complete`, form, store)

describe('a guest', () => {
  it('[ROLE-02] [CHECKOUT-02] [CHECKOUT-11] [API-29] buys on invoice and reads the confirmation', async () => {
    const product = await shop.addProduct({ price: 249, name: 'Batteri AA' })
    const { id, total } = await openCheckout(shop, [line(product, 2)])
    expect(total).toBe(498 + 69)
    const done = await complete(id, { ...goodForm, total })
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ status: 'paid', number: expect.stringMatching(/^S1\d{5}$/) })
    const confirmation = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
    expect(confirmation.body).toMatchObject({
      number: done.body.number,
      status: 'received',
      lines: [{ name: 'Batteri AA', quantity: 2, price: 249, total: 498, vat: 25 }],
      shipping: { id: 'budbee-home', price: 69 },
      address: { street: 'Storgatan 1', postal_code: '12345', city: 'Luleå', country_code: 'SE' },
      customer: { email: 'anna.berg@example.se', first_name: 'Anna' },
      sum: 498,
      total: 567,
      vat_amount: 113.4,
      vat_rates: [{ vat: 25, gross: 567, vat_amount: 113.4 }],
    })
    expect(await shop.stockOf(product)).toMatchObject({ available: 98 })
    expect(shop.enqueued).toEqual([
      { name: 'order-mail', data: { orderId: expect.any(Number), kind: 'confirmation' } },
    ])
  })

  it('[CHECKOUT-11] sends the goods to another address, with a note and a company’s references on the order and its invoice', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const remarks = {
      note: 'Ring på porttelefonen.\r\nTack!',
      vatNumber: 'se 556737-0431 01',
      yourReference: 'Eva Ek',
      purchaseOrder: 'PO 4711',
      costCentre: '4020',
      electronicAddress: '0007:556737 0431',
    }
    const elsewhere = {
      separateDelivery: true,
      deliveryFirstName: 'Bo',
      deliveryLastName: 'Ek',
      deliveryAddress: 'Hamngatan 9',
      deliveryPostalCode: '41106',
      deliveryCity: 'Göteborg',
    }
    const kept = await shop.call('PATCH', `/api/checkout/${id}`, { ...remarks, ...elsewhere })
    expect(kept.body).toMatchObject({
      remarks,
      separateDelivery: true,
      address: { deliveryCity: 'Göteborg' },
      invoice_days: { private: 14, business: 30 },
    })
    const emptied = await shop.call('PATCH', `/api/checkout/${id}`, { note: '' })
    expect(emptied.body.remarks).toEqual({ ...remarks, note: '' })
    const form = {
      ...goodForm,
      ...remarks,
      ...elsewhere,
      customerType: 'business',
      companyName: 'Ek & Co AB',
      identityNumber: '556737-0431',
      total,
    }
    const bad = await complete(id, {
      ...form,
      vatNumber: '556737043101',
      electronicAddress: '7381000000004',
      deliveryPostalCode: '999',
      deliveryCity: '',
      note: 'se evil.com',
    })
    expect(Object.keys(bad.body.errors).sort()).toEqual([
      'deliveryCity',
      'deliveryPostalCode',
      'electronicAddress',
      'note',
      'vatNumber',
    ])
    const done = await complete(id, form)
    const { body: order } = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
    expect(order).toMatchObject({
      address: { street: 'Storgatan 1', postal_code: '12345' },
      delivery: { first_name: 'Bo', street: 'Hamngatan 9', postal_code: '41106', company_name: null },
      note: 'Ring på porttelefonen.\nTack!',
      customer: { company_name: 'Ek & Co AB', vat_number: 'SE556737043101' },
      references: {
        your_reference: 'Eva Ek',
        purchase_order: 'PO 4711',
        cost_centre: '4020',
        electronic_address: '0007:5567370431',
      },
    })
  })

  it('has the same snapshot as before where it gives neither another address nor references', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    // A private buyer has no references, and fields of an address that is not chosen do not count.
    const unused = { yourReference: 'x', vatNumber: 'x', deliveryPostalCode: 'x', separateDelivery: false }
    const { body } = await complete(id, { ...goodForm, ...unused, total })
    const { rows } = await sql<{ keys: string[]; customer: string[] }>`
      select array(select jsonb_object_keys(snapshot) order by 1) as keys,
        array(select jsonb_object_keys(snapshot->'customer') order by 1) as customer
      from orders where number = ${body.number}`.execute(shop.db)
    expect(rows[0]).toEqual({
      keys: expect.not.arrayContaining(['recipient', 'note', 'references']),
      customer: expect.not.arrayContaining(['vatNumber']),
    })
  })

  it('[CHECKOUT-03] gets a finished checkout as paid, with the address of its confirmation', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const done = await complete(id, { ...goodForm, total })
    const again = await shop.call('GET', `/api/checkout/${id}`)
    expect(again.body).toMatchObject({ status: 'paid', confirmation: done.body.confirmation })
    expect((await shop.call('GET', `/api/checkout/${'0'.repeat(32)}`)).status).toBe(404)
    expect((await shop.call('GET', `/api/checkout/${id}`, undefined, 'no')).status).toBe(404)
    expect((await shop.call('GET', "/api/checkout/1' or 1=1")).status).toBe(404)
  })

  it('[CHECKOUT-17] cannot read an order by its number, its id or from another store', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const { body } = await complete(id, { ...goodForm, total })
    const { rows } = await sql<{ id: number }>`select id from orders where number = ${body.number}`.execute(
      shop.db,
    )
    for (const key of [
      body.number,
      String(rows[0]!.id),
      id,
      body.confirmation.toUpperCase(),
      `${body.confirmation}0`,
    ]) {
      const answer = await shop.call('GET', `/api/orders/confirmation/${key}`)
      expect(answer.status).toBe(404)
      expect(JSON.stringify(answer.body)).not.toMatch(/Anna|Storgatan|example\.se/)
    }
    expect(
      (await shop.call('GET', `/api/orders/confirmation/${body.confirmation}`, undefined, 'de')).status,
    ).toBe(404)
  })

  it('[CHECKOUT-14] gets one order from two clicks, also at the same moment', async () => {
    const product = await shop.addProduct({ available: 10 })
    const { id, total } = await openCheckout(shop, [line(product)])
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(id, { ...goodForm, total })))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.number)).size).toBe(1)
    expect(await shop.stockOf(product)).toMatchObject({ available: 9 })
    const later = await complete(id, { ...goodForm, total: total + 1, email: 'someone@else.example' })
    expect(later.body.number).toBe(answers[0]!.body.number)
    expect(shop.enqueued).toHaveLength(1)
  })

  it('[CHECKOUT-16] [VALID-13] [VALID-14] gets an error for every invalid field, in the store’s language', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const answer = await complete(id, {
      ...goodForm,
      total,
      email: 'a@b',
      phone: '12',
      firstName: ' ',
      postalCode: '1234',
      identityNumber: '811228-9875',
      acceptTerms: false,
      shippingMethod: 'pigeon',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toBe('Kontrollera de markerade fälten.')
    expect(answer.body.errors).toEqual({
      email: 'Ange en giltig e-postadress.',
      phone: 'Ange ett giltigt telefonnummer.',
      firstName: 'Fyll i ”Förnamn”.',
      postalCode: 'Ange ett giltigt postnummer, fem siffror.',
      identityNumber: 'Ange ett giltigt person- eller organisationsnummer.',
      acceptTerms: 'Godkänn köpvillkoren för att gå vidare.',
      shippingMethod: 'Välj ett leveranssätt.',
    })
    expect(await shop.stockOf(product)).toMatchObject({ available: 100 })
  })

  it('[VALID-13] cannot put a link into the texts that mails repeat', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const fields = {
      firstName: 'evil.com',
      lastName: 'a@b.se',
      companyName: 'Evil.Shop AB',
      address: 'www.evil 1',
      city: 'http://evil.se',
    }
    const answer = await complete(id, { ...goodForm, total, customerType: 'business', ...fields })
    expect(answer.status).toBe(422)
    for (const field of Object.keys(fields))
      expect([field, answer.body.errors[field]]).toEqual([
        field,
        'Texten får inte se ut som en webb- eller e-postadress. Sätt mellanslag efter punkter.',
      ])
  })

  it('[CHECKOUT-10] [ROLE-08] never pays another total than the quoted one', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const answer = await complete(id, { ...goodForm, total: total - 1 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'total_changed', total } })
    expect((await complete(id, { ...goodForm, total })).status).toBe(200)
  })

  it('[CHECKOUT-15] cannot pay for lines that have sold out since', async () => {
    const product = await shop.addProduct({ available: 2 })
    const { id, total } = await openCheckout(shop, [line(product, 2)])
    await sql`update stock set available = 1 where product_id = ${product}`.execute(shop.db)
    const answer = await complete(id, { ...goodForm, total })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'lines_changed', items: [{ quantity: 1, adjusted_quantity: 1 }] },
    })
    await sql`update stock set available = 0 where product_id = ${product}`.execute(shop.db)
    const view = await shop.call('GET', `/api/checkout/${id}`)
    expect(view.body.payable).toBe(false)
    expect(view.body.items[0].cart_notice).toMatch(/går inte att beställa/)
    expect(view.body.items[0].stock_status).toBe('out_of_stock')
  })

  it('[MINORD-04] must reach the store’s minimum order', async () => {
    const product = await shop.addProduct({ price: 98 })
    const { id, total } = await openCheckout(shop, [line(product)])
    expect(await complete(id, { ...goodForm, total })).toMatchObject({
      status: 422,
      body: { code: 'below_minimum', minimum: 99 },
    })
    const enough = await shop.addProduct({ price: 99 })
    const other = await openCheckout(shop, [line(enough)])
    expect((await complete(other.id, { ...goodForm, total: other.total })).status).toBe(200)
  })

  it('buys in every store with the numbers of that country', async () => {
    const product = await shop.addProduct({ price: 150 })
    const forms = [
      [
        'no',
        {
          phone: '41234567',
          identityNumber: '01010750160',
          postalCode: '0150',
          shippingMethod: 'bring-home',
        },
        'N',
      ],
      [
        'de',
        {
          phone: '0151 23456789',
          identityNumber: '31.12.1990',
          postalCode: '10115',
          shippingMethod: 'dhl-home',
        },
        'D',
      ],
      [
        'da',
        { phone: '41234567', identityNumber: '010190-1234', postalCode: '1050', shippingMethod: 'dhl-home' },
        'K',
      ],
    ] as const
    for (const [store, fields, letter] of forms) {
      const { id, total } = await openCheckout(shop, [line(product)], {
        store,
        shippingMethod: fields.shippingMethod,
      })
      const done = await complete(id, { ...goodForm, ...fields, total }, store)
      expect([store, done.status, done.body.errors ?? done.body.number[0]]).toEqual([store, 200, letter])
    }
  })

  it('a company buys with its number and its name', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const business = { ...goodForm, customerType: 'business', identityNumber: '556737-0431', total }
    expect((await complete(id, business)).body.errors).toEqual({ companyName: 'Fyll i ”Företagets namn”.' })
    const done = await complete(id, { ...business, companyName: 'Verkstan AB' })
    expect(done.status).toBe(200)
    const { rows } = await sql<{ snapshot: { customer: { identityNumber: string } } }>`
      select snapshot from orders where number = ${done.body.number}`.execute(shop.db)
    expect(rows[0]!.snapshot.customer.identityNumber).toBe('5567370431')
  })

  it('keeps a personal number out of the record that cannot be erased', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const done = await complete(id, { ...goodForm, total })
    const { rows } = await sql<{
      snapshot: object
    }>`select snapshot from orders where number = ${done.body.number}`.execute(shop.db)
    expect(JSON.stringify(rows[0]!.snapshot)).not.toContain('8112289874')
  })
})

describe('shipping', () => {
  it('[CHECKOUT-05] returns price and days for a postal code, and rejects an invalid one', async () => {
    const answer = await shop.call('GET', '/api/shipping-methods?postalCode=12345')
    expect(answer.status).toBe(200)
    expect(answer.body[0]).toMatchObject({
      id: 'postnord-pickup',
      price: 49,
      estimated: { min_days: 1, from: '2026-11-23' },
    })
    const refused = await shop.call('GET', '/api/shipping-methods?postalCode=123')
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { postalCode: 'Ange ett giltigt postnummer.' } },
    })
  })

  it('is free from the method’s threshold, and starter batteries are delivered to the door only', async () => {
    const dear = await shop.addProduct({ price: 1200, starterBattery: true })
    const { id, total } = await openCheckout(shop, [line(dear)])
    expect(total).toBe(1200)
    const methods = await shop.call('GET', `/api/shipping-methods?postalCode=12345&checkout=${id}`)
    expect(methods.body.map((method: { id: string; price: number }) => [method.id, method.price])).toEqual([
      ['budbee-home', 0],
    ])
    expect(
      (await complete(id, { ...goodForm, total, shippingMethod: 'postnord-letter' })).body.errors,
    ).toHaveProperty('shippingMethod')
  })
})

describe('a checkout', () => {
  it('stores what the shopper filled in', async () => {
    const product = await shop.addProduct()
    const { id } = await openCheckout(shop, [line(product)])
    await shop.call('PATCH', `/api/checkout/${id}`, { email: 'a@b.se', postalCode: '12345' })
    const answer = await shop.call('PUT', `/api/checkout/${id}`, {
      city: 'Umeå',
      paymentMethod: 'invoice',
      customerType: 'business',
    })
    expect(answer.body).toMatchObject({
      contact: { email: 'a@b.se' },
      address: { postalCode: '12345', city: 'Umeå' },
      paymentMethod: 'invoice',
      customerType: 'business',
    })
    expect((await shop.call('PATCH', `/api/checkout/${id}`, { email: 'a\0b' })).status).toBe(422)
  })

  it('[CHECKOUT-08] rejects a provider the shop is not configured with', async () => {
    const product = await shop.addProduct()
    const { id } = await openCheckout(shop, [line(product)])
    expect(await shop.call('POST', `/api/checkout/${id}/payment`, { provider: 'stripe' })).toMatchObject({
      status: 503,
    })
    expect(await shop.call('POST', `/api/checkout/${id}/payment`, { provider: 'invoice' })).toMatchObject({
      status: 200,
      body: { provider: 'invoice', locale: 'sv' },
    })
    expect((await shop.call('POST', `/api/checkout/${id}/payment`, { provider: 'gold' })).status).toBe(422)
  })
})
