import { beforeEach, expect, it } from 'vitest'
import { join } from 'node:path'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { productEditor } from '../catalogue-import/edit-product.server.ts'
import { importProducts } from '../catalogue-import/import-products.server.ts'
import { missingTranslations } from '../catalogue-import/missing-translations.server.ts'
import { readCategory } from '../catalogue-import/save-category.server.ts'
import { readAttributeNames } from '../catalogue-import/name-attribute.server.ts'
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import type { MissingTranslation } from '../domain/catalogue/translation.ts'
import { addField, listFields } from '../domain/custom-fields/field-repository.server.ts'
import { toSku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { undoChange } from '../domain/undo/undo-change.server.ts'
import { translationsXliff } from '../api/admin/translations-xliff.ts'
import { reversals } from '../server/reversals.ts'
import { testActor } from '../test/test-actor.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport('de')
/** As an earlier release has written them: texts of products alone. */
const columns = ['sku', 'field', 'source_store', 'source_text', 'target_store', 'target_text']
const line = (...cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')}\r\n`
const table = (...rows: string[][]) => line(...columns) + rows.map((row) => line(...row)).join('')

/** Titles and descriptions by sku. */
async function sell(store: StoreCode, products: Record<string, [string, string]>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'anode-translations-'))
  const file = join(folder, 'feed.tsv')
  const currency = store === 'sv' ? 'SEK' : 'EUR'
  const rows = Object.entries(products).map(
    ([sku, [title, description]]) => `${sku}\t${title}\t${description}\t10.00 ${currency}\tin_stock\t5`,
  )
  await writeFile(file, ['id\ttitle\tdescription\tprice\tavailability\tquantity', ...rows, ''].join('\n'))
  const result = await importProducts(shop.test.db, testActor, { file, store, reportDirectory: null })
  expect(result.refused).toBe(0)
  await rm(folder, { recursive: true })
}
async function missing() {
  const found: MissingTranslation[] = []
  for await (const each of missingTranslations(shop.test.db, 'sv', 'de')) found.push(each)
  return found
}
const inGermany = async (sku: string) => {
  const record = await productEditor.read(shop.test.db, toSku(sku))
  return record!.stores.de!
}

beforeEach(async () => {
  await sell('sv', {
    'T-1': ['Batteri', 'Lång livslängd.\u2029- Ingen minneseffekt'],
    'T-2': ['Laddare', 'Laddar fort.'],
    'T-3': ['Kabel', ''],
    'T-4': ['Kabel', ''],
  })
  await sell('de', { 'T-1': ['Batteri', ''], 'T-2': ['Ladegerät', 'Laddar fort.'], 'T-4': ['Kabel', ''] })
})

it('lists the texts that a store lacks, or has in the words of the other', async () => {
  const product = (id: string, field: 'name' | 'description', sourceText: string, context: string) => ({
    kind: 'product',
    id,
    field,
    sourceText,
    context,
  })
  expect(await missing()).toEqual([
    product('T-1', 'name', 'Batteri', 'Batteri'),
    product('T-1', 'description', 'Lång livslängd.\n\n- Ingen minneseffekt', 'Batteri'),
    product('T-2', 'description', 'Laddar fort.', 'Laddare'),
    product('T-4', 'name', 'Kabel', 'Kabel'),
  ])
  await shop.imported(table(['T-4', 'name', 'sv', 'Kabel', 'de', 'Leitung']))
  expect(await inGermany('T-4')).toMatchObject({ name: 'Leitung', description: 'Leitung' })
})

it('has the texts for search engines, which are translated only where the source has some', async () => {
  const source = await productEditor.read(shop.test.db, toSku('T-2'))
  const sv = { ...source!.stores.sv!, seoTitle: 'Köp laddare', seoDescription: 'Fri frakt.' }
  await productEditor.save(shop.test.db, testActor, {
    record: { ...source!, stores: { ...source!.stores, sv } },
    expected: { ...source! },
    may: () => true,
  })
  expect((await missing()).filter(({ field }) => field.startsWith('seo'))).toEqual([
    { kind: 'product', id: 'T-2', field: 'seo_title', sourceText: 'Köp laddare', context: 'Laddare' },
    { kind: 'product', id: 'T-2', field: 'seo_description', sourceText: 'Fri frakt.', context: 'Laddare' },
  ])
  const text = table(
    ['T-2', 'seo_title', 'sv', 'Köp laddare', 'de', 'Ladegeräte kaufen'],
    ['T-2', 'seo_description', 'sv', 'Fri frakt.', 'de', 'Two\nlines'],
    ['T-1', 'seo_title', 'sv', 'Köp laddare', 'de', 'x'],
  )
  const result = await shop.imported(text)
  expect(result).toMatchObject({ changed: 1, refused: 2 })
  expect(result.reports.map(({ row, code }) => [row, code])).toEqual([
    [3, 'control_character'],
    [4, 'changed_source'],
  ])
  expect(await inGermany('T-2')).toMatchObject({ name: 'Ladegerät', seoTitle: 'Ladegeräte kaufen' })
})

it('takes filled-in texts back, which change nothing else', async () => {
  const before = await inGermany('T-1')
  const text = table(
    ['T-1', 'name', 'sv', 'Batteri', 'de', 'Batterie'],
    // As a spreadsheet protects it, with its own line ends.
    [
      'T-1',
      'description',
      'sv',
      "Lång livslängd.\r\n\r\n'- Ingen minneseffekt",
      'de',
      "Lange Lebensdauer.\r\n\r\n'- Kein Memory-Effekt",
    ],
    ['T-2', 'description', 'sv', 'Laddar fort.', 'de', ''],
  )
  const checked = await shop.imported(text, { dryRun: true })
  expect(checked).toMatchObject({ holds: 'translations', read: 3, changed: 2, unchanged: 1, refused: 0 })
  expect(checked.changes[0]).toMatchObject({
    id: 'T-1',
    column: 'name',
    before: 'Batteri',
    after: 'Batterie',
  })
  expect(await inGermany('T-1')).toEqual(before)
  expect(await shop.imported(text)).toMatchObject({ changed: 2, unchanged: 1, refused: 0 })
  const { name, description, slug, prices, stock } = await inGermany('T-1')
  expect({ name, description, slug }).toEqual({
    name: 'Batterie',
    description: 'Lange Lebensdauer.\n\n- Kein Memory-Effekt',
    // It was made of the name.
    slug: 'batterie-t-1',
  })
  expect([prices, stock.available]).toEqual([before.prices, before.stock.available])
  expect(await shop.imported(text)).toMatchObject({ changed: 0, unchanged: 3 })
  expect(await missing()).toHaveLength(2)
  const { rows } = await sql<{ action: string; id: string }>`
    select action, object_id as id from audit_entry where action = 'product.change'`.execute(shop.test.db)
  expect(rows).toEqual([{ action: 'product.change', id: 'T-1' }])
})

it('names what it cannot take: changed sources, unknown products, other stores and fields', async () => {
  const result = await shop.imported(
    table(
      ['T-1', 'name', 'sv', 'Batterier', 'de', 'Batterien'],
      ['X-9', 'name', 'sv', 'Batteri', 'de', 'Batterie'],
      ['T-3', 'name', 'sv', 'Kabel', 'de', 'Kabel'],
      ['T-2', 'name', 'sv', 'Laddare', 'no', 'Lader'],
      ['T-2', 'price', 'sv', '10', 'de', '1'],
      ['T-2', 'name', 'sv', 'Laddare', 'de', '<b>Lader</b>'],
      ['T-2', 'description', 'xx', 'Laddar fort.', 'de', 'x'],
      ['T-2', 'description', 'sv', 'Laddar fort.', 'de', 'Lädt schnell.'],
    ),
  )
  expect(result).toMatchObject({ read: 8, changed: 1, refused: 7 })
  expect(result.reports.map(({ row, code, column }) => [row, code, column])).toEqual([
    [2, 'changed_source', 'source_text'],
    [3, 'unknown_sku', 'id'],
    [4, 'not_in_store', 'id'],
    [5, 'other_store', 'target_store'],
    [6, 'no_translated_text', 'field'],
    [7, 'markup', 'target_text'],
    [8, 'unknown_store', 'source_store'],
  ])
  // The text as it is now.
  expect(result.reports[0]).toMatchObject({ value: 'Batteri' })
  expect((await inGermany('T-2')).description).toBe('Lädt schnell.')
})

/** Categories, attributes and a field, which a product that both stores sell has. */
async function describe(): Promise<void> {
  const records: CatalogueRecord[] = [
    {
      record: 'category',
      code: 'batteries',
      position: 0,
      showInMenu: true,
      texts: { sv: { name: 'Batterier', slug: 'batterier', description: 'Alla slags batterier.' } },
    },
    {
      record: 'category',
      code: 'coin',
      parent: 'batteries',
      position: 0,
      showInMenu: true,
      texts: {
        sv: { name: 'Knappceller', slug: 'knappceller', description: '' },
        de: { name: 'Knappceller', slug: 'knappceller', description: '' },
      },
    },
    {
      record: 'category',
      code: 'empty',
      position: 1,
      showInMenu: true,
      texts: { sv: { name: 'Tomt', slug: 'tomt', description: '' } },
    },
    {
      record: 'attribute',
      code: 'color',
      kind: 'choice',
      facet: true,
      position: 0,
      names: { sv: 'Färg' },
      values: [
        { code: 'red', names: { sv: 'Röd', de: 'Rot' } },
        { code: 'black', names: { sv: 'Svart' } },
        { code: 'unused', names: { sv: 'Grå' } },
      ],
    },
  ]
  const folder = await mkdtemp(join(tmpdir(), 'anode-translations-'))
  const file = join(folder, 'records.ndjson')
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  expect((await importProducts(shop.test.db, testActor, { file, reportDirectory: null })).refused).toBe(0)
  await rm(folder, { recursive: true })
  await sql`update product set attributes = '{"color": ["red", "black"]}' where sku = 'T-1'`.execute(
    shop.test.db,
  )
  await sql`insert into product_category (product_id, category_id)
    select p.id, c.id from product p, category c where p.sku = 'T-1' and c.code = 'coin'
    on conflict do nothing`.execute(shop.test.db)
  const added = await addField(shop.test.db, testActor, {
    object: 'product',
    key: 'care',
    kind: 'choice',
    unit: null,
    names: { sv: 'Skötsel' },
    options: [{ code: 'dry', names: { sv: 'Torkas' } }],
    refersTo: null,
    scope: 'shared',
    isShown: true,
    isFacet: true,
    isInFeed: false,
    isRequired: false,
    position: 0,
  })
  expect(added.ok).toBe(true)
}
const withoutProducts = async () => (await missing()).filter(({ kind }) => kind !== 'product')
const fullColumns = [
  'kind',
  'id',
  'field',
  'context',
  'most_characters',
  'source_store',
  'source_text',
  'target_store',
  'target_text',
]
const fullTable = (...rows: string[][]) => line(...fullColumns) + rows.map((row) => line(...row)).join('')
const undo = async (action: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from audit_entry where action = ${action} order by id desc limit 1`.execute(shop.test.db)
  return undoChange({ db: shop.test.db, products: productEditor, reversals }, testActor, Number(rows[0]!.id))
}

it('lists names and descriptions of categories, attributes and choices that products of the store have', async () => {
  await describe()
  expect(await withoutProducts()).toEqual([
    { kind: 'category', id: 'batteries', field: 'name', sourceText: 'Batterier', context: 'Batterier' },
    {
      kind: 'category',
      id: 'batteries',
      field: 'description',
      sourceText: 'Alla slags batterier.',
      context: 'Batterier',
    },
    {
      kind: 'category',
      id: 'coin',
      field: 'name',
      sourceText: 'Knappceller',
      context: 'Batterier > Knappceller',
    },
    { kind: 'attribute', id: 'color', field: 'name', sourceText: 'Färg', context: 'color' },
    { kind: 'choice', id: 'color/black', field: 'name', sourceText: 'Svart', context: 'Färg' },
    { kind: 'attribute', id: 'field.care', field: 'name', sourceText: 'Skötsel', context: 'field.care' },
    { kind: 'choice', id: 'field.care/dry', field: 'name', sourceText: 'Torkas', context: 'Skötsel' },
  ])
})

it('takes texts of categories, attributes and choices back, and undoes them', async () => {
  await describe()
  const row = (kind: string, id: string, field: string, source: string, target: string) => [
    kind,
    id,
    field,
    '',
    '',
    'sv',
    source,
    'de',
    target,
  ]
  const result = await shop.imported(
    fullTable(
      row('category', 'batteries', 'name', 'Batterier', 'Batterien'),
      row('category', 'batteries', 'description', 'Alla slags batterier.', 'Batterien aller Art.'),
      row('category', 'coin', 'name', 'Knappceller', 'Knopfzellen'),
      row('attribute', 'color', 'name', 'Färg', 'Farbe'),
      row('choice', 'color/black', 'name', 'Svart', 'Schwarz'),
      row('attribute', 'field.care', 'name', 'Skötsel', 'Pflege'),
      row('choice', 'field.care/dry', 'name', 'Torkas', 'Trocken halten'),
      row('category', 'nothing', 'name', 'Batterier', 'x'),
      row('category', 'empty', 'description', 'x', 'y'),
      row('attribute', 'size', 'name', 'Storlek', 'Größe'),
      row('choice', 'color/green', 'name', 'Grön', 'Grün'),
      row('attribute', 'color', 'description', 'Färg', 'Farbe'),
      row('brand', 'x', 'name', 'x', 'y'),
      row('choice', 'color/red', 'name', 'Rosa', 'Rosa'),
    ),
  )
  expect(result.reports.map(({ row: at, code, id }) => [at, code, id])).toEqual([
    [9, 'unknown_category', 'category nothing'],
    [10, 'changed_source', 'category empty'],
    [11, 'unknown_attribute', 'attribute size'],
    [12, 'unknown_choice', 'choice color/green'],
    [13, 'no_translated_text', 'attribute color'],
    [14, 'no_translated_text', 'brand x'],
    [15, 'changed_source', 'choice color/red'],
  ])
  expect(result).toMatchObject({ read: 14, changed: 7, refused: 7 })
  expect(await withoutProducts()).toEqual([])
  expect((await readCategory(shop.test.db, 'batteries'))!.texts.de).toEqual({
    name: 'Batterien',
    slug: 'batterien',
    description: 'Batterien aller Art.',
  })
  const { rows: paths } = await sql<{ path: string }>`select path from category_text
    where store = 'de' order by path`.execute(shop.test.db)
  expect(paths.map(({ path }) => path)).toEqual(['batterien', 'batterien/knopfzellen'])
  const names = await readAttributeNames(shop.test.db, 'color')
  expect([names!.names, names!.choices.get('black')]).toEqual([
    { sv: 'Färg', de: 'Farbe' },
    { sv: 'Svart', de: 'Schwarz' },
  ])

  expect(await undo('attribute.change')).toEqual({ ok: true })
  expect(await undo('custom_field.change')).toEqual({ ok: true })
  expect((await readAttributeNames(shop.test.db, 'color'))!.names).toEqual({ sv: 'Färg' })
  expect((await listFields(shop.test.db, 'product'))[0]!.names).toEqual({ sv: 'Skötsel' })
  // The latest one is of the category below; then the store loses the one that it got by its name.
  expect(await undo('category.change')).toEqual({ ok: true })
  expect((await readCategory(shop.test.db, 'coin'))!.texts.de).toMatchObject({ name: 'Knappceller' })
  const { rows } = await sql<{ id: string }>`select id from audit_entry
    where action = 'category.change' and object_id = 'batteries'`.execute(shop.test.db)
  const services = { db: shop.test.db, products: productEditor, reversals }
  expect(await undoChange(services, testActor, Number(rows[0]!.id))).toEqual({ ok: true })
  expect((await readCategory(shop.test.db, 'batteries'))!.texts).not.toHaveProperty('de')
  const { rows: last } = await sql<{ path: string }>`select path from category_text
    where store = 'de'`.execute(shop.test.db)
  expect(last).toEqual([{ path: 'knappceller' }])
})

/** The file that the back office gives for German, with translations by unit. */
async function xliff(targets: Record<string, string>, change = (text: string) => text): Promise<string> {
  const pieces: string[] = []
  for await (const piece of translationsXliff(missingTranslations(shop.test.db, 'sv', 'de'), {
    source: 'sv',
    target: 'de',
  }))
    pieces.push(piece)
  const filled = pieces.map((piece) => {
    const id = /<trans-unit id="([^"]*)"/.exec(piece)?.[1]
    const target = id === undefined ? undefined : targets[id]
    return target === undefined ? piece : piece.replace('</source>', `</source><target>${target}</target>`)
  })
  return change(filled.join(''))
}

it('gives and takes texts as XLIFF 1.2, each as a unit with its place and its limit', async () => {
  await describe()
  await sell('sv', { 'T-9': ['Kabel <2 m & "platt"', ''] })
  await sell('de', { 'T-9': ['Kabel <2 m & "platt"', ''] })
  const file = await xliff({})
  expect(file).toContain('source-language="sv-SE" target-language="de-DE"')
  expect(file)
    .toContain(`      <trans-unit id="category/name/coin" maxwidth="120" size-unit="char" xml:space="preserve">
        <source>Knappceller</source>
        <note>category, name: Batterier &gt; Knappceller. At most 120 characters.</note>
      </trans-unit>`)
  const filled = await xliff({
    'category/name/coin': 'Knopfzellen',
    'product/name/T-1': '<mrk mtype="seg" mid="1">Batterie</mrk>',
    'product/name/T-9': 'Kabel &lt;2 m &amp; <![CDATA["flach"]]>',
    'choice/name/color/black': 'Schwarz',
  })
  const checked = await shop.imported(filled, { dryRun: true })
  expect(checked).toMatchObject({ holds: 'translations', table: { preset: 'xliff' }, changed: 4, refused: 0 })
  expect(await shop.imported(filled)).toMatchObject({ changed: 4, refused: 0 })
  expect((await inGermany('T-1')).name).toBe('Batterie')
  expect((await inGermany('T-9')).name).toBe('Kabel <2 m & "flach"')
  expect((await readAttributeNames(shop.test.db, 'color'))!.choices.get('black')).toMatchObject({
    de: 'Schwarz',
  })
  // A tool that copies the source says so.
  const copied = await xliff({}, (text) =>
    text.replace(
      '<source>Kabel</source>',
      '<source>Kabel</source><target state="needs-translation">Kabel</target>',
    ),
  )
  expect(await shop.imported(copied)).toMatchObject({ changed: 0, refused: 0 })
})

it('refuses units of XLIFF that are unknown or marked up by their id, and proposals of tools are no texts', async () => {
  const filled = await xliff(
    {
      'product/name/T-1': 'Batterie <x id="1"/>',
      'product/description/T-1': '&lt;script&gt;alert(1)&lt;/script&gt;',
      'product/name/T-4': `${'x'.repeat(151)}`,
    },
    (text) =>
      text.replace(
        '</body>',
        `<trans-unit id="product/name/X-9"><source>Batteri</source><target>Batterie</target></trans-unit>
        <trans-unit id="nonsense"><source>Batteri</source><target>Batterie</target></trans-unit>
        <trans-unit id="product/name/T-2"><source>Laddare</source>
          <alt-trans><source>Batteri</source><target>Batterie</target></alt-trans></trans-unit></body>`,
      ),
  )
  const result = await shop.imported(filled)
  expect(result.reports.map(({ code, id }) => [id, code])).toEqual([
    ['product/name/T-1', 'markup'],
    ['product/description/T-1', 'markup'],
    ['product/name/T-4', 'too_long'],
    ['product/name/X-9', 'unknown_sku'],
    ['nonsense', 'no_translated_text'],
  ])
  expect(result).toMatchObject({ changed: 0, refused: 5 })
})

it('refuses a whole file of XLIFF that is hostile, broken or in another language, and changes nothing', async () => {
  const texts = { 'product/name/T-1': 'Batterie', 'product/name/T-4': 'Leitung' }
  const before = await missing()
  const faultOf = async (change: (text: string) => string) => {
    const fault: unknown = await shop.imported(await xliff(texts, change)).catch((error: unknown) => error)
    if (!(fault instanceof FeedFault)) throw fault
    return [fault.code, fault.values['unit'] ?? fault.values['language'] ?? fault.values['version'] ?? null]
  }
  expect(
    await faultOf((text) =>
      text.replace('<xliff', '<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<xliff'),
    ),
  ).toEqual(['xliff_doctype', null])
  expect(await faultOf((text) => text.replace('Leitung', 'Leitung &b;'))).toEqual([
    'xliff_unit',
    'product/name/T-4',
  ])
  expect(await faultOf((text) => text.slice(0, text.indexOf('Leitung')))).toEqual([
    'xliff_unit',
    'product/name/T-4',
  ])
  expect(await faultOf((text) => text.replace('de-DE', 'da-DK'))).toEqual(['xliff_target', 'da-DK'])
  expect(await faultOf((text) => text.replace('sv-SE', 'fr-FR'))).toEqual(['xliff_source', 'fr-FR'])
  expect(await faultOf((text) => text.replace('version="1.2"', 'version="2.1"'))).toEqual([
    'xliff_version',
    '2.1',
  ])
  expect(await missing()).toEqual(before)
})

it('makes the address anew where an earlier release has repeated the name in it', async () => {
  await sell('sv', { 'laddare-gron': ['Laddare grön', ''] })
  await sell('de', { 'laddare-gron': ['Laddare grön', ''] })
  await sql`update store_product s set slug = 'laddare-groen-laddare-gron' from product p
    where p.id = s.product_id and p.sku = 'laddare-gron' and s.store = 'de'`.execute(shop.test.db)
  const text = table(['laddare-gron', 'name', 'sv', 'Laddare grön', 'de', 'Ladegerät grün'])
  expect(await shop.imported(text)).toMatchObject({ changed: 1, refused: 0 })
  expect((await inGermany('laddare-gron')).slug).toBe('ladegeraet-gruen-laddare-gron')
})
