/** Zip archives and workbooks of tests, also such as no program writes. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  name: string
  contents: Buffer | string
  isEncrypted?: boolean
  /** Size that the archive announces; by default the true one. */
  announcedBytes?: number
}

/** A zip archive with these files, in their order. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, contents, isEncrypted = false, announcedBytes } of files) {
    const plain = Buffer.from(contents)
    const packed = deflateRawSync(plain, { level: 9 })
    const path = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(announcedBytes ?? plain.length, 18)
    common.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004'), common, path, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, path)
    offset += 30 + path.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

interface WorkbookParts {
  /** Name → the elements of its `sheetData`. */
  sheets: Record<string, string>
  /** Elements of `sst`. */
  texts?: string
  /** Elements of `styleSheet`. */
  styles?: string
  /** Attributes of `workbookPr`. */
  properties?: string
}

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The files of a workbook with these sheets. */
export function workbookFiles({
  sheets,
  texts = '',
  styles = '',
  properties = '',
}: WorkbookParts): ZippedFile[] {
  const names = Object.keys(sheets)
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationType}/${kind}" Target="${target}"/>`
  return [
    { name: '[Content_Types].xml', contents: '<Types/>' },
    {
      name: '_rels/.rels',
      contents: `<Relationships>${relation('r', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      contents: `<workbook xmlns:r="${relationType}"><workbookPr ${properties}/><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      contents: `<Relationships>${names
        .map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
        .join(
          '',
        )}${relation('x', 'sharedStrings', 'sharedStrings.xml')}${relation('y', 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', contents: `<sst>${texts}</sst>` },
    { name: 'xl/styles.xml', contents: `<styleSheet>${styles}</styleSheet>` },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      contents: `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
  ]
}

export const workbookOf = (parts: WorkbookParts): Buffer => zipOf(workbookFiles(parts))

/** Cells of text, one row. */
export const textRow = (...cells: string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`).join('')}</row>`
