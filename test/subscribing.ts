/** Asking for mails as visitors do, and confirming by the link of the mail that is sent. */
import { expect } from 'vitest'
import { confirmationMail } from '../server/jobs/mails/confirmation-mail.ts'
import { senderOf } from '../test/send-templated.ts'
import type { JobPayloads } from '../domain/jobs/job-queue.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import type { Mail } from '../providers/mail/mailer.ts'
import { testKeys } from './keyring.ts'
import type { OrderShop } from './order-shop.ts'

const sendConfirmationMail = senderOf('confirmation-mail', confirmationMail)

/** What no call accepts as an e-mail address. */
export const invalidEmails = ['', 'name', 'a@b', 'a b@c.de', `${'x'.repeat(250)}@c.de`, 'a\0@c.de', 7, null]

let networks = 0
/** Requests come from different addresses, unless a test says otherwise. */
const newNetwork = () => `10.0.${Math.floor(++networks / 250)}.${networks % 250}`

/** The calls of a shop, which its tests open later. */
export function subscribing(shopOf: () => OrderShop) {
  async function post(path: string, payload: object, store: StoreCode = 'sv', remoteAddress = newNetwork()) {
    const url = `/api/${path}?locale=${store}&sid=${stores[store].storeId}`
    const answer = await shopOf().app.inject({ method: 'POST', url, payload, remoteAddress })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }

  /** Sends the pending mails; returns their names and links. */
  async function sendWaiting(): Promise<{ mail: Mail; token: string }[]> {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => (mails.push(mail), { messageId: 'm' }) }
    const shop = shopOf()
    const services = {
      db: shop.db,
      mailer,
      publicUrl: 'http://shop.example',
      keys: testKeys,
      clock: () => shop.now.at,
    }
    for (const { name, data } of shop.enqueued.splice(0)) {
      expect(name).toBe('confirmation-mail')
      const { confirmationId } = data as unknown as JobPayloads['confirmation-mail']
      await sendConfirmationMail(services, { confirmationId })
    }
    return mails.map((mail) => {
      const [link = ''] = /http:\/\/shop\.example\/\S+/.exec(mail.text) ?? []
      return { mail, token: new URL(link).searchParams.get('token') ?? '' }
    })
  }
  return { post, sendWaiting }
}
