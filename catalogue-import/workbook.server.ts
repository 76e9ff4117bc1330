/**
 * Reads a workbook in Office Open XML (.xlsx, .xlsm): its sheets, and the rows of one as text. Formulas are read as the
 * values that the program that saved the file has put beside them; macros, pictures and links to other files are not
 * opened. ECMA-376 part 1, 18.
 */
import { posix } from 'node:path'
import { FeedFault } from './feed-fault.ts'
import { columnOfReference, numberForm, numberText, unescaped, type NumberForm } from './spreadsheet-cells.ts'
import { readWholeXml, readXml } from './xml-stream.server.ts'
import type { Archive } from './zip-archive.server.ts'

export interface Workbook {
  /** Sheets with cells, in their order. Hidden ones are among them. */
  sheets: readonly { name: string; part: string }[]
  /** The rows of a sheet that hold any cell. Can be read repeatedly. */
  rows(part: string): AsyncIterable<SheetRow>
}

export interface SheetRow {
  /** As the program shows it, from 1. */
  number: number
  /** By the column, from 0; missing ones are empty. */
  cells: string[]
  /** Columns whose cell holds an error, or a formula without its value. */
  faults: number[]
  /** About how much memory it takes. */
  bytes: number
}

/** Columns that a sheet can have; cells beyond are no part of it. */
const mostSheetColumns = 16_384

/** All texts of a workbook are in memory while a sheet is read. */
const mostTextCharacters = 100_000_000

/** Opens a workbook. Throws FeedFault when parts of it are missing or not well-formed. */
export async function openWorkbook(archive: Archive, file: string): Promise<Workbook> {
  const part = (name: string) => {
    const chunks = archive.read(name)
    if (!chunks) throw new FeedFault('damaged', { file, text: name })
    return chunks
  }
  const root = await relationsOf(archive, '')
  const main = root.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await relationsOf(archive, main)
  const { sheets, epoch } = await readSheets(part(main))
  const ofKind = (kind: string) => {
    const target = relations.find((each) => each.kind === kind)?.target
    return target !== undefined && archive.names.includes(target) ? part(target) : null
  }
  const styles = ofKind('styles')
  const texts = ofKind('sharedStrings')
  const forms = styles ? await readForms(styles) : []
  const values: CellValues = { forms, epoch, texts: texts ? await readTexts(texts) : [] }
  return {
    sheets: sheets.flatMap(({ name, id }) => {
      const found = relations.find((each) => each.id === id && each.kind === 'worksheet')
      return found ? [{ name, part: found.target }] : []
    }),
    rows: (name) => readRows(part(name), values),
  }
}

interface Relation {
  id: string
  /** The last word of its type: `worksheet`. */
  kind: string
  target: string
}

/** What a part refers to. `part`: its name; '': the archive itself. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const chunks = archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const relations: Relation[] = []
  if (!chunks) return relations
  await readWholeXml(chunks, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      relations.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), target: path })
    },
  })
  return relations
}

async function readSheets(chunks: AsyncIterable<Buffer>) {
  const sheets: { name: string; id: string }[] = []
  let epoch: 1900 | 1904 = 1900
  await readWholeXml(chunks, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) epoch = 1904
      if (name !== 'sheet') return
      // The prefix of the relation's id is any that the file declares.
      const key = Object.keys(attributes).find((each) => each.endsWith(':id')) ?? ''
      sheets.push({ name: attributes['name'] ?? '', id: attributes[key] ?? '' })
    },
  })
  return { sheets, epoch: epoch as 1900 | 1904 }
}

/** How each style of the workbook shows numbers. */
async function readForms(chunks: AsyncIterable<Buffer>): Promise<NumberForm[]> {
  const codes = new Map<number, string>()
  const forms: NumberForm[] = []
  let isCellStyle = false
  await readWholeXml(chunks, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isCellStyle = true
      else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      else if (name === 'xf' && isCellStyle)
        forms.push(numberForm(Number(numFmtId ?? 0), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return forms
}

/** The texts that cells refer to by number. How they are pronounced (`rPh`) is no part of them. */
async function readTexts(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isSound = false
  let characters = 0
  await readWholeXml(chunks, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isSound = true
      else isText = name === 't' && !isSound
    },
    text(part) {
      if (isText) text += part
    },
    close(name) {
      isText = false
      if (name === 'rPh') isSound = false
      if (name !== 'si') return
      characters += text.length
      if (characters > mostTextCharacters) throw new FeedFault('too_much_memory')
      texts.push(unescaped(text))
    },
  })
  return texts
}

interface CellValues {
  forms: readonly NumberForm[]
  epoch: 1900 | 1904
  texts: readonly string[]
}

/** A cell while it is read. */
interface OpenCell {
  column: number
  type: string
  style: number
  hasFormula: boolean
  value: string | null
  text: string
}

function readRows(chunks: AsyncIterable<Buffer>, values: CellValues): AsyncGenerator<SheetRow> {
  const done: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [], faults: [], bytes: 0 }
  let nextColumn = 0
  let cell: OpenCell | null = null
  let place: 'value' | 'text' | null = null
  let isSound = false
  return readXml(chunks, done, {
    open(name, attributes) {
      if (name === 'c') {
        const { r: reference = '', t: type = 'n', s: style = '0' } = attributes
        const column = columnOfReference(reference) ?? nextColumn
        nextColumn = column + 1
        cell = { column, type, style: Number(style), hasFormula: false, value: null, text: '' }
      } else if (name === 'row') {
        row = { number: Number(attributes['r']) || row.number + 1, cells: [], faults: [], bytes: 0 }
        nextColumn = 0
      } else if (name === 'rPh') isSound = true
      else if (cell !== null) {
        if (name === 'f') cell.hasFormula = true
        else if (name === 'v') {
          place = 'value'
          cell.value ??= ''
        } else if (name === 't' && !isSound) place = 'text'
      }
    },
    text(text) {
      if (cell === null || place === null) return
      if (place === 'value') cell.value += text
      else cell.text += text
    },
    close(name) {
      place = null
      if (name === 'rPh') isSound = false
      else if (name === 'c' && cell !== null) {
        addCell(row, cell, values)
        cell = null
      } else if (name === 'row' && row.cells.length > 0) done.push(row)
    },
  })
}

function addCell(row: SheetRow, cell: OpenCell, values: CellValues): void {
  const { column, hasFormula, value, type } = cell
  if (column >= mostSheetColumns) return
  if (type === 'e' || (hasFormula && value === null)) row.faults.push(column)
  const text = textOf(cell, values)
  if (text === '') return
  while (row.cells.length < column) row.cells.push('')
  row.cells[column] = text
  row.bytes += text.length + 1
}

function textOf({ type, style, value, text }: OpenCell, { forms, epoch, texts }: CellValues): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'inlineStr') return unescaped(text)
  if (type === 'str') return unescaped(value ?? '')
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return (value ?? '').replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type === 'e') return value ?? ''
  return numberText((value ?? '').trim(), forms[style] ?? 'plain', epoch)
}
