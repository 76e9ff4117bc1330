/** Round cells from AAAA to D, photo and lithium-ion cells: singles, rows and cartons. */
import { brandLook, chemistryLooks, emblem, sleeveColour, type Chemistry } from './brand-look.ts'
import { band, cylinderOutline, disc, paintSide, tilt, type Cylinder, type Print } from './cylinder.ts'
import { lettering, mapOutline, polygon, textWidth, upwards } from './lettering.ts'
import { at, contactShadow, darker, inkOn, lighter, metalDisc, metalShade, type Sheet } from './light.ts'

/** Diameter and height in millimetres, radius of the plus terminal as a share of the cell's. */
const cellSizes = {
  AAAA: [8.3, 42.5, 0.42],
  AAA: [10.5, 44.5, 0.38],
  AA: [14.5, 50.5, 0.38],
  C: [26.2, 50, 0.26],
  D: [34.2, 61.5, 0.26],
  CR123A: [17, 34.5, 0.4],
  CR2: [15.6, 27, 0.4],
  16340: [16.6, 34.5, 0.45],
  14500: [14.1, 50.5, 0.45],
  18650: [18.6, 65, 0.45],
  21700: [21.2, 70.2, 0.45],
  A23: [10.3, 28.5, 0.4],
  A27: [8, 28.2, 0.4],
  '4LR44': [13, 25.2, 0.4],
  N: [12, 30.2, 0.36],
} as const
export type CellSize = `${keyof typeof cellSizes}`
export const cellSizeNames = Object.keys(cellSizes) as CellSize[]

export interface CellLook {
  size: CellSize
  chemistry: Chemistry
  tone: number
  /** Printed voltage with its unit; absent, it is derived from size and chemistry. */
  volts?: string
  /** Printed capacity with its unit, e.g. `2100 mAh`. */
  capacity?: string
  /** Without its size, and without chemistry unless volts are given: a cell that is part of another product. */
  plain?: boolean
  /** With a USB-C socket in its side. */
  socket?: boolean
  /** Without any print but its colours and its plus sign: a label of the product covers it. */
  blank?: boolean
}

/** Pixels a millimetre has: the same for all sizes but for a slight lift of the small ones. */
function cellScale(size: CellSize): number {
  return 9.6 * (61.5 / cellSizes[size][1]) ** 0.25
}

/** The printed voltage. Without a given one, common sizes give 1.5 V whatever they are made of. */
export function cellVolts({ size, chemistry, volts }: CellLook): string {
  if (volts) return volts
  if (size === 'A23' || size === 'A27') return '12 V'
  const common = ['AAAA', 'AAA', 'AA', 'C', 'D', 'N'].includes(size)
  return common && (chemistry === 'lithium' || chemistry === 'liion')
    ? '1.5 V'
    : chemistryLooks[chemistry].volts
}

/** Radius and height of a size in millimetres. */
export function cellMillimetres(size: CellSize): { r: number; h: number } {
  const [diameter, height] = cellSizes[size]
  return { r: diameter / 2, h: height }
}

/** Drawn radius and height of a size at full scale. */
export function cellMeasures(size: CellSize): { r: number; h: number } {
  const [diameter, height] = cellSizes[size]
  const scale = cellScale(size)
  return { r: (diameter / 2) * scale, h: height * scale }
}

/** One standing cell with everything but its shadow. */
export function paintCell(sheet: Sheet, look: CellLook, cylinder: Cylinder): string {
  const { x, y, r, h, tilt: k = tilt } = cylinder
  const sleeve = sleeveColour(look.chemistry, look.tone)
  const foot = { ...cylinder, y: y, h: h * 0.012 + 2 }
  return (
    `<path d="${cylinderOutline({ ...foot, r: r * 0.94, y: y + r * k * 0.05 })}" fill="${metalShade(sheet)}"/>` +
    paintSide(sheet, cylinder, sleeve, sleevePrints(look, cylinder, sleeve)) +
    (look.socket ? usbSocket(x + r * 0.56, y - h * 0.9 + r * k, r * 0.2) : '') +
    paintTerminal(
      sheet,
      { x, y: y - h, r, tilt: k },
      darker(sleeve, 0.25),
      cellSizes[look.size][2],
      r * 2 > h * 0.45,
    )
  )
}

/** The mouth of a USB-C socket, turned with the side of the cell. */
function usbSocket(x: number, y: number, half: number): string {
  const pill = (grown: number, fill: string) =>
    `<rect x="${at(x - half * 1.1 * grown)}" y="${at(y - half * 0.55 * grown)}" width="${at(half * 2.2 * grown)}" height="${at(half * 1.1 * grown)}" rx="${at(half * 0.55 * grown)}" fill="${fill}"/>`
  return `${pill(1, '#c8ced4')}${pill(0.78, '#0a0d11')}${pill(0.36, '#7b838b')}`
}

/** The plus end: folded sleeve, sealing ring, metal crown, nub. */
function paintTerminal(
  sheet: Sheet,
  { x, y, r, tilt: k }: { x: number; y: number; r: number; tilt: number },
  sleeve: string,
  nubShare: number,
  wide: boolean,
): string {
  const nub = r * nubShare
  const nubHeight = Math.max(5, r * (wide ? 0.12 : 0.17))
  const fold = sheet.linear(
    [
      [0, lighter(sleeve, 0.55)],
      [0.35, lighter(sleeve, 0.2)],
      [1, darker(sleeve, 0.3)],
    ],
    0,
    0,
    1,
    0.6,
  )
  const well = sheet.linear(
    [
      [0, '#0d1117'],
      [1, '#596069'],
    ],
    0,
    0,
    1,
    1,
  )
  const ring = (share: number, paint: string, lift = 0) => disc(x, y - lift, r * share, paint, k)
  return (
    ring(1, fold) +
    ring(0.86, well) +
    ring(
      0.83,
      sheet.linear(
        [
          [0, '#9aa1a8'],
          [0.5, '#e9ecef'],
          [1, '#7d848b'],
        ],
        0,
        0,
        1,
        0.3,
      ),
    ) +
    ring(0.74, metalDisc(sheet), r * 0.012) +
    (wide
      ? ring(
          0.52,
          sheet.linear(
            [
              [0, '#848b93'],
              [1, '#f4f6f8'],
            ],
            0,
            0,
            1,
            1,
          ),
        ) + ring(0.49, metalDisc(sheet))
      : '') +
    disc(x + nub * 0.18, y + nub * k * 0.35, nub * 1.14, '#14181d', k, 'fill-opacity="0.5"') +
    `<path d="${cylinderOutline({ x, y, r: nub, h: nubHeight, tilt: k })}" fill="${metalShade(sheet)}"/>` +
    disc(x, y - nubHeight, nub, metalDisc(sheet, '#d6dade'), k) +
    disc(x, y - nubHeight, nub * 0.97, 'none', k, 'stroke="#fff" stroke-opacity="0.75" stroke-width="1.2"') +
    disc(x - nub * 0.22, y - nubHeight - nub * k * 0.2, nub * 0.4, '#fff', k, 'fill-opacity="0.55"')
  )
}

/** Everything printed on the sleeve, flat: bands of the brand, size, chemistry, volts, emblem, plus sign. */
function sleevePrints(look: CellLook, cylinder: Cylinder, sleeve: string): Print[] {
  const { r, h } = cylinder
  const { accent, layout, wordmark, emblem: mark } = brandLook(look.tone)
  const ink = inkOn(sleeve)
  const { word } = chemistryLooks[look.chemistry]
  const facts = look.plain && !look.volts ? '' : `${word}  ${cellVolts(look)}`
  const capacity = look.capacity ?? ''
  const wide = r * Math.PI * 0.9
  const sizeHeight = Math.min(r * 1.02, h * 0.2)
  const long = h > r * 4.4
  const prints: Print[] = bandPrints(layout, cylinder, accent, sleeve)
  const bandAtTop = layout === 0 || layout === 3
  const topInk = bandAtTop ? inkOn(accent) : ink
  prints.push({
    outline: lettering('+', r * 0.62, { anchor: 'middle', y: h * 0.03 + r * 0.5 }),
    fill: topInk,
  })
  if (look.blank) return prints
  const sizeAt = h * 0.9
  const sizeInk = layout === 1 || layout === 4 ? inkOn(accent) : ink
  if (!look.plain)
    prints.push({
      outline: lettering(look.size, sizeHeight, { anchor: 'middle', y: sizeAt, maxWidth: wide * 0.62 }),
      fill: sizeInk,
    })
  if (long) {
    const run = (text: string, size: number, x: number, y: number, tracking = 0.02) =>
      mapOutline(lettering(text, size, { tracking }), (u, v) => {
        const [a, b] = upwards(u, v)
        return [a + x, b + y]
      })
    const base = h * (layout === 1 || layout === 4 ? 0.64 : 0.74)
    const mid = h * 0.19 + r * 0.12
    const room = base - mid - r * 0.6
    const size = Math.min(r * 0.68, room / textWidth(wordmark, 1))
    prints.push({ outline: run(wordmark, size, size * 0.22, base), fill: ink })
    prints.push({
      outline: run(facts, Math.min(r * 0.2, h * 0.034), r * 0.62, base),
      fill: ink,
      opacity: 0.85,
    })
    prints.push({
      outline: run(capacity, Math.min(r * 0.36, h * 0.06), r * 1.02, base),
      fill: ink,
    })
    prints.push({
      outline: emblem(mark, r * 0.5, 0, mid),
      fill: bandAtTop && layout === 0 ? inkOn(accent) : accent,
    })
  } else {
    prints.push({
      outline: emblem(mark, r * 0.44, 0, layout === 0 ? h * 0.3 + r * 0.38 : h * 0.33),
      fill: accent,
    })
    prints.push({
      outline: lettering(wordmark, r * 0.42, { anchor: 'middle', y: h * 0.56, maxWidth: wide * 0.48 }),
      fill: ink,
    })
    prints.push({
      outline: lettering(facts, r * 0.15, {
        anchor: 'middle',
        y: h * 0.63,
        tracking: 0.08,
        maxWidth: wide * 0.56,
      }),
      fill: ink,
      opacity: 0.85,
    })
    prints.push({
      outline: lettering(capacity, r * 0.24, { anchor: 'middle', y: h * 0.72, maxWidth: wide * 0.56 }),
      fill: ink,
    })
  }
  return prints
}

/** The brand's coloured areas on the sleeve. */
function bandPrints(layout: number, cylinder: Cylinder, accent: string, sleeve: string): Print[] {
  const { r, h } = cylinder
  const half = (r * Math.PI) / 2
  const line = Math.max(2, h * 0.008)
  const collar = Math.max(h * 0.11, r * 0.62)
  if (layout === 0)
    return [
      { outline: band(cylinder, -r, h * 0.3), fill: accent },
      { outline: band(cylinder, h * 0.3 + line, h * 0.3 + line * 2), fill: accent },
    ]
  if (layout === 1)
    return [
      {
        outline: polygon(
          [
            [-half, h * 0.78],
            [half, h * 0.62],
            [half, h + r],
            [-half, h + r],
          ],
          20,
        ),
        fill: accent,
      },
    ]
  if (layout === 2)
    return [
      {
        outline: polygon(
          [
            [-half, -r],
            [-half * 0.42, -r],
            [-half * 0.62, h + r],
            [-half, h + r],
          ],
          20,
        ),
        fill: accent,
      },
      { outline: band(cylinder, h * 0.955, h + r), fill: lighter(sleeve, 0.12) },
    ]
  if (layout === 3)
    return [
      { outline: band(cylinder, -r, collar), fill: accent },
      { outline: band(cylinder, collar + line * 1.5, collar + line * 3), fill: accent },
      { outline: band(cylinder, h * 0.93, h * 0.93 + line * 2), fill: accent },
    ]
  return [
    { outline: band(cylinder, h * 0.7, h + r), fill: accent },
    { outline: band(cylinder, h * 0.7 - line * 2.2, h * 0.7 - line), fill: accent },
  ]
}

/** Shadow and pale mirror image under a standing cell. */
export function groundCell(sheet: Sheet, look: CellLook, { x, y, r, tilt: k = tilt }: Cylinder): string {
  const { accent, layout } = brandLook(look.tone)
  const foot = layout === 1 || layout === 4 ? accent : sleeveColour(look.chemistry, look.tone)
  const depth = Math.min(90, r * 1.3)
  const mirror = sheet.linear(
    [
      [0, foot, 0.22],
      [0.3, foot, 0.09],
      [0.7, foot, 0.02],
      [1, foot, 0],
    ],
    0,
    0,
    0,
    1,
  )
  return (
    `<path d="${cylinderOutline({ x, y: y + depth, r: r * 0.98, h: depth, tilt: k })}" fill="${mirror}"/>` +
    contactShadow(sheet, x, y, r, r * k)
  )
}
