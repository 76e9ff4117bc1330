import { expect, it } from 'vitest'
import { findCircles, readArrows, roomOf } from './rooms.ts'

const arrows = readArrows(process.cwd())
const say = ({ file, imported }: { file: string; imported: string }) => `${file} imports ${imported}`

/** What each part of the project may import besides itself (docs/architecture.md). */
const allowed: Record<string, readonly string[]> = {
  admin: ['contract', 'locales', 'ui'],
  api: ['contract', 'db', 'domain', 'locales', 'read-model'],
  app: ['contract', 'domain', 'locales', 'ui'],
  'catalogue-import': ['db', 'domain'],
  contract: ['domain'],
  db: [],
  demo: ['catalogue-import', 'db', 'domain'],
  domain: ['contract', 'db', 'locales'],
  // The list of stores: it says which folders there are.
  locales: ['domain'],
  providers: ['db', 'domain', 'locales'],
  'read-model': ['contract', 'db', 'domain', 'locales'],
  ui: ['contract', 'domain', 'locales'],
}
const partOf = (file: string) => file.slice(0, file.indexOf('/'))

it('rooms do not import each other in circles', () => {
  expect(findCircles(arrows)).toEqual([])
})

it('the parts of the project import only what the architecture allows', () => {
  const wrong = arrows.filter(({ file, imported }) => {
    const [from, to] = [partOf(file), partOf(imported)]
    return from !== to && from !== 'server' && !allowed[from]?.includes(to)
  })
  expect(wrong.map(say)).toEqual([])
})

it('nobody imports a file in a folder inside a room of the domain but the room itself', () => {
  const inner = arrows.filter(
    ({ imported, to }) =>
      to.startsWith('domain/') && imported.split('/').length > 3 && to !== 'domain/content',
  )
  expect(inner.map(say)).toEqual([])
})

it('a room is a folder of a grouping folder, whatever lies deeper in it', () => {
  expect(roomOf('domain/coupons/kinds/set-price.ts')).toBe('domain/coupons')
  expect(roomOf('app/features/cart/cart-line.tsx')).toBe('app/features/cart')
  expect(roomOf('read-model/schema/index-schema.server.ts')).toBe('read-model/schema')
  expect(roomOf('api/cart.ts')).toBe('api')
})

it('finds a circle over three rooms and no other', () => {
  const chain = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'd' },
  ]
  expect(findCircles(chain)).toEqual([['a', 'b', 'c']])
})
