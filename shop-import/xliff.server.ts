/**
 * Reads XLIFF 1.2 that translators have filled in (docs/import.md). A file is read to its end before anything of it is
 * written: one that is broken, for another language or with declarations of its own changes nothing.
 */
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { shortened } from '../catalogue-import/row-report.ts'
import { readWholeXml, type XmlHandlers } from '../catalogue-import/xml-stream.server.ts'
import { partsOfUnitId } from '../domain/catalogue/translation.ts'
import { stores, storeCodes, type Store, type StoreCode } from '../domain/stores/stores.ts'
import type { ShopTableRow } from './shop-table.ts'
import { translationReader, type TranslationValues } from './translations.ts'

/** Whether a document of XML is XLIFF, by its first kilobytes. */
export function isXliff(begin: string): boolean {
  const declared = begin.replaceAll(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, '')
  return /^\s*(?:<!DOCTYPE\b[^[>]*(?:\[[^\]]*\]\s*)?>\s*)?<(?:[\w.-]+:)?xliff[\s>]/i.test(declared)
}

/** Codes of tools that know no other one, with the language that they mean: Norwegian is Bokmål. */
const meantLanguages: ReadonlyMap<string, string> = new Map([['no', 'nb']])

const languageOf = (tag: string): string => {
  const [language = ''] = tag.trim().toLowerCase().split(/[-_]/)
  return meantLanguages.get(language) ?? language
}

/** The store with that language, the one with that very tag first. */
function storeOf(tag: string, except: StoreCode): StoreCode | null {
  const others = storeCodes.filter((code) => code !== except)
  const exact = others.find((code) => stores[code].iso.toLowerCase() === tag.trim().toLowerCase())
  return exact ?? others.find((code) => languageOf(stores[code].iso) === languageOf(tag)) ?? null
}

/** The unit that is open. */
interface Unit {
  id: string
  row: number
  line: number
  source: string
  target: string
  /** The target is what the source says, and waits for a translator. */
  isUntranslated: boolean
  hasMarkup: boolean
}

/** A target in one of these states is a copy of the source, as tools fill it in. */
const untranslatedStates = new Set(['new', 'needs-translation'])

export async function readXliff(
  chunks: AsyncIterable<Buffer>,
  { file, store }: { file: string; store: Store },
): Promise<ShopTableRow<TranslationValues>[]> {
  const rows: ShopTableRow<TranslationValues>[] = []
  const read = translationReader(store)
  /** Elements that are open, the outer ones first. */
  const open: string[] = []
  let sourceStore: StoreCode | null = null
  let unit: Unit | null = null
  let units = 0

  /** The text of the unit that is being read; those of proposals (`alt-trans`) and of segments of the source are not. */
  const part = (): 'source' | 'target' | null => {
    const name = open[open.lastIndexOf('trans-unit') + 1]
    return unit !== null && (name === 'source' || name === 'target') ? name : null
  }
  const handlers: XmlHandlers = {
    doctype() {
      throw new FeedFault('xliff_doctype', { file })
    },
    open(name, attributes, line) {
      const version = attributes['version'] ?? ''
      if (open.length === 0 && !/^1\.[0-2]$/.test(version))
        throw new FeedFault('xliff_version', { file, version: shortened(version) })
      if (name === 'file') sourceStore = storeOfFile(attributes, store)
      if (name === 'trans-unit') {
        units += 1
        unit = {
          id: attributes['id'] ?? '',
          row: units,
          line,
          source: '',
          target: '',
          isUntranslated: false,
          hasMarkup: false,
        }
      }
      // Tools mark segments within a text (`mrk`). Any other element is markup, and texts of the catalogue have none.
      if (unit !== null && part() !== null && name !== 'mrk') unit.hasMarkup = true
      open.push(name)
      if (unit !== null && name === 'target' && part() === 'target' && open.at(-2) === 'trans-unit')
        unit.isUntranslated = untranslatedStates.has(attributes['state'] ?? '')
    },
    text(text) {
      const name = part()
      if (unit !== null && name !== null) unit[name] += text
    },
    close(name) {
      open.pop()
      if (name !== 'trans-unit' || unit === null) return
      rows.push(rowOf(unit, sourceStore, { read, store }))
      unit = null
    },
  }
  try {
    await readWholeXml(chunks, handlers)
  } catch (error) {
    const at = unit as Unit | null
    if (!(error instanceof FeedFault) || at === null) throw error
    throw new FeedFault('xliff_unit', { unit: shortened(at.id), text: error.message })
  }
  return rows
}

/** Throws FeedFault: a text in the wrong language is worse than none. */
function storeOfFile(attributes: Readonly<Record<string, string>>, store: Store): StoreCode {
  const source = attributes['source-language'] ?? ''
  const target = attributes['target-language'] ?? ''
  if (languageOf(target) !== languageOf(store.iso))
    throw new FeedFault('xliff_target', { language: shortened(target) || '–', wanted: store.iso })
  const found = storeOf(source, store.code)
  if (found === null) throw new FeedFault('xliff_source', { language: shortened(source) || '–' })
  return found
}

function rowOf(
  { id, row, line, source, target, isUntranslated, hasMarkup }: Unit,
  sourceStore: StoreCode | null,
  { read, store }: { read: ReturnType<typeof translationReader>; store: Store },
): ShopTableRow<TranslationValues> {
  const place = { row, line, bytes: source.length + target.length, id: shortened(id) }
  const parts = partsOfUnitId(id)
  if (parts === null)
    return { ...place, refused: { code: 'no_translated_text', column: 'id', value: shortened(id) } }
  if (hasMarkup)
    return { ...place, refused: { code: 'markup', column: 'target_text', value: shortened(target) } }
  return read(place, {
    ...parts,
    sourceStore: sourceStore ?? '',
    sourceText: source,
    targetStore: store.code,
    targetText: isUntranslated ? '' : target,
  })
}
