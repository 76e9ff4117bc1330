import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipOf } from '../catalogue-import/zip-fixture.test-support.ts'
import { photo } from '../domain/pictures/photo-fixture.test-support.ts'
import { runAnode } from '../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { smallCatalogue } from '../test/small-catalogue.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  folder = await mkdtemp(join(tmpdir(), 'anode-pictures-'))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const anode = (...words: string[]) =>
  runAnode({ dataDir: folder, databaseUrl: test.url }, ['picture', ...words])

it('adds photos from files with their texts, lists and removes them', async () => {
  const front = join(folder, 'front.jpg')
  const side = join(folder, 'side.webp')
  await writeFile(front, await photo().jpeg().toBuffer())
  await writeFile(side, await photo('#208020').webp().toBuffer())
  const added = await anode('add', 'NC-AA4', side, '--json')
  expect(JSON.parse(added.out)).toEqual({ sku: 'NC-AA4', position: 1, photos: 1 })
  await anode('add', 'NC-AA4', front, '--position', '1', '--alt', 'sv=Fyra batterier', '--alt', 'de=Vier')
  const listed = JSON.parse((await anode('list', 'NC-AA4', '--json')).out) as object[]
  expect(listed).toMatchObject([
    { position: 1, state: 'stored', format: 'jpeg', alt: 'de: Vier; sv: Fyra batterier' },
    { position: 2, state: 'stored', format: 'webp', alt: '' },
  ])
  expect(JSON.parse((await anode('remove', 'NC-AA4', '1', '--json')).out)).toEqual({ removed: 1, left: 1 })
}, 240_000)

it('imports a folder or an archive of photos that are named after products, and lists what belongs to none', async () => {
  const photos = join(folder, 'photos')
  await mkdir(join(photos, 'nc-aa4'), { recursive: true })
  await writeFile(join(photos, 'nc-aa4', 'back.jpg'), await photo('#802020').jpeg().toBuffer())
  await writeFile(join(photos, 'NONE.jpg'), await photo('#202080').jpeg().toBuffer())
  const planned = await anode('import', photos, '--dry-run', '--json')
  expect(JSON.parse(planned.out)).toEqual({ files: 2, products: 1, pictures: 1, refused: 1 })
  expect(planned.err).toBe('NONE.jpg names a product that does not exist.\n')
  const done = await anode('import', photos, '--replace', '--json')
  expect(JSON.parse(done.out)).toEqual({ files: 2, added: 1, present: 0, refused: 1 })
  const archive = join(folder, 'photos.zip')
  const contents = await photo('#808020').png().toBuffer()
  await writeFile(archive, zipOf([{ name: 'NC-AA4.png', contents }]))
  expect(JSON.parse((await anode('import', archive, '--json')).out)).toMatchObject({ added: 1 })
  const listed = JSON.parse((await anode('list', 'NC-AA4', '--json')).out) as object[]
  expect(listed).toMatchObject([{ format: 'jpeg' }, { format: 'png' }])
  expect(await anode('import', join(photos, 'NONE.jpg'))).toMatchObject({ code: 1 })
}, 240_000)

it('explains what is wrong with a file, a product or a text', async () => {
  const page = join(folder, 'page.jpg')
  await writeFile(page, '<html>')
  const [noPicture, noText, noProduct] = await Promise.all([
    anode('add', 'NC-AA4', page),
    anode('add', 'NC-AA4', page, '--alt', 'fi=Neljä'),
    anode('list', 'NONE'),
  ])
  expect(noPicture).toMatchObject({
    code: 1,
    err: 'The photo is refused: not a JPEG, PNG, WebP, AVIF or GIF.\n',
  })
  expect(noText.err).toContain('It must be a store')
  expect(noProduct).toMatchObject({ code: 1, err: 'There is no product NONE.\n' })
}, 240_000)
