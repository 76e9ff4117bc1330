/**
 * The page inside the frame of the simulated checkout, and the calls that only this page makes. Plain markup
 * that a person and a test can use: labelled fields, and one button per outcome.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { readJson } from './answer.ts'
import { amountsOf, type CheckoutSession, type CheckoutSessions } from './checkout-sessions.ts'
import { addressSchema, type Address } from './order-document.ts'
import texts from './page/texts.json' with { type: 'json' }
import { paymentMethods, type Shopper } from './purchase.ts'
import { escapeText } from '../simulator/escape-text.ts'

type Texts = (typeof texts)['en']

const folder = 'sandbox/kustom/page'
const files = {
  '/page/checkout.js': { file: `${folder}/checkout.js`, type: 'text/javascript' },
  '/page/frame.js': { file: `${folder}/frame.js`, type: 'text/javascript' },
  '/page/frame.css': { file: 'sandbox/simulator/frame.css', type: 'text/css' },
}

const isInternal = { config: { isInternal: true } }

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
  for (const [path, { file, type }] of Object.entries(files))
    app.get(path, isInternal, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(context.readFile(file)),
    )

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

function textsOf(session: CheckoutSession): Texts {
  const language = session.document.locale.slice(0, 2).toLowerCase()
  return { ...texts.en, ...(texts as Partial<Record<string, Texts>>)[language] }
}

function totalOf(session: CheckoutSession): string {
  const { locale, purchase_currency: currency } = session.document
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    amountsOf(session).order_amount / 100,
  )
}

function pageOf(session: CheckoutSession): string {
  const labels = textsOf(session)
  const language = session.document.locale.slice(0, 2)
  if (session.status === 'checkout_complete')
    return layout(
      language,
      labels,
      `<h1>${escapeText(labels.thanks)}</h1><p>${escapeText(totalOf(session))}</p>`,
    )
  if (session.status === 'aborted') return layout(language, labels, `<p>${escapeText(labels.gone)}</p>`)
  return layout(language, labels, formOf(session, labels))
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
  const inputs = fields.map(
    ([name, type, autocomplete]) =>
      `<label>${escapeText(labels[name])}<input type="${type}" name="${name}" autocomplete="${autocomplete}" value="${escapeText(valueOf(address, name))}"></label>`,
  )
  const choices = options.map(({ id, name, price }) =>
    choice('shipping', id, `${name} ${(price / 100).toFixed(2)}`, id === session.selectedShipping?.id),
  )
  const methods = paymentMethods.map((method, index) => choice('method', method, labels[method], index === 0))
  const button = (value: 'pay' | 'close' | 'authenticate' | 'decline' | 'approve' | 'abort') =>
    `<button name="action" value="${value}">${escapeText(labels[value])}</button>`
  return `<h1>${escapeText(labels.title)}</h1>
<p>${escapeText(labels.total)}: <strong id="total">${escapeText(totalOf(session))}</strong></p>
<form novalidate data-amount="${amountsOf(session).order_amount}" data-customer-type="${customerType}" data-country="${session.document.purchase_country.toLowerCase()}">
<fieldset name="address">${inputs.join('\n')}</fieldset>
${session.document.options?.allow_separate_shipping_address ? separateDelivery(labels) : ''}
${choices.length > 0 ? `<fieldset><legend>${escapeText(labels.shipping)}</legend>${choices.join('\n')}</fieldset>` : ''}
<fieldset><legend>${escapeText(labels.method)}</legend>${methods.join('\n')}</fieldset>
<fieldset name="buttons">${button('pay')}${button('close')}${button('authenticate')}${button('decline')}</fieldset>
<fieldset name="challenge" hidden><legend>${escapeText(labels.challenge)}</legend>${button('approve')}${button('abort')}</fieldset>
</form>`
}

/** The fields of another delivery address, which are in the page only while they are asked for. */
function separateDelivery(labels: Texts): string {
  const inputs = deliveryFields.map(
    (name) => `<label>${escapeText(labels[name])}<input name="delivery.${name}" autocomplete="off"></label>`,
  )
  return `<label class="choice"><input type="checkbox" name="separate">${escapeText(labels.separate)}</label>
<template><fieldset name="delivery"><legend>${escapeText(labels.delivery)}</legend>${inputs.join('\n')}</fieldset></template>`
}

function choice(name: string, value: string, label: string, isChecked: boolean): string {
  return `<label class="choice"><input type="radio" name="${name}" value="${escapeText(value)}"${isChecked ? ' checked' : ''}>${escapeText(label)}</label>`
}

function valueOf(address: Address, name: (typeof fields)[number][0]): string {
  return address[name] ?? ''
}

function gonePage(): string {
  return layout('en', texts.en, `<p>${escapeText(texts.en.gone)}</p>`)
}

function layout(language: string, labels: Texts, content: string): string {
  return `<!doctype html>
<html lang="${escapeText(language)}">
<head><meta charset="utf-8"><title>${escapeText(labels.title)}</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="frame.css"></head>
<body><main class="checkout" aria-label="${escapeText(labels.title)}">${content}<p role="status"></p></main>
<script type="application/json" id="texts">${JSON.stringify(labels).replaceAll('<', '\\u003c')}</script>
<script src="frame.js"></script></body></html>`
}
