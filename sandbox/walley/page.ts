/**
 * The loader script, the page inside the frame that it adds, and the calls that only this page makes. Plain
 * markup that a person and a test can use: labelled fields, and one button per outcome.
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
import { totalOf } from './checkout-document.ts'
import type { CheckoutSession, CheckoutSessions, Shopper } from './checkout-sessions.ts'
import texts from './page/texts.json' with { type: 'json' }
import { outcomes, paymentNames, type Shopping } from './purchase.ts'

type Texts = (typeof texts)['en']

const files = {
  '/walley-checkout-loader.js': 'sandbox/walley/page/loader.js',
  '/page/frame.js': 'sandbox/walley/page/frame.js',
  '/page/frame.css': 'sandbox/simulator/frame.css',
}

const text = z.string().max(200).default('')
const shopperBody = z.object({
  email: text,
  mobilePhoneNumber: text,
  firstName: text,
  lastName: text,
  address: text,
  postalCode: text,
  city: text,
  companyName: text,
  organizationNumber: text,
  invoiceReference: text,
  /** Absent: delivered to the same address. */
  delivery: z
    .object({ firstName: text, lastName: text, address: text, postalCode: text, city: text })
    .optional(),
})
const payBody = z.object({ method: z.enum(paymentNames), outcome: z.enum(outcomes).default('accept') })
const decideBody = z.object({ isApproved: z.boolean() })

interface Params {
  token: string
}

const gone = { kind: 'gone' } as const

export function addPage(
  app: FastifyInstance,
  context: SimulatorContext,
  sessions: CheckoutSessions,
  shopping: Shopping,
): void {
  serveFiles(app, context, files)

  app.get<{ Params: Params; Querystring: { lang?: string } }>(
    '/page/:token',
    isInternal,
    ({ params, query }, reply) => {
      const session = sessions.findByToken(params.token)
      return reply
        .code(session ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(session ? pageOf(session, query.lang ?? 'en') : gonePage(query.lang ?? 'en'))
    },
  )

  app.get<{ Params: Params; Querystring: { lang?: string } }>(
    '/page/:token/checkout',
    isInternal,
    ({ params, query }) => {
      const session = sessions.findByToken(params.token)
      return session ? { kind: 'checkout', total: totalText(session, query.lang ?? 'en') } : gone
    },
  )

  app.post<{ Params: Params }>('/page/:token/identify', isInternal, ({ params, body }) => {
    const session = sessions.findByToken(params.token)
    const entered = shopperBody.parse(readJson(body))
    return session ? shopping.identify(session, shopperOf(session, entered)) : gone
  })

  app.post<{ Params: Params }>('/page/:token/pay', isInternal, ({ params, body }) => {
    const session = sessions.findByToken(params.token)
    const { method, outcome } = payBody.parse(readJson(body))
    return session ? shopping.pay(session, { paymentName: method, outcome }) : gone
  })

  app.post<{ Params: Params }>('/page/:token/decide', isInternal, ({ params, body }) => {
    const session = sessions.findByToken(params.token)
    const { isApproved } = decideBody.parse(readJson(body))
    return session ? shopping.decide(session, isApproved) : gone
  })
}

/** Countries as Walley names them in addresses. */
const countryNames: Partial<Record<string, string>> = {
  SE: 'Sverige',
  NO: 'Norge',
  DK: 'Danmark',
  DE: 'Deutschland',
  FI: 'Suomi',
}

function shopperOf({ document }: CheckoutSession, entered: z.output<typeof shopperBody>): Shopper {
  const { email, mobilePhoneNumber, firstName, lastName, address: street, postalCode, city } = entered
  const { companyName, organizationNumber, invoiceReference, delivery } = entered
  const address = {
    firstName,
    lastName,
    coAddress: null,
    address: street,
    address2: null,
    postalCode,
    city,
    country: countryNames[document.countryCode] ?? document.countryCode,
  }
  return {
    email,
    mobilePhoneNumber,
    address,
    delivery: { ...address, ...delivery },
    companyName,
    organizationNumber,
    invoiceReference,
  }
}

function totalText(session: CheckoutSession, locale: string): string {
  const { currency } = session.merchant
  const minorUnits = session.purchase?.payment.amount ?? totalOf(session.cart, session.fees)
  const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf(
    /^[a-z]{2}(?:-[A-Z]{2})?$/.test(locale) ? locale : 'en',
  )
  return new Intl.NumberFormat(known, { style: 'currency', currency }).format(minorUnits / 100)
}

function pageOf(session: CheckoutSession, locale: string): string {
  const labels = textsIn(texts, locale)
  if (session.purchase)
    return frameDocument(
      locale,
      labels,
      `<h1>${escapeText(labels.thanks)}</h1><p>${escapeText(totalText(session, locale))}</p>`,
    )
  return frameDocument(locale, labels, formOf(session, labels, locale))
}

const personFields = [
  ['email', 'email', 'email'],
  ['postalCode', 'text', 'postal-code'],
  ['firstName', 'text', 'given-name'],
  ['lastName', 'text', 'family-name'],
  ['address', 'text', 'address-line1'],
  ['city', 'text', 'address-level2'],
  ['mobilePhoneNumber', 'tel', 'tel'],
] as const
const companyFields = [
  ['organizationNumber', 'text', 'off'],
  ['companyName', 'text', 'organization'],
  ['invoiceReference', 'text', 'off'],
] as const
const deliveryFields = ['firstName', 'lastName', 'address', 'postalCode', 'city'] as const

function formOf(session: CheckoutSession, labels: Texts, locale: string): string {
  const isCompany = session.customerType === 'b2b'
  const fields = [...(isCompany ? companyFields : []), ...personFields]
  const methods = (isCompany ? (['DirectInvoice', 'Card'] as const) : paymentNames).map((method, index) =>
    radioChoice('method', method, labels[method], index === 0),
  )
  return `<h1>${escapeText(labels.title)}</h1>
<p>${escapeText(labels.total)}: <strong id="total">${escapeText(totalText(session, locale))}</strong></p>
<form novalidate>
<fieldset name="customer">${textFields(fields, labels, entered(session))}</fieldset>
${separateDelivery(deliveryFields, labels)}
<fieldset><legend>${escapeText(labels.method)}</legend>${methods.join('\n')}</fieldset>
<fieldset name="buttons">${actionButtons(['pay', 'close', 'hold', 'sign', 'decline'], labels)}</fieldset>
</form>`
}

/** What the shopper entered before, or the merchant knows. */
function entered({ shopper, document }: CheckoutSession): Partial<Record<string, string>> {
  if (!shopper) return { ...document.privateCustomerPrefill?.deliveryAddress, ...prefilledContact(document) }
  const { address, delivery: _delivery, ...rest } = shopper
  return {
    ...rest,
    firstName: address.firstName,
    lastName: address.lastName,
    address: address.address,
    postalCode: address.postalCode,
    city: address.city,
  }
}

function prefilledContact({ privateCustomerPrefill: prefill }: CheckoutSession['document']) {
  return {
    ...(prefill?.email !== undefined && { email: prefill.email }),
    ...(prefill?.mobilePhoneNumber !== undefined && { mobilePhoneNumber: prefill.mobilePhoneNumber }),
  }
}

function gonePage(locale: string): string {
  const labels = textsIn(texts, locale)
  return frameDocument(locale, labels, `<p id="gone">${escapeText(labels.gone)}</p>`)
}
