import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { useImportShop } from './import-fixture.test-support.ts'
import { removeCategory } from './remove-category.server.ts'
import { testActor } from '../test/test-actor.ts'

const shop = useImportShop()
const ndjson = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

const category = (code: string, parent?: string, slug = code) => ({
  record: 'category',
  code,
  position: 0,
  showInMenu: true,
  ...(parent && { parent }),
  texts: { sv: { name: code, slug, description: '' }, de: { name: code, slug, description: '' } },
})
const product = (sku: string, ...categories: string[]) => ({
  record: 'product',
  sku,
  type: 'standard',
  categories,
  stores: {
    sv: {
      name: sku,
      slug: sku.toLowerCase(),
      description: '',
      vatPercent: 25,
      prices: [{ q: 1, p: 9 }],
      stock: { available: 1 },
    },
  },
})

async function paths(): Promise<string[]> {
  const rows = await shop.rowsOf("select path from category_text where store = 'sv' order by path")
  return rows.map((row) => String(row['path']))
}

/** Target of a former address: the code, or null for gone. */
async function formerly(store: string, path: string): Promise<unknown> {
  const { rows } = await sql<{ code: string | null }>`
    select c.code from former_address f left join category c on c.id = f.target_id
    where f.kind = 'category' and f.store = ${store} and f.slug = ${path}`.execute(shop.test.db)
  return rows.length === 0 ? 'unknown' : rows[0]!.code
}

describe('removing a category', () => {
  it('is rejected while it has contents, and moves them to the given category', async () => {
    const tree = [category('cables'), category('old', 'cables'), category('thin', 'old'), category('leads')]
    await shop.importBytes(
      ndjson(...tree, product('P-1', 'old'), product('P-2', 'leads', 'old'), product('P-3', 'old', 'leads')),
    )
    const { db } = shop.test
    expect(await removeCategory(db, testActor, 'old')).toEqual({
      ok: false,
      code: 'not_empty',
      products: 3,
      children: 1,
    })
    expect(await removeCategory(db, testActor, 'old', { moveTo: 'thin' })).toEqual({
      ok: false,
      code: 'target_inside',
    })
    expect(await removeCategory(db, testActor, 'old', { moveTo: 'old' })).toEqual({
      ok: false,
      code: 'target_inside',
    })
    expect(await removeCategory(db, testActor, 'old', { moveTo: 'ghost' })).toEqual({
      ok: false,
      code: 'unknown_target',
    })
    expect(await removeCategory(db, testActor, 'ghost')).toEqual({ ok: false, code: 'unknown_category' })
    const moved = { ok: true, products: 3, children: 1, redirectsTo: 'leads' }
    expect(await removeCategory(db, testActor, 'old', { moveTo: 'leads', dryRun: true })).toEqual(moved)
    expect(await paths()).toEqual(['cables', 'cables/old', 'cables/old/thin', 'leads'])
    expect(await removeCategory(db, testActor, 'old', { moveTo: 'leads' })).toEqual(moved)
    expect(await paths()).toEqual(['cables', 'leads', 'leads/thin'])
    expect(
      await shop.rowsOf(`select p.sku, c.code, pc.position from product_category pc join product p on p.id = product_id
        join category c on c.id = category_id order by sku`),
    ).toEqual(['P-1', 'P-2', 'P-3'].map((sku) => ({ sku, code: 'leads', position: 0 })))
    expect(await formerly('sv', 'cables/old')).toBe('leads')
    expect(await formerly('de', 'cables/old/thin')).toBe('thin')
  })

  it('without contents redirects to its parent, and a root is gone', async () => {
    await shop.importBytes(ndjson(category('cables'), category('old', 'cables')))
    const { db } = shop.test
    expect(await removeCategory(db, testActor, 'old')).toMatchObject({ ok: true, redirectsTo: 'cables' })
    expect(await formerly('de', 'cables/old')).toBe('cables')
    expect(await removeCategory(db, testActor, 'cables')).toMatchObject({ ok: true, redirectsTo: null })
    expect([await formerly('sv', 'cables'), await formerly('sv', 'cables/old')]).toEqual([null, null])
  })

  it('changes nothing if a child would get the address of another', async () => {
    const tree = [category('a'), category('b'), category('a-x', 'a', 'x'), category('b-x', 'b', 'x')]
    await shop.importBytes(ndjson(...tree))
    const before = await paths()
    expect(await removeCategory(shop.test.db, testActor, 'a', { moveTo: 'b' })).toEqual({
      ok: false,
      code: 'address_taken',
    })
    expect(await paths()).toEqual(before)
  })
})

describe('removals in NDJSON', () => {
  const removal = (of: string, more: object) => ({ record: 'removal', of, ...more })
  const page = { record: 'content_page', store: 'sv', path: 'old', title: 'Old', body: '', published: true }
  const widget = { record: 'widget', store: 'sv', slug: 'footer-help', content: 'x', hidden: false }
  const hint = { record: 'search_hint', store: 'sv', triggers: ['a'], hint: 'h', url: '/sv/x', urlTitle: 't' }
  const deal = {
    record: 'deal',
    store: 'sv',
    title: 'D',
    sku: 'P-1',
    discount: 5,
    startsAt: '2026-12-01',
    expiresAt: '2026-12-24',
  }
  const removals = ndjson(
    removal('content_page', { store: 'sv', path: 'old' }),
    removal('widget', { store: 'sv', slug: 'footer-help' }),
    removal('search_hint', { store: 'sv', hint: 'h' }),
    removal('deal', { store: 'sv', sku: 'P-1', startsAt: '2026-12-01' }),
    removal('category', { code: 'cables', moveTo: 'leads' }),
  )
  const left = () =>
    shop.rowsOf(`select (select count(*)::int from content_page) as pages, (select count(*)::int from widget) as widgets,
      (select count(*)::int from search_hint) as hints, (select count(*)::int from deal) as deals,
      (select count(*)::int from category) as categories`)

  it('remove what an earlier file added; a dry run and a second run remove nothing', async () => {
    const goods = [category('cables'), category('leads'), product('P-1', 'cables'), page, widget, hint, deal]
    await shop.importBytes(ndjson(...goods))
    const all = [{ pages: 1, widgets: 1, hints: 1, deals: 1, categories: 2 }]
    expect(await shop.importBytes(removals, undefined, { dryRun: true })).toMatchObject({
      changed: 5,
      refused: 0,
    })
    expect(await left()).toEqual(all)
    expect(await shop.importBytes(removals, 'de')).toMatchObject({ skipped: 5 })
    expect(await left()).toEqual(all)
    expect(await shop.importBytes(removals)).toMatchObject({ changed: 5, refused: 0 })
    expect(await left()).toEqual([{ pages: 0, widgets: 0, hints: 0, deals: 0, categories: 1 }])
    expect(await shop.importBytes(removals)).toMatchObject({ changed: 0, unchanged: 5, refused: 0 })
  })

  it('of a category with contents is rejected without a category to move them to', async () => {
    await shop.importBytes(ndjson(category('cables'), product('P-1', 'cables')))
    const result = await shop.importBytes(ndjson(removal('category', { code: 'cables' })))
    expect(result.reports).toMatchObject([{ code: 'not_empty', column: 'code', id: 'cables' }])
    expect(await paths()).toEqual(['cables'])
  })
})
