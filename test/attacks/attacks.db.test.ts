/**
 * Attacks on every route of the storefront's API and of the back office, generated from the routes and their schemas:
 * who gets an answer, and what a hostile request does. A new route is attacked by existing. `ATTACK_SEED` and
 * `ATTACK_COUNT` (mutations of each route) try others than the run of every day, `ATTACK_ROUTES` attacks a part.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../domain/accounts/sessions.server.ts'
import { roleNames, roles } from '../../domain/permissions/permissions.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import pino from 'pino'
import { callbackNameOf, providerMethods } from '../../domain/payment-methods/payment-methods.ts'
import { readPaymentAccounts } from '../../server/payment-settings.ts'
import type { AccessRule } from '../access/access-rule.ts'
import { apiAccess } from '../access/api-access.ts'
import { testApp, testServices } from '../composition.ts'
import { visitorHeaders } from '../admin/admin-shop.ts'
import { seededRandom } from '../seeded-random.ts'
import {
  attackedShop,
  backOfficePath,
  storefrontRequest,
  type AttackedShop,
  type AttackRequest,
} from './attacked-shop.ts'
import { methods, type AttackedRoute, type JsonSchema } from './attacked-routes.ts'
import { hostileParameters, mutations, someOf, toJson, validValue } from './hostile-requests.ts'

const seed = Number(process.env['ATTACK_SEED'] ?? 1)
const mutationsPerRoute = Number(process.env['ATTACK_COUNT'] ?? 24)

let shop: AttackedShop
beforeAll(async () => {
  shop = await attackedShop()
})
afterAll(() => shop.close())

type Headers = Record<string, string>
interface Sent {
  method: string
  url: string
  headers: Headers
  body?: string | undefined
}

/** Every request has an address of its own: what is limited per network limits no attack. */
let networks = 0
async function send(app: FastifyInstance, { method, url, headers, body }: Sent) {
  networks += 1
  const answer = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}

const nameOf = ({ method, url }: Pick<AttackedRoute, 'method' | 'url'>) => `${method} ${url}`
const isReading = ({ method }: AttackedRoute) => method === 'GET'

function storeUrl({ path, query }: Pick<AttackRequest, 'path' | 'query'>, store: StoreCode = 'sv'): string {
  const named = { ...query, locale: store, sid: String(stores[store].storeId) }
  return `${path}?${new URLSearchParams(named).toString()}`
}

const bearer = async (of: { accountId: number } | { orderId: number }): Promise<Headers> => {
  const { access } = await openSession({ db: shop.db, clock: Date.now }, of)
  return { authorization: `Bearer ${access}` }
}
const ofAccount = ({ accountId }: { accountId: number }) => bearer({ accountId })
const ofOrder = ({ orderId }: { orderId: number }) => bearer({ orderId })

/** What an answer discloses of the owner that the request did not contain. */
function disclosed(text: string, asked: string): string[] {
  const shown = decodeURIComponent(asked)
  return shop.owner.personal.filter((secret) => text.includes(secret) && !shown.includes(secret))
}

/** Every address with the methods that no route answers there. */
function unregistered(routes: readonly AttackedRoute[]): { method: string; path: string }[] {
  const paths = [...new Set(routes.map(({ url }) => url.replaceAll(/:\w+/g, '1')))]
  const answers = (route: AttackedRoute, path: string) =>
    new RegExp(`^${route.url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  return paths.flatMap((path) =>
    methods
      .filter((method) => !routes.some((route) => route.method === method && answers(route, path)))
      .map((method) => ({ method, path })),
  )
}

/** A payment provider for which the attacked shop has no account cannot be reached; every other 5xx is a fault. */
const isFault = (status: number, text: string) =>
  status >= 500 && !(status === 503 && text.includes('"payment_unavailable"'))

describe('[ROLE-07] every route of the storefront', () => {
  const rules: Readonly<Record<string, Pick<AccessRule, 'access' | 'params'>>> = apiAccess
  /** The id in its address opens such a route. */
  const opensById = (rule: Pick<AccessRule, 'access' | 'params'> | undefined) =>
    rule?.access === 'unguessable id' && Object.keys(rule.params).length > 0

  it('declares the session that its line in test/access/api-access.ts says', () => {
    const needed = { account: 'account', order: 'any' } as Readonly<Record<string, string>>
    const wrong = shop.storefront.routes.flatMap((route) => {
      const expected = needed[rules[nameOf(route)]?.access ?? '']
      return route.config.session === expected ? [] : [`${nameOf(route)} declares ${route.config.session}`]
    })
    expect(wrong).toEqual([])
  })

  it('refuses in each store everybody without its session, and discloses nothing to another customer', async () => {
    const problems: string[] = []
    for (const route of shop.storefront.routes) {
      const [another, order] = [await ofAccount(shop.other), await ofOrder(shop.other)]
      const request = await storefrontRequest(route, shop.owner)
      for (const store of storeCodes) {
        const url = storeUrl(request, store)
        const body = isReading(route) ? undefined : toJson(request.body ?? {})
        const { session } = route.config
        for (const [who, headers] of [
          ['a guest', {}],
          ['the login of another order', order],
          ['another customer', another],
        ] as const) {
          const { status, text } = await send(shop.storefront.app, { ...route, url, headers, body })
          const isStranger =
            session === 'account' ? who !== 'another customer' : session === 'any' && who === 'a guest'
          if (isStranger ? status !== 401 : isFault(status, text))
            problems.push(`${nameOf(route)} in ${store} answers ${who} ${status}: ${text.slice(0, 100)}`)
          // With the id in its address such a route is open to everybody.
          if (!isStranger && !opensById(rules[nameOf(route)]))
            for (const secret of disclosed(text, `${url} ${body ?? ''}`))
              problems.push(`${nameOf(route)} in ${store} discloses ${secret} to ${who}`)
        }
      }
    }
    expect([problems, shop.takeFaults()]).toEqual([[], []])
  })

  it('exists for its own methods alone', async () => {
    const answered: string[] = []
    const headers = await ofAccount(shop.owner)
    for (const { method, path } of unregistered(shop.storefront.routes)) {
      const url = storeUrl({ path, query: {} })
      const { status } = await send(shop.storefront.app, { method, url, headers })
      if (status !== 404) answered.push(`${method} ${path} answers ${status}`)
    }
    expect(answered).toEqual([])
  })
})

describe('every route of the back office', () => {
  it('exists for its own methods alone', async () => {
    const { headers } = await shop.staff('owner')
    const answered: string[] = []
    for (const { method, path } of unregistered(shop.backOffice.routes)) {
      const { status } = await send(shop.backOffice.app, { method, url: path, headers })
      if (status !== 404) answered.push(`${method} ${path} answers ${status}`)
    }
    expect(answered).toEqual([])
  })

  it('gives nothing of another store to any role, and changes nothing there', async () => {
    const problems: string[] = []
    for (const role of roleNames) {
      const { headers } = await shop.staff(role, ['da'])
      for (const route of shop.backOffice.routes) {
        const { path, namesOwned } = backOfficePath(route, shop.owner)
        const body = isReading(route)
          ? undefined
          : toJson(route.body ? validValue(route.body, shop.known) : {})
        const { status, text } = await send(shop.backOffice.app, { ...route, url: path, headers, body })
        if (status >= 500 || (namesOwned && status < 400))
          problems.push(`${nameOf(route)} answers a Danish ${role} ${status}: ${text.slice(0, 100)}`)
        for (const secret of disclosed(text, `${path} ${body ?? ''}`))
          problems.push(`${nameOf(route)} discloses ${secret} to a Danish ${role}`)
      }
    }
    expect([problems, shop.takeFaults()]).toEqual([[], []])
  })
})

/** The parameters of a query that a mutation made. */
function asQuery(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(value) as object).map(([name, each]) => [
      name,
      typeof each === 'string' ? each.toWellFormed() : toJson(each ?? ''),
    ]),
  )
}

interface Target {
  app: FastifyInstance
  route: AttackedRoute
  /** The headers of somebody who may call it; new ones after a request that ended the session. */
  allowed: () => Promise<Headers>
  /** Somebody who may not, and the status that every request of theirs gets; null: it is open to everybody. */
  stranger: { headers: Headers; status: number } | null
  request: AttackRequest
  url: (query: Record<string, string>, path?: string) => string
}

/** Sends a route's hostile requests; the problems as lines of text. */
async function attack({ app, route, allowed, stranger, request, url }: Target): Promise<string[]> {
  const random = seededRandom(seed).fork(nameOf(route))
  const problems: string[] = []
  let headers = await allowed()
  const bases = (['all', 'required'] as const).map((fields) => ({
    ...(route.body && (validValue(route.body, shop.known, { fields }) as object)),
    ...request.body,
  }))
  const judge = async (what: string, sent: Omit<Sent, 'headers' | 'method'>, more: Headers = {}) => {
    const call = { method: route.method, ...sent }
    let answer = await send(app, { ...call, headers: { ...headers, ...more } })
    if (answer.status === 401 && stranger !== null) {
      headers = await allowed()
      answer = await send(app, { ...call, headers: { ...headers, ...more } })
    }
    const faults = shop.takeFaults().map((text) => text.slice(0, 600))
    if (isFault(answer.status, answer.text) || faults.length > 0)
      problems.push(`${nameOf(route)} ${what}: ${answer.status} ${faults.join(' ')}`)
    if (/\n\s+at .+:\d+:\d+|node_modules|SQLITE|syntax error at or near/.test(answer.text))
      problems.push(`${nameOf(route)} ${what} discloses its inside`)
    if (stranger === null || !random.chance(0.2)) return
    const { status } = await send(app, { ...call, headers: { ...stranger.headers, ...more } })
    // A request that cannot be one is refused before anybody is asked who sends it.
    if (status !== stranger.status && status !== 400 && status !== 414)
      problems.push(`${nameOf(route)} ${what} answers a stranger ${status}`)
  }
  const valid = isReading(route) ? undefined : toJson(bases[1])
  const plain = url(request.query)
  await judge('as it is', { url: plain, body: valid })
  const { body: bodySchema, query: querySchema } = route
  if (bodySchema !== null) {
    const wrong = bases.flatMap((base) => mutations(bodySchema, base, shop.known))
    for (const { what, value } of someOf(wrong, mutationsPerRoute, random))
      await judge(what, { url: plain, body: toJson(value) })
  }
  if (querySchema !== null) {
    const query = {
      ...(validValue(querySchema, shop.known, { fields: 'required' }) as object),
      ...request.query,
    }
    const wrong = mutations(querySchema, query, shop.known)
    for (const { what, value } of someOf(wrong, mutationsPerRoute / 2, random))
      await judge(`?${what}`, { url: url(asQuery(value)), body: valid })
    const [name = 'x'] = Object.keys(querySchema.properties ?? {})
    const twice = `${plain}${plain.includes('?') ? '&' : '?'}${name}=1&${name}=2`
    await judge('with a parameter twice', { url: twice, body: valid })
  }
  const parts = request.path.split('/')
  for (const [at, part] of route.url.split('/').entries())
    if (part.startsWith(':'))
      for (const value of someOf(hostileParameters, 6, random))
        await judge(`${part} = ${value.slice(0, 20)}`, {
          url: url(request.query, parts.with(at, value).join('/')),
          body: valid,
        })
  if (!isReading(route))
    for (const [type, body] of [
      ['application/json', '{"__proto__":{"items":[]}}'],
      ['application/json', '['.repeat(20_000)],
      ['application/json', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
      ['application/json', '{"a":NaN}'],
      ['image/jpeg', 'not a picture'],
      ['text/tab-separated-values', 'sku\tname\n\u0000\t'],
      ['application/xml', '<a>'.repeat(50)],
      ['application/octet-stream', '\u0000'],
    ] as const)
      await judge(`${type} ${body.slice(0, 10)}`, { url: plain, body }, { 'content-type': type })
  return problems
}

/** Routes that end what later ones need come last. */
const isEnding = ({ method, url }: AttackedRoute) =>
  method === 'DELETE' || /erase|deactivate|sign-out|logout|auth\/account|auth\/password/.test(url)
const inOrder = (routes: readonly AttackedRoute[]) => [
  ...routes.filter((route) => !isEnding(route)),
  ...routes.filter(isEnding),
]

/** The numbers of a schema that are neither integers nor amounts, by their path. */
function otherNumbers(schema: JsonSchema, path: string): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([name, each]) => [each, `${path}.${name}`] as const),
    ...[schema.items, schema.additionalProperties].flatMap((each) =>
      typeof each === 'object' ? [[each, `${path}[]`] as const] : [],
    ),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (each) => [each, path] as const,
    ),
  ]
  const isOther = schema.type === 'number' && schema.multipleOf !== 0.01
  return [...(isOther ? [path] : []), ...inside.flatMap(([each, at]) => otherNumbers(each, at))]
}

describe('hostile requests', () => {
  it('[DEF-01] find no number that may have any decimals, but for measurements, rates and the fields of coupons', () => {
    const routes = [...shop.storefront.routes, ...shop.backOffice.routes]
    const found = routes.flatMap(({ body, ...route }) => (body ? otherNumbers(body, nameOf(route)) : []))
    const known =
      /^POST \/api\/(vitals|auth\/devices)|^(POST|PUT) \/admin\/api\/coupons|^PUT \/admin\/api\/field-values|^POST \/admin\/api\/price-proposals/
    expect(found.filter((path) => !known.test(path))).toEqual([])
  })

  it('to every route of the storefront are no fault of it, and get strangers nothing', async () => {
    const problems: string[] = []
    for (const route of inOrder(shop.storefront.routes)) {
      const request = await storefrontRequest(route, shop.owner)
      problems.push(
        ...(await attack({
          app: shop.storefront.app,
          route,
          allowed: () => ofAccount(shop.owner),
          stranger: route.config.session === undefined ? null : { headers: {}, status: 401 },
          request,
          url: (query, path = request.path) => storeUrl({ path, query: { locale: 'sv', ...query } }),
        })),
      )
    }
    expect(problems).toEqual([])
  }, 600_000)

  it('to every route of the back office are no fault of it, and get strangers nothing', async () => {
    const problems: string[] = []
    for (const route of inOrder(shop.backOffice.routes)) {
      const { permission } = route.config
      const lacking = roleNames.find(
        (role) => permission != null && !(roles[role] as readonly string[]).includes(permission),
      )
      const stranger =
        permission == null
          ? null
          : lacking === undefined || permission === 'signed-in'
            ? { headers: visitorHeaders, status: 401 }
            : { headers: (await shop.staff(lacking)).headers, status: 403 }
      const { path } = backOfficePath(route, shop.owner)
      problems.push(
        ...(await attack({
          app: shop.backOffice.app,
          route,
          allowed: async () => (await shop.staff('owner')).headers,
          stranger,
          request: { path, query: {}, body: null },
          url: (query, at = path) => {
            const text = new URLSearchParams(query).toString()
            return text === '' ? at : `${at}?${text}`
          },
        })),
      )
    }
    expect(problems).toEqual([])
  }, 600_000)
})

/** What a program that is no payment provider may send to the address of one. */
const reports = [
  '',
  '{',
  '[]',
  'null',
  '7',
  '{}',
  '{"id":null,"type":{},"payment":[]}',
  '{"id":"evt_1","type":"payment.authorized","payment":"pay_1"}',
  '{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1"}}}',
  '{"__proto__":{"payment":"pay_1"}}',
  '['.repeat(20_000),
  'x'.repeat(200 * 1024),
  '\u0000\ud800',
]
const signatures: Headers[] = [
  '',
  't=1,v1=00',
  `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
  `t=9999999999999999999,v1=${'g'.repeat(64)}`,
  'x'.repeat(5000),
].map((text) =>
  Object.fromEntries(
    ['stripe-signature', 'x-harbour-signature', 'webhook-signature', 'authorization'].flatMap((name) =>
      text === '' ? [] : [[name, text]],
    ),
  ),
)
const queries = [
  '',
  'payment=pay_1',
  'payment=%00',
  'payment=__proto__',
  'payment=1&payment=2',
  'payment=%ED%A0%80',
]

describe('every payment webhook', () => {
  it('refuses what its provider has not signed, is no fault, and stores nothing of it', async () => {
    const faults: string[] = []
    const unreachable = 'http://127.0.0.1:9'
    const { db } = shop
    const app = await testApp(testServices({ db, payments: readPaymentAccounts(process.env, unreachable) }), {
      log: pino({ level: 'error' }, { write: (text) => void faults.push(text) }),
    })
    const names = new Set(providerMethods.map(callbackNameOf))
    const stored = async () => (await db.selectFrom('payment_event').select('id').execute()).length
    const before = await stored()
    const random = seededRandom(seed).fork('webhooks')
    const problems: string[] = []
    for (const name of names)
      for (const body of reports)
        for (const headers of signatures)
          for (const query of someOf(queries, 2, random)) {
            const url = `/callbacks/${name}/${random.pick(storeCodes)}/notification?${query}`
            const { status, text } = await send(app, { method: 'POST', url, headers, body })
            if (status < 400 || status >= 500)
              problems.push(`${url} ${body.slice(0, 40)} answers ${status}: ${text.slice(0, 100)}`)
          }
    expect([problems, faults]).toEqual([[], []])
    expect(names.size).toBeGreaterThan(2)
    expect(await stored()).toBe(before)
    await app.close()
  })
})
