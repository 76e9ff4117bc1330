import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { askCompany } from '../domain/companies/ask-company.server.ts'
import { addPerson } from '../domain/companies/company-people.server.ts'
import { createCompany } from '../domain/companies/edit-company.server.ts'
import { verifyCompany } from '../domain/companies/verify-company.server.ts'
import type { Company, CompanyMembership } from '../domain/companies/company.ts'
import { minor } from '../domain/money/money.ts'
import { companyMail } from '../server/jobs/mails/company-mail.ts'
import { senderOf } from '../test/send-templated.ts'
import { lockWaiters } from '../test/lock-waiters.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { goodForm, line } from '../test/order-shop.ts'
import { sendEnqueued, tokenIn } from '../test/send-enqueued.ts'
import { testActor } from '../test/test-actor.ts'

const sendCompanyMail = senderOf('company-mail', companyMail)

const shop = await accountShop()
const { ask, post, someAccount, loggedIn } = shop
afterAll(() => shop.close())

const sentMails = () => sendEnqueued({ ...shop, clock: () => shop.now.at }, 'company-mail', sendCompanyMail)

/** For use cases of staff, whose jobs the shop's application does not take. */
const jobs = {
  enqueue: async (_trx: unknown, name: string, data: object) =>
    void shop.enqueued.push({ name, data: data as never }),
}

async function company(number: string, name = 'Verkstan AB'): Promise<Company> {
  const form = { name, organisationNumber: number }
  const created = await createCompany({ db: shop.db, clock: () => shop.now.at }, testActor, {
    store: 'sv',
    form,
  })
  if (!created.ok) throw new Error(created.code)
  return created.company
}

/** An account in the company, with the headers of its session. */
async function person(of: Company, { role, approvalAboveMinor = null }: Partial<CompanyMembership>) {
  const account = await someAccount({
    type: 'business',
    companyName: of.name,
    firstName: 'Kim',
    lastName: role!,
  })
  const membership = { role: role!, approvalAboveMinor }
  expect(await addPerson(shop.db, testActor, { company: of, accountId: account.id, membership })).toEqual({
    ok: true,
  })
  return { account, headers: bearer((await loggedIn(account.email)).access_token) }
}

async function businessOrder(
  headers: Record<string, string>,
  customerType: 'business' | 'private' = 'business',
) {
  const product = await shop.addProduct({ price: 200 })
  const opened = await post(
    'checkout',
    { items: [line(product)], coupons: [], campaignData: null },
    { headers },
  )
  const { shippingMethod } = goodForm
  const path = `checkout/${opened.body.id}`
  const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
  const business = { customerType, companyName: 'Verkstan AB', identityNumber: '556016-0680' }
  const form = { ...goodForm, ...(customerType === 'business' && business), total: chosen.body.total }
  const done = await post(`${path}/complete`, form, { headers })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return done.body.number as string
}

describe('companies', () => {
  it('checks the numbers of a company and refuses a sole trader’s', async () => {
    const create = (form: object) =>
      createCompany({ db: shop.db, clock: () => shop.now.at }, testActor, { store: 'sv', form })
    expect(await create({ name: 'Anna Berg', organisationNumber: '811228-9874' })).toMatchObject({
      fields: { organisationNumber: 'personal_number' },
    })
    expect(
      await create({
        organisationNumber: '556016-0681',
        vatNumber: 'SE1',
        postalCode: '1',
        electronicAddress: 'x',
        invoiceEmail: 'x',
      }),
    ).toMatchObject({
      fields: {
        name: 'required',
        organisationNumber: 'identity_number',
        vatNumber: 'vat_number',
        postalCode: 'postal_code',
        electronicAddress: 'electronic_address',
        invoiceEmail: 'email',
      },
    })
    const { organisationNumber } = await company('556703-7485', 'Först AB')
    expect(await create({ name: 'x', organisationNumber })).toMatchObject({ code: 'exists' })
  })

  it('lets a customer open one and become its admin, once, and gives nothing else by it', async () => {
    const customer = await someAccount({ firstName: 'Eva', lastName: 'Ny' })
    const headers = bearer((await loggedIn(customer.email)).access_token)
    const form = { name: 'Nystartat AB', organisation_number: '556999-1010', city: 'Luleå' }
    const open = (body: object, as = headers) => post('company', body, { headers: as })
    expect((await post('company', form)).status).toBe(401)
    const wrong = await open({ ...form, name: 'Vinn på evil.shop', organisation_number: '811228-9874' })
    expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
      422,
      ['name', 'organisation_number'],
    ])
    // Fields that are not the form's are not read.
    const more = { id: 1, store: 'de', role: 'buyer', approval_above: 1, cost_centres: ['x'] }
    const [first, second] = await Promise.all([open({ ...form, ...more }), open(form)])
    expect(new Set([first.status, second.status])).toEqual(new Set([201, 409]))
    const answer = first.status === 201 ? first : second
    expect(answer.body).toMatchObject({
      name: 'Nystartat AB',
      organisation_number: '5569991010',
      role: 'admin',
      approval_above: null,
      cost_centres: [],
      people: [{ email: customer.email, role: 'admin', self: true }],
      invitations: [],
    })
    expect((await ask('company', { headers })).body).toEqual(answer.body)
    expect((await ask('company/orders', { headers })).body).toEqual([])
    expect((await ask('auth/profile', { headers })).body.user.company).toBe('admin')
    // Until staff verify it, its number is free for others; the customer belongs to one company.
    const other = bearer((await loggedIn((await someAccount()).email)).access_token)
    expect((await open({ ...form, name: 'Kopia AB' }, other)).body).toMatchObject({ verified: false })
    const services = { db: shop.db, clock: () => shop.now.at }
    const { rows: known } = await sql<{ id: number }>`select id from company
      where organisation_number = '5569991010' order by name desc`.execute(shop.db)
    expect(await verifyCompany(services, testActor, known[0]!.id)).toEqual({ ok: true })
    expect(await verifyCompany(services, testActor, known[0]!.id)).toMatchObject({ code: 'already_done' })
    expect(await verifyCompany(services, testActor, known[1]!.id)).toMatchObject({ code: 'company_exists' })
    expect((await ask('company', { headers })).body).toMatchObject({ name: 'Nystartat AB', verified: true })
    const third = bearer((await loggedIn((await someAccount()).email)).access_token)
    const taken = await open({ ...form, name: 'Kopia AB' }, third)
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('finns redan')])
    expect((await ask('company', { headers: third })).status).toBe(404)
    expect((await open({ ...form, organisation_number: '556703-7485' })).status).toBe(409)
  })

  it('is not invoiced before staff verify it, and its people buy privately as everybody', async () => {
    const { email } = await someAccount({ firstName: 'Ida', lastName: 'Ny' })
    const headers = bearer((await loggedIn(email)).access_token)
    const form = { name: 'Okänd AB', organisation_number: '559000-0005' }
    const opened = await post('company', form, { headers })
    expect([opened.status, opened.body.verified]).toEqual([201, false])
    const product = await shop.addProduct({ price: 200 })
    const order = async (customerType: 'business' | 'private') => {
      const { body: checkout } = await post('checkout', { items: [line(product)] }, { headers })
      const { shippingMethod } = goodForm
      const path = `checkout/${checkout.id}`
      const { body: view } = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
      const business = { companyName: 'Okänd AB', identityNumber: '559000-0005' }
      const filled = { ...goodForm, customerType, ...(customerType === 'business' && business) }
      const { status, body } = await post(`${path}/complete`, { ...filled, total: view.total }, { headers })
      return { methods: view.payment_methods, status, code: body.code }
    }
    expect(await order('business')).toMatchObject({
      methods: { business: [], private: ['invoice'] },
      status: 409,
      code: 'company_unverified',
    })
    expect((await order('private')).status).toBe(200)
    const { rows } = await sql<{ id: number }>`select id from company where name = 'Okänd AB'`.execute(
      shop.db,
    )
    await verifyCompany({ db: shop.db, clock: () => shop.now.at }, testActor, rows[0]!.id)
    expect(await order('business')).toMatchObject({ methods: { business: ['invoice'] }, status: 200 })
  })

  it('is verified by the company itself, once, by a link mailed to an address that its people did not give', async () => {
    const claimant = await someAccount({ firstName: 'Ove', lastName: 'Ny' })
    const headers = bearer((await loggedIn(claimant.email)).access_token)
    const open = async (name: string, of = headers) =>
      post('company', { name, organisation_number: '559000-0021' }, { headers: of })
    expect((await open('Frågan AB')).status).toBe(201)
    const stranger = bearer((await loggedIn((await someAccount()).email)).access_token)
    expect((await open('Kopian AB', stranger)).status).toBe(201)
    const { rows } = await sql<{ id: number }>`select id from company
      where organisation_number = '5590000021' order by name`.execute(shop.db)
    const [asked, copy] = [rows[0]!.id, rows[1]!.id]
    const question = (companyId: number, email = 'Post@Fragan.example') =>
      askCompany({ db: shop.db, clock: () => shop.now.at, jobs }, testActor, { companyId, email })
    const verify = (token: string) => post('company/verify', { token })
    expect(await question(asked, 'nej')).toEqual({ ok: false, code: 'email' })
    // The address of the person who is asked about proves nothing.
    expect(await question(asked, claimant.email)).toEqual({ ok: false, code: 'address_of_person' })

    shop.enqueued.length = 0
    expect(await question(asked)).toMatchObject({ ok: true })
    const [first] = await sentMails()
    expect(first).toMatchObject({ to: 'post@fragan.example', kind: 'company-verification' })
    expect(first?.text).toContain(`Ove Ny (${claimant.email}) har registrerat Frågan AB, 559000-0021`)
    // Another question ends the one before; one about another claim has a link of its own.
    expect(await question(asked)).toMatchObject({ ok: true })
    const [second] = await sentMails()
    expect(await question(copy)).toMatchObject({ ok: true })
    const [other] = await sentMails()
    expect((await verify(tokenIn(first))).status).toBe(422)
    expect((await verify('x'.repeat(43))).status).toBe(422)
    const { rows: stored } = await sql<{
      text: string
    }>`select v::text as text from company_verification v`.execute(shop.db)
    for (const { text } of stored) expect(text).not.toContain(tokenIn(second))

    const answers = await Promise.all([verify(tokenIn(second)), verify(tokenIn(second))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect((await ask('company', { headers })).body).toMatchObject({ name: 'Frågan AB', verified: true })
    expect((await verify(tokenIn(other))).status).toBe(409)
    expect((await ask('company', { headers: stranger })).body.verified).toBe(false)
    const { rows: audit } = await sql<{ action: string; kind: string; after: object }>`
      select action, actor_kind as kind, after from audit_entry where object_kind = 'company'
        and object_id = ${String(asked)} and action in ('company.ask_verification', 'company.verify')
      order by id`.execute(shop.db)
    expect(audit.map(({ action }) => action)).toEqual([
      'company.ask_verification',
      'company.ask_verification',
      'company.verify',
    ])
    expect(audit[2]).toMatchObject({ kind: 'buyer', after: { verification: expect.any(Number) } })
  })

  it('is not verified by a link that has expired, or after its number was corrected', async () => {
    const services = { db: shop.db, clock: () => shop.now.at, jobs }
    const opened = async (number: string) => {
      const headers = bearer((await loggedIn((await someAccount()).email)).access_token)
      await post('company', { name: 'Sen AB', organisation_number: number }, { headers })
      const { rows } = await sql<{ id: number }>`select max(id) as id from company`.execute(shop.db)
      const companyId = rows[0]!.id
      shop.enqueued.length = 0
      expect(await askCompany(services, testActor, { companyId, email: 'post@sen.example' })).toMatchObject({
        ok: true,
      })
      const [mail] = await sentMails()
      return { companyId, token: tokenIn(mail) }
    }
    const verify = async (token: string) => (await post('company/verify', { token })).status
    const corrected = await opened('559000-0039')
    await sql`update company set organisation_number = '5590000047' where id = ${corrected.companyId}`.execute(
      shop.db,
    )
    expect(await verify(corrected.token)).toBe(422)
    const late = await opened('559000-0054')
    shop.now.at += 8 * 24 * 3600_000
    expect(await verify(late.token)).toBe(422)
  })

  it('binds orders with its number to the limits of its people, also those of guests', async () => {
    const firm = await company('559000-0013', 'Gränsen AB')
    await person(firm, { role: 'buyer', approvalAboveMinor: minor(500_00) })
    const stranger = bearer((await loggedIn((await someAccount()).email)).access_token)
    const product = await shop.addProduct({ price: 200 })
    const order = async (quantity: number, headers: Record<string, string> = {}) => {
      const { body: checkout } = await post('checkout', { items: [line(product, quantity)] }, { headers })
      const { shippingMethod } = goodForm
      const path = `checkout/${checkout.id}`
      const { body: view } = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
      const business = { customerType: 'business', companyName: 'Gränsen AB', identityNumber: '559000-0013' }
      const filled = { ...goodForm, ...business, total: view.total }
      const { status, body } = await post(`${path}/complete`, filled, { headers })
      return [status, body.code]
    }
    expect(await order(1)).toEqual([200, undefined])
    expect(await order(3)).toEqual([409, 'company_limit'])
    expect(await order(3, stranger)).toEqual([409, 'company_limit'])
  })

  it('lets an admin invite, and the invited address join once by the mailed link', async () => {
    const firm = await company('556016-0680')
    const admin = await person(firm, { role: 'admin' })
    const invited = await someAccount({ firstName: 'Bo', lastName: 'Ek' })
    const stranger = await someAccount()
    const invite = { email: invited.email.toUpperCase(), role: 'buyer', approval_above: 1500 }
    expect((await post('company/invitations', invite, { headers: admin.headers })).status).toBe(201)
    const [mail] = await sentMails()
    expect(mail).toMatchObject({ to: invited.email, kind: 'company-invitation' })
    expect(mail?.subject).toContain('Verkstan AB')
    const token = tokenIn(mail)
    const join = async (email: string) =>
      post('company/join', { token }, { headers: bearer((await loggedIn(email)).access_token) })
    expect((await post('company/join', { token })).status).toBe(401)
    expect((await join(stranger.email)).status).toBe(422)
    expect((await join(invited.email)).body).toEqual({ company: 'Verkstan AB' })
    expect((await join(invited.email)).status).toBe(422)
    const headers = bearer((await loggedIn(invited.email)).access_token)
    expect((await ask('auth/profile', { headers })).body.user.company).toBe('buyer')
    expect((await ask('company', { headers })).body).toMatchObject({
      organisation_number: '5560160680',
      role: 'buyer',
      approval_above: 1500,
      people: [],
      invitations: [],
    })
    const seen = await ask('company', { headers: admin.headers })
    expect(seen.body.people).toHaveLength(2)
    expect(seen.body.invitations).toEqual([])
    // A buyer may not invite; the last admin stays.
    expect((await post('company/invitations', invite, { headers })).status).toBe(403)
    const own = `company/people/${admin.account.id}`
    expect((await ask(own, { method: 'DELETE', headers: admin.headers })).status).toBe(409)
    const other = `company/people/${invited.id}`
    const body = { role: 'approver', approval_above: null }
    expect((await ask(other, { method: 'PATCH', body, headers: admin.headers })).status).toBe(204)
    expect((await ask('company', { headers })).body).toMatchObject({ role: 'approver', approval_above: null })
    expect((await ask(other, { method: 'DELETE', headers: admin.headers })).status).toBe(204)
    expect((await ask('company', { headers })).status).toBe(404)
    // An expired link, and a withdrawn one.
    await post('company/invitations', { ...invite, approval_above: null }, { headers: admin.headers })
    const [late] = await sentMails()
    shop.now.at += 8 * 24 * 3600_000
    const fresh = bearer((await loggedIn(invited.email)).access_token)
    expect((await post('company/join', { token: tokenIn(late) }, { headers: fresh })).status).toBe(422)
  })

  it('shows the company’s orders to approvers, to buyers only their own, and nothing of another company', async () => {
    const firm = await company('212000-0142')
    const other = await company('202100-5489', 'Annan AB')
    const buyer = await person(firm, { role: 'buyer' })
    const colleague = await person(firm, { role: 'buyer', approvalAboveMinor: minor(100_00_000) })
    const approver = await person(firm, { role: 'approver' })
    const outsider = await person(other, { role: 'admin' })
    const number = await businessOrder(buyer.headers)
    const own = await businessOrder(buyer.headers, 'private')
    const orders = (headers: Record<string, string>) => ask('company/orders', { headers })
    expect((await orders(approver.headers)).body).toEqual([
      expect.objectContaining({ id: number, buyer: 'Kim buyer' }),
    ])
    expect((await orders(buyer.headers)).status).toBe(403)
    expect((await orders(outsider.headers)).body).toEqual([])
    const read = async (id: string, headers: Record<string, string>) =>
      (await ask(`orders/${id}`, { headers })).status
    expect(await read(number, buyer.headers)).toBe(200)
    expect(await read(number, approver.headers)).toBe(200)
    expect(await read(number, colleague.headers)).toBe(403)
    expect(await read(number, outsider.headers)).toBe(403)
    expect(await read(own, approver.headers)).toBe(403)
    const edit = { required_references: ['costCentre'], cost_centres: ['Lager', 'Lager', ' '] }
    const patch = (headers: Record<string, string>, body: object) =>
      ask('company', { method: 'PATCH', body, headers })
    expect((await patch(approver.headers, edit)).status).toBe(403)
    expect((await patch(outsider.headers, edit)).body).toMatchObject({
      name: 'Annan AB',
      cost_centres: ['Lager'],
      required_references: ['costCentre'],
    })
    expect((await patch(outsider.headers, { postal_code: 'x' })).body.errors).toHaveProperty('postal_code')
  })

  it('keeps both changes of two people who save at the same moment', async () => {
    const firm = await company('556999-0012', 'Samtidig AB')
    const admin = await person(firm, { role: 'admin' })
    const patch = (body: object) => ask('company', { method: 'PATCH', body, headers: admin.headers })
    // Both have read the company when the first of them may write.
    const sent = await shop.db.transaction().execute(async (holder) => {
      await sql`select from company where id = ${firm.id} for update`.execute(holder)
      const started = [patch({ city: 'Luleå' }), patch({ street: 'Storgatan 2' })]
      await expect.poll(() => lockWaiters(shop.db)).toBe(started.length)
      return { started }
    })
    await Promise.all(sent.started)
    expect((await ask('company', { headers: admin.headers })).body).toMatchObject({
      city: 'Luleå',
      street: 'Storgatan 2',
    })
  })

  it('asks for the references that a company requires, and refuses an order above its buyer’s limit', async () => {
    const firm = await company('556999-0004', 'Taxi AB')
    const buyer = await person(firm, { role: 'buyer', approvalAboveMinor: minor(500_00) })
    const admin = await person(firm, { role: 'admin' })
    await ask('company', {
      method: 'PATCH',
      headers: admin.headers,
      body: {
        required_references: ['costCentre'],
        cost_centres: ['Lager', 'Butik'],
        street: 'Storgatan 1',
        postal_code: '123 45',
        city: 'Luleå',
      },
    })
    const product = await shop.addProduct({ price: 200 })
    const { headers } = buyer
    const fill = async (quantity: number) => {
      const opened = await post(
        'checkout',
        { items: [line(product, quantity)], campaignData: null },
        { headers },
      )
      const path = `checkout/${opened.body.id}`
      const { shippingMethod } = goodForm
      const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
      const form = {
        ...goodForm,
        customerType: 'business',
        companyName: 'Taxi AB',
        identityNumber: '556999-0004',
        costCentre: 'Lager',
        total: chosen.body.total,
      }
      const complete = (body: object) => post(`${path}/complete`, { ...form, ...body }, { headers })
      return { opened: opened.body, view: chosen.body, complete }
    }
    const small = await fill(1)
    expect(small.opened).toMatchObject({
      customerType: 'business',
      contact: { companyName: 'Taxi AB' },
      address: { address: 'Storgatan 1', postalCode: '12345' },
      company: { required_references: ['costCentre'], cost_centres: ['Lager', 'Butik'], approval_above: 500 },
    })
    expect((await small.complete({ costCentre: '' })).body.errors).toHaveProperty('costCentre')
    expect((await small.complete({ costCentre: 'Kök' })).body.errors).toHaveProperty('costCentre')
    expect((await small.complete({})).status).toBe(200)

    const large = await fill(4)
    expect(large.view.company.needs_approval).toBe(true)
    expect((await large.complete({})).body).toMatchObject({ code: 'approval_required' })
  })
})
