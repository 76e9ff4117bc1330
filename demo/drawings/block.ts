/** Block batteries: 9 V with its snap pair, 4R25 with springs, lantern blocks with screw posts. */
import { brandLook, chemistries, chemistryLooks, emblem, sleeveColour, type Chemistry } from './brand-look.ts'
import { cylinderOutline, disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, darker, inkOn, lighter, metalDisc, metalShade, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { paintBox, placeFaces, type Solid } from './solid.ts'

/** Width, height, depth in millimetres and pixels per millimetre (the big blocks would not fit otherwise). */
const blockSizes = {
  '9V': [26.5, 46.5, 17.5, 10.2],
  '4R25': [67, 100, 67, 4.6],
  lantern: [72, 108, 72, 4.4],
} as const
type BlockSize = keyof typeof blockSizes

export function drawBlocks(sheet: Sheet, parameters: Parameters): Drawing {
  const size = parameters.choice('size', Object.keys(blockSizes) as BlockSize[], '9V')
  const chemistry = parameters.choice('chemistry', chemistries, 'alkaline')
  const count = Math.min(parameters.whole('count', 1, 40, 1), 10)
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
  // Blocks are adjacent: one more to the right, or one more behind, is one step of the solid.
  const { spot } = placeFaces(solid)
  const [[right, down], [back, up]] = [spot(solid.w * 1.03, 0, 0), spot(0, 0, -solid.d * 1.08)]
  let art = ''
  for (let row = rows - 1; row >= 0; row--)
    for (let place = Math.min(front, count - row * front) - 1; place >= 0; place--) {
      const [across, behind] = [place - (front - 1) / 2, row - (rows - 1) / 2]
      const x = 400 + across * right + behind * back
      const y = 420 + solid.h * 0.46 + across * down + behind * up
      art += paintBlock(sheet, size, chemistry, parameters.tone, { ...solid, x, y })
    }
  return { art, focus: { x: 400 - ((front - 1) / 2) * right, y: 400 - solid.h * 0.4, zoom: 2.4 } }
}

function paintBlock(sheet: Sheet, size: BlockSize, chemistry: Chemistry, tone: number, solid: Solid): string {
  const sleeve = sleeveColour(chemistry, tone)
  const { spot } = placeFaces(solid)
  const { w, h, d } = solid
  const lid = size === '9V' ? '#20252b' : darker(sleeve, 0.35)
  const small = size === '9V'
  const terminals = small
    ? snap(sheet, spot(w * 0.24, h, 0), w * 0.2, true) + snap(sheet, spot(-w * 0.24, h, 0), w * 0.14, false)
    : size === '4R25'
      ? spring(sheet, spot(w * 0.28, h, -d * 0.28), w * 0.09) + spring(sheet, spot(0, h, 0), w * 0.09)
      : post(sheet, spot(w * 0.2, h, -d * 0.1), w * 0.06, '#c8372d') +
        post(sheet, spot(-w * 0.2, h, 0), w * 0.06, '#23282e')
  return (
    paintBox(sheet, solid, {
      front: sleeve,
      top: lid,
      round: w * 0.05,
      gloss: 0.9,
      frontArt: blockFront(size, chemistry, tone, w, h, sleeve),
      sideArt: blockSide(tone, d, h),
    }) + terminals
  )
}

function blockFront(
  size: BlockSize,
  chemistry: Chemistry,
  tone: number,
  w: number,
  h: number,
  sleeve: string,
): string {
  const { accent, wordmark, emblem: mark, layout } = brandLook(tone)
  const { word } = chemistryLooks[chemistry]
  const ink = inkOn(sleeve)
  const high = layout % 2 === 0
  const bandInk = inkOn(accent)
  const volts = size === '9V' ? '9V' : '6V'
  const area = high
    ? `M0 0H${at(w)}V${at(h * 0.3)}L0 ${at(h * 0.36)}Z`
    : `M0 ${at(h * 0.7)}L${at(w)} ${at(h * 0.62)}V${at(h)}H0Z`
  const path = (outline: string, fill: string) => `<path d="${outline}" fill="${fill}"/>`
  return (
    path(area, accent) +
    path(emblem(mark, w * 0.24, w * 0.2, h * 0.13), high ? bandInk : accent) +
    path(lettering('+  –', w * 0.2, { x: w * 0.92, y: h * 0.13, anchor: 'end' }), high ? bandInk : ink) +
    path(lettering(wordmark, w * 0.24, { x: w * 0.09, y: h * 0.52, maxWidth: w * 0.84 }), ink) +
    path(lettering(word, w * 0.082, { x: w * 0.095, y: h * 0.585, tracking: 0.08, maxWidth: w * 0.8 }), ink) +
    path(
      lettering(volts, w * 0.5, { x: w * 0.07, y: h * 0.93, maxWidth: size === '9V' ? w * 0.7 : w * 0.46 }),
      high ? accent : bandInk,
    ) +
    (size === '9V'
      ? ''
      : path(
          lettering(size === '4R25' ? '4R25' : '4R25X', w * 0.11, {
            x: w * 0.93,
            y: h * 0.92,
            anchor: 'end',
          }),
          high ? ink : bandInk,
        ))
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

/** A screw post with a coloured insulating nut. */
function post(sheet: Sheet, [x, y]: Spot, r: number, colour: string): string {
  const nut = { x, y, r: r * 1.5, h: r * 1.6, tilt: 0.34 }
  const pin = { x, y: y - r * 1.6, r: r * 0.6, h: r * 1.4, tilt: 0.34 }
  return (
    `<path d="${cylinderOutline(nut)}" fill="${sheet.linear([
      [0, darker(colour, 0.4)],
      [0.3, lighter(colour, 0.4)],
      [1, darker(colour, 0.5)],
    ])}"/>` +
    disc(x, y - nut.h, nut.r, lighter(colour, 0.15), 0.34) +
    `<path d="${cylinderOutline(pin)}" fill="${metalShade(sheet, '#b8a26a')}"/>` +
    disc(x, pin.y - pin.h, pin.r, metalDisc(sheet, '#cdb87f'), 0.34)
  )
}
