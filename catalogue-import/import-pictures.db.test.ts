import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { photo } from '../domain/pictures/photo-fixture.test-support.ts'
import { createPictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import { link, rowOf, tsv, useImportShop, xml } from './import-fixture.test-support.ts'

const shop = useImportShop()
const a = 'https://pictures.example/a.jpg'
const b = 'https://pictures.example/b.jpg'

const images = () =>
  shop.rowsOf(`select p.sku, i.type, i.sort_order as sort, i.source from product_image i
    join product p on p.id = i.product_id order by 1, 2, 3`)
const sources = () =>
  shop.rowsOf(`select source, failure, sha256 is not null as stored, next_attempt_at is not null as due
    from picture_source order by source`)

/** A folder of its own for the files of a test. */
async function photoFolder(name: string): Promise<string> {
  const folder = join(shop.folder, name)
  await mkdir(folder, { recursive: true })
  return folder
}

describe('pictures of a feed', () => {
  it('are registered to be fetched, in their order, beside what the shop draws', async () => {
    await shop.importBytes(tsv([rowOf()]), 'sv')
    await sql`insert into product_image select id, 3, 1, 'drawing:cell', '{}' from product`.execute(
      shop.test.db,
    )
    const row = rowOf({ image_link: a, additional_image_link: `${b}, ${a}` })
    const result = await shop.importBytes(tsv([row]), 'sv')
    expect(result).toMatchObject({ changed: 1, pictures: { pending: 2, failed: 0 } })
    expect(await images()).toEqual([
      { sku: 'A-1', type: 3, sort: 1, source: 'drawing:cell' },
      { sku: 'A-1', type: 5, sort: 1, source: a },
      { sku: 'A-1', type: 5, sort: 2, source: b },
    ])
    expect(await sources()).toEqual(
      [a, b].map((source) => ({ source, failure: null, stored: false, due: true })),
    )
    expect(await shop.importBytes(tsv([row]), 'sv')).toMatchObject({ unchanged: 1 })
  })

  it('are read from repeated elements of XML', async () => {
    const one = xml([rowOf({ image_link: a })])
    const element = (url: string) => `<g:additional_image_link>${url}</g:additional_image_link>`
    await shop.importBytes(one.replace('</item>', `${element(b)}${element(`${b}?2`)}</item>`), 'sv')
    expect((await images()).map(({ source }) => source)).toEqual([a, b, `${b}?2`])
  })

  it('are exported as they were named, also once the shop keeps them', async () => {
    const row = rowOf({ image_link: a, additional_image_link: b })
    await shop.importBytes(tsv([row]), 'sv')
    const columnsOf = async () => {
      const text = await shop.exported({
        format: 'tsv',
        store: 'sv',
        productLink: link,
      })
      const [header = [], values = []] = text.split('\n').map((line) => line.split('\t'))
      return ['image_link', 'additional_image_link'].map((name) => values[header.indexOf(name)])
    }
    expect(await columnsOf()).toEqual([a, b])
    const sha256 = 'c'.repeat(64)
    const picture = {
      ok: true,
      sha256,
      format: 'jpeg',
      width: 9,
      height: 9,
      bytes: Buffer.from('c'),
    } as const
    await createPictureOriginals(shop.test.db).write(picture)
    await sql`update picture_source set sha256 = ${Buffer.from(sha256, 'hex')} where source = ${b}`.execute(
      shop.test.db,
    )
    expect(await columnsOf()).toEqual([a, b])
  })

  it('that could not be fetched are listed in the report of every import', async () => {
    const row = rowOf({ image_link: a })
    await shop.importBytes(tsv([row]), 'sv')
    await sql`update picture_source set failure = 'http_status', failure_detail = '404'`.execute(shop.test.db)
    const result = await shop.importBytes(tsv([row]), 'sv')
    expect(result.pictures).toEqual({ pending: 0, failed: 1 })
    expect(JSON.parse(await readFile(result.report!, 'utf8'))).toMatchObject({
      outcome: 'picture_failed',
      id: 'A-1',
      value: a,
      code: 'http_status',
      detail: '404',
      next_attempt: expect.any(String),
    })
  })

  it('are refused where the link is no link', async () => {
    const bad = [
      'ftp://pictures.example/a.jpg',
      'file:///etc/passwd',
      'file:../a.jpg',
      'file:a/../../b.jpg',
      'file:C:\\a.jpg',
    ]
    const rows = bad.flatMap((text, index) => [
      rowOf({ id: `M-${index}`, image_link: text }),
      rowOf({ id: `N-${index}`, additional_image_link: `${a},${text}` }),
    ])
    const folder = await photoFolder('empty')
    const result = await shop.importBytes(tsv(rows), 'sv', { pictures: folder })
    expect(result).toMatchObject({ refused: 2 * bad.length, reasons: { bad_image_link: 2 * bad.length } })
  })
})

describe('pictures from a folder', () => {
  it('are taken over by the import, and again when the file is another one', async () => {
    const folder = await photoFolder('photos')
    await mkdir(join(folder, 'more'))
    await writeFile(join(folder, 'front side.jpg'), await photo('#a01010').jpeg().toBuffer())
    await writeFile(join(folder, 'more', 'back.png'), await photo('#10a010').png().toBuffer())
    const row = rowOf({ image_link: 'file:front side.jpg', additional_image_link: 'file:more/back.png' })
    expect(await shop.importBytes(tsv([row]), 'sv', { pictures: folder, dryRun: true })).toMatchObject({
      created: 1,
      repaired: 0,
    })
    expect(await sources()).toEqual([])
    expect(await shop.importBytes(tsv([row]), 'sv', { pictures: folder })).toMatchObject({
      created: 1,
      repaired: 0,
    })
    const stored = { failure: null, stored: true, due: false }
    expect(await sources()).toEqual([
      { source: 'file:front side.jpg', ...stored },
      { source: 'file:more/back.png', ...stored },
    ])
    expect((await images()).map(({ source }) => source)).toEqual([
      'file:front side.jpg',
      'file:more/back.png',
    ])
    const digests = () =>
      shop.rowsOf(`select encode(sha256, 'hex') as sha256 from picture_source order by source`)
    const before = await digests()
    await writeFile(join(folder, 'front side.jpg'), await photo('#1010a0').jpeg().toBuffer())
    await sql`delete from change_log`.execute(shop.test.db)
    expect(await shop.importBytes(tsv([row]), 'sv', { pictures: folder })).toMatchObject({ unchanged: 1 })
    const after = await digests()
    expect([after[0] === before[0], after[1]]).toEqual([false, before[1]])
    expect(await shop.rowsOf(`select topic from change_log where topic = 'product'`)).toHaveLength(1)
  })

  it('that are missing or damaged keep their row out of nothing: it goes in, and the report says why', async () => {
    const folder = await photoFolder('damaged')
    await writeFile(join(folder, 'page.jpg'), '<html>')
    const row = rowOf({ image_link: 'file:none.jpg', additional_image_link: 'file:page.jpg' })
    const result = await shop.importBytes(tsv([row]), 'sv', { pictures: folder })
    expect(result).toMatchObject({
      created: 1,
      repaired: 1,
      reasons: { picture_not_taken: 2 },
      pictures: { failed: 2 },
    })
    expect(result.reports).toMatchObject([
      {
        outcome: 'repaired',
        id: 'A-1',
        column: 'image_link',
        value: 'file:none.jpg',
        detail: { code: 'text', values: { text: 'no_such_file' } },
      },
      {
        outcome: 'repaired',
        id: 'A-1',
        column: 'additional_image_link',
        detail: { values: { text: 'wrong_type' } },
      },
    ])
  })

  it('are refused where the operator names no folder, and never read from outside of it', async () => {
    const folder = await photoFolder('inside')
    const outside = join(shop.folder, 'outside.jpg')
    await writeFile(outside, await photo().jpeg().toBuffer())
    await symlink(outside, join(folder, 'link.jpg'))
    const file = tsv([rowOf({ image_link: 'file:link.jpg' })])
    expect(await shop.importBytes(file, 'sv')).toMatchObject({ refused: 1, reasons: { bad_image_link: 1 } })
    await shop.importBytes(file, 'sv', { pictures: folder })
    expect(await sources()).toEqual([
      { source: 'file:link.jpg', failure: 'no_such_file', stored: false, due: false },
    ])
  })

  it('stay as they are where an export is imported again without the folder', async () => {
    const folder = await photoFolder('again')
    await writeFile(join(folder, 'a.jpg'), await photo().jpeg().toBuffer())
    await shop.importBytes(tsv([rowOf({ image_link: 'file:a.jpg' })]), 'sv', { pictures: folder })
    const feed = Buffer.from(await shop.exported({ format: 'tsv', store: 'sv', productLink: link }))
    expect(await shop.importBytes(feed, 'sv')).toMatchObject({ refused: 0, unchanged: 1 })
    const records = Buffer.from(await shop.exported({ format: 'ndjson' }))
    expect(await shop.importBytes(records)).toMatchObject({ refused: 0, changed: 0 })
    const other = tsv([rowOf({ image_link: 'file:a.jpg', additional_image_link: 'file:b.jpg' })])
    expect((await shop.importBytes(other, 'sv')).reports).toMatchObject([
      { code: 'bad_image_link', column: 'additional_image_link', value: 'file:b.jpg' },
    ])
  })

  it('may be named by records, too', async () => {
    const folder = await photoFolder('records')
    await writeFile(join(folder, 'a.webp'), await photo().webp().toBuffer())
    await shop.importBytes(tsv([rowOf()]), 'sv')
    const lines = (await shop.exported({ format: 'ndjson' })).split('\n').filter(Boolean)
    const records = lines.map((line) => {
      const record = JSON.parse(line) as Record<string, unknown>
      if (record['record'] === 'product')
        record['images'] = [{ type: 'original', source: 'file:a.webp', sortOrder: 1, alt: { sv: 'En bild' } }]
      return JSON.stringify(record)
    })
    const result = await shop.importBytes(records.join('\n'), undefined, { pictures: folder })
    expect(result).toMatchObject({ changed: 1, refused: 0 })
    expect(await sources()).toMatchObject([{ source: 'file:a.webp', stored: true }])
  })
})
