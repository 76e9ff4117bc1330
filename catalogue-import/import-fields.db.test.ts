import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addField, type FieldDefinition } from '../domain/custom-fields/field-repository.server.ts'
import { toSku } from '../domain/products/sku.ts'
import { testActor } from '../test/test-actor.ts'
import { productEditor } from './edit-product.server.ts'
import { feedColumns } from './feed-row.ts'
import { link, rowOf, useImportShop } from './import-fixture.test-support.ts'
import { recordsOf } from './restore-products.server.ts'

const shop = useImportShop()

const define = async (key: string, more: Partial<FieldDefinition> = {}) => {
  const added = await addField(shop.test.db, testActor, {
    object: 'product',
    key,
    kind: 'text',
    scope: 'shared',
    unit: null,
    refersTo: null,
    names: { sv: key },
    options: [],
    isShown: false,
    isFacet: false,
    isInFeed: false,
    isRequired: false,
    position: 0,
    ...more,
  })
  expect(added).toMatchObject({ ok: true })
}
beforeEach(async () => {
  await define('care')
  await define('length', { kind: 'number', unit: 'mm' })
  await define('fair', { kind: 'flag' })
  await define('wood', { kind: 'choice', options: [{ code: 'oak', names: { sv: 'Ek' } }], scope: 'store' })
  await define('since', { kind: 'date' })
  await define('story', { kind: 'rich_text', scope: 'language' })
  await define('goes_with', { kind: 'reference', refersTo: 'product' })
})

type Cells = Record<string, string>
const file = (rows: Cells[]) => {
  const columns = [...feedColumns, ...new Set(rows.flatMap(Object.keys))].filter(
    (column, at, all) => all.indexOf(column) === at,
  )
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'))
  return [columns.join('\t'), ...lines, ''].join('\n')
}
const product = (id: string, cells: Cells = {}): Cells => ({ ...rowOf({ id }), ...cells })
const values = async (sku: string) =>
  Object.fromEntries(
    (
      await sql<{ name: string; value: unknown }>`
        select concat_ws('.', v.field, nullif(v.scope, '')) as name, v.value
        from custom_field_value v join product p on p.id = v.object_id
        where v.object = 'product' and p.sku = ${sku} and v.value is not null order by 1`.execute(
        shop.test.db,
      )
    ).rows.map(({ name, value }) => [name, value]),
  )
const filled: Cells = {
  'field.care': '=Torkas',
  'field.length': '12,5',
  'field.fair': 'yes',
  'field.wood': 'ek',
  'field.since': '2026-11-29',
  'field.story': '<p>Ett</p>\u2029<p>"Två", tre</p>',
  'field.goes_with': 'A-2',
}
const stored = {
  care: '=Torkas',
  length: 12.5,
  fair: true,
  'wood.sv': 'oak',
  since: '2026-11-29',
  'story.sv': '<p>Ett</p>\n\n<p>"Två", tre</p>',
  goes_with: 'A-2',
}

describe('fields of products in files', () => {
  it('columns set the values that hold in the store of the file', async () => {
    const result = await shop.importBytes(file([product('A-1', filled), product('A-2')]), 'sv')
    expect(result).toMatchObject({ created: 2, refused: 0, reports: [] })
    expect(await values('A-1')).toEqual(stored)
    expect(await values('A-2')).toEqual({})
    const again = await shop.importBytes(file([product('A-1', { ...filled, 'field.care': 'Diskas' })]), 'sv')
    expect(again).toMatchObject({ changed: 1 })
    expect(again.changes).toMatchObject([{ column: 'field.care', before: '=Torkas', after: 'Diskas' }])
    // A file without the column changes nothing, an empty cell clears.
    expect(await shop.importBytes(file([product('A-1')]), 'sv')).toMatchObject({ unchanged: 1 })
    await shop.importBytes(file([product('A-1', { 'field.care': '' })]), 'sv')
    expect(await values('A-1')).toEqual({ ...stored, care: undefined })
  })

  it('an export of each format is imported without a change', async () => {
    await shop.importBytes(file([product('A-1', filled), product('A-2')]), 'sv')
    const tsv = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    expect(tsv.split('\n')[0]).toMatch(/\tfield\.care\tfield\.fair\tfield\.goes_with/)
    expect(tsv).toContain("'=Torkas")
    expect(await shop.importBytes(tsv, 'sv')).toMatchObject({ unchanged: 2, changed: 0, reports: [] })
    const ndjson = await shop.exported({ format: 'ndjson' })
    expect(await shop.importBytes(ndjson)).toMatchObject({ changed: 0, refused: 0 })
    expect(await shop.exported({ format: 'ndjson' })).toBe(ndjson)
    await sql`delete from custom_field_value`.execute(shop.test.db)
    expect(await shop.importBytes(ndjson)).toMatchObject({ changed: 1, refused: 0 })
    expect(await values('A-1')).toEqual(stored)
  })

  it('a value that does not fit refuses its row by name; a field that there is not is left out', async () => {
    const wrong = { 'field.length': 'tolv' }
    const rows = [product('A-1', wrong), product('A-2', { 'field.wood': 'Ask' }), product('A-3')]
    const result = await shop.importBytes(file(rows), 'sv')
    expect(result).toMatchObject({ created: 1, refused: 2 })
    expect(result.reports).toMatchObject([
      {
        row: 2,
        id: 'A-1',
        code: 'bad_field_value',
        column: 'field.length',
        value: 'tolv',
        detail: { code: 'expected_number' },
      },
      { row: 3, column: 'field.wood', detail: { code: 'one_of', values: { values: 'oak' } } },
    ])
    const unknown = await shop.importBytes(file([product('A-3', { 'field.size': 'L' })]), 'sv')
    expect(unknown.reports).toMatchObject([
      { outcome: 'repaired', code: 'unknown_field', column: 'field.size' },
    ])
    await define('batch', { isRequired: true })
    const empty = await shop.importBytes(file([product('A-3', { 'field.batch': '' })]), 'sv')
    expect(empty.reports).toMatchObject([{ outcome: 'refused', code: 'missing', column: 'field.batch' }])
  })

  it('a picture that the shop does not have refuses its row; one that it has is kept', async () => {
    const { db } = shop.test
    const [known, missing] = ['a', 'b'].map((digit) => digit.repeat(64))
    await sql`insert into picture_original (sha256, format, width, height, bytes, stored_at)
      values (decode(${known}, 'hex'), 'png', 1, 1, '\\x00', now() - interval '2 days')`.execute(db)
    await define('drawing', { kind: 'picture' })
    const rows = [
      product('A-1', { 'field.drawing': `picture:${known} Från sidan` }),
      product('A-2', { 'field.drawing': `picture:${missing}` }),
    ]
    for (const dryRun of [true, false]) {
      const result = await shop.importBytes(file(rows), 'sv', { dryRun })
      expect(result).toMatchObject({ created: 1, refused: 1 })
      expect(result.reports).toMatchObject([
        { row: 3, code: 'bad_field_value', column: 'field.drawing', detail: { code: 'field_picture' } },
      ])
      const kept = await sql`select from picture_original where stored_at > now() - interval '1 day'`.execute(
        db,
      )
      expect(kept.rows).toHaveLength(dryRun ? 0 : 1)
    }
    expect(await values('A-1')).toEqual({ drawing: `picture:${known} Från sidan` })
  })

  it('a dry run writes nothing, and a file does not clear a field by mistake', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => product(`A-${at}`, { 'field.care': 'Torkas' }))
    expect(await shop.importBytes(file(rows), 'sv', { dryRun: true })).toMatchObject({ created: 6 })
    await shop.importBytes(file(rows), 'sv')
    const dry = await shop.importBytes(file([product('A-0', { 'field.care': 'Diskas' })]), 'sv', {
      dryRun: true,
    })
    expect(dry.changes).toMatchObject([{ column: 'field.care', after: 'Diskas' }])
    expect(await values('A-0')).toEqual({ care: 'Torkas' })
    const cleared = rows.map((row) => ({ ...row, 'field.care': '' }))
    await expect(shop.importBytes(file(cleared), 'sv')).rejects.toThrow('field.care')
  })

  it('the rollback of an import sets the fields again, unless somebody has changed them since', async () => {
    const { db } = shop.test
    const sku = toSku('A-1')
    const record = async () => (await recordsOf(db, [sku])).get(sku)!
    await shop.importBytes(file([product('A-1', { 'field.care': 'Torkas' })]), 'sv')
    const before = await record()
    await shop.importBytes(file([product('A-1', { 'field.care': 'Diskas', 'field.length': '3' })]), 'sv')
    const imported = await record()
    const restore = () =>
      db
        .transaction()
        .execute((trx) =>
          productEditor.restore(trx, testActor, { products: [{ sku, before, imported }], reason: 'job 1' }),
        )
    await sql`update custom_field_value set value = '"Annat"' where field = 'care'`.execute(db)
    expect(await restore()).toMatchObject({ products: [{ ok: false, code: 'changed_meanwhile' }] })
    await sql`update custom_field_value set value = '"Diskas"' where field = 'care'`.execute(db)
    expect(await restore()).toMatchObject({ products: [{ ok: true }] })
    expect(await values('A-1')).toEqual({ care: 'Torkas' })
  })

  it('a rollback empties a required field again, and one that is archived by now', async () => {
    const { db } = shop.test
    const sku = toSku('A-1')
    const record = async () => (await recordsOf(db, [sku])).get(sku)!
    await shop.importBytes(file([product('A-1')]), 'sv')
    const before = await record()
    await define('batch', { isRequired: true })
    await shop.importBytes(file([product('A-1', { 'field.batch': '12', 'field.goes_with': 'A-2' })]), 'sv')
    const imported = await record()
    await sql`update custom_field_definition set archived_at = now() where key = 'goes_with'`.execute(db)
    const restored = await db
      .transaction()
      .execute((trx) =>
        productEditor.restore(trx, testActor, { products: [{ sku, before, imported }], reason: 'job 1' }),
      )
    expect(restored).toEqual({ ok: true, products: [{ ok: true, outcome: 'changed' }] })
    expect(await values('A-1')).toEqual({})
  })

  it('a product that a rollback cannot write keeps its fields', async () => {
    const { db } = shop.test
    const sku = toSku('A-1')
    const record = async () => (await recordsOf(db, [sku])).get(sku)!
    await shop.importBytes(file([product('A-1')]), 'sv')
    const before = await record()
    await shop.importBytes(file([product('A-1', { 'field.care': 'Diskas' })]), 'sv')
    const imported = await record()
    const broken = { ...before, brand: 'no-such-brand' }
    const restored = await db.transaction().execute((trx) =>
      productEditor.restore(trx, testActor, {
        products: [{ sku, before: broken, imported }],
        reason: 'job 1',
      }),
    )
    expect(restored).toMatchObject({ products: [{ ok: false }] })
    expect(await values('A-1')).toEqual({ care: 'Diskas' })
  })
})
