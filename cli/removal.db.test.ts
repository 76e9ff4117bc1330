import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAnode } from '../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-removal-'))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const anode = (...words: string[]) => runAnode({ dataDir: folder, databaseUrl: test.url }, words)

it('asks before it removes, and with --yes removes pages, deals and categories', async () => {
  const records = [
    {
      record: 'category',
      code: 'old',
      position: 0,
      showInMenu: true,
      texts: { sv: { name: 'Old', slug: 'old', description: '' } },
    },
    {
      record: 'product',
      sku: 'A',
      type: 'standard',
      categories: ['old'],
      stores: {
        sv: {
          name: 'A',
          slug: 'a',
          description: '',
          vatPercent: 25,
          prices: [{ q: 1, p: 9 }],
          stock: { available: 1 },
        },
      },
    },
    {
      record: 'content_page',
      store: 'sv',
      path: 'winter',
      title: 'Winter',
      body: '<p>x</p>',
      published: true,
    },
    {
      record: 'deal',
      store: 'sv',
      title: 'Deal',
      sku: 'A',
      discount: 5,
      startsAt: '2026-12-01',
      expiresAt: '2026-12-24',
    },
  ]
  const file = join(folder, 'goods.ndjson')
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'))
  expect((await anode('import', 'products', file)).code).toBe(0)

  const unasked = await anode('content', 'remove', 'page', 'winter', '--store', 'sv')
  expect(unasked).toMatchObject({ code: 1, err: expect.stringContaining('--yes') as string })
  expect(JSON.parse((await anode('content', 'list', '--store', 'sv', '--json')).out)).toMatchObject([
    { kind: 'page', name: 'winter' },
  ])
  const removed = await anode('content', 'remove', 'page', 'winter', '--store', 'sv', '--yes', '--json')
  expect(JSON.parse(removed.out)).toEqual({ removed: 'winter', kind: 'page', store: 'sv' })
  const again = await anode('content', 'remove', 'page', 'winter', '--store', 'sv', '--yes')
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('has no page winter') as string })

  const [deal] = JSON.parse((await anode('deal', 'list', '--json')).out) as { id: number }[]
  expect(deal).toMatchObject({
    sku: 'A',
    startsAt: '2026-11-30T23:00:00.000Z',
    expiresAt: '2026-12-24T23:00:00.000Z',
  })
  expect((await anode('deal', 'remove', String(deal!.id), '--yes')).code).toBe(0)
  expect(JSON.parse((await anode('deal', 'list', '--json')).out)).toEqual([])

  const full = await anode('category', 'remove', 'old', '--yes')
  expect(full).toMatchObject({ code: 1, err: expect.stringContaining('holds 1 products') as string })
  await writeFile(
    file,
    JSON.stringify({
      ...records[0],
      code: 'new',
      texts: { sv: { name: 'New', slug: 'new', description: '' } },
    }),
  )
  await anode('import', 'products', file)
  const moved = await anode('category', 'remove', 'old', '--move-to', 'new', '--yes', '--json')
  expect(JSON.parse(moved.out)).toEqual({ removed: 'old', products: 1, children: 0, redirectsTo: 'new' })
  expect(JSON.parse((await anode('category', 'list', '--json')).out)).toMatchObject([
    { code: 'new', products: 1 },
  ])
}, 240_000)

it('edits a coupon and shows its end in the time zone of its store', async () => {
  await anode('coupon', 'create', 'SUMMER', '--percent', '10', '--store', 'sv')
  const edited = await anode('coupon', 'edit', 'summer', '--percent', '15', '--to', '2026-12-31', '--json')
  expect(JSON.parse(edited.out)).toMatchObject({
    code: 'SUMMER',
    to: '2026-12-31T23:00:00.000Z',
    terms: { percentage_discount: 15 },
  })
  const wrong = await anode('coupon', 'edit', 'SUMMER', '--to', '2026-02-30')
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('valid_to') as string })
  expect((await anode('coupon', 'edit', 'SUMMER')).code).toBe(1)
  const cleared = await anode('coupon', 'edit', 'SUMMER', '--clear', 'valid_to', '--json')
  expect(JSON.parse(cleared.out)).toMatchObject({ to: null, terms: { percentage_discount: 15 } })
  expect(JSON.parse((await anode('coupon', 'show', 'SUMMER', '--json')).out)).toMatchObject({
    used: 0,
    uses: [],
  })
}, 240_000)
