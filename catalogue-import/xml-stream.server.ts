/**
 * Reads a document of XML as a stream of items. Custom entities are not expanded, and a document that is not well-formed
 * is a fault of the file.
 */
import { SaxesParser } from 'saxes'
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes } from './file-limits.ts'

/** Names of elements come without their prefix. */
export interface XmlHandlers {
  /** `line`: of the document, from 1. */
  open?(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  text?(text: string): void
  close?(name: string): void
  /** A document type declaration. What it declares is never used. */
  doctype?(): void
}

/** Elements of a workbook are eight deep, those of a list of products rarely more. */
const deepest = 64

/** Longest text between two tags. */
const mostText = 4 * maxLineBytes

/** The items that the handlers have put into `done`, as they are complete. */
export async function* readXml<Item>(
  chunks: AsyncIterable<Buffer>,
  done: Item[],
  handlers: XmlHandlers,
): AsyncGenerator<Item> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  let tagAt = 0
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    tagAt = parser.position
    depth += 1
    if (depth > deepest) throw new FeedFault('too_deep', { maximum: deepest, line: parser.line })
    handlers.open?.(localName(name), attributes, parser.line)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ name }) => {
    tagAt = parser.position
    depth -= 1
    handlers.close?.(localName(name))
  })
  parser.on('doctype', () => handlers.doctype?.())
  parser.on('error', ({ message }) => {
    throw new FeedFault('bad_xml', { text: message })
  })
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    if (parser.position - tagAt > mostText) throw new FeedFault('endless_text', { line: parser.line })
    if (done.length > 0) yield* done.splice(0)
  }
  parser.write(decoder.decode())
  parser.close()
  yield* done.splice(0)
}

/** For parts that give no items. */
export async function readWholeXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXml<never>(chunks, [], handlers));
}

const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
