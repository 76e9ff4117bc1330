/** A household charger for cells of several widths: wide bays with sliding contacts, and a place for a 9 V block. */
import { brandLook, signature, sleeveColour } from './brand-look.ts'
import { cellMillimetres, cellSizeNames, paintCell, type CellSize } from './cell.ts'
import { lettering } from './lettering.ts'
import { at, inkOn, metalDisc, metalShade, type Sheet } from './light.ts'
import { paintSlab, recess, roundedRectangle } from './solid.ts'

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** Width of a bay, its length, and the drawn height of the tallest cell in it. */
const [bayWidth, bayLength, tallest] = [158, 318, 262]
const margin = 30

export interface UniversalCharger {
  ports: number
  tone: number
  shell: string
  yaw: number
  /** Chemistry of the cells in the bays. */
  cells: 'nimh' | 'liion'
  /** Names of the sizes that it takes. */
  sizes: string[]
}

/** Every bay holds another size, the narrowest first; under it the name of that size is moulded. */
export function universalCharger(sheet: Sheet, look: UniversalCharger): string {
  const brand = brandLook(look.tone)
  const ink = inkOn(look.shell)
  const round = cellSizeNames
    .filter((size) => look.sizes.includes(size))
    .toSorted((one, other) => cellMillimetres(one).r - cellMillimetres(other).r)
  const w = look.ports * bayWidth + margin * 2
  const h = 560
  const bays = Array.from({ length: look.ports }, (_, index) =>
    bay(
      sheet,
      look,
      round[Math.min(index, round.length - 1)] ?? 'AA',
      margin + bayWidth * (index + 0.5),
      ink,
    ),
  ).join('')
  const foot = 438
  const art =
    bays +
    (look.sizes.includes('9V') ? blockPlace(sheet, look, margin + 10, foot, ink) : '') +
    path(`M${at(w * 0.52)} ${foot}H${w}V${foot + 6}H${at(w * 0.52)}Z`, brand.accent) +
    path(signature(brand, 44, w * 0.76, foot + 60, w * 0.4), ink)
  const slab = paintSlab(
    sheet,
    { x: 400, y: 690, w, h, d: 130, yaw: look.yaw * 0.75 },
    { front: look.shell, side: look.shell, round: 40, gloss: 0.7, frontArt: art },
  )
  return `<g transform="translate(400 410) scale(${at(Math.min(1, 690 / (w * 1.12)) * 100) / 100}) translate(-400 -420)">${slab}</g>`
}

/** Cells in all bays have one scale: what differs is their size, and how far the contact has slid up. */
function bay(sheet: Sheet, look: UniversalCharger, size: CellSize, x: number, ink: string): string {
  const scale = tallest / cellMillimetres('D').h
  const [r, h] = [cellMillimetres(size).r * scale, cellMillimetres(size).h * scale]
  const top = 36
  const foot = top + 34 + h
  const cell = paintCell(
    sheet,
    { size, chemistry: look.cells, tone: look.tone, plain: true },
    { x: 0, y: 0, r, h, tilt: 0.12 },
  )
  return (
    recess(x - bayWidth / 2 + 5, top, bayWidth - 10, bayLength, 18, '#0d1116') +
    path(roundedRectangle(x - 24, top + 2, 48, 14, 3), metalShade(sheet)) +
    path(roundedRectangle(x - 44, foot + 2, 88, 20, 5), '#59626c') +
    path(roundedRectangle(x - 16, foot - 4, 32, 8, 3), metalShade(sheet)) +
    `<path d="M${at(x - 22)} ${at(foot + 22)}V${top + bayLength - 6}M${at(x + 22)} ${at(foot + 22)}V${top + bayLength - 6}" stroke="#3a424b" stroke-width="8"/>` +
    `<g transform="translate(${at(x)} ${at(foot)})">${cell}</g>` +
    path(lettering(size, 36, { x, y: top + bayLength + 42, anchor: 'middle' }), ink, 'fill-opacity="0.8"')
  )
}

/** A block lying with its snaps towards the contacts. */
function blockPlace(sheet: Sheet, look: UniversalCharger, x: number, y: number, ink: string): string {
  const brand = brandLook(look.tone)
  const snap = (top: number) =>
    path(roundedRectangle(x + 30, top, 20, 24, 4), metalShade(sheet)) +
    path(roundedRectangle(x + 12, top - 3, 20, 30, 4), metalDisc(sheet))
  return (
    recess(x, y, 214, 96, 14, '#0d1116') +
    snap(y + 20) +
    snap(y + 52) +
    path(roundedRectangle(x + 48, y + 10, 150, 76, 8), sleeveColour(look.cells, look.tone)) +
    path(`M${x + 48} ${y + 10}H${x + 84}V${y + 86}H${x + 48}Z`, '#20252b') +
    path(`M${x + 150} ${y + 10}H${x + 182}V${y + 86}H${x + 150}Z`, brand.accent) +
    path(roundedRectangle(x + 48, y + 14, 150, 16, 6), '#fff', 'fill-opacity="0.25"') +
    path(lettering('9V', 36, { x: x + 230, y: y + 60 }), ink, 'fill-opacity="0.8"')
  )
}
