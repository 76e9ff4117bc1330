import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { importAgreement, type AgreementImport } from './import-agreement.server.ts'
import { agreementsOfAccount, removeAgreement } from './agreement-repository.server.ts'
import { addPerson } from '../../domain/companies/company-people.server.ts'
import { createCompany } from '../../domain/companies/edit-company.server.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { adminApp, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import type { CustomerAgreements } from './staff-contract.ts'

const shop = await accountShop()
const staffApp = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
  jobs: { enqueue: async () => {} },
  catalogue: shop.catalogue,
})
const { ask, post, someAccount, loggedIn } = shop
afterAll(async () => {
  await staffApp.close()
  await shop.close()
})

const created = await createCompany({ db: shop.db, clock: () => shop.now.at }, testActor, {
  store: 'sv',
  form: { name: 'Verkstan AB', organisationNumber: '556016-0680' },
})
if (!created.ok) throw new Error(created.code)
const { company } = created

async function skuOf(id: ProductId): Promise<string> {
  const { sku } = await shop.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return sku
}

/** Imports an agreement that is valid from now on. */
function agree(text: string, more: Partial<AgreementImport> = {}) {
  const agreement: AgreementImport = {
    store: 'sv',
    name: '2027',
    to: { companyId: company.id },
    isFixed: false,
    validFrom: new Date(shop.now.at),
    validTo: null,
    text,
    isExVat: false,
    dryRun: false,
    ...more,
  }
  return importAgreement(shop.db, testActor, agreement, new Date(shop.now.at))
}

async function member() {
  const account = await someAccount({ type: 'business', companyName: 'Verkstan AB' })
  await addPerson(shop.db, testActor, {
    company,
    accountId: account.id,
    membership: { role: 'buyer', approvalAboveMinor: null },
  })
  return { account, headers: bearer((await loggedIn(account.email)).access_token) }
}

async function priced(headers: Record<string, string>, items: unknown[], coupons: string[] = []) {
  const { status, body } = await post('price-cart', { items, coupons }, { headers })
  expect(status).toBe(200)
  return body
}

describe('price agreements', () => {
  it('prices a member’s cart at the list, its tiers and the lower campaign, and keeps the reason in the order', async () => {
    const [listed, campaign] = [
      await shop.addProduct({ price: 200 }),
      await shop.addProduct({ price: 300, campaign: [{ q: 1, p: 200, o: 300, d: 33 }] }),
    ]
    const { headers } = await member()
    const sku = await skuOf(listed)
    const imported = await agree(
      `sku;min_quantity;price\n${sku.toUpperCase()};1;180,50\n${sku};10;150\n${await skuOf(campaign)};;250`,
    )
    expect(imported).toMatchObject({
      ok: true,
      prices: 3,
      percentages: 0,
      rounded: [{ line: 2, text: '180.50 → 181 kr' }],
    })
    const { lines } = await priced(headers, [line(listed, 2), line(listed, 10), line(campaign)])
    expect(lines.map((each: { unit_price: number }) => each.unit_price)).toEqual([181, 150, 200])
    expect(
      lines.map((each: { reasons: { kind: string }[] }) => each.reasons.map(({ kind }) => kind)),
    ).toEqual([['agreement'], ['agreement'], ['campaign']])
    // Nobody else has it.
    const guest = await priced({}, [line(listed, 2)])
    expect(guest.lines[0].unit_price).toBe(200)
    const synced = await post('sync-cart', { items: [line(listed, 2)] }, { headers })
    expect(synced.body[0].agreement).toEqual({
      pricing: [
        { q: 1, p: 181 },
        { q: 10, p: 150 },
      ],
      fixed: false,
    })
    const opened = await post('checkout', { items: [line(listed, 2)], campaignData: null }, { headers })
    const { shippingMethod } = goodForm
    const path = `checkout/${opened.body.id}`
    const chosen = await ask(path, { method: 'PATCH', body: { shippingMethod }, headers })
    const done = await post(`${path}/complete`, { ...goodForm, total: chosen.body.total }, { headers })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const order = await ask(`orders/${done.body.number}`, { headers })
    expect(order.body.lines[0]).toMatchObject({
      price: 181,
      reasons: [{ kind: 'agreement', amount: 38 }],
    })
  })

  it('applies a fixed agreement also above the campaign, and percentages by brand and range', async () => {
    const [product, branded, dear] = [
      await shop.addProduct({ price: 300, campaign: [{ q: 1, p: 200, o: 300, d: 33 }] }),
      await shop.addProduct({ price: 99 }),
      await shop.addProduct({ price: 100 }),
    ]
    await sql`insert into brand (slug, name) values ('elo', 'Elo')`.execute(shop.db)
    await sql`update product set brand_id = (select id from brand where slug = 'elo') where id = ${branded}`.execute(
      shop.db,
    )
    const { account, headers } = await member()
    const own = { to: { accountId: account.id } }
    await agree(`sku,price\n${await skuOf(product)},250`, { ...own, name: 'fixed', isFixed: true })
    await agree('percent,brand\n20,Elo\n10,', { ...own, name: 'percent' })
    const cart = [line(product), line(branded), line(dear)]
    const units = async () =>
      (await priced(headers, cart)).lines.map((each: { unit_price: number }) => each.unit_price)
    // 99 less 20 % is 79.20, rounded to whole kronor.
    expect(await units()).toEqual([250, 79, 90])
    // A later import of the same name replaces the former, and one that has ended no longer counts.
    await agree('percent\n50', { ...own, name: 'percent', validTo: new Date(shop.now.at + 1000) })
    expect(await units()).toEqual([250, 50, 50])
    shop.now.at += 1000
    expect(await units()).toEqual([250, 99, 100])
    const { rows } = await sql<{ id: number }>`
      select id from price_agreement where name = 'fixed' and removed_at is null`.execute(shop.db)
    expect(await removeAgreement(shop.db, testActor, rows[0]!.id, new Date(shop.now.at))).toBe(true)
    expect(await units()).toEqual([200, 99, 100])
  })

  it('keeps the former list until its successor is valid', async () => {
    const product = await shop.addProduct({ price: 300 })
    const { account, headers } = await member()
    const own = { to: { accountId: account.id }, name: 'yearly' }
    const sku = await skuOf(product)
    const unit = async () => (await priced(headers, [line(product)])).lines[0].unit_price
    const openOnes = async () =>
      (
        await agreementsOfAccount(shop.db, {
          accountId: account.id,
          stores: ['sv'],
          now: new Date(shop.now.at),
        })
      ).filter(({ name }) => name === 'yearly').length
    await agree(`sku,price\n${sku},200`, own)
    const later = { ...own, validFrom: new Date(shop.now.at + 1000) }
    await agree(`sku,price\n${sku},260`, later)
    expect(await unit()).toBe(200)
    // Imported again before it begins: the former list still leads to it.
    await agree(`sku,price\n${sku},250`, later)
    expect([await unit(), await openOnes()]).toEqual([200, 2])
    shop.now.at += 1000
    expect([await unit(), await openOnes()]).toEqual([250, 1])
  })

  it('refuses a file with a wrong row as a whole, names the rows, and writes nothing in a dry run', async () => {
    const product = await shop.addProduct({ price: 100 })
    const sku = await skuOf(product)
    const refused = await agree(
      `sku,min_quantity,price,percent\n${sku},1,80,\nNONE,1,80,\n${sku},0,80,\n${sku},1,70,\n${sku},2,x,\n${sku},,,5`,
      { name: 'wrong' },
    )
    expect(refused).toMatchObject({ ok: false })
    expect(!refused.ok && refused.problems.map((each) => each.line)).toEqual([3, 4, 5, 6, 7])
    expect(await agree('colour\nred')).toMatchObject({ problems: [{ line: 1 }] })
    const checked = await agree(`sku,price\n${sku},80`, { name: 'wrong', dryRun: true })
    expect(checked).toMatchObject({ ok: true, id: null, prices: 1 })
    const { rows } = await sql`select from price_agreement where name = 'wrong'`.execute(shop.db)
    expect(rows).toEqual([])
    // 80 without VAT at 25 % is 100.
    const { headers, account } = await member()
    await agree(`sku,price\n${sku},72`, { to: { accountId: account.id }, name: 'ex', isExVat: true })
    expect((await priced(headers, [line(product)])).lines[0].unit_price).toBe(90)
  })
})

it('a company that nobody has verified has no agreed prices', async () => {
  const product = await shop.addProduct({ price: 200 })
  expect(await agree(`sku;price\n${await skuOf(product)};150`, { name: 'verified' })).toMatchObject({
    ok: true,
  })
  const { headers } = await member()
  const unitPrice = async () => (await priced(headers, [line(product)])).lines[0].unit_price as number
  const verifiedAt = (at: Date | null) =>
    shop.db.updateTable('company').set({ verified_at: at }).where('id', '=', company.id).execute()
  expect(await unitPrice()).toBe(150)
  await verifiedAt(null)
  expect(await unitPrice()).toBe(200)
  await verifiedAt(new Date(shop.now.at))
})

describe('the prices that pages show a company', () => {
  it('are those of the cart, with their tiers, for the products of an agreement only', async () => {
    const tiers = [
      { q: 1, p: 100, o: null, d: 0 },
      { q: 10, p: 90, o: null, d: 0 },
    ]
    const agreed = await shop.addProduct({ tiers })
    const cheaper = await shop.addProduct({ price: 40 })
    const other = await shop.addProduct({ price: 70 })
    const [listed, lower] = [await skuOf(agreed), await skuOf(cheaper)]
    const text = `sku;min_quantity;price\n${listed};1;80\n${listed};20;75\n${lower};1;60`
    expect(await agree(text, { name: 'pages' })).toMatchObject({ ok: true, prices: 3 })
    const { headers } = await member()
    const shown = (who: Record<string, string>) =>
      shop.app.inject({
        url: `/api/own-prices?locale=sv&sid=7&ids=${agreed},${cheaper},${other}`,
        headers: who,
      })
    const answer = await shown(headers)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual([
      {
        id: agreed,
        tiers: [
          { q: 1, p: 80 },
          { q: 20, p: 75 },
        ],
      },
    ])
    for (const { q, p } of answer.json()[0].tiers) {
      const cart = await priced(headers, [line(agreed, q)])
      expect(cart.lines[0].unit_price).toBe(p)
    }
    const stranger = await someAccount()
    expect((await shown(bearer((await loggedIn(stranger.email)).access_token))).json()).toEqual([])
    expect((await shown({})).statusCode).toBe(401)
  })
})

it('staff see the agreements of a customer in the stores whose prices they may see', async () => {
  const customer = await someAccount()
  await sql`with agreement as (
      insert into price_agreement (store, name, account_id, is_fixed, valid_from)
      values ('sv', 'Ramavtal', ${customer.id}, true, '2026-01-01'),
        ('no', 'Rammeavtale', ${customer.id}, false, '2026-01-01') returning id)
    insert into price_agreement_percentage (agreement_id, percentage_basis_points)
    select id, 1250 from agreement`.execute(shop.db)
  await sql`insert into price_agreement (store, name, account_id, valid_from, valid_to)
    values ('sv', 'Over', ${customer.id}, '2025-01-01', '2025-12-31')`.execute(shop.db)
  const seenIn = async (stores: ('sv' | 'no')[]) => {
    const reader = await signedInStaff(shop.db, { role: 'service', stores, now: shop.now.at })
    const answer = await callAdmin(staffApp, reader, 'GET', `customers/${customer.id}/agreements`)
    return { status: answer.status, agreements: answer.body as CustomerAgreements }
  }
  const { agreements } = await seenIn(['sv'])
  expect(agreements).toMatchObject([
    {
      store: 'sv',
      name: 'Ramavtal',
      company: null,
      isFixed: true,
      prices: 0,
      percentages: [{ percent: 12.5, brand: null, category: null }],
      validTo: null,
    },
  ])
  const both = await seenIn(['sv', 'no'])
  expect(both.agreements.map(({ name }) => name)).toEqual(['Rammeavtale', 'Ramavtal'])
  expect((await seenIn(['no'])).status).toBe(403)
})
