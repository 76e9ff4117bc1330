/**
 * Every address of the shop, visited by people who may not see what a customer owns: nothing of that customer appears
 * in a status, a body, a stored page or the log, and nothing of it changes. The addresses are those of the tables in
 * `test/access`, which a test holds complete.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../server/database/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import type { AccessRule } from '../access/access-rule.ts'
import type { OwnedObjects } from '../access/owned-objects.ts'
import { apiAccess } from '../access/api-access.ts'
import { pageAccess } from '../access/page-access.ts'
import {
  createCustomer,
  loggedIn,
  strangersOf,
  tampered,
  type AccessCustomer,
  type Credentials,
} from '../access/two-customers.ts'
import { sendVisit, visitOf as readVisit, type Disguise, type Visit } from '../access/visit.ts'
import { baseUrl, serverDataDir } from '../base-url.ts'
import { ask, type Answer } from './shop-client.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
/** The API limits requests per address; no other test uses this one. */
const from = '127.0.7.14'
let postgres: EmbeddedPostgres
let db: Database
let owner: AccessCustomer
let other: AccessCustomer
let strangers: ReturnType<typeof strangersOf>
let ownData: unknown
/** Length of the log before the first visit. */
let logStart: number

const readLog = () => readFile(join(serverDataDir(), 'server.log'), 'utf8')

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: serverDataDir(), log })
  db = createDatabase(postgres.url, { log, max: 2 })
  const world = { db, base: baseUrl(), from }
  logStart = (await readLog()).length
  // First the other one: the first order number of a shop is an example in the description of the API.
  other = await createCustomer(world, {
    firstName: 'Balthasar',
    lastName: 'Ørnfelt',
    street: 'Papegojvägen 88',
    company: 'Papegojfonden Aktiebolag',
    organisationNumber: '556737-0431',
    phone: '0704455662',
    vat: 'SE556737043101',
  })
  owner = await createCustomer(world, {
    firstName: 'Aurelia',
    lastName: 'Quistgaard',
    street: 'Kanariegränden 77',
    company: 'Kanariefonden Aktiebolag',
    organisationNumber: '556677-8899',
    phone: '0704455661',
    vat: 'SE556677889901',
  })
  strangers = strangersOf(world, { owner, other })
  ownData = await owner.data()
})

afterAll(async () => {
  await db.destroy()
  await postgres.stop()
})

const visitOf = (
  pattern: string,
  rule: AccessRule,
  { of = owner, disguise }: { of?: AccessCustomer; disguise?: Disguise } = {},
) => readVisit(pattern, rule, { of, ...(disguise && { disguise }) })

const send = (visit: Visit, headers: Record<string, string>) => sendVisit(visit, headers, from)

/** What an answer discloses of a customer that the request did not contain. */
function disclosed(customer: AccessCustomer, { path, body }: Visit, { text, headers }: Answer): string[] {
  const answer = `${text} ${JSON.stringify(headers)}`
  const asked = decodeURIComponent(path) + (body ?? '')
  return customer.secrets.filter((secret) => answer.includes(secret) && !asked.includes(secret))
}

type Allowed = (status: number) => boolean

const isNoFault: Allowed = (status) => status < 500
const oneOf =
  (statuses: readonly number[]): Allowed =>
  (status) =>
    statuses.includes(status)

/** The problems of one visit, as lines of text. */
function problemsOf(
  who: string,
  visit: Visit,
  answer: Answer,
  isAllowed: Allowed,
  customer: AccessCustomer = owner,
): string[] {
  const problems = disclosed(customer, visit, answer).map((secret) => `discloses ${secret}`)
  if (!isAllowed(answer.status)) problems.push(`answers ${answer.status} (${answer.text.slice(0, 120)})`)
  return problems.map((problem) => `${visit.pattern} ${who} ${problem}`)
}

const withOtherAccount = 'with the account of another customer'
const withOtherOrder = 'with the login of another order'

/** The statuses that the table of the API allows a stranger. */
function allowedFor(who: string, { access, refused, foreign }: AccessRule): Allowed {
  switch (access) {
    case 'provider-signed':
    case 'single-use token':
      return oneOf(refused)
    case 'operations':
      return oneOf([200])
    case 'account':
      return oneOf(who === withOtherAccount ? foreign : refused)
    case 'order':
      if (who === withOtherOrder) return oneOf(foreign)
      return oneOf(who === withOtherAccount ? refused : [401])
    default:
      return (status) => isNoFault(status) || refused.includes(status)
  }
}

/** The statuses of a page: a guest is asked to log in, or gets the order's login in place of the order. */
function allowedOnPage(who: string, { access }: AccessRule): Allowed {
  if (access === 'account') return oneOf(who === withOtherAccount ? [200, 403] : [302])
  if (access === 'order') return oneOf(who === withOtherAccount || who === withOtherOrder ? [403] : [200])
  return isNoFault
}

/** All strangers at once: each visit waits for the database. */
async function everyStranger(
  visit: (who: string, credentials: () => Promise<Credentials>) => Promise<void>,
): Promise<void> {
  await Promise.all(Object.entries(strangers).map(([who, credentials]) => visit(who, credentials)))
}

const rules = (table: Readonly<Record<string, AccessRule>>) => Object.entries(table)
const api = ({ authorization }: Credentials) => (authorization === undefined ? {} : { authorization })
const page = ({ cookie }: Credentials) => (cookie === undefined ? {} : { cookie })

describe('[ROLE-07] what a customer owns', () => {
  it('is there for the customer', async () => {
    const headers = api(await loggedIn(db, owner))
    const seen = new Set<string>()
    const problems: string[] = []
    for (const [pattern, rule] of rules(apiAccess)) {
      if (!pattern.startsWith('GET') || !['account', 'order'].includes(rule.access)) continue
      // Of this order there is no label, and the invoice is no text.
      if (/order-auth|\/invoices\/|\/label$/.test(pattern)) continue
      const visit = await visitOf(pattern, rule)
      const answer = await send(visit, headers)
      problems.push(...problemsOf('as its owner', visit, answer, oneOf([200]), other))
      for (const secret of owner.secrets) if (answer.text.includes(secret)) seen.add(secret)
    }
    expect(problems).toEqual([])
    // All but two tokens, which no answer repeats: of the session, and of the order.
    expect(owner.secrets.filter((secret) => !seen.has(secret))).toHaveLength(2)
  })

  it('is in no answer of the API to anybody else', async () => {
    const problems: string[] = []
    for (const [pattern, rule] of rules(apiAccess))
      await everyStranger(async (who, credentials) => {
        const visit = await visitOf(pattern, rule)
        // A fresh session each time: some of these calls end the session that they are made with.
        const answer = await send(visit, api(await credentials()))
        // With the right token these are open to everybody.
        if (rule.access === 'unguessable id' && !('id' in rule.params)) return
        problems.push(...problemsOf(who, visit, answer, allowedFor(who, rule)))
      })
    expect(problems).toEqual([])
  }, 300_000)

  it('is not opened by an id or a token that is nearly right, or that opens what is somebody else’s', async () => {
    const problems: string[] = []
    const theirs: Partial<OwnedObjects> = other.owned
    for (const [pattern, rule] of rules(apiAccess)) {
      if (rule.access !== 'unguessable id' && rule.access !== 'single-use token') continue
      const near = await visitOf(pattern, rule, { disguise: (value) => tampered(value) })
      problems.push(...problemsOf('nearly right', near, await send(near, {}), oneOf(rule.refused)))
      const swapped = await visitOf(pattern, rule, {
        disguise: (value, name) => (name.endsWith('Token') ? (theirs[name] ?? value) : value),
      })
      problems.push(
        ...problemsOf(
          'with another order’s',
          swapped,
          await send(swapped, {}),
          (status) => isNoFault(status) || rule.refused.includes(status),
        ),
      )
    }
    expect(problems).toEqual([])
  })

  it('is on no page of anybody else, nor on a stored one', async () => {
    const problems: string[] = []
    const mine = await loggedIn(db, owner)
    for (const [pattern, rule] of rules(pageAccess)) {
      const ids = Object.values(rule.params).some((name) => /Token/.test(name))
      const visit = await visitOf(pattern, rule, { disguise: ids ? tampered : (value) => value })
      // First its owner: what would be stored of this answer must not reach the next visitor.
      await send(await visitOf(pattern, rule), page(mine))
      await everyStranger(async (who, credentials) => {
        const headers = page(await credentials())
        const answer = await send(visit, headers)
        const allowed = allowedOnPage(who, rule)
        problems.push(...problemsOf(who, visit, answer, allowed))
        const { location } = answer.headers
        if (allowed !== isNoFault && allowed(302) && !String(location).startsWith('/sv?login='))
          problems.push(`${pattern} ${who} redirects to ${String(location)}`)
        const [path, query = ''] = visit.path.split('?')
        const loaded = { ...visit, path: `${path}.data?${query}` }
        problems.push(...problemsOf(`${who}, as data,`, loaded, await send(loaded, headers), isNoFault))
      })
    }
    expect(problems).toEqual([])
  }, 120_000)
})

/** Somebody's page makes the customer's browser send requests with its cookies. */
describe('a page of another site', () => {
  it('changes nothing in the name of a customer whose cookies it makes a browser send', async () => {
    const problems: string[] = []
    const { cookie } = await loggedIn(db, owner)
    const sources = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const [pattern, rule] of rules(apiAccess)) {
      if (pattern.startsWith('GET') || !['account', 'order'].includes(rule.access)) continue
      const visit = await visitOf(pattern, rule)
      for (const source of sources) {
        const answer = await send(visit, { cookie: cookie!, ...source })
        problems.push(...problemsOf(`from ${JSON.stringify(source)}`, visit, answer, oneOf([403])))
      }
      // A form of another site can send text without asking first.
      const form = { method: visit.method, from, headers: { cookie: cookie!, 'content-type': 'text/plain' } }
      const answer = await ask(baseUrl(), visit.path, { ...form, body: visit.body ?? '{}' })
      problems.push(...problemsOf('as a form', visit, answer, oneOf([415])))
    }
    expect(problems).toEqual([])
    expect(await owner.data()).toEqual(ownData)
  })

  it('cannot have the shop redirect a visitor elsewhere, by any parameter or path', async () => {
    const elsewhere = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example',
      'javascript:x',
    ]
    const parameters = [
      'next',
      'redirect',
      'return',
      'returnTo',
      'url',
      'to',
      'login',
      'disc',
      'atc',
      'token',
      'query',
    ]
    const paths = elsewhere.flatMap((target) => [
      ...['/sv', '/sv/my-account', '/sv/my-order', '/sv/checkout/confirmation', '/sv/rabatt/KOD'].map(
        (path) => {
          const query = new URLSearchParams(parameters.map((name) => [name, target]))
          return `${path}?${query.toString()}`
        },
      ),
      `/${target}`,
      `/sv/${target}`,
      `/sv/${target}/`,
      `/sv/rabatt/KOD/${target}`,
      `/sv/hitta-batteri?query=${encodeURIComponent(target)}`,
      `/sv/sokresultat.html?query=${encodeURIComponent(target)}&page=1`,
      `/sv/artiklar/${target}/index.html?page=1`,
    ])
    const out: string[] = []
    for (const path of [
      ...paths,
      '//evil.example',
      '//evil.example/',
      '/\\evil.example/..',
      '/sv//evil.example/',
    ]) {
      const { headers } = await ask(baseUrl(), path, { from })
      const location = headers['location']
      if (location === undefined) continue
      // As a browser reads it, relative to the shop.
      const { origin } = new URL(String(location), baseUrl())
      if (origin !== new URL(baseUrl()).origin) out.push(`${path} → ${String(location)}`)
    }
    expect(out).toEqual([])
  })
})

/** Last: what all visits above left behind. */
describe('after all these visits', () => {
  it('what the customer owns has not changed, and is not in the log', async () => {
    expect(await owner.data()).toEqual(ownData)
    const written = (await readLog()).slice(logStart)
    for (const customer of [owner, other])
      expect(customer.personal.filter((secret) => written.includes(secret))).toEqual([])
  })
})
