/**
 * The stand-in for Stripe.js, the pages in its frames, and the calls that only they make. Plain markup that a
 * person and a test can use: labelled fields, a button per test card, one button per decision.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeText } from '../simulator/escape-text.ts'
import { actionButtons, isInternal, radioChoice, serveFiles } from '../simulator/frame-page.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { simulatedAccounts } from './accounts.ts'
import { describeIntent, statusOf, type Intent } from './intent.ts'
import texts from './page/texts.json' with { type: 'json' }
import { confirmable, type PaymentIntents } from './payment-intents.ts'
import type { SetupIntent, SetupIntents } from './setup-intents.ts'
import { methodRules, methodTypes, type MethodType } from './payment-methods.ts'
import { cardOfNumber } from './test-cards.ts'

type Texts = (typeof texts)['en']

const files = {
  '/dahlia/stripe.js': 'sandbox/stripe/page/stripe.js',
  '/page/element.js': 'sandbox/stripe/page/element.js',
  '/page/approve.js': 'sandbox/stripe/page/approve.js',
  '/page/element.css': 'sandbox/stripe/page/element.css',
}

const elementQuery = z.object({
  key: z.string(),
  locale: z.string().default('en'),
  secret: z.string().optional(),
  amount: z.coerce.number().int().optional(),
  currency: z.string().optional(),
  types: z.string().default(''),
})
const intentQuery = z.object({ secret: z.string(), key: z.string(), locale: z.string().default('en') })
const approveQuery = z.object({
  secret: z.string(),
  locale: z.string().default('en'),
  dialog: z.string().optional(),
})
const confirmBody = z.object({
  key: z.string(),
  clientSecret: z.string(),
  returnUrl: z.url().nullable(),
  /** What the page's elements show; null: they were made with the intent. */
  amount: z.int().nullable(),
  method: z.enum(methodTypes),
  number: z.string().nullable(),
  locale: z.string(),
})
const authenticateBody = z.object({ clientSecret: z.string(), isApproved: z.boolean() })
const totalBody = z.object({ amount: z.int(), currency: z.string(), locale: z.string() })

export function addPage(
  app: FastifyInstance,
  context: SimulatorContext,
  intents: PaymentIntents,
  setups: SetupIntents,
): void {
  serveFiles(app, context, files)

  /** The intent of a client secret, with the publishable key of its account. */
  const find = (key: string, secret: string): Intent | null => {
    const intent = intents.findBySecret(secret)
    return intent?.account.publishableKey === key ? intent : null
  }

  const findSetup = (key: string, secret: string): SetupIntent | null => {
    const setup = setups.findBySecret(secret)
    return setup?.account.publishableKey === key ? setup : null
  }

  app.get('/page/element', isInternal, ({ query }, reply) => {
    const { key, locale, secret, amount, currency, types } = elementQuery.parse(query)
    const setup = secret === undefined ? null : findSetup(key, secret)
    if (setup)
      return reply
        .type('text/html; charset=utf-8')
        .send(elementPage({ locale, shown: null, types: ['card'], settings: { key, secret } }))
    const isKnown = simulatedAccounts.some(({ publishableKey }) => publishableKey === key)
    const intent = secret === undefined ? null : find(key, secret)
    const shown = intent ?? (amount !== undefined && currency !== undefined ? { amount, currency } : null)
    const page =
      isKnown && shown && (!intent || confirmable.includes(statusOf(intent)))
        ? elementPage({
            locale,
            shown,
            types: intent ? intent.methodTypes : readTypes(types, shown.currency),
            settings: { key, amount: shown.amount, secret: secret ?? null },
          })
        : layout(locale, `<p>${escapeText(textsOf(locale).gone)}</p>`, {}, 'element.js')
    return reply.type('text/html; charset=utf-8').send(page)
  })

  // Called by the script in the merchant's page, as Stripe.js calls api.stripe.com.
  app.get('/page/intent', isInternal, ({ query }, reply) => {
    const { key, secret, locale } = intentQuery.parse(query)
    const intent = find(key, secret)
    void reply.header('access-control-allow-origin', '*')
    const setup = findSetup(key, secret)
    if (setup)
      return reply.send({
        setupIntent: {
          id: setup.id,
          status: setup.status,
          last_setup_error: wordError(setup, locale),
        },
      })
    if (!intent) return reply.send({ error: unknownSecret })
    const { last_payment_error: error, ...rest } = describeIntent(intent, context.url()) as Record<
      string,
      unknown
    >
    return reply.send({
      total: formatTotal(intent.amount, intent.currency, locale),
      paymentIntent: { ...rest, last_payment_error: error && wordError(intent, locale) },
    })
  })

  app.post('/page/total', isInternal, ({ body }) => {
    const { amount, currency, locale } = totalBody.parse(JSON.parse(String(body)))
    return { total: formatTotal(amount, currency, locale) }
  })

  app.post('/page/confirm', isInternal, ({ body }) => {
    const given = confirmBody.parse(JSON.parse(String(body)))
    const intent = find(given.key, given.clientSecret)
    const labels = textsOf(given.locale)
    const setup = findSetup(given.key, given.clientSecret)
    if (setup) {
      const saved = cardOfNumber(given.number ?? '')
      if (!saved)
        return {
          error: { type: 'validation_error', code: 'incorrect_number', message: labels.incorrect_number },
        }
      setups.confirmInPage(setup, saved, given.returnUrl)
      const error = wordError(setup, given.locale)
      return error ? { error } : { action: setupAction(setup, context.url(), given.locale) }
    }
    if (!intent) return { error: unknownSecret }
    if (!confirmable.includes(statusOf(intent)))
      return {
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: labels.gone,
          payment_intent: describeIntent(intent, context.url()),
        },
      }
    if (given.amount !== null && given.amount !== intent.amount)
      return { error: integrationError('The amount of the elements differs from the PaymentIntent.') }
    if (!intent.methodTypes.includes(given.method))
      return { error: integrationError(`${given.method} is not a payment method of the PaymentIntent.`) }
    const card = given.number === null ? null : cardOfNumber(given.number)
    if (given.method === 'card' && !card)
      return {
        error: { type: 'validation_error', code: 'incorrect_number', message: labels.incorrect_number },
      }
    intents.confirmInPage(intent, given.method, card, given.returnUrl)
    const error = wordError(intent, given.locale)
    if (error) return { error }
    return { action: actionOf(intent, context.url(), given.locale) }
  })

  app.get<{ Params: { id: string } }>('/page/approve/:id', isInternal, ({ query }, reply) => {
    const { secret, locale, dialog } = approveQuery.parse(query)
    const intent = intents.findBySecret(secret)
    const setup = setups.findBySecret(secret)
    const page =
      intent && statusOf(intent) === 'requires_action' && intent.instrument
        ? approvePage(intent, intent.instrument.type, locale, dialog !== undefined)
        : setup?.status === 'requires_action'
          ? approvePage(setup, 'card', locale, dialog !== undefined)
          : layout(locale, `<p>${escapeText(textsOf(locale).gone)}</p>`, {}, 'approve.js')
    return reply.type('text/html; charset=utf-8').send(page)
  })

  app.post('/page/authenticate', isInternal, ({ body }, reply) => {
    const { clientSecret, isApproved } = authenticateBody.parse(JSON.parse(String(body)))
    const setup = setups.findBySecret(clientSecret)
    if (setup) {
      setups.authenticate(setup, isApproved)
      return reply.send({ status: setup.status, returnUrl: setup.returnUrl })
    }
    const intent = intents.findBySecret(clientSecret)
    if (!intent) return reply.code(404).send({ error: unknownSecret })
    intents.authenticate(intent, isApproved)
    return reply.send({ status: statusOf(intent), returnUrl: returnUrlOf(intent) })
  })
}

const unknownSecret = {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: 'No such payment_intent',
}

function integrationError(message: string) {
  return { type: 'invalid_request_error', code: 'integration_error', message }
}

function readTypes(types: string, currency: string): MethodType[] {
  const wanted = types.split(',')
  const read = methodTypes.filter((type) => wanted.includes(type))
  if (read.length > 0) return read
  return methodTypes.filter((type) => methodRules[type].currencies?.includes(currency) ?? true)
}

/** How the shopper goes on; null: the payment is decided. */
function actionOf(intent: Intent, url: string, locale: string): object | null {
  if (statusOf(intent) !== 'requires_action' || !intent.instrument) return null
  const { type } = intent.instrument
  const query = new URLSearchParams({ secret: intent.clientSecret, locale })
  return {
    kind: type === 'klarna' || type === 'mobilepay' ? 'redirect' : 'dialog',
    url: `${url}/page/approve/${intent.id}?${query.toString()}`,
  }
}

function setupAction(setup: SetupIntent, url: string, locale: string): object | null {
  if (setup.status !== 'requires_action') return null
  const query = new URLSearchParams({ secret: setup.clientSecret, locale })
  return { kind: 'dialog', url: `${url}/page/approve/${setup.id}?${query.toString()}` }
}

function returnUrlOf(intent: Intent): string | null {
  if (intent.returnUrl === null) return null
  const url = new URL(intent.returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.clientSecret)
  url.searchParams.set('redirect_status', intent.lastError ? 'failed' : 'succeeded')
  return url.href
}

/** The last error in the shopper's language, as Stripe.js words it; null: there is none. */
function wordError(intent: Intent | SetupIntent, locale: string): object | null {
  const { lastError } = intent
  if (!lastError) return null
  const labels = textsOf(locale) as Record<string, string>
  const key = lastError.decline_code ?? lastError.code.replace(/^(?:payment|setup)_(?:intent|method)_/, '')
  const message = labels[key] ?? labels['generic_decline']
  const status = 'stage' in intent ? statusOf(intent) : intent.status
  return { ...lastError, message, payment_intent: { id: intent.id, status } }
}

/** Stripe.js knows Norwegian by both of its codes. */
const aliases: Record<string, keyof typeof texts> = { no: 'nb' }

function languageOf(locale: string): keyof typeof texts {
  const language = locale.slice(0, 2).toLowerCase()
  const alias = aliases[language]
  if (alias) return alias
  return language in texts ? (language as keyof typeof texts) : 'en'
}

function textsOf(locale: string): Texts {
  return texts[languageOf(locale)]
}

function formatTotal(amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(languageOf(locale), {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(amount / 100)
}

/** The buttons that fill in a card. */
const offeredCards = {
  succeeds: '4242 4242 4242 4242',
  declines: '4000 0000 0000 9995',
  authenticates: '4000 0000 0000 3220',
} as const

function elementPage(parts: {
  locale: string
  /** Null: a card is saved, nothing is paid. */
  shown: { amount: number; currency: string } | null
  types: readonly MethodType[]
  settings: object
}): string {
  const { locale, shown, types, settings } = parts
  const labels = textsOf(locale)
  const methods = types.map((type, index) => radioChoice('method', type, labels[type], index === 0))
  const field = (name: 'number' | 'expiry' | 'cvc', autocomplete: string) =>
    `<label>${escapeText(labels[name])}<input type="text" name="${name}" inputmode="numeric" autocomplete="${autocomplete}"></label>`
  const cards = Object.entries(offeredCards).map(
    ([outcome, number]) =>
      `<button type="button" data-number="${number}">${escapeText(labels[outcome as keyof typeof offeredCards])}</button>`,
  )
  const total = shown
    ? `<p>${escapeText(labels.total)}: <strong id="total">${escapeText(formatTotal(shown.amount, shown.currency, locale))}</strong></p>`
    : ''
  const content = `<h1>${escapeText(labels.title)}</h1>
${total}
<form novalidate data-currency="${escapeText(shown?.currency ?? '')}">
<fieldset><legend>${escapeText(labels.method)}</legend>${methods.join('\n')}</fieldset>
<fieldset data-part="card">${field('number', 'cc-number')}
<div class="short">${field('expiry', 'cc-exp')}${field('cvc', 'cc-csc')}</div>
<fieldset><legend>${escapeText(labels.testCards)}</legend><div class="buttons">${cards.join('\n')}</div></fieldset></fieldset>
<p data-part="redirect" hidden>${escapeText(labels.redirected)}</p>
<label class="choice"><input type="checkbox" name="close">${escapeText(labels.close)}</label>
</form>`
  return layout(locale, content, settings, 'element.js')
}

function approvePage(
  intent: Pick<Intent, 'clientSecret'> & Partial<Pick<Intent, 'amount' | 'currency'>>,
  type: MethodType,
  locale: string,
  isDialog: boolean,
): string {
  const labels = textsOf(locale)
  const { amount, currency } = intent
  const total =
    amount === undefined || currency === undefined
      ? ''
      : `<p>${escapeText(labels.total)}: <strong>${escapeText(formatTotal(amount, currency, locale))}</strong></p>`
  const content = `<h1>${escapeText(labels[type])}</h1>
${total}
<form><fieldset><legend>${escapeText(type === 'card' ? labels.challenge : labels.approval)}</legend>
${actionButtons(['approve', 'fail', 'approveAndClose'], labels)}</fieldset></form>`
  return layout(locale, content, { secret: intent.clientSecret, isDialog }, 'approve.js')
}

function layout(locale: string, content: string, settings: object, script: string): string {
  const labels = textsOf(locale)
  const data = JSON.stringify({ texts: labels, ...settings }).replaceAll('<', '\\u003c')
  const root = script === 'approve.js' ? '../' : ''
  return `<!doctype html>
<html lang="${languageOf(locale)}">
<head><meta charset="utf-8"><title>${escapeText(labels.title)}</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${root}element.css"></head>
<body><main aria-label="${escapeText(labels.title)}">${content}<p role="status"></p></main>
<script type="application/json" id="settings">${data}</script>
<script src="${root}${script}"></script></body></html>`
}
