import { expect, it } from 'vitest'
import { createDatabase } from '../server/database/database.ts'
import { line, orderShop } from '../test/order-shop.ts'

it('[API-03] cart and checkout say that they are closed while the database is unavailable', async () => {
  const gone = createDatabase('postgres://nobody@127.0.0.1:1/none', { log: { warn: () => {} } })
  const shop = await orderShop({ db: gone })
  try {
    const product = await shop.addProduct()
    const calls = [
      shop.call(
        'POST',
        '/api/sync-cart',
        { items: [line(product)], coupons: [], checkout_order_id: null },
        'da',
      ),
      shop.call('POST', '/api/checkout', { items: [line(product)] }, 'da'),
      shop.call('GET', `/api/checkout/${'a'.repeat(32)}`, undefined, 'da'),
      shop.call('GET', `/api/orders/confirmation/${'a'.repeat(32)}`, undefined, 'da'),
    ]
    for (const answer of await Promise.all(calls)) {
      expect(answer.status).toBe(503)
      expect(answer.headers['retry-after']).toBe('5')
      expect(answer.body).toEqual({ message: 'Kurv og kasse er lukket for øjeblikket. Prøv igen om lidt.' })
    }
  } finally {
    await shop.close()
    await gone.destroy()
  }
})
