import { expect, it } from 'vitest'
import { openIndexDatabase } from './index-database.server.ts'
import { countsWithin } from './bitmap-cache.server.ts'
import {
  createMemberChanges,
  createMemberWriter,
  hasMember,
  intersection,
  membersOf,
  readUnion,
  setOf,
  sizeOfSet,
} from './bitmap-index.server.ts'

function emptyFile() {
  const db = openIndexDatabase(':memory:')
  db.exec(
    'create table member_set (id integer, piece integer, bits blob, primary key (id, piece)) without rowid',
  )
  return db
}

const every = (step: number, below: number, from = 0) =>
  Array.from({ length: Math.ceil((below - from) / step) }, (_, index) => from + index * step)

const thin = every(977, 40_000)
const thick = every(3, 40_000, 1)
const edges = [0, 31, 32, 8_191, 8_192, 16_383, 39_999]

it('sets are read as they were written, sparse or dense, across chunks', () => {
  const db = emptyFile()
  const writer = createMemberWriter(db)
  for (let id = 0; id < 40_000; id++) {
    if (id % 977 === 0) writer.add(1, id)
    if (id % 3 === 1) writer.add(2, id)
    if (edges.includes(id)) writer.add(3, id)
  }
  writer.flush()
  expect(membersOf(readUnion(db, [1]))).toEqual(thin)
  expect(membersOf(readUnion(db, [2]))).toEqual(thick)
  expect(membersOf(readUnion(db, [3]))).toEqual(edges)
  const union = [...new Set([...thin, ...thick])].sort((a, b) => a - b)
  expect(membersOf(readUnion(db, [1, 2]))).toEqual(union)
  const both = thin.filter((id) => id % 3 === 1)
  const common = intersection(readUnion(db, [1]), readUnion(db, [2]))
  expect(membersOf(common)).toEqual(both)
  expect(sizeOfSet(common)).toBe(both.length)
  expect(hasMember(common, both[3]!)).toBe(true)
  expect(hasMember(common, both[3]! + 1)).toBe(false)
  const counts = countsWithin({ db, version: 0 }, setOf(thick), [1, 2, 3, 4])
  expect([...counts]).toEqual([
    [1, both.length],
    [2, thick.length],
    [3, edges.filter((id) => id % 3 === 1).length],
  ])
})

it('counts are updated when the version of the index changes', () => {
  const db = emptyFile()
  const changes = createMemberChanges(db)
  for (const id of thin) changes.change(1, id, true)
  changes.write()
  const all = setOf(every(1, 40_000))
  expect(countsWithin({ db, version: 0 }, all, [1]).get(1)).toBe(thin.length)
  changes.change(1, thin[0]!, false)
  changes.write()
  expect(countsWithin({ db, version: 1 }, all, [1]).get(1)).toBe(thin.length - 1)
})

it('incremental changes produce the same bytes as one write', () => {
  const db = emptyFile()
  const changes = createMemberChanges(db)
  for (const id of every(5, 9_000)) {
    changes.change(1, id, true)
    if (id % 7 === 0) changes.write()
  }
  for (const id of every(10, 9_000)) changes.change(1, id, false)
  changes.change(2, 7, true)
  changes.write()
  changes.change(2, 7, false)
  changes.change(3, 7, true)
  changes.change(3, 7, false)
  changes.write()
  const other = emptyFile()
  const writer = createMemberWriter(other)
  for (const id of every(10, 9_000, 5)) writer.add(1, id)
  writer.flush()
  const rows = 'select id, piece, hex(bits) as bits from member_set order by 1, 2'
  expect(db.all(rows)).toEqual(other.all(rows))
})
