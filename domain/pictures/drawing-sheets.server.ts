/**
 * Drawings that come with the program, in sheets: gzipped SVG files (SVGZ). A sheet has one element a line: first the
 * definitions that its drawings share, then a `<symbol id="…">` of 800 × 800 units for each drawing. Only files of the
 * program are read, never one of a merchant: an SVG is a program.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sourceModule } from '../workers/source-module.server.ts'
import { categoryIcons } from './category-icons.ts'
import { categorySource, placeholderSource } from './picture-key.ts'

/** The shop's own sheet: the placeholder and the tiles of the main categories. */
const shopSheet = 'shop'
const ownPlaces = new Map([
  [placeholderSource, 'placeholder'],
  ...categoryIcons.map((icon) => [categorySource(icon), icon] as const),
])

/** Sources that exist whatever the catalogue: the placeholder and the category tiles. */
export const builtInSources: readonly string[] = [...ownPlaces.keys()]

/**
 * The drawing of a source `drawing:<sheet>.svgz#<id>` as an SVG of its own; the placeholder where there is none.
 * `folders` are searched after the shop's own sheets.
 */
export async function readDrawing(source: string, folders: readonly string[]): Promise<string> {
  const { sheet, id } = placeOf(source)
  for (const folder of [sourceModule('domain', 'pictures', 'sheets'), ...folders]) {
    const text = await readSheet(join(folder, `${sheet}.svgz`))
    const drawing = text === null ? null : cutDrawing(text, id)
    if (drawing !== null) return drawing
  }
  if (source === placeholderSource) throw new Error('The shop has no placeholder for pictures.')
  return readDrawing(placeholderSource, folders)
}

function placeOf(source: string): { sheet: string; id: string } {
  const own = ownPlaces.get(source)
  if (own !== undefined) return { sheet: shopSheet, id: own }
  const [, sheet, id] = /^drawing:([a-z-]+)\.svgz#([\w.-]+)$/.exec(source) ?? []
  return sheet !== undefined && id !== undefined ? { sheet, id } : placeOf(placeholderSource)
}

const unzip = promisify(gunzip)

async function readSheet(path: string): Promise<string | null> {
  try {
    return (await unzip(await readFile(path))).toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A drawing of a sheet with the definitions it refers to, also through others; null where the sheet lacks it. */
export function cutDrawing(sheet: string, id: string): string | null {
  const elements = new Map<string, string>()
  for (const line of sheet.split('\n')) {
    const name = /^<\w+ id="([^"]+)"/.exec(line)?.[1]
    if (name !== undefined) elements.set(name, line)
  }
  const symbol = elements.get(id)
  if (symbol === undefined) return null
  const wanted = new Set<string>()
  const collect = (element: string) => {
    for (const [, name = ''] of element.matchAll(/(?:href="#|url\(#)([^")]+)/g)) {
      if (wanted.has(name)) continue
      wanted.add(name)
      collect(elements.get(name) ?? '')
    }
  }
  collect(symbol)
  const definitions = [...wanted].map((name) => elements.get(name) ?? '').join('')
  const art = symbol.slice(symbol.indexOf('>') + 1, -'</symbol>'.length)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800"><defs>${definitions}</defs>${art}</svg>`
}
