/**
 * Reads the objects of a JSON document: an array of them, or an object with arrays of them; and those of NDJSON, one a
 * line. A document that is not valid is a fault of the file, a line that is not valid is refused by itself.
 */
import { JSONParser } from '@streamparser/json'
import { FeedFault } from './feed-fault.ts'
import { linesOf } from './feed-source.server.ts'
import { maxLineBytes } from './file-limits.ts'
import type { FlatRecord } from './record-table.server.ts'
import { shortened, type RowProblem } from './row-report.ts'
import { shopifyRows } from './shopify-json.ts'

/** The objects of a document. Those that are in no list are none. */
export async function* readJsonRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<FlatRecord> {
  let parser: JSONParser | null = null
  const done: FlatRecord[] = []
  let bytes = 0
  let row = 0
  const guarded = (run: () => void) => {
    try {
      run()
    } catch (error) {
      throw new FeedFault('bad_json_file', { text: shortened((error as Error).message) })
    }
  }
  for await (const chunk of chunks) {
    if (parser === null) {
      const begin = chunk.toString('latin1', 0, 4096).trimStart()[0]
      parser = new JSONParser({ paths: [begin === '[' ? '$.*' : '$.*.*'], keepStack: false })
      parser.onValue = ({ value, key, stack }) => {
        const size = bytes
        bytes = 0
        if (typeof key !== 'number' || !isObject(value)) return
        const list = stack[1]?.key
        row += 1
        done.push(...recordsOf(value, { list: String(list ?? ''), line: null, bytes: size }))
      }
    }
    // Small parts, so that the size of each object is known.
    for (let at = 0; at < chunk.length; at += partBytes) {
      const part = chunk.subarray(at, at + partBytes)
      bytes += part.length
      guarded(() => parser!.write(part))
      if (bytes > mostObjectBytes) throw new FeedFault('endless_text', { line: row + 1 })
    }
    yield* done.splice(0)
  }
  if (parser !== null && !parser.isEnded) guarded(() => parser.end())
  yield* done.splice(0)
}

const partBytes = 4096

/** Longest object, and longest part of a document outside of its lists. */
const mostObjectBytes = 4 * maxLineBytes

const strict = new TextDecoder('utf-8', { fatal: true })

/** The objects of lines. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<FlatRecord> {
  let line = 0
  for await (const { bytes, tooLong } of linesOf(chunks)) {
    line += 1
    if (bytes.length === 0) continue
    const place = { list: '', line, bytes: bytes.length }
    const object = tooLong ? null : objectIn(bytes)
    if (object) yield* recordsOf(object, place)
    else yield { ...place, fields: new Map(), refused: lineProblem(bytes, tooLong) }
  }
}

const lineProblem = (bytes: Buffer, tooLong: boolean): RowProblem =>
  tooLong
    ? { code: 'row_too_long' }
    : { code: 'bad_json', value: shortened(bytes.subarray(0, 400).toString('utf8')) }

function objectIn(bytes: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(strict.decode(bytes))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a file has an object a line, by its beginning; otherwise it is one document. */
export function isJsonLines(begin: string): boolean {
  const [first = '', ...others] = begin.trimStart().split(/\r?\n/)
  try {
    const value: unknown = JSON.parse(first)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const hasList = Object.values(value).some((member) => Array.isArray(member) && member.some(isObject))
    return others.some((line) => line.trim() !== '') || !hasList
  } catch {
    return false
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object is one record; a product with its variants, as Shopify answers it, is the rows of its export. */
function recordsOf(object: object, place: Omit<FlatRecord, 'fields'>): FlatRecord[] {
  const rows = shopifyRows(object)
  if (rows === null) return [{ ...place, fields: fieldsOf(object) }]
  const bytes = Math.ceil(place.bytes / rows.length)
  return rows.map((fields) => ({ ...place, bytes, fields }))
}

/**
 * The fields of an object as text. Lists of words and of addresses are joined by commas, amounts get their currency, a
 * brand or category its name; a field of other objects becomes one for each of theirs: `price.gross`.
 */
function fieldsOf(object: object): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(object)) {
    const text = textOf(value)
    if (text !== null) fields.set(name, text)
    else
      for (const [inner, each] of Object.entries(value as object))
        fields.set(`${name}.${inner}`, textOf(each) ?? JSON.stringify(each))
  }
  return fields
}

/** Fields by which an object is one value. */
const nameFields = ['name', 'title', 'label']
const addressFields = ['url', 'src', 'href', 'link']

/** Null: an object of several values. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return ''
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return texts.includes(null) ? null : texts.join(', ')
  }
  const members = value as Record<string, unknown>
  const amount = members['value'] ?? members['amount']
  const currency = members['currency'] ?? members['currencyCode']
  const isAmount = typeof amount === 'string' || typeof amount === 'number'
  if (isAmount && typeof currency === 'string') return `${amount} ${currency}`
  const single = [...addressFields, ...nameFields].map((name) => members[name])
  const text = single.find((each) => typeof each === 'string')
  return typeof text === 'string' ? text : null
}
