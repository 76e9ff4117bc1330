/**
 * Two customers with recognisable personal data in the shop under test, and sessions of every kind that must not open
 * what the first of them owns. Only in `.http.test.ts` files.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createAccount, issueAccountToken } from '../../domain/accounts/account-repository.server.ts'
import { hashPassword } from '../../domain/accounts/password.server.ts'
import { openSession, type TokenPair } from '../../domain/accounts/sessions.server.ts'
import { tokenHash } from '../../domain/accounts/token.server.ts'
import { addPerson } from '../../domain/companies/company-people.server.ts'
import { insertInvitation } from '../../domain/companies/company-repository.server.ts'
import { saveCart } from '../../domain/cart/saved-cart-repository.server.ts'
import { createCompany, type CompanyForm } from '../../domain/companies/edit-company.server.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import type { Database } from '../../server/database/database.ts'
import { apiPath, ask, type Ask } from '../http/shop-client.ts'
import { invoiceProviders } from '../composition.ts'
import { ownedOfModules } from '../module-tests.ts'
import { testActor } from '../test-actor.ts'
import type { OwnedObjects } from './owned-objects.ts'

export interface AccessCustomer {
  accountId: number
  orderId: number
  owned: Omit<OwnedObjects, 'checkout'>
  /** Texts that must not appear where somebody else asks; the first ones identify the person. */
  secrets: string[]
  /** Those that are no numbers of orders, which the log may name. */
  personal: string[]
  openCheckout(): Promise<string>
  /** Everything that the shop knows about the customer, as the customer can download it, without sessions. */
  data(): Promise<unknown>
}

const clock = () => Date.now()

/** Creates a customer and lets them order through the API. `from`: the address the requests come from. */
export async function createCustomer(
  { db, base, from }: { db: Database; base: string; from: string },
  words: {
    firstName: string
    lastName: string
    street: string
    company: string
    organisationNumber: string
    phone: string
    vat: string
  },
): Promise<AccessCustomer> {
  const { firstName, lastName, street, company, organisationNumber, phone, vat } = words
  const email = `${firstName.toLowerCase()}.${randomUUID().slice(0, 8)}@kanariefonden.example`
  const passwordHash = await hashPassword(randomUUID())
  const fields = { firstName, lastName, street, phone, postalCode: '12345', city: 'Luleå' }
  const account = (await createAccount(db, testActor, {
    store: 'sv',
    email,
    passwordHash,
    type: 'business',
    companyName: company,
    ...fields,
  }))!
  const invited = `inbjuden.${email}`
  const { companyId, invitation } = await ownCompany(db, account.id, {
    form: { name: company, organisationNumber, street, postalCode: '123 45', city: 'Luleå' },
    invited,
  })
  const { access } = await openSession({ db, clock }, { accountId: account.id })
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const call = async <Json>(method: Ask['method'], path: string, body?: unknown): Promise<Json> => {
    const sent = { method: method!, headers, from, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await ask(base, apiPath('sv', path), sent)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text) as Json
  }
  const form = {
    customerType: 'business',
    email,
    phone,
    firstName,
    lastName,
    companyName: company,
    identityNumber: '556677-8899',
    vatNumber: vat,
    address: street,
    postalCode: '12345',
    city: 'Luleå',
    note: `Portkod till ${lastName}`,
    shippingMethod: 'budbee-home',
  }
  const { identityNumber: _number, ...details } = form
  const openCheckout = async (more: object = {}) => {
    const items = [{ sku: 'VO-AA-8', quantity: 20, ...more }]
    const { id } = await call<{ id: string }>('POST', 'checkout', { items })
    return call<{ id: string; total: number }>('PATCH', `checkout/${id}`, details)
  }
  const { id, total } = await openCheckout({ subscription_interval: '1 month' })
  const placed = await call<{ number: string; confirmation: string }>('POST', `checkout/${id}/complete`, {
    ...form,
    acceptTerms: true,
    total,
  })
  const staff = { db, clock, providers: invoiceProviders({ db, clock }), jobs: { enqueue: async () => {} } }
  await shipOrder(staff, testActor, { number: placed.number, trackingNumber: 'PARCEL-1' })
  await moveOrder(staff, testActor, placed.number, 'delivered')
  const returned = await call<{ label_url: string }>('POST', `orders/${placed.number}/returns`, {
    items: [{ sku: 'VO-AA-8', quantity: 1, reason: 'other' }],
    comment: `Hälsningar ${lastName}`,
  })
  const { rows } = await sql<{ orderId: number; session: number; invoice: number | null }>`
    select o.id as "orderId", (select max(id) from session_family where account_id = ${account.id}) as session,
      (select number from invoice where order_id = o.id limit 1) as invoice
    from orders o where o.number = ${placed.number}`.execute(db)
  const passkey = Buffer.from(`nyckel ${randomUUID()}`).toString('base64url')
  await sql`insert into passkey (credential_id, account_id, public_key, counter, transports, name, backed_up, created_at)
    values (${passkey}, ${account.id}, '\\x00', 0, '{}', ${`Nyckel ${lastName}`}, false, now())`.execute(db)
  const used = await issueAccountToken(db, {
    accountId: account.id,
    purpose: 'login',
    now: clock(),
    lifeMs: 60_000,
  })
  await sql`update account_token set used_at = now() where id = ${used.id}`.execute(db)
  const savedCart = await saveCart(
    db,
    testActor,
    { store: 'sv', accountId: account.id, companyId },
    { name: `Korg ${lastName}`, isShared: true, lines: [{ sku: 'VO-AA-8', name: 'AA', quantity: 1 }] },
  )
  const { orderId, session, invoice } = rows[0]!
  const jpeg = Buffer.from(`photo of ${lastName}`)
  const pictures = await sql<{ id: number }>`
    insert into customer_picture (order_id, return_id, sha256, bytes, uploaded_at)
    values (${orderId}, (select id from order_return where order_id = ${orderId} and number = 1), sha256(${jpeg}),
      ${jpeg}, ${new Date(clock())}) returning id`.execute(db)
  const labelToken = returned.label_url.split('/').at(-1)!
  const personal = [
    email,
    invited,
    lastName,
    street,
    company,
    phone,
    vat,
    placed.confirmation,
    labelToken,
    access,
  ]
  return {
    accountId: account.id,
    orderId,
    owned: {
      email,
      order: placed.number,
      orderToken: placed.confirmation,
      invoice: String(invoice ?? 1),
      labelToken,
      picture: String(pictures.rows[0]!.id),
      session: String(session),
      passkey,
      person: String(account.id),
      invitation: String(invitation),
      savedCart: String(savedCart),
      usedToken: used.token,
      ...(await ownedOfModules({ db, clock, store: 'sv', accountId: account.id, lastName })),
    },
    personal,
    secrets: [...personal, placed.number, account.number, passkey],
    openCheckout: async () => (await openCheckout()).id,
    async data() {
      const { sessions: _sessions, ...sections } = await call<Record<string, unknown>>(
        'GET',
        'auth/personal-data',
      )
      return sections
    },
  }
}

/** Creates the company that an account administers, with an open invitation. */
async function ownCompany(
  db: Database,
  accountId: number,
  { form, invited }: { form: CompanyForm; invited: string },
): Promise<{ companyId: number; invitation: number }> {
  const created = await createCompany({ db, clock }, testActor, { store: 'sv', form })
  if (!created.ok) throw new Error(`company: ${JSON.stringify(created)}`)
  const { company } = created
  await addPerson(db, testActor, {
    company,
    accountId,
    membership: { role: 'admin', approvalAboveMinor: null },
  })
  const now = clock()
  const invitation = await insertInvitation(
    db,
    company.id,
    { email: invited, role: 'buyer', approvalAboveMinor: null },
    { now, expiresAt: now + 3_600_000 },
  )
  return { companyId: company.id, invitation }
}

/** What a request carries to say whose it is. */
export interface Credentials {
  /** For the API. */
  authorization?: string
  /** For pages. */
  cookie?: string
}

const credentials = (strategy: 'account' | 'order', { access, refresh }: TokenPair): Credentials => ({
  authorization: `Bearer ${access}`,
  cookie: `anode_${strategy}=${access}.${refresh}`,
})

/** A new login of the customer's account. */
export async function loggedIn(db: Database, { accountId }: AccessCustomer): Promise<Credentials> {
  return credentials('account', await openSession({ db, clock }, { accountId }))
}

/** The text with one character in the middle replaced. */
export function tampered(text: string): string {
  const at = Math.floor(text.length / 2)
  const character = text[at] === '1' ? '2' : '1'
  return text.slice(0, at) + character + text.slice(at + 1)
}

/** New credentials of everybody who must not see what `owner` owns, by who they are. */
export function strangersOf(
  { db, base }: { db: Database; base: string },
  { owner, other }: { owner: AccessCustomer; other: AccessCustomer },
): Record<string, () => Promise<Credentials>> {
  let renewals = 0
  const opened = (customer: AccessCustomer) => openSession({ db, clock }, { accountId: customer.accountId })
  return {
    'without a token': async () => ({}),
    'with the account of another customer': () => loggedIn(db, other),
    'with the login of another order': async () =>
      credentials('order', await openSession({ db, clock }, { orderId: other.orderId })),
    'with an expired token': async () => {
      const pair = await opened(owner)
      await sql`update session_pair set expires_at = now() - interval '1 second'
        where access_hash = ${tokenHash(pair.access)}`.execute(db)
      return credentials('account', pair)
    },
    'with a tampered token': async () => {
      const { access, refresh } = await opened(owner)
      return credentials('account', { access: tampered(access), refresh: tampered(refresh) })
    },
    'after a refresh token was used twice': async () => {
      const { refresh } = await opened(owner)
      // Renewing is limited per address.
      const from = `127.0.8.${1 + (renewals++ % 250)}`
      const renew = () =>
        ask(base, apiPath('sv', 'auth/refresh'), {
          method: 'POST',
          from,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ refresh_token: refresh }),
        })
      const first = JSON.parse((await renew()).text) as { access_token: string; refresh_token: string }
      await renew()
      return credentials('account', { access: first.access_token, refresh: first.refresh_token })
    },
  }
}
