/**
 * Shoppers of the crash test: each buys over HTTP as the browser does, in the shop and in the provider's pages. A
 * request that fails is repeated, as a person presses the button again; what the shop has said is remembered.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { stores } from '../../domain/stores/stores.ts'
import type { PaymentProviderId } from '../../domain/payment-methods/payment-provider-id.ts'
import type { SeededRandom } from '../../test/seeded-random.ts'
import type { CrashShop, CrashStore } from './crash-shop.ts'

const methods = [
  'klarna',
  'stripe',
  'walley_b2c',
  'walley_b2b',
  'invoice',
] as const satisfies PaymentProviderId[]
/** `harbour-pay`: of a module from outside, where it is bound. */
type Method = (typeof methods)[number] | 'harbour-pay'

/** `lost`: the shopper gave up waiting for an answer. */
export type Outcome = 'paid' | 'refused' | 'failed' | 'abandoned' | 'lost'

export interface Purchase {
  store: CrashStore
  method: Method
  outcome: Outcome
  /** The checkout; null where none was opened. */
  checkout: string | null
  /** The token of the confirmation that the shopper was shown. */
  confirmation: string | null
  /** The answer or the page after which the shopper stopped, for reports. */
  note: string
}

interface Person {
  email: string
  phone: string
  firstName: string
  lastName: string
  address: string
  postalCode: string
  city: string
}

/** Identity numbers are fictional and well-formed. */
const countries = {
  sv: {
    phone: '070-123 45 67',
    postalCode: '112 51',
    city: 'Stockholm',
    shippingMethod: 'budbee-home',
    private: '811228-9874',
    business: '556737-0431',
  },
  da: {
    phone: '41 23 45 67',
    postalCode: '2100',
    city: 'København',
    shippingMethod: 'dhl-home',
    private: '010190-1234',
    business: '13585628',
  },
} as const satisfies Record<CrashStore, object>

interface Answer {
  status: number
  /** Answers of the shop and of the simulator's pages. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a wrong shape shows as a shopper who gives up
  body: any
}

/** How a purchase ends. */
type End = Pick<Purchase, 'outcome' | 'note'> & { confirmation?: string }

const ended = (outcome: Outcome, note: string): End => ({ outcome, note })
const paid = (confirmation: string): End => ({ outcome: 'paid', note: '', confirmation })

/** The shop did not answer for longer than the shopper waits. */
class Lost extends Error {}

interface View {
  total: number
  amount_due: number
}

/** How long a shopper repeats a request that gets no answer. */
const patienceMs = 45_000

/** One purchase from the first click to the last answer that the shopper waits for. */
export async function buy(
  { url, simulator, harbourPay, goods }: Pick<CrashShop, 'url' | 'simulator' | 'harbourPay' | 'goods'>,
  random: SeededRandom,
  name: string,
): Promise<Purchase> {
  const store = random.pick(Object.keys(countries) as CrashStore[])
  const method: Method = random.pick([...methods, ...(harbourPay ? (['harbour-pay'] as const) : [])])
  const country = countries[store]
  const query = `locale=${store}&sid=${stores[store].storeId}`
  const network = `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`
  const customerType =
    method === 'walley_b2b' || (method === 'invoice' && random.chance(0.3)) ? 'business' : 'private'
  const person: Person = {
    email: `${name}-${random.int(0, 9)}@example.com`,
    phone: country.phone,
    firstName: 'Anna',
    lastName: 'Berg',
    address: `Provgatan ${random.int(1, 99)}`,
    postalCode: country.postalCode,
    city: country.city,
  }
  const purchase: Purchase = { store, method, outcome: 'lost', checkout: null, confirmation: null, note: '' }

  const send = async (method_: 'POST' | 'PATCH', at: string, body: object): Promise<Answer> => {
    const answer = await fetch(at, {
      method: method_,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  /** Repeats a request of the shop until it is answered. */
  const ask = async (path: string, body: object, method_: 'POST' | 'PATCH' = 'POST'): Promise<Answer> => {
    const until = Date.now() + patienceMs
    for (;;) {
      const answer = await send(method_, `${url}/api/${path}?${query}`, body).catch(() => null)
      if (answer && answer.status < 500 && answer.status !== 429) return answer
      if (Date.now() > until) throw new Lost(`${path} ${answer?.status ?? 'no answer'}`)
      await sleep(random.int(200, 1_200))
    }
  }
  /** A call of a provider's page; the simulator is always there, but faults of callbacks make it slow. */
  const inPage = async (path: string, body: object): Promise<Answer> =>
    send('POST', `${simulator.url}/${path}`, body).catch(() => ({ status: 0, body: { kind: 'gone' } }))
  const perhapsTwice = async (call: () => Promise<Answer>): Promise<Answer> => {
    if (!random.chance(0.1)) return call()
    const [first] = await Promise.all([call(), call()])
    return first
  }

  /** Waits for the result of a payment as the page does. */
  const confirm = async (payment: string): Promise<End> => {
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      const { status, body } = await perhapsTwice(() =>
        ask(`checkout/${purchase.checkout}/payment/result`, { payment }),
      )
      if (status === 404) return ended('failed', 'the payment is unknown')
      if (body.status === 'paid') return paid(body.confirmation)
      if (body.status === 'failed') return ended('failed', `result ${body.reason}`)
      if (body.status === 'open') return ended('failed', 'result open')
      await sleep(random.int(300, 1_500))
    }
    return ended('lost', 'the result stays pending')
  }

  const form = (view: View) => ({
    ...person,
    customerType,
    companyName: customerType === 'business' ? 'Provbolaget' : null,
    identityNumber: country[customerType],
    shippingMethod: country.shippingMethod,
    servicePoint: null,
    acceptTerms: true,
    total: view.total,
    amount_due: view.amount_due,
  })

  const read = async (): Promise<View | End> => {
    const { status, body } = await ask(
      `checkout/${purchase.checkout}`,
      {
        ...person,
        customerType,
        shippingMethod: country.shippingMethod,
        ...(giftCard && { giftCardCodes: [giftCard] }),
      },
      'PATCH',
    )
    if (status === 200 && body.payable) return body
    return ended('refused', status === 200 ? 'not payable' : `${status} ${body?.code ?? ''}`)
  }

  const payByForm = async (view: View): Promise<End> => {
    const { status, body } = await perhapsTwice(() =>
      ask(`checkout/${purchase.checkout}/complete`, { ...form(view), paymentMethod: 'invoice' }),
    )
    if (status !== 200) return ended('refused', `complete ${status} ${body?.code ?? ''}`)
    // An invoice above the limit waits for staff: the shopper has an order nevertheless.
    return paid(body.confirmation)
  }

  const payInKustom = async (payment: string): Promise<End> => {
    const address = {
      email: person.email,
      phone: person.phone,
      given_name: person.firstName,
      family_name: person.lastName,
      street_address: person.address,
      postal_code: person.postalCode,
      city: person.city,
    }
    await inPage(`kustom/page/${payment}/address`, { address, customerType: 'person' })
    const pay = () => inPage(`kustom/page/${payment}/pay`, { method: random.pick(['CARD', 'INVOICE']) })
    return (await payInPage(pay)) ?? confirm(payment)
  }

  const payInWalley = async (payment: string, token: string): Promise<End> => {
    const entered = {
      email: person.email,
      mobilePhoneNumber: person.phone,
      firstName: person.firstName,
      lastName: person.lastName,
      address: person.address,
      postalCode: person.postalCode,
      city: person.city,
      ...(customerType === 'business' && {
        companyName: 'Provbolaget',
        organizationNumber: country.business,
      }),
    }
    await inPage(`walley/page/${token}/identify`, entered)
    const outcome = random.chance(0.1) ? 'hold' : 'accept'
    const pay = () =>
      inPage(`walley/page/${token}/pay`, { method: random.pick(['Card', 'DirectInvoice']), outcome })
    return (await payInPage(pay)) ?? confirm(payment)
  }

  /** Presses the provider's button; again where the shop did not approve in time. Null: the provider sends back. */
  const payInPage = async (pay: () => Promise<Answer>): Promise<End | null> => {
    for (let tries = 0; tries < 4; tries++) {
      const { body } = await pay()
      if (body.kind === 'completed') {
        // The tab is closed before the shop's own page opens.
        if (random.chance(0.15)) return ended('abandoned', 'after paying')
        return null
      }
      if (body.kind === 'gone') return null
      if (body.kind === 'redirected') return ended('refused', 'the purchase was not approved')
      await sleep(random.int(500, 2_000))
    }
    return ended('failed', 'the provider did not let the purchase through')
  }

  const payWithStripe = async (
    embed: { publishableKey: string; clientSecret: string },
    view: View,
  ): Promise<End> => {
    const committed = await perhapsTwice(() =>
      ask(`checkout/${purchase.checkout}/payment/commit`, { ...form(view), provider: 'stripe' }),
    )
    if (committed.status !== 200)
      return ended('refused', `commit ${committed.status} ${committed.body?.code ?? ''}`)
    if (random.chance(0.08)) return ended('abandoned', 'before confirming')
    const { body } = await inPage('stripe/page/confirm', {
      key: embed.publishableKey,
      clientSecret: embed.clientSecret,
      returnUrl: `${url}/${store}/checkout/confirmation`,
      amount: null,
      method: 'card',
      number: random.pick(['4242424242424242', '4242424242424242', '4000000000003220', '4000000000009995']),
      locale: store,
    })
    if (body.error?.type === 'card_error') return ended('failed', 'declined')
    if (body.action)
      await inPage('stripe/page/authenticate', {
        clientSecret: embed.clientSecret,
        isApproved: random.chance(0.8),
      })
    if (random.chance(0.15)) return ended('abandoned', 'after paying')
    return confirm(committed.body.payment)
  }

  /** The order is written first; then the shopper leaves for the provider's page. */
  const payOnPage = async (view: View): Promise<End> => {
    const { status, body } = await perhapsTwice(() =>
      ask(`checkout/${purchase.checkout}/payment/commit`, { ...form(view), provider: 'harbour-pay' }),
    )
    if (status === 409 && body?.code === 'payment_in_progress') return confirmWhatIs()
    if (status !== 200) return ended('refused', `commit ${status} ${body?.code ?? ''}`)
    if (random.chance(0.08)) return ended('abandoned', 'before paying')
    const choice = random.pick(['approve', 'approve', 'approve', 'approve', 'decline', 'leave'])
    await fetch(`${body.redirect}/${choice}`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null)
    if (random.chance(0.15)) return ended('abandoned', `after choosing to ${choice}`)
    return confirm(body.payment)
  }

  const payWith = async (chosen: Method, view: View): Promise<End> => {
    if (chosen === 'invoice' || view.amount_due === 0) return payByForm(view)
    if (chosen === 'harbour-pay') return payOnPage(view)
    const opened = await perhapsTwice(() =>
      ask(`checkout/${purchase.checkout}/payment`, { provider: chosen, customerType }),
    )
    if (opened.status === 409 && opened.body?.code === 'payment_in_progress') return confirmWhatIs()
    if (opened.status !== 200) return ended('refused', `payment ${opened.status} ${opened.body?.code ?? ''}`)
    if (random.chance(0.08)) return ended('abandoned', 'before paying')
    const { order_id: payment, embed } = opened.body
    if (chosen === 'klarna') return payInKustom(payment)
    if (chosen === 'stripe') return payWithStripe(embed, view)
    return payInWalley(payment, embed.attributes['data-token'])
  }

  /** The checkout says that it is being paid. */
  const confirmWhatIs = async (): Promise<End> => {
    const { body } = await ask(`checkout/${purchase.checkout}/payment/result`, {})
    if (body?.status === 'paid') return paid(body.confirmation)
    return ended('failed', `in progress, ${body?.status}`)
  }

  /** Opens another method first and leaves it open. */
  const openAnother = () =>
    ask(`checkout/${purchase.checkout}/payment`, {
      provider: random.pick(['klarna', 'stripe', 'walley_b2c']),
      customerType,
    })

  const giftCard = random.chance(0.2) ? random.pick(goods.giftCards[store]) : null
  try {
    const items = Array.from({ length: random.int(1, 3) }, () => ({
      product_id: random.pick(goods.products).id,
      quantity: random.int(1, 3),
    }))
    const coupons = random.chance(0.4) ? [random.pick(goods.coupons)] : []
    const opened = await ask('checkout', { items, coupons, campaignData: null })
    if (opened.status !== 201) return { ...purchase, outcome: 'refused', note: `checkout ${opened.status}` }
    purchase.checkout = opened.body.id
    // Prices, codes and gift cards change while others buy: the shopper reads again and goes on.
    for (let tries = 0; ; tries++) {
      if (tries === 0 && customerType === 'private' && random.chance(0.08)) await openAnother()
      const view = await read()
      const end = 'outcome' in view ? view : await payWith(method, view)
      const mayRepeat = end.outcome === 'failed' || (end.outcome === 'refused' && end.note !== 'not payable')
      if (!mayRepeat || tries === 2) return { ...purchase, ...end }
      await sleep(random.int(200, 1_000))
    }
  } catch (error) {
    if (!(error instanceof Lost)) throw error
    return { ...purchase, outcome: 'lost', note: error.message }
  }
}
