/**
 * Reads the records of a document of XML that is no Merchant Center feed: elements that hold others, with the names of
 * those and their own attributes as fields. Feeds of price comparisons and exports of most systems are of this kind.
 */
import { maxLineBytes } from './file-limits.ts'
import type { FlatRecord } from './record-table.server.ts'
import { readXml } from './xml-stream.server.ts'

/** An element that is open. */
interface Element {
  name: string
  line: number
  text: string
  bytes: number
  /** Of its attributes and of the elements in it. */
  fields: Map<string, string>
  hasElements: boolean
  /** The currency that an attribute names. */
  currency: string
}

/** Fields of a record that are kept; longer ones are refused as a whole. */
const mostFields = 2000

export function readXmlRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<FlatRecord> {
  const done: FlatRecord[] = []
  const open: Element[] = []
  return readXml(chunks, done, {
    open(name, attributes, line) {
      const parent = open.at(-1)
      if (parent) parent.hasElements = true
      const fields = new Map<string, string>()
      for (const [key, value] of Object.entries(attributes))
        if (!/^xmlns(?::|$)|^(?:xml|xsi):/.test(key)) fields.set(key, value)
      const currency = attributes['currency'] ?? attributes['currencyCode'] ?? ''
      open.push({ name, line, text: '', bytes: 0, fields, hasElements: false, currency })
    },
    text(text) {
      const element = open.at(-1)
      if (!element || element.bytes > maxLineBytes) return
      element.bytes += text.length
      element.text += text
    },
    close() {
      const element = open.pop()!
      const parent = open.at(-1)
      if (element.hasElements || (element.fields.size > 0 && element.text.trim() === ''))
        done.push(recordOf(element, open))
      if (parent) addElement(parent, element)
    },
  })
}

function recordOf({ name, line, bytes, fields }: Element, around: readonly Element[]): FlatRecord {
  return { list: [...around.map((each) => each.name), name].join('/'), line, bytes, fields }
}

/** An element of several values gives a field for each of them: `delivery.express`. */
function addElement(parent: Element, element: Element): void {
  const value = valueOf(element)
  if (value !== null) addField(parent, element.name, value)
  else for (const [name, each] of element.fields) addField(parent, `${element.name}.${name}`, each)
}

/** Repeated elements are joined: photos, categories, numbers. */
function addField(parent: Element, name: string, value: string): void {
  parent.bytes += value.length
  if (parent.bytes > maxLineBytes || parent.fields.size > mostFields) return
  const former = parent.fields.get(name)
  parent.fields.set(name, former ? `${former}, ${value}` : value)
}

/** The text of an element, or of the only attribute or kind of element in it. Null: it holds several. */
function valueOf({ text, currency, hasElements, fields }: Element): string | null {
  const plain = text.trim()
  if (!hasElements && plain !== '') return currency === '' ? plain : `${plain} ${currency}`
  const [only = '', another] = fields.values()
  return another === undefined ? only : null
}
