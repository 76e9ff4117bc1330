import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { builtInSources, cutDrawing, readDrawing } from './drawing-sheets.server.ts'
import { placeholderSource } from './picture-key.ts'

const sheets = globSync(['domain/pictures/sheets/*.svgz', 'demo/data/pictures/*.svgz']).map(
  (file) => [basename(file), gunzipSync(readFileSync(file)).toString('utf8')] as const,
)

/** The names of the elements of a well-formed SVG; throws for any other text. */
function elementsOf(svg: string): Set<string> {
  const names = new Set<string>()
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => names.add(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(svg).close()
  return names
}

describe('a drawing', () => {
  it('of the shop itself is there for the placeholder and for every main category', async () => {
    const placeholder = await readDrawing(placeholderSource, [])
    expect(placeholder).toContain('<path')
    const drawn = await Promise.all(builtInSources.map((source) => readDrawing(source, [])))
    expect(new Set(drawn).size).toBe(builtInSources.length)
  })

  it('is cut out of its sheet with all that it refers to, and nothing else', () => {
    const sheet = [
      '<svg xmlns="http://www.w3.org/2000/svg">',
      '<linearGradient id="s1"><stop offset="0"/></linearGradient>',
      '<path id="s2" d="M0 0h9" fill="url(#s1)"/>',
      '<path id="s3" d="M0 0v9"/>',
      '<symbol id="A-front" viewBox="0 0 800 800"><use href="#s2"/></symbol>',
      '<symbol id="A" viewBox="0 0 800 800"><use href="#s3"/></symbol>',
      '</svg>',
    ].join('\n')
    const drawing = cutDrawing(sheet, 'A-front')
    expect(drawing).toContain('<use href="#s2"/></svg>')
    expect(drawing).toContain('<linearGradient id="s1">')
    expect(drawing).not.toContain('s3')
    expect(cutDrawing(sheet, 'B')).toBeNull()
  })

  it('that does not exist is the placeholder, and no source reaches another file', async () => {
    const placeholder = await readDrawing(placeholderSource, [])
    for (const source of [
      'drawing:',
      'drawing:cell?size=AA&view=front',
      'drawing:nothing.svgz#A-front',
      'drawing:shop.svgz#nothing',
      'drawing:../sheets/shop.svgz#cell',
    ])
      expect(await readDrawing(source, ['demo/data/pictures']), source).toBe(placeholder)
  })
})

describe.each(sheets)('the sheet %s', (_, sheet) => {
  it('holds shapes only: no text, script, style or link, and every reference is in it', () => {
    const shapes = [
      'circle',
      'clipPath',
      'defs',
      'ellipse',
      'feGaussianBlur',
      'filter',
      'g',
      'linearGradient',
    ]
    const others = ['path', 'radialGradient', 'rect', 'stop', 'svg', 'symbol', 'use']
    expect([...elementsOf(sheet)].filter((name) => ![...shapes, ...others].includes(name))).toEqual([])
    const ids = [...sheet.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set(ids)
    const references = [...sheet.matchAll(/(?:href="|url\()([^")]+)/g)].map(([, name = '']) => name)
    expect(references.filter((name) => !known.has(name.replace('#', '')))).toEqual([])
  })
})
