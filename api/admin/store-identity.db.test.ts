/** The name, the pictures and the promises of a store, and whether it is open, as staff set them and shoppers meet them. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SettingsAnswer } from '../../contract/admin/settings.ts'
import { footerPromises, topLines } from '../../app/state/promises.server.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { tidyPictures } from '../../domain/pictures/fetch-pictures.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { llmsText, robotsText } from '../../domain/seo/machine-guides.ts'
import { issuePreviewPass } from '../../domain/settings/preview-pass.server.ts'
import { openSettings } from '../../domain/settings/settings-store.server.ts'
import { nextDeliveryAt } from '../../domain/shipping/next-delivery.ts'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { openStoreCodes } from '../../domain/stores/open-stores.ts'
import { shownLogos } from '../../domain/stores/shown-identity.ts'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'
import { webManifest } from '../../domain/stores/web-manifest.ts'
import { plainMail } from '../../providers/mail/plain-mail.ts'
import { sendMail } from '../../providers/mail/send-mail.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { goodForm, line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})
beforeEach(() =>
  audited(shop.db, testActor, async (trx) => void (await sql`delete from store_setting`.execute(trx))),
)
afterEach(() => storeCodes.forEach((code) => applySettings(code, {})))

async function settings(): Promise<SettingsAnswer> {
  return (await callAdmin(app, owner, 'GET', 'settings/sv')).body as SettingsAnswer
}
/** Changes part of a section, and lets this node know as the change log does. */
async function change<Section extends 'opening' | 'identity' | 'storefront'>(
  section: Section,
  part: Partial<SettingsAnswer[Section]['value']>,
) {
  const { version, value } = (await settings())[section]
  const answer = await callAdmin(app, owner, 'PUT', 'settings/sv', {
    section,
    version,
    value: { ...value, ...part },
  })
  await openSettings(shop.db)
  return answer
}

const upload = (payload: Buffer, kind: 'logo' | 'icon', person = owner) =>
  app.inject({
    method: 'POST',
    url: `/admin/api/settings/sv/pictures?kind=${kind}`,
    headers: { ...person.headers, 'content-type': 'image/png' },
    payload,
  })
async function uploaded(kind: 'logo' | 'icon', colour?: string): Promise<string> {
  const bytes = await photo(colour, { width: 1200, height: 400 }).png().toBuffer()
  return (await upload(bytes, kind)).json<{ source: string }>().source
}
const pathOf = (source: string) => `/store-pictures/${source.slice('picture:'.length)}.png`

async function mailed(): Promise<Mail> {
  const sent: Mail[] = []
  const services = {
    ...testServices({ db: shop.db, clock: () => shop.now.at }),
    mailer: { send: async (mail: Mail) => ({ messageId: String(sent.push(mail)) }) },
  }
  const content = plainMail('sv', 'Hej', ['Text'])
  const mail = { ...content, name: 'hej', kind: 'account-notice', to: 'stina@example.se', date: new Date() }
  await shop.db.transaction().execute((trx) => sendMail(trx, services as never, mail as never))
  return sent[0]!
}

describe('the name of a store', () => {
  it('is what mails, manifest, feeds and guides for machines say, and its mark goes', async () => {
    expect(plainMail('sv', 'Hej', []).html).toContain('Anode Sverige')
    expect(await change('identity', { name: 'Nordljus & Co', shortName: 'Nordljus' })).toMatchObject({
      status: 200,
    })
    expect(stores.sv.brand).toBe('Nordljus & Co')
    const { html, from } = await mailed()
    expect(from.name).toBe('Nordljus & Co')
    expect(html).toContain('Nordljus &#38; Co</p>')
    expect(html).not.toMatch(/Anode Sverige<|>\+<\/span>/)
    expect(webManifest('sv')).toMatchObject({
      name: 'Nordljus & Co',
      short_name: 'Nordljus',
      icons: [{ src: '/store-pictures/sv.svg' }],
    })
    expect(llmsText('https://shop.example')).toMatch(/^# Nordljus, Anode\n/)
    expect(shownLogos('sv')).toBeNull()
    expect(shownLogos('de')).not.toBeNull()
    const icon = await shop.app.inject({ method: 'GET', url: '/store-pictures/sv.svg' })
    expect([icon.headers['content-type'], icon.body]).toEqual([
      'image/svg+xml',
      expect.stringContaining('>N</text>'),
    ])
  })

  it('is refused where it is empty or has no room', async () => {
    expect((await change('identity', { name: ' ' })).body).toMatchObject({ fields: { name: 'required' } })
    expect(
      (await change('identity', { name: 'N'.repeat(41), shortName: 'N'.repeat(17) })).body,
    ).toMatchObject({ fields: { name: 'too_long', shortName: 'too_long' } })
  })
})

describe('a logo', () => {
  it('is fitted, and shown from the moment at which a store names it, in mails as an attachment', async () => {
    const source = await uploaded('logo')
    const get = () => shop.app.inject({ method: 'GET', url: pathOf(source) })
    expect((await get()).statusCode).toBe(404)
    expect((await change('identity', { logo: source })).status).toBe(200)
    const answer = await get()
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ])
    const size = await sql<{
      width: number
      height: number
    }>`select width, height from picture_original`.execute(shop.db)
    expect(size.rows).toEqual([{ width: 576, height: 192 }])
    expect(shownLogos('sv')?.full).toEqual({ light: pathOf(source), dark: pathOf(source) })
    const { html, attachments } = await mailed()
    expect(html).toContain('src="cid:logo@store" alt="Anode Sverige"')
    expect(attachments).toEqual([
      { filename: 'logo.png', contentType: 'image/png', content: answer.rawPayload, cid: 'logo@store' },
    ])
  })

  it('is kept while a store names it or did, and comes back by an undo', async () => {
    const [first, second] = [await uploaded('logo'), await uploaded('logo', '#10d040')]
    const unused = await uploaded('logo', '#d04010')
    await change('identity', { logo: first })
    await change('identity', { logo: second })
    await sql`update picture_original set stored_at = now() - interval '2 days'`.execute(shop.db)
    await tidyPictures(shop.db)
    const { rows } = await sql<{ source: string }>`select 'picture:' || encode(sha256, 'hex') as source
      from picture_original`.execute(shop.db)
    expect(rows.map((row) => row.source).toSorted()).toEqual([first, second].toSorted())
    expect((await change('identity', { logo: unused })).body).toMatchObject({
      fields: { logo: 'no_picture' },
    })
    const { history } = await settings()
    expect(history[0]).toMatchObject({ section: 'identity', canUndo: true })
    expect((await callAdmin(app, owner, 'POST', `audit/${history[0]!.id}/undo`)).status).toBe(200)
    expect((await settings()).identity.value.logo).toBe(first)
  })

  it('is refused where it is no picture, or the person may not change settings', async () => {
    expect((await upload(Buffer.from('<svg/>'), 'logo')).json()).toMatchObject({ code: 'wrong_type' })
    const service = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    const bytes = await photo().png().toBuffer()
    expect((await upload(bytes, 'icon', service)).statusCode).toBe(403)
    expect((await change('identity', { icon: 'file:/etc/passwd' })).body).toMatchObject({
      fields: { icon: 'no_picture' },
    })
  })
})

describe('what the pages promise', () => {
  it('follows the hour of dispatch, which expected deliveries follow too, and leaves out what is empty', async () => {
    expect(topLines('sv')[0]).toMatch(/^Skickas samma dag före kl\.\s16$/)
    expect(footerPromises('sv')).toHaveLength(4)
    // A Friday morning.
    expect(nextDeliveryAt(stores.sv, shop.now.at)).toBe(Date.parse('2026-11-20T15:00:00Z'))
    await change('storefront', { dispatchHour: 8 })
    expect(topLines('sv')[0]).toMatch(/^Skickas samma dag före kl\.\s8$/)
    expect(nextDeliveryAt(stores.sv, shop.now.at)).toBe(Date.parse('2026-11-23T07:00:00Z'))
    await change('storefront', { promisesDispatch: false, lines: ['', ' '], promises: [], phoneHours: '' })
    expect(topLines('sv')).toEqual(['30 dagars öppet köp'])
    expect(footerPromises('sv').map(({ icon }) => icon)).toEqual(['return'])
    expect(topLines('de')).toHaveLength(3)
  })

  it('is refused where there is no room for it, or it has no title', async () => {
    expect((await change('storefront', { lines: ['x'.repeat(61)], dispatchHour: 24 })).body).toMatchObject({
      fields: { lines: 'too_long', dispatchHour: 'hour' },
    })
    expect((await change('storefront', { promises: [{ title: '', text: 'Gratis' }] })).body).toMatchObject({
      fields: { promises: 'required' },
    })
  })
})

describe('a closed store', () => {
  const open = (cookie?: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/checkout?locale=sv&sid=7',
      ...(cookie !== undefined && { headers: { cookie } }),
      payload: { items: [line(product)] },
    })
  let product: Awaited<ReturnType<OrderShop['addProduct']>>
  beforeEach(async () => {
    product = await shop.addProduct({ price: 300 })
    await change('opening', { isOpenToShoppers: false })
  })

  it('sells nothing and shows no products to shoppers, and the other stores do', async () => {
    const refused = await open()
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { message: 'Butiken är inte öppen ännu.', errors: { store: 'closed' } },
    ])
    for (const path of [
      '/api/products?query=aa',
      '/api/product-categories',
      '/api/current-deal',
      '/api/products/1/reviews',
      '/api/devices',
      '/api/offers',
    ])
      expect((await shop.call('GET', path)).status, path).toBe(403)
    expect((await shop.call('GET', '/api/strings')).status).toBe(200)
    expect((await shop.call('POST', '/api/checkout', { items: [line(product)] }, 'de')).status).toBe(201)
    await change('opening', { isOpenToShoppers: true })
    expect((await open()).statusCode).toBe(201)
  })

  it('sells to the browser that opened a link of the back office, until it ends', async () => {
    const { body } = await callAdmin(app, owner, 'POST', 'settings/sv/preview-link')
    const { link, expiresAt } = body as { link: string; expiresAt: string }
    expect(Date.parse(expiresAt) - shop.now.at).toBe(24 * 3_600_000)
    const followed = await shop.app.inject({ method: 'GET', url: new URL(link).pathname })
    expect([followed.statusCode, followed.headers['location']]).toEqual([302, '/sv'])
    const cookie = String(followed.headers['set-cookie']).split(';')[0]!
    const opened = await open(cookie)
    expect(opened.statusCode).toBe(201)
    const as = { headers: { cookie } }
    const url = `/api/checkout/${opened.json<{ id: string }>().id}`
    const query = '?locale=sv&sid=7'
    const { shippingMethod } = goodForm
    const chosen = await shop.app.inject({
      method: 'PATCH',
      url: url + query,
      payload: { shippingMethod },
      ...as,
    })
    const { total } = chosen.json<{ total: number }>()
    const payload = { ...goodForm, total }
    const bought = await shop.app.inject({
      method: 'POST',
      url: `${url}/complete${query}`,
      payload,
      ...as,
    })
    expect(bought.statusCode, bought.body).toBe(200)
    const now = shop.now.at
    shop.now.at += 25 * 3_600_000
    expect((await open(cookie)).statusCode).toBe(403)
    shop.now.at = now
    // Of another store, and forged.
    const ofGermany = issuePreviewPass(testKeys, 'de', now + 1000)
    expect((await open(`anode_preview_sv=${ofGermany}`)).statusCode).toBe(403)
    expect((await open(`anode_preview_sv=sv${ofGermany.slice(2)}`)).statusCode).toBe(403)
    expect((await shop.app.inject({ method: 'GET', url: '/api/store-preview/sv.zz.x' })).statusCode).toBe(404)
  })

  it('is named to no crawler and no agent', () => {
    // Crawlers may fetch its pages, which say 503 and `noindex`.
    expect(robotsText('https://shop.example')).not.toContain('/sv')
    expect(robotsText('https://shop.example')).toMatch(/^Disallow: \/de\/checkout$/m)
    const guide = llmsText('https://shop.example')
    expect(guide).not.toContain('/sv')
    expect(guide).toContain('/feeds/de/')
    const [first] = openStoreCodes()
    expect(guide).toContain(`?locale=${first!}&sid=${stores[first!].storeId}&`)
    for (const code of storeCodes) applySettings(code, { opening: { isOpenToShoppers: false } })
    expect(llmsText('https://shop.example')).toBe('# Online shop\n\n> This shop is not open yet.\n')
    for (const code of storeCodes) if (code !== 'sv') applySettings(code, {})
    expect(storePolicies.sv.company.name).toBe('Anode Sverige AB')
  })
})
