/**
 * Bitmap index: which products of a store belong to a listing or have a facet value. Bitmaps are intersected
 * and counted without reading products, so narrowed listings stay exact at a million products. A bitmap is
 * stored in chunks of 8,192 product ids; a sparse chunk as a list of numbers, a dense one as bits.
 */
import type { IndexDatabase } from './index-database.server.ts'
import { storeSlots } from './index-schema.server.ts'

const idsPerPiece = 8_192
const wordsPerPiece = idsPerPiece / 32
const denseBytes = idsPerPiece / 8
/** Above this many members a chunk is stored as bits. */
const thinnest = 400

/** Chunk number → its bits. Empty chunks are absent. */
export type Bitmap = Map<number, Uint32Array>

/** Id of a set: a listing, or a facet value in a store. */
export function scopeSet(scope: number): number {
  return scope * 2
}

export function valueSet(value: number, storeNumber: number): number {
  return (value * storeSlots + storeNumber) * 2 + 1
}

function decode(bytes: Uint8Array): Uint32Array {
  const bits = new Uint32Array(wordsPerPiece)
  if (bytes.length === denseBytes) {
    new Uint8Array(bits.buffer).set(bytes)
    return bits
  }
  for (let at = 0; at < bytes.length; at += 2) {
    const offset = bytes[at]! | (bytes[at + 1]! << 8)
    bits[offset >>> 5]! |= 1 << (offset & 31)
  }
  return bits
}

function encode(bits: Uint32Array): Uint8Array {
  const count = countBits(bits)
  if (count > thinnest) return new Uint8Array(bits.buffer)
  const bytes = new Uint8Array(count * 2)
  let at = 0
  for (const offset of offsetsOf(bits)) {
    bytes[at++] = offset & 0xff
    bytes[at++] = offset >>> 8
  }
  return bytes
}

function* offsetsOf(bits: Uint32Array): Generator<number> {
  for (let word = 0; word < wordsPerPiece; word++) {
    for (let left = bits[word]!; left !== 0; left &= left - 1)
      yield word * 32 + (31 - Math.clz32(left & -left))
  }
}

function countBits(bits: Uint32Array): number {
  let count = 0
  for (let word = 0; word < wordsPerPiece; word++) count += ones(bits[word]!)
  return count
}

/** Ones in a 32-bit word (the "SWAR" sum). */
function ones(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Set, chunk and its bytes. */
type PieceRow = [id: number, piece: number, bytes: Uint8Array]

/** The union of sets; one query. `within`: only chunks that this set has. */
export function readUnion(db: IndexDatabase, ids: readonly number[], within?: Bitmap): Bitmap {
  const union: Bitmap = new Map()
  for (const [, piece, bytes] of pieceRows(db, ids)) {
    if (within && !within.has(piece)) continue
    const bits = decode(bytes)
    const known = union.get(piece)
    if (!known) union.set(piece, bits)
    else for (let word = 0; word < wordsPerPiece; word++) known[word]! |= bits[word]!
  }
  return union
}

/** The chunks of the sets, grouped by set. */
function pieceRows(db: IndexDatabase, ids: readonly number[]): PieceRow[] {
  return db.tuples<PieceRow>(
    'select m.id, m.piece, m.bits from json_each(?) j cross join member_set m on m.id = j.value',
    JSON.stringify(ids),
  )
}

export function intersection(a: Bitmap, b: Bitmap): Bitmap {
  const both: Bitmap = new Map()
  for (const [piece, bits] of a) {
    const other = b.get(piece)
    if (!other) continue
    const common = new Uint32Array(wordsPerPiece)
    for (let word = 0; word < wordsPerPiece; word++) common[word] = bits[word]! & other[word]!
    both.set(piece, common)
  }
  return both
}

export function sizeOfSet(set: Bitmap): number {
  let size = 0
  for (const bits of set.values()) size += countBits(bits)
  return size
}

/** A set as cached for counting: its chunks concatenated in one buffer. */
export interface PackedSet {
  pieces: PackedPiece[]
  /** The buffer as 32-bit words, for dense chunks, and as 16-bit numbers, for lists. */
  words: Uint32Array
  numbers: Uint16Array
  /** Estimated memory use. */
  bytes: number
}

interface PackedPiece {
  piece: number
  /** Offset of its first byte. */
  start: number
  /** Number of members in a list; null for a dense chunk. */
  listed: number | null
}

/** Estimated memory of a chunk besides its bytes. */
const pieceOverhead = 48

/** Reads sets for counting; one query. Sets without members are omitted. */
export function readPackedSets(db: IndexDatabase, ids: readonly number[]): Map<number, PackedSet> {
  const rows = new Map<number, PieceRow[]>()
  for (const row of pieceRows(db, ids)) {
    const own = rows.get(row[0])
    if (own) own.push(row)
    else rows.set(row[0], [row])
  }
  return new Map([...rows].map(([id, pieces]) => [id, packed(pieces)]))
}

function packed(rows: readonly PieceRow[]): PackedSet {
  // Every chunk is aligned to a whole word.
  const sizes = rows.map(([, , bytes]) => Math.ceil(bytes.length / 4) * 4)
  const buffer = new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0))
  const all = new Uint8Array(buffer)
  let start = 0
  const pieces = rows.map(([, piece, bytes], at): PackedPiece => {
    all.set(bytes, start)
    const own = { piece, start, listed: bytes.length === denseBytes ? null : bytes.length / 2 }
    start += sizes[at]!
    return own
  })
  return {
    pieces,
    words: new Uint32Array(buffer),
    numbers: new Uint16Array(buffer),
    bytes: buffer.byteLength + rows.length * pieceOverhead,
  }
}

/** Number of members that both sets have. */
export function countCommon(set: Bitmap, other: PackedSet): number {
  let count = 0
  for (const { piece, start, listed } of other.pieces) {
    const bits = set.get(piece)
    if (!bits) continue
    if (listed === null) {
      const from = start / 4
      for (let word = 0; word < wordsPerPiece; word++) count += ones(bits[word]! & other.words[from + word]!)
    } else {
      const from = start / 2
      for (let at = from; at < from + listed; at++) {
        const offset = other.numbers[at]!
        count += (bits[offset >>> 5]! >>> (offset & 31)) & 1
      }
    }
  }
  return count
}

export function hasMember(set: Bitmap, productId: number): boolean {
  const bits = set.get(Math.floor(productId / idsPerPiece))
  const offset = productId % idsPerPiece
  return bits !== undefined && ((bits[offset >>> 5]! >>> (offset & 31)) & 1) === 1
}

/** Product ids in ascending order. */
export function membersOf(set: Bitmap): number[] {
  const ids: number[] = []
  for (const [piece, bits] of [...set].sort(([a], [b]) => a - b)) {
    for (const offset of offsetsOf(bits)) ids.push(piece * idsPerPiece + offset)
  }
  return ids
}

/** A set of given products, for what the index keeps no set of. */
export function setOf(productIds: Iterable<number>): Bitmap {
  const set: Bitmap = new Map()
  for (const id of productIds) {
    const piece = Math.floor(id / idsPerPiece)
    let bits = set.get(piece)
    if (!bits) set.set(piece, (bits = new Uint32Array(wordsPerPiece)))
    const offset = id % idsPerPiece
    bits[offset >>> 5]! |= 1 << (offset & 31)
  }
  return set
}

/** Collects changes of sets, so that a chunk is read and written once for all products in it. */
export interface MemberChanges {
  /** Adds a product to a set or removes it. */
  change(id: number, productId: number, belongs: boolean): void
  /** Writes the collected changes and clears them. */
  write(): void
}

export function createMemberChanges(db: IndexDatabase): MemberChanges {
  const sets = new Map<number, Bitmap>()
  const bitsOf = (id: number, piece: number) => {
    let set = sets.get(id)
    if (!set) sets.set(id, (set = new Map()))
    let bits = set.get(piece)
    if (!bits) {
      const [bytes] = db.column<Uint8Array>(
        'select bits from member_set where id = ? and piece = ?',
        id,
        piece,
      )
      set.set(piece, (bits = bytes ? decode(bytes) : new Uint32Array(wordsPerPiece)))
    }
    return bits
  }
  return {
    change(id, productId, belongs) {
      const bits = bitsOf(id, Math.floor(productId / idsPerPiece))
      const offset = productId % idsPerPiece
      const mask = 1 << (offset & 31)
      if (belongs) bits[offset >>> 5]! |= mask
      else bits[offset >>> 5]! &= ~mask
    },
    write() {
      for (const [id, set] of sets) {
        for (const [piece, bits] of set) {
          if (countBits(bits) === 0) db.run('delete from member_set where id = ? and piece = ?', id, piece)
          else
            db.run(
              'insert into member_set values (?, ?, ?) on conflict do update set bits = excluded.bits',
              id,
              piece,
              encode(bits),
            )
        }
      }
      sets.clear()
    },
  }
}

/** Collects the members of all sets during a build, for products in ascending order. */
export function createMemberWriter(db: IndexDatabase): {
  add(id: number, productId: number): void
  flush(): void
} {
  const sets = new Map<number, number[]>()
  let piece = -1
  const flush = () => {
    for (const [id, members] of sets) {
      db.run('insert into member_set values (?, ?, ?)', id, piece, encode(setOf(members).get(piece)!))
    }
    sets.clear()
  }
  return {
    add(id, productId) {
      const own = Math.floor(productId / idsPerPiece)
      if (own !== piece) {
        flush()
        piece = own
      }
      const members = sets.get(id)
      if (members) members.push(productId)
      else sets.set(id, [productId])
    },
    flush,
  }
}
