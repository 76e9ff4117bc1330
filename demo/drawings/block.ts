/** Block batteries: 9 V with its snap pair, 4R25 with springs, 3R12 with strips, photo batteries of two cells. */
import { brandLook, chemistries, chemistryLooks, emblem, sleeveColour, type Chemistry } from './brand-look.ts'
import { cylinderOutline, disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, darker, inkOn, lighter, metalDisc, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintBox, placeFaces, type Solid } from './solid.ts'

/** Width, height, depth in millimetres and pixels per millimetre (the big blocks would not fit otherwise). */
const blockSizes = {
  '9V': [26.5, 46.5, 17.5, 10.2],
  '4R25': [67, 100, 67, 4.6],
  '3R12': [62, 62, 22, 6.4],
  '2CR5': [34, 45, 17, 9],
  'CR-P2': [35, 36, 19.5, 9.4],
  'CR-V3': [29, 52, 14.5, 8.6],
} as const
type BlockSize = keyof typeof blockSizes

const defaultVolts: Record<BlockSize, string> = {
  '9V': '9',
  '4R25': '6',
  '3R12': '4.5',
  '2CR5': '6',
  'CR-P2': '6',
  'CR-V3': '3',
}

/** What is printed on a block. */
interface BlockLabel {
  size: BlockSize
  chemistry: Chemistry
  tone: number
  volts: string
  capacity: string
}

export function drawBlocks(sheet: Sheet, parameters: Parameters): Drawing {
  const size = parameters.choice('size', Object.keys(blockSizes) as BlockSize[], '9V')
  const chemistry = parameters.choice('chemistry', chemistries, 'alkaline')
  const count = parameters.whole('count', 1, 12, 1)
  const label: BlockLabel = {
    size,
    chemistry,
    tone: parameters.tone,
    volts: withUnit(parameters.text('volts', 6, defaultVolts[size]), 'V'),
    capacity: withUnit(parameters.text('mah', 6, ''), 'mAh'),
  }
  const [width, height, depth, perMillimetre] = blockSizes[size]
  const yaw = parameters.view === 'angle' ? 42 : 24
  const rows = count > 4 ? 2 : 1
  const front = Math.ceil(count / rows)
  const fit = Math.min(
    parameters.view === 'angle' ? 1.08 : 1,
    590 / (width * perMillimetre * (0.4 + front * 0.78 + rows * 0.16)),
  )
  const scale = perMillimetre * fit
  const solid: Solid = { x: 0, y: 0, w: width * scale, h: height * scale, d: depth * scale, yaw }
  // Blocks are adjacent: one more to the right, or one more behind, is one step of the solid. Those at the right are
  // nearer, and cover the sides of their neighbours, never a front.
  const { spot } = placeFaces(solid)
  const [[right, down], [back, up]] = [spot(solid.w * 1.03, 0, 0), spot(0, 0, -solid.d * 1.08)]
  let art = ''
  for (let row = rows - 1; row >= 0; row--)
    for (let place = 0; place < Math.min(front, count - row * front); place++) {
      const [across, behind] = [place - (front - 1) / 2, row - (rows - 1) / 2]
      const x = 400 + across * right + behind * back
      const y = 420 + solid.h * 0.46 + across * down + behind * up
      art += paintBlock(sheet, label, { ...solid, x, y })
    }
  return { art, focus: { x: 400 - ((front - 1) / 2) * right, y: 400 - solid.h * 0.4, zoom: 2.4 } }
}

function paintBlock(sheet: Sheet, label: BlockLabel, solid: Solid): string {
  const { size, chemistry, tone } = label
  const sleeve = sleeveColour(chemistry, tone)
  const { w, h } = solid
  const pair = isPair(size)
  const lid = size === '9V' || pair ? '#20252b' : darker(sleeve, 0.35)
  return (
    paintBox(sheet, solid, {
      front: sleeve,
      top: lid,
      round: w * (pair ? 0.16 : 0.05),
      gloss: 0.9,
      frontArt: blockFront(label, w, h, sleeve) + (pair ? cellPairShade(sheet, w, h) : ''),
      sideArt: blockSide(tone, solid.d, h),
    }) + blockTerminals(sheet, size, solid)
  )
}

/** Photo batteries that are two cells in one sleeve. */
function isPair(size: BlockSize): boolean {
  return size === '2CR5' || size === 'CR-P2' || size === 'CR-V3'
}

/** Light and shade of two round cells side by side, laid over a flat front. */
function cellPairShade(sheet: Sheet, w: number, h: number): string {
  const shade = sheet.linear([
    [0, '#000', 0.34],
    [0.12, '#fff', 0.1],
    [0.26, '#fff', 0.3],
    [0.4, '#000', 0.06],
    [0.5, '#000', 0.42],
    [0.6, '#fff', 0.06],
    [0.74, '#fff', 0.2],
    [0.9, '#000', 0.14],
    [1, '#000', 0.4],
  ])
  return `<rect width="${at(w)}" height="${at(h)}" fill="${shade}"/>`
}

function blockTerminals(sheet: Sheet, size: BlockSize, solid: Solid): string {
  const { spot } = placeFaces(solid)
  const { w, h, d } = solid
  if (size === '9V')
    return (
      snap(sheet, spot(w * 0.24, h, 0), w * 0.2, true) + snap(sheet, spot(-w * 0.24, h, 0), w * 0.14, false)
    )
  if (size === '4R25')
    return spring(sheet, spot(w * 0.28, h, -d * 0.28), w * 0.09) + spring(sheet, spot(0, h, 0), w * 0.09)
  if (size === '3R12')
    return (
      brassStrip(sheet, spot(w * 0.2, h, 0), w * 0.24) + brassStrip(sheet, spot(-w * 0.26, h, 0), w * 0.12)
    )
  return pad(sheet, spot(-w * 0.25, h, 0), w * 0.11) + pad(sheet, spot(w * 0.25, h, 0), w * 0.11)
}

function blockFront(label: BlockLabel, w: number, h: number, sleeve: string): string {
  const { size, chemistry, volts, capacity } = label
  const { accent, wordmark, emblem: mark, layout } = brandLook(label.tone)
  const facts = [chemistryLooks[chemistry].word, capacity].filter(Boolean).join('  ')
  const ink = inkOn(sleeve)
  const high = layout % 2 === 0
  const bandInk = inkOn(accent)
  const area = high
    ? `M0 0H${at(w)}V${at(h * 0.3)}L0 ${at(h * 0.36)}Z`
    : `M0 ${at(h * 0.7)}L${at(w)} ${at(h * 0.62)}V${at(h)}H0Z`
  const path = (outline: string, fill: string) => `<path d="${outline}" fill="${fill}"/>`
  // The large print is the voltage in the trade's common sizes and the size itself on photo batteries.
  const pair = isPair(size)
  const [large, small] = pair || size === '3R12' ? [size, volts] : [volts, size === '9V' ? '' : size]
  return (
    path(area, accent) +
    path(emblem(mark, Math.min(w, h) * 0.24, w * 0.2, h * 0.13), high ? bandInk : accent) +
    path(lettering('+  –', w * 0.2, { x: w * 0.92, y: h * 0.16, anchor: 'end' }), high ? bandInk : ink) +
    path(lettering(wordmark, w * 0.24, { x: w * 0.09, y: h * 0.52, maxWidth: w * 0.84 }), ink) +
    path(
      lettering(facts, w * 0.09, {
        x: w * 0.095,
        y: h * 0.52 + Math.max(h * 0.065, w * 0.13),
        tracking: 0.08,
        maxWidth: w * 0.8,
      }),
      ink,
    ) +
    path(
      lettering(large, w * 0.46, { x: w * 0.07, y: h * 0.93, maxWidth: w * (small ? 0.56 : 0.84) }),
      high ? (pair ? ink : accent) : bandInk,
    ) +
    path(
      lettering(small, w * 0.13, { x: w * 0.94, y: h * 0.92, anchor: 'end', maxWidth: w * 0.27 }),
      high ? ink : bandInk,
    )
  )
}

function blockSide(tone: number, d: number, h: number): string {
  const { accent, layout } = brandLook(tone)
  return layout % 2 === 0
    ? `<path d="M0 0H${at(d)}V${at(h * 0.26)}L0 ${at(h * 0.3)}Z" fill="${accent}"/>`
    : `<path d="M0 ${at(h * 0.62)}L${at(d)} ${at(h * 0.58)}V${at(h)}H0Z" fill="${accent}"/>`
}

type Spot = readonly [number, number]

/** One of the snap terminals: the wide one is a crown, the narrow one a button. */
function snap(sheet: Sheet, [x, y]: Spot, r: number, crown: boolean): string {
  const height = r * (crown ? 0.55 : 0.9)
  const body = { x, y, r, h: height, tilt: 0.34 }
  return (
    disc(x + r * 0.12, y + r * 0.06, r * 1.2, '#000', 0.34, 'fill-opacity="0.45"') +
    `<path d="${cylinderOutline(body)}" fill="${metalShade(sheet)}"/>` +
    disc(x, y - height, r, metalDisc(sheet), 0.34) +
    (crown
      ? disc(x, y - height, r * 0.66, '#3c434b', 0.34) +
        disc(x, y - height + r * 0.06, r * 0.5, metalDisc(sheet, '#9aa1a8'), 0.34)
      : disc(x, y - height, r * 0.66, lighter('#c8ced4', 0.6), 0.34)) +
    (crown
      ? [-0.5, 0, 0.5]
          .map(
            (turn) =>
              `<path d="M${at(x + r * turn * 1.5)} ${at(y - height + r * 0.34 * Math.sqrt(1 - (turn * 1.5) ** 2))}v${at(height)}" stroke="#2b3138" stroke-opacity="0.7" stroke-width="2"/>`,
          )
          .join('')
      : '')
  )
}

/** A conical contact spring. */
function spring(sheet: Sheet, [x, y]: Spot, r: number): string {
  let coils = disc(x + r * 0.2, y, r * 1.3, '#000', 0.4, 'fill-opacity="0.35"')
  for (let turn = 0; turn < 6; turn++) {
    const size = r * (1.1 - turn * 0.11)
    coils += `<ellipse cx="${at(x)}" cy="${at(y - turn * r * 0.34)}" rx="${at(size)}" ry="${at(size * 0.34)}" fill="none" stroke="${metalShade(sheet)}" stroke-width="${at(r * 0.17)}"/>`
  }
  return coils
}

/** A flat brass contact strip, standing up and bent over. */
function brassStrip(sheet: Sheet, [x, y]: Spot, length: number): string {
  const brass = metalShade(sheet, '#c9b06a')
  return `<path d="M${at(x - 13)} ${at(y)}V${at(y - length * 0.55)}Q${at(x - 13)} ${at(y - length * 0.7)} ${at(x + 2)} ${at(y - length * 0.72)}L${at(x + length * 0.7)} ${at(y - length * 0.62)}L${at(x + length * 0.7)} ${at(y - length * 0.46)}L${at(x + 16)} ${at(y - length * 0.52)}Q${at(x + 13)} ${at(y - length * 0.5)} ${at(x + 13)} ${at(y - length * 0.4)}V${at(y)}Z" fill="${brass}"/>`
}

/** A flat round contact in the end of a photo battery. */
function pad(sheet: Sheet, [x, y]: Spot, r: number): string {
  return disc(x, y, r * 1.25, '#0b0e12', 0.34) + disc(x, y, r, metalDisc(sheet, '#d9c48a'), 0.34)
}
