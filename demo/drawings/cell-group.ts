/** Arrangement of cells: a single, a row, rows in depth, or an open carton with rows of tops. */
import { brandLook, chemistries, chemistryLooks, signature, sleeveColour } from './brand-look.ts'
import { cellMeasures, cellSizeNames, cellVolts, groundCell, paintCell, type CellLook } from './cell.ts'
import { tilt, type Cylinder } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, contactShadow, darker, inkOn, lighter, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'

const floor = 692

export function drawCells(sheet: Sheet, parameters: Parameters): Drawing {
  const look: CellLook = {
    size: parameters.choice('size', cellSizeNames, 'AA'),
    chemistry: parameters.choice('chemistry', chemistries, 'alkaline'),
    tone: parameters.tone,
    volts: withUnit(parameters.text('volts', 6, ''), 'V'),
    capacity: withUnit(parameters.text('mah', 6, ''), 'mAh'),
    socket: parameters.choice('socket', ['usb-c', 'none'], 'none') === 'usb-c',
  }
  const count = parameters.whole('count', 1, 60, 1)
  if (parameters.view === 'angle') return lyingCells(sheet, look, count)
  return count > 16 ? carton(sheet, look, count) : standingCells(sheet, look, count)
}

/** Cells in up to four rows, each row in the gaps of the one before it. */
function standingCells(sheet: Sheet, look: CellLook, count: number): Drawing {
  const full = cellMeasures(look.size)
  const rows = count > 15 ? 4 : count > 8 ? 3 : count > 4 ? 2 : 1
  const front = Math.ceil(count / rows)
  const gap = 1.06
  const span = (front + (rows > 1 ? 0.5 : 0)) * gap
  const scale = Math.min(1, 660 / (span * full.r * 2), 690 / (full.h + full.r * tilt * (1 + rows * 2.6)))
  const r = full.r * scale
  const h = full.h * scale
  const k = tilt
  const pitch = r * 2 * gap
  const lift = rows > 1 ? r * 1.75 * k * 1.5 : 0
  // A single small cell is centred in the picture, not at its foot.
  const ground = Math.min(floor, 400 + h / 2 + ((rows - 1) * lift) / 2 + r * k * 0.5)
  const spots: Cylinder[] = []
  for (let row = rows - 1; row >= 0; row--) {
    const inRow = Math.min(front, count - row * front)
    const left = 400 - ((front - 1) * pitch) / 2 - (rows > 1 ? pitch / 4 : 0)
    for (let place = 0; place < inRow; place++) {
      const drift = rows === 1 ? (front - 1 - place) * -r * 0.09 + ((front - 1) * r * 0.09) / 2 : 0
      spots.push({
        x: left + place * pitch + ((row % 2) * pitch) / 2,
        y: ground - row * lift + drift,
        r,
        h,
        tilt: k,
      })
    }
  }
  const first = spots[spots.length - front]!
  return {
    art: repeatCell(sheet, look, spots, groundCell) + repeatCell(sheet, look, spots, paintCell),
    focus: { x: first.x + r * 0.35, y: first.y - h * 0.86, zoom: Math.min(3.2, 300 / (r * 2)) + 0.4 },
  }
}

/** The same art at many places: drawn once and repeated. */
function repeatCell(
  sheet: Sheet,
  look: CellLook,
  spots: readonly Cylinder[],
  paint: (sheet: Sheet, look: CellLook, spot: Cylinder) => string,
): string {
  const [first] = spots
  if (!first) return ''
  const address = sheet.keep(paint(sheet, look, { ...first, x: 0, y: 0 }))
  return spots.map(({ x, y }) => `<use href="${address}" x="${at(x)}" y="${at(y)}"/>`).join('')
}

/** Cells side by side, each with its plus pole at the upper right; more than four are in several rows. */
function lyingCells(sheet: Sheet, look: CellLook, count: number): Drawing {
  const full = cellMeasures(look.size)
  const turn = 52
  const step = 2.12
  const square = Math.sqrt((count * full.r * step) / (full.h * 1.12))
  const rows = count <= 4 ? 1 : (evenRows(count, square) ?? Math.max(2, Math.round(square)))
  const perRow = Math.ceil(count / rows)
  const across = full.r * (2 + step * (perRow - 1))
  const along = full.h * (1 + (rows - 1) * 1.12)
  const scale = Math.min(1.15, 640 / (along * 0.79 + across * 0.62), 640 / (along * 0.62 + across * 0.79))
  const r = full.r * scale
  const h = full.h * scale
  const lying: Cylinder = { x: 0, y: h / 2, r, h: h * 0.96, tilt: 0.3 }
  const shape = `M${at(-r)} ${at(-h / 2 + r * 0.3)}H${at(r)}V${at(h / 2 + r * 0.2)}H${at(-r)}Z`
  const shadow = sheet.keep(
    castShadow(sheet, shape, at(r * 0.5), at(r * 0.12), at(r * 0.2), 0.3) +
      castShadow(sheet, shape, at(r * 0.16), at(r * 0.05), at(r * 0.07), 0.45),
  )
  const cell = sheet.keep(paintCell(sheet, look, lying))
  let shadows = ''
  let cells = ''
  for (let index = 0; index < count; index++) {
    const row = Math.floor(index / perRow)
    const place = index % perRow
    const x = at((place - (perRow - 1) / 2) * r * step)
    const slide = count === 1 ? 0 : place % 2 ? -h * 0.03 : h * 0.03
    const y = at((row - (rows - 1) / 2) * h * 1.12 + slide)
    shadows += `<use href="${shadow}" x="${x}" y="${y}"/>`
    cells += `<use href="${cell}" x="${x}" y="${y}"/>`
  }
  return {
    art: `<g transform="translate(400 400) rotate(${turn})">${shadows}${cells}</g>`,
    focus: { x: 560, y: 300, zoom: 2 },
  }
}

/** Number of full rows for the count that is nearest to the wish and at least 2; undefined for primes. */
function evenRows(count: number, wish: number): number | undefined {
  const possible = Array.from({ length: count }, (_, index) => index + 2).filter(
    (rows) => count % rows === 0 && count / rows > 1,
  )
  return possible.toSorted((a, b) => Math.abs(a - wish) - Math.abs(b - wish))[0]
}

/** An open shelf carton, the tops of its cells looking out in rows. */
function carton(sheet: Sheet, look: CellLook, count: number): Drawing {
  const full = cellMeasures(look.size)
  const across = count <= 24 ? Math.ceil(count / 3) : Math.ceil(count / 4)
  const rows = Math.ceil(count / across)
  const scale = 650 / (across * full.r * 2.04)
  const r = Math.min(full.r * scale, full.r * (500 / full.h))
  const h = full.h * (r / full.r)
  const width = across * r * 2.04
  const step = r * 2 * 0.34
  const ground = Math.min(floor, 400 + (h + rows * step) / 2)
  const left = 400 - width / 2
  const wall = r * 0.3
  const box = {
    left: left - wall,
    right: left + width + wall,
    top: ground - h * 0.7,
    bottom: ground + r * 0.34,
  }
  const spots: Cylinder[] = []
  for (let row = rows - 1; row >= 0; row--)
    for (let place = 0; place < Math.min(across, count - row * across); place++)
      spots.push({ x: left + r * 1.02 + place * r * 2.04, y: ground - row * step, r, h, tilt: 0.34 })
  const cells = repeatCell(sheet, look, spots, paintCell)
  const back = ground - (rows - 1) * step - h * 0.8
  const { accent } = brandLook(look.tone)
  const inside = `M${at(box.left)} ${at(box.top)}L${at(box.left + r * 0.1)} ${at(back)}H${at(box.right - r * 0.1)}L${at(box.right)} ${at(box.top)}V${at(box.bottom)}H${at(box.left)}Z`
  const shadow = contactShadow(sheet, 410, box.bottom - 6, width / 2 + wall, 16, 1)
  const inner = sheet.linear(
    [
      [0, darker(accent, 0.5)],
      [1, darker(accent, 0.2)],
    ],
    0,
    0,
    0,
    1,
  )
  return {
    art: `${shadow}<path d="${inside}" fill="${inner}"/>${cells}${cartonFront(sheet, look, count, box)}`,
    focus: { x: 400 - width / 4, y: box.top - h * 0.1, zoom: 2.2 },
  }
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function cartonFront(sheet: Sheet, look: CellLook, count: number, { left, right, top, bottom }: Box): string {
  const brand = brandLook(look.tone)
  const { accent } = brand
  const sleeve = sleeveColour(look.chemistry, look.tone)
  const width = right - left
  const height = bottom - top
  const dip = Math.min(height * 0.16, 50)
  const outline = `M${at(left)} ${at(top)}H${at(left + width * 0.2)}Q${at(left + width * 0.26)} ${at(top + dip)} ${at(left + width * 0.36)} ${at(top + dip)}H${at(right - width * 0.36)}Q${at(right - width * 0.26)} ${at(top + dip)} ${at(right - width * 0.2)} ${at(top)}H${at(right)}V${at(bottom - 6)}Q${at(right)} ${at(bottom)} ${at(right - 6)} ${at(bottom)}H${at(left + 6)}Q${at(left)} ${at(bottom)} ${at(left)} ${at(bottom - 6)}Z`
  const light = sheet.linear(
    [
      [0, '#fff', 0.22],
      [0.3, '#fff', 0.08],
      [0.65, '#000', 0.02],
      [1, '#000', 0.26],
    ],
    0,
    0,
    1,
    0.35,
  )
  const ink = inkOn(sleeve)
  const size = Math.min(height * 0.5, 190)
  const numberInk = inkOn(accent)
  const panel = left + width * 0.66
  return (
    `<g clip-path="${sheet.clip(`<path d="${outline}"/>`)}"><path d="${outline}" fill="${sleeve}"/>` +
    `<path d="M${at(panel + height * 0.18)} ${at(top)}L${at(right)} ${at(top)}V${at(bottom)}H${at(panel)}Z" fill="${accent}"/>` +
    `<path d="${lettering(look.size, size, { x: left + width * 0.06, y: bottom - height * 0.27, maxWidth: width * 0.5 })}" fill="${ink}"/>` +
    `<path d="${lettering([chemistryLooks[look.chemistry].word, cellVolts(look), look.capacity ?? ''].filter(Boolean).join(' · '), height * 0.085, { x: left + width * 0.065, y: bottom - height * 0.11, tracking: 0.06, maxWidth: width * 0.5 })}" fill="${ink}" fill-opacity="0.85"/>` +
    `<path d="${signature(brand, height * 0.15, panel + (right - panel) * 0.56, top + height * 0.36, (right - panel) * 0.72)}" fill="${numberInk}"/>` +
    `<path d="${lettering(`×${count}`, height * 0.3, { x: panel + (right - panel) * 0.55, y: bottom - height * 0.14, anchor: 'middle', maxWidth: (right - panel) * 0.75 })}" fill="${numberInk}"/>` +
    `<path d="${outline}" fill="${light}"/></g>` +
    `<path d="${outline}" fill="none" stroke="${lighter(sleeve, 0.5)}" stroke-opacity="0.55" stroke-width="1.5"/>`
  )
}
