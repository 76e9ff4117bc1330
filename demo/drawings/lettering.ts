/**
 * Text as outlines, so that a drawing never depends on the fonts of the machine. Lines are single; characters
 * without an outline are left out. Outlines can be bent around a cylinder by mapping their points.
 */
import { glyphs } from './glyphs.generated.ts'
import { at } from './light.ts'

export interface LetteringOptions {
  /** Position of the text: its left end, middle or right end at x; the baseline at y. */
  x?: number
  y?: number
  anchor?: 'start' | 'middle' | 'end'
  /** Extra space between letters, in em. */
  tracking?: number
  /** The text shrinks until it is no wider than this. */
  maxWidth?: number
}

/** Width of a text at a size, in the same unit as the size. */
export function textWidth(text: string, size: number, tracking = 0): number {
  const letters = [...text].map((letter) => glyphs[letter]).filter((glyph) => glyph !== undefined)
  const advance = letters.reduce((sum, glyph) => sum + glyph[0] / 1000 + tracking, 0)
  return Math.max(0, advance - tracking) * size
}

/** Path data of a line of text. */
export function lettering(text: string, size: number, options: LetteringOptions = {}): string {
  const { x = 0, y = 0, anchor = 'start', tracking = 0, maxWidth = Infinity } = options
  const natural = textWidth(text, size, tracking)
  const scale = natural > maxWidth ? (size * maxWidth) / natural : size
  const width = textWidth(text, scale, tracking)
  let pen = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  let outline = ''
  for (const letter of text) {
    const glyph = glyphs[letter]
    if (!glyph) continue
    const left = pen
    outline += mapOutline(glyph[1], (u, v) => [left + (u * scale) / 1000, y + (v * scale) / 1000])
    pen += (glyph[0] / 1000 + tracking) * scale
  }
  return outline
}

export type PointMap = (x: number, y: number) => readonly [number, number]

/** Moves every point of an outline made of M, L, Q, C and Z (absolute) through a map. */
export function mapOutline(outline: string, map: PointMap): string {
  return outline.replace(/([MLQC])([^MLQCZ]*)/g, (_, command: string, list: string) => {
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const points: string[] = []
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const [x, y] = map(numbers[index]!, numbers[index + 1]!)
      points.push(`${at(x)} ${at(y)}`)
    }
    return command + points.join(' ')
  })
}

/** A quarter turn against the clock around the origin: text that reads upwards. */
export const upwards: PointMap = (x, y) => [y, -x]

/** Outline of a polygon whose edges are cut into short pieces, so that bending keeps them smooth. */
export function polygon(points: readonly (readonly [number, number])[], pieces = 12): string {
  let outline = ''
  points.forEach(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!
    for (let piece = 0; piece < pieces; piece++) {
      const share = piece / pieces
      outline += `${outline ? 'L' : 'M'}${at(x + (nextX - x) * share)} ${at(y + (nextY - y) * share)}`
    }
  })
  return `${outline}Z`
}

/** Outline of a circle from four curves, fit for bending. */
export function circle(cx: number, cy: number, r: number): string {
  const c = r * 0.5523
  return (
    `M${cx + r} ${cy}C${cx + r} ${cy + c} ${cx + c} ${cy + r} ${cx} ${cy + r}` +
    `C${cx - c} ${cy + r} ${cx - r} ${cy + c} ${cx - r} ${cy}` +
    `C${cx - r} ${cy - c} ${cx - c} ${cy - r} ${cx} ${cy - r}` +
    `C${cx + c} ${cy - r} ${cx + r} ${cy - c} ${cx + r} ${cy}Z`
  )
}
