/**
 * The page inside the frame of the simulated checkout, and the calls that only this page makes. Plain markup
 * that a person and a test can use: labelled fields, and one button per outcome.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readJson } from '../simulator/answer.ts'
import { escapeText } from '../simulator/escape-text.ts'
import {
  actionButtons,
  frameDocument,
  isInternal,
  radioChoice,
  separateDelivery,
  serveFiles,
  textFields,
  textsIn,
} from '../simulator/frame-page.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { amountsOf, type CheckoutSession, type CheckoutSessions } from './checkout-sessions.ts'
import { addressSchema } from './order-document.ts'
import texts from './page/texts.json' with { type: 'json' }
import { paymentMethods, type Shopper } from './purchase.ts'

type Texts = (typeof texts)['en']

const files = {
  '/page/checkout.js': 'sandbox/kustom/page/checkout.js',
  '/page/frame.js': 'sandbox/kustom/page/frame.js',
  '/page/frame.css': 'sandbox/simulator/frame.css',
}

const addressBody = z.object({
  address: addressSchema,
  /** Absent: delivered to the same address. */
  delivery: addressSchema.optional(),
  customerType: z.enum(['person', 'organization']),
})
const shippingBody = z.object({ id: z.string() })
const payBody = z.object({ method: z.enum(paymentMethods) })

interface Params {
  id: string
}

const gone = { kind: 'gone' } as const

export function addPage(
  app: FastifyInstance,
  context: SimulatorContext,
  sessions: CheckoutSessions,
  shopper: Shopper,
): void {
  serveFiles(app, context, files)

  app.get<{ Params: Params }>('/page/:id', isInternal, ({ params }, reply) => {
    const session = sessions.find(params.id)
    return reply
      .code(session ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(session ? pageOf(session) : gonePage())
  })

  app.get<{ Params: Params }>('/page/:id/order', isInternal, ({ params }) => {
    const session = sessions.find(params.id)
    if (!session) return gone
    return { kind: 'order', amount: amountsOf(session).order_amount, total: totalOf(session) }
  })

  app.post<{ Params: Params }>('/page/:id/address', isInternal, ({ params, body }) => {
    const session = sessions.find(params.id)
    const { customerType, ...addresses } = addressBody.parse(readJson(body))
    return session ? shopper.enterAddress(session, addresses, customerType) : gone
  })

  app.post<{ Params: Params }>('/page/:id/shipping', isInternal, ({ params, body }) => {
    const session = sessions.find(params.id)
    const { id } = shippingBody.parse(readJson(body))
    return session ? shopper.chooseShipping(session, id) : gone
  })

  app.post<{ Params: Params }>('/page/:id/pay', isInternal, ({ params, body }) => {
    const session = sessions.find(params.id)
    const { method } = payBody.parse(readJson(body))
    return session ? shopper.pay(session, method) : gone
  })
}

function totalOf(session: CheckoutSession): string {
  const { locale, purchase_currency: currency } = session.document
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amountsOf(session).order_amount / 100,
  )
}

function pageOf(session: CheckoutSession): string {
  const labels = textsIn(texts, session.document.locale)
  const language = session.document.locale.slice(0, 2)
  if (session.status === 'checkout_complete')
    return frameDocument(
      language,
      labels,
      `<h1>${escapeText(labels.thanks)}</h1><p>${escapeText(totalOf(session))}</p>`,
    )
  if (session.status === 'aborted')
    return frameDocument(language, labels, `<p>${escapeText(labels.gone)}</p>`)
  return frameDocument(language, labels, formOf(session, labels))
}

const fields = [
  ['email', 'email', 'email'],
  ['postal_code', 'text', 'postal-code'],
  ['given_name', 'text', 'given-name'],
  ['family_name', 'text', 'family-name'],
  ['street_address', 'text', 'address-line1'],
  ['city', 'text', 'address-level2'],
  ['phone', 'tel', 'tel'],
] as const
const deliveryFields = ['given_name', 'family_name', 'street_address', 'postal_code', 'city'] as const

function formOf(session: CheckoutSession, labels: Texts): string {
  const { billing_address: address = {}, shipping_options: options = [], customer } = session.document
  const allowed = session.document.options?.allowed_customer_types
  const customerType = customer?.type ?? allowed?.[0] ?? 'person'
  const choices = options.map(({ id, name, price }) =>
    radioChoice('shipping', id, `${name} ${(price / 100).toFixed(2)}`, id === session.selectedShipping?.id),
  )
  const methods = paymentMethods.map((method, index) =>
    radioChoice('method', method, labels[method], index === 0),
  )
  return `<h1>${escapeText(labels.title)}</h1>
<p>${escapeText(labels.total)}: <strong id="total">${escapeText(totalOf(session))}</strong></p>
<form novalidate data-amount="${amountsOf(session).order_amount}" data-customer-type="${customerType}" data-country="${session.document.purchase_country.toLowerCase()}">
<fieldset name="address">${textFields(fields, labels, address)}</fieldset>
${session.document.options?.allow_separate_shipping_address ? separateDelivery(deliveryFields, labels) : ''}
${choices.length > 0 ? `<fieldset><legend>${escapeText(labels.shipping)}</legend>${choices.join('\n')}</fieldset>` : ''}
<fieldset><legend>${escapeText(labels.method)}</legend>${methods.join('\n')}</fieldset>
<fieldset name="buttons">${actionButtons(['pay', 'close', 'authenticate', 'decline'], labels)}</fieldset>
<fieldset name="challenge" hidden><legend>${escapeText(labels.challenge)}</legend>${actionButtons(['approve', 'abort'], labels)}</fieldset>
</form>`
}

function gonePage(): string {
  return frameDocument('en', texts.en, `<p>${escapeText(texts.en.gone)}</p>`)
}
