import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { addPerson, changePerson } from '../../domain/companies/company-people.server.ts'
import { tidyCheckouts } from '../../domain/checkout/checkout-repository.server.ts'
import type { Company, CompanyMembership } from '../../domain/companies/company.ts'
import { createCompany } from '../../domain/companies/edit-company.server.ts'
import { findMember } from '../../domain/companies/company-repository.server.ts'
import { minor } from '../../domain/money/money.ts'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { approvePurchase } from './decide-purchase.server.ts'
import { companyMail } from '../../server/jobs/mails/company-mail.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line } from '../../test/order-shop.ts'
import { sendEnqueued } from '../../test/send-enqueued.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testActor } from '../../test/test-actor.ts'

const sendCompanyMail = senderOf('company-mail', companyMail)

const shop = await accountShop()
const { ask, post, someAccount, loggedIn } = shop
afterAll(() => shop.close())

const clock = () => shop.now.at
const sentMails = () => sendEnqueued({ ...shop, clock }, 'company-mail', sendCompanyMail)

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

it('holds a purchase above the limit until another person approves it, and orders it at the promised prices', async () => {
  const created = await createCompany({ db: shop.db, clock }, testActor, {
    store: 'sv',
    form: { name: 'Taxi AB', organisationNumber: '556999-0004' },
  })
  if (!created.ok) throw new Error(created.code)
  const firm = created.company
  const buyer = await person(firm, { role: 'buyer', approvalAboveMinor: minor(500_00) })
  const boss = await person(firm, { role: 'approver' })
  const careful = await person(firm, { role: 'admin', approvalAboveMinor: minor(600_00) })
  await ask('company', {
    method: 'PATCH',
    headers: careful.headers,
    body: {
      required_references: ['costCentre'],
      cost_centres: ['Lager', 'Butik'],
    },
  })
  const product = await shop.addProduct({ price: 200, available: 12 })
  const fill = async (headers: Record<string, string>, quantity: number) => {
    const items = [line(product, quantity)]
    const opened = await post('checkout', { items, campaignData: null }, { headers })
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
    return { path, form }
  }
  const { path, form } = await fill(buyer.headers, 4)
  shop.enqueued.length = 0
  const asked = await post(`${path}/request-approval`, form, { headers: buyer.headers })
  expect(asked.status, JSON.stringify(asked.body)).toBe(201)
  const asking = await sentMails()
  expect(asking.map(({ kind }) => kind)).toEqual(['purchase-request', 'purchase-request'])
  expect(new Set(asking.map(({ to }) => to))).toEqual(new Set([boss.account.email, careful.account.email]))
  const limit = 'Det är 369 kr över gränsen på 500 kr som gäller för Kim buyer.'
  for (const { text } of asking) expect(text.replaceAll('\u00A0', ' ')).toContain(limit)
  expect((await shop.stockOf(product)).available).toBe(12)
  // The price rises meanwhile; the request keeps its own.
  shop.reprice(product, 250)
  const requests = `company/requests/${asked.body.id}`
  const approve = (headers: Record<string, string>, total = form.total) =>
    post(`${requests}/approve`, { total }, { headers })
  expect((await approve(buyer.headers)).status).toBe(403)
  const unknown = await post('company/requests/3000000000/approve', { total: 1 }, { headers: boss.headers })
  expect(unknown.status).toBe(400)
  expect((await approve(careful.headers)).status).toBe(409)
  expect((await approve(boss.headers, form.total - 1)).body).toMatchObject({
    code: 'total_changed',
    total: form.total,
  })
  const listed = (await ask('company/requests', { headers: boss.headers })).body
  expect(listed).toEqual([
    expect.objectContaining({
      status: 'waiting',
      total: form.total,
      approval_above: 500,
      can_decide: true,
      buyer: 'Kim buyer',
    }),
  ])
  // As a process leaves it that is killed before the order is written: it can be approved again.
  await sql`update purchase_request set status = 'approved', decided_by = ${boss.account.id}, decided_at = now()
    where id = ${asked.body.id}`.execute(shop.db)
  expect((await ask('company/requests', { headers: boss.headers })).body).toEqual(listed)
  // Nothing is ordered in a closed store, and the request waits on.
  applySettings('sv', { opening: { isOpenToShoppers: false } })
  expect((await approve(boss.headers)).status).toBe(403)
  const member = (await findMember(shop.db, boss.account.id, 'sv'))!
  const jobs = { enqueue: async () => {} }
  const services = { ...testServices({ db: shop.db, clock }), catalogue: shop.catalogue, jobs }
  const approval = { member, id: asked.body.id, quotedTotalMinor: minor(form.total * 100) }
  expect(await approvePurchase(services, testActor, approval)).toEqual({
    ok: false,
    code: 'store_closed',
  })
  expect((await ask('company/requests', { headers: boss.headers })).body).toEqual(listed)
  applySettings('sv', {})
  const [one, two] = await Promise.all([approve(boss.headers), approve(boss.headers)])
  const approved = [one, two].find(({ status }) => status === 200)
  expect(approved, JSON.stringify([one.body, two.body])).toBeDefined()
  expect((await shop.stockOf(product)).available).toBe(8)
  const order = (await ask(`orders/${approved!.body.order}`, { headers: buyer.headers })).body
  expect(order).toMatchObject({ total: form.total, lines: [{ quantity: 4, price: 200 }] })
  expect(order.lines[0].reasons).toEqual([expect.objectContaining({ kind: 'purchaseRequest' })])
  const [decided] = await sentMails()
  expect(decided).toMatchObject({ to: buyer.account.email, kind: 'purchase-decision' })
  expect(decided?.text).toContain(approved!.body.order)
  expect((await post(`${requests}/decline`, { reason: 'nej' }, { headers: boss.headers })).status).toBe(409)

  // An approver with a limit of their own cannot approve their own request either; a reason is mailed.
  const own = await fill(careful.headers, 4)
  const askedOwn = await post(`${own.path}/request-approval`, own.form, { headers: careful.headers })
  expect(askedOwn.status, JSON.stringify(askedOwn.body)).toBe(201)
  shop.enqueued.length = 0
  const ownPath = `company/requests/${askedOwn.body.id}`
  const decline = (headers: Record<string, string>, reason: string) =>
    post(`${ownPath}/decline`, { reason }, { headers })
  expect((await decline(careful.headers, 'själv')).status).toBe(409)
  expect((await decline(boss.headers, ' ')).status).toBe(422)
  expect((await decline(boss.headers, 'Vi har redan sådana.')).status).toBe(204)
  const [refused] = await sentMails()
  expect(refused?.text).toContain('Vi har redan sådana.')
  // One that nobody decides expires, and one may be taken back.
  const third = await fill(buyer.headers, 3)
  const late = await post(`${third.path}/request-approval`, third.form, { headers: buyer.headers })
  const fourth = await fill(buyer.headers, 3)
  const taken = await post(`${fourth.path}/request-approval`, fourth.form, { headers: buyer.headers })
  const withdraw = `company/requests/${taken.body.id}/withdraw`
  expect((await post(withdraw, {}, { headers: boss.headers })).status).toBe(404)
  expect((await post(withdraw, {}, { headers: buyer.headers })).status).toBe(204)
  // The purchase of a buyer who has left the company is not ordered any more.
  const leaver = await person(firm, { role: 'buyer', approvalAboveMinor: minor(0) })
  const last = await fill(leaver.headers, 3)
  const { body: left } = await post(`${last.path}/request-approval`, last.form, { headers: leaver.headers })
  const gone = { company: firm, accountId: leaver.account.id, membership: null }
  expect(await changePerson(shop.db, testActor, gone)).toEqual({ ok: true })
  const decide = (decision: string, body: object) =>
    post(`company/requests/${left.id}/${decision}`, body, { headers: boss.headers })
  expect((await decide('approve', { total: last.form.total })).status).toBe(409)
  expect((await decide('decline', { reason: 'nej' })).status).toBe(409)
  const [shown] = (await ask('company/requests', { headers: boss.headers })).body
  expect(shown).toMatchObject({ id: left.id, status: 'withdrawn', can_decide: false })
  shop.now.at += 14 * 24 * 3600_000
  const fresh = bearer((await loggedIn(boss.account.email)).access_token)
  const after = (await ask('company/requests', { headers: fresh })).body as { status: string }[]
  expect(after.map(({ status }) => status)).toEqual([
    'withdrawn',
    'withdrawn',
    'expired',
    'declined',
    'approved',
  ])
  const overdue = `company/requests/${late.body.id}/approve`
  expect((await post(overdue, { total: third.form.total }, { headers: fresh })).status).toBe(409)

  // Abandoned checkouts are deleted; those of requests stay.
  await sql`update checkout set updated_at = now() - interval '91 days' where order_id is null`.execute(
    shop.db,
  )
  await tidyCheckouts(shop.db)
  const { rows: kept } = await sql<{ id: number }>`select r.id from purchase_request r
    join checkout c on c.id = r.checkout_id where c.order_id is null`.execute(shop.db)
  expect(kept).toHaveLength(4)
  const { rows: open } = await sql`select from checkout c where order_id is null
    and not exists (select from purchase_request r where r.checkout_id = c.id)`.execute(shop.db)
  expect(open).toEqual([])
})
