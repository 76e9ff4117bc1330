/** Cables: a coil of lead with a plug at each end, every plug recognisable by its true shape. */
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { roundedRectangle } from './solid.ts'

const plugs = [
  'usb-c',
  'usb-a',
  'lightning',
  'micro-usb',
  'hdmi',
  'rj45',
  'dc',
  'schuko',
  'displayport',
  'bare',
  'c13',
  'mc4',
  'clamp',
] as const
type Plug = (typeof plugs)[number]

const colours = {
  black: '#262b31',
  white: '#eeeeec',
  grey: '#878e96',
  blue: '#2b62b8',
  red: '#c23a30',
  green: '#2f9158',
} as const

export function drawCable(sheet: Sheet, parameters: Parameters): Drawing {
  const a = parameters.choice('a', plugs, 'usb-c')
  const b = parameters.choice('b', plugs, 'usb-c')
  const colour =
    colours[parameters.choice('colour', Object.keys(colours) as (keyof typeof colours)[], 'black')]
  const metres = Number.parseFloat(parameters.text('length', 6, '1').replace(',', '.'))
  const turned = parameters.view === 'angle'
  const art = paintCable(sheet, a, b, colour, Number.isFinite(metres) ? metres : 1)
  return {
    art: turned
      ? `<g transform="translate(400 400) rotate(-24) scale(1.06) translate(-400 -400)">${art}</g>`
      : `<g transform="translate(400 400) scale(1.08) translate(-400 -412)">${art}</g>`,
    focus: { x: 275, y: 640, zoom: 2.6 },
  }
}

/**
 * A lead along a path: shadow, dark edge, body, light along its upper left. With `cap` butt, pieces that meet
 * in one direction join without a seam.
 */
export function leadStroke(
  sheet: Sheet,
  line: string,
  colour: string,
  width: number,
  { shadow = true, cap = 'round' }: { shadow?: boolean; cap?: 'round' | 'butt' } = {},
): string {
  const stroke = (paint: string, size: number, dx: number, dy: number, extra = '') =>
    `<path d="${line}" transform="translate(${at(dx)} ${at(dy)})" fill="none" stroke="${paint}" stroke-width="${at(size)}" stroke-linecap="${cap}" stroke-linejoin="round" ${extra}/>`
  // Light grows in thin steps instead of a blur, which would cost most of the drawing's time.
  const steps: [share: number, colour: string][] = [
    [1, darker(colour, 0.52)],
    [0.9, darker(colour, 0.3)],
    [0.76, darker(colour, 0.12)],
    [0.6, colour],
    [0.46, lighter(colour, 0.08)],
    [0.32, lighter(colour, 0.18)],
    [0.18, lighter(colour, 0.42)],
    [0.08, lighter(colour, 0.72)],
  ]
  const soft = `stroke-opacity="0.3" filter="${sheet.blur(at(width * 0.34))}"`
  const under = shadow ? stroke('#120d08', width * 1.02, width * 0.42, width * 0.5, soft) : ''
  return steps.reduce((art, [share, paint]) => {
    const shift = -width * (1 - share)
    return art + stroke(paint, width * share, shift * 0.2, shift * 0.23)
  }, under)
}

function paintCable(sheet: Sheet, a: Plug, b: Plug, colour: string, metres: number): string {
  const thick =
    a === 'clamp' || a === 'schuko' || b === 'schuko' || a === 'hdmi' || b === 'hdmi'
      ? 26
      : a === 'rj45'
        ? 21
        : 19
  const turns = metres < 0.6 ? 1 : metres < 1.6 ? 2 : metres < 4 ? 3 : 4
  const endY = 520
  let coil = ''
  for (let turn = turns - 1; turn > 0; turn--) {
    const rx = 205 + turn * thick * 0.5
    const ry = 168 + turn * thick * 0.32
    const cy = 300 - turn * thick * 0.34
    coil += leadStroke(
      sheet,
      `M${400 - rx} ${at(cy)}A${at(rx)} ${at(ry)} 0 1 1 ${400 + rx} ${at(cy)}A${at(rx)} ${at(ry)} 0 1 1 ${400 - rx} ${at(cy)}`,
      colour,
      thick,
      { shadow: turn === turns - 1 },
    )
  }
  const piece = (line: string, shadow = true) =>
    leadStroke(sheet, line, colour, thick, { shadow, cap: 'butt' })
  const ends =
    piece('M400 468C300 466 196 400 196 300', false) +
    piece(`M262 ${endY}C262 440 196 420 196 300A204 168 0 0 1 604 300C604 400 500 470 400 468`) +
    piece(`M538 ${endY}C538 440 604 420 604 300`)
  const tie =
    castShadow(sheet, roundedRectangle(352, 440, 96, 56, 10), 5, 7, 5, 0.35) +
    `<path d="${roundedRectangle(354, 440, 92, 54, 10)}" fill="${sheet.linear(
      [
        [0, '#4a525b'],
        [0.3, '#2a3037'],
        [1, '#14181d'],
      ],
      0,
      0,
      0,
      1,
    )}"/>` +
    `<path d="${lettering(`${metres} m`.replace('.', ','), 30, { x: 400, y: 477, anchor: 'middle', maxWidth: 78 })}" fill="#fff"/>`
  return coil + ends + tie + plug(sheet, a, colour, 262, endY) + plug(sheet, b, colour, 538, endY)
}

/** A plug hanging from (x, y), its contacts pointing down. */
function plug(sheet: Sheet, kind: Plug, colour: string, x: number, y: number): string {
  return `<g transform="translate(${x} ${y})">${plugArt[kind](sheet, colour)}</g>`
}

/** Half width and length of the moulded grip, then half width, length and rounding of the metal. */
type Measures = readonly [grip: number, gripLength: number, tip: number, tipLength: number, round: number]

function usbLike(
  sheet: Sheet,
  colour: string,
  [grip, length, tip, tipLength, round]: Measures,
  inside: string,
  metal = '#c8ced4',
): string {
  const body = roundedRectangle(-grip, 20, grip * 2, length, 13)
  const tipOutline = roundedRectangle(-tip, 18 + length, tip * 2, tipLength, round)
  return (
    castShadow(sheet, `${body}${tipOutline}`, 9, 9, 7, 0.36) +
    `<path d="${tipOutline}" fill="${metalShade(sheet, metal)}"/><path d="M${-tip} ${18 + length}h${tip * 2}v9h${-tip * 2}z" fill="#000" fill-opacity="0.35"/>` +
    `<g transform="translate(0 ${18 + length})">${inside}</g>` +
    strainRelief(sheet, colour) +
    grip3(sheet, colour, body, grip, length)
  )
}

function strainRelief(sheet: Sheet, colour: string): string {
  const shade = plasticShade(sheet, colour)
  return [0, 1, 2, 3]
    .map(
      (ring) =>
        `<rect x="${-13 - ring}" y="${-14 + ring * 10}" width="${26 + ring * 2}" height="8" rx="3" fill="${shade}"/>`,
    )
    .join('')
}

function plasticShade(sheet: Sheet, colour: string): string {
  return sheet.linear([
    [0, darker(colour, 0.42)],
    [0.1, darker(colour, 0.1)],
    [0.24, lighter(colour, 0.42)],
    [0.42, lighter(colour, 0.08)],
    [0.78, darker(colour, 0.22)],
    [0.95, darker(colour, 0.45)],
    [1, darker(colour, 0.2)],
  ])
}

function grip3(sheet: Sheet, colour: string, body: string, grip: number, length: number): string {
  const ink = inkOn(colour)
  return (
    `<path d="${body}" fill="${plasticShade(sheet, colour)}"/>` +
    `<path d="M${-grip + 8} 23h${grip * 2 - 16}" stroke="#fff" stroke-opacity="0.5" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="M0 ${20 + length * 0.3}v${at(length * 0.42)}m-7 ${at(-length * 0.12)}l7 8l8 -14" fill="none" stroke="${ink}" stroke-opacity="0.5" stroke-width="2.4" stroke-linecap="round"/>`
  )
}

const gold = '#e0bb62'
const pins = (count: number, from: number, step: number, y: number, w: number, h: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<rect x="${at(from + index * step)}" y="${y}" width="${w}" height="${h}" rx="1.5" fill="${gold}"/>`,
  ).join('')

const plugArt: Record<Plug, (sheet: Sheet, colour: string) => string> = {
  'usb-c': (sheet, colour) =>
    usbLike(
      sheet,
      colour,
      [34, 104, 25, 58, 12],
      '<path d="M-25 46q0 12 12 12h26q12 0 12 -12" fill="none" stroke="#59616a" stroke-width="2.5"/>',
    ),
  'usb-a': (sheet, colour) =>
    usbLike(
      sheet,
      colour,
      [40, 112, 33, 76, 3],
      '<rect x="-21" y="26" width="13" height="16" rx="2" fill="#353c44"/><rect x="8" y="26" width="13" height="16" rx="2" fill="#353c44"/><path d="M-33 60h66" stroke="#59616a" stroke-opacity=".5" stroke-width="2"/>',
    ),
  lightning: (sheet, colour) =>
    usbLike(sheet, colour, [30, 96, 20, 52, 8], pins(8, -15.5, 4, 22, 2.6, 22), '#d9dde1'),
  'micro-usb': (sheet, colour) =>
    usbLike(
      sheet,
      colour,
      [31, 98, 21, 50, 3],
      '<path d="M-21 50L-14 40H14L21 50" fill="none" stroke="#59616a" stroke-width="2.5"/><rect x="-12" y="18" width="6" height="9" fill="#353c44"/><rect x="6" y="18" width="6" height="9" fill="#353c44"/>',
    ),
  hdmi: (sheet, colour) =>
    usbLike(
      sheet,
      colour,
      [58, 116, 46, 68, 3],
      '<path d="M-46 46h92M-46 68L-38 58H38L46 68" stroke="#59616a" stroke-opacity=".6" stroke-width="2.5" fill="none"/><rect x="-22" y="20" width="14" height="9" rx="2" fill="#353c44"/><rect x="8" y="20" width="14" height="9" rx="2" fill="#353c44"/>',
      '#d3b86d',
    ),
  displayport: (sheet, colour) =>
    usbLike(
      sheet,
      colour,
      [56, 118, 44, 66, 3],
      '<path d="M-44 66V58H34L44 48" fill="none" stroke="#59616a" stroke-width="2.5"/><rect x="-26" y="18" width="10" height="14" fill="#353c44"/><rect x="16" y="18" width="10" height="14" fill="#353c44"/>',
    ),
  rj45: (sheet, colour) => networkPlug(sheet, colour),
  dc: (sheet, colour) =>
    usbLike(
      sheet,
      colour,
      [28, 110, 15, 64, 4],
      '<rect x="-15" y="0" width="30" height="12" fill="#15191e"/><rect x="-9" y="60" width="18" height="5" rx="2" fill="#15191e"/>',
    ),
  schuko: (sheet, colour) => earthedPlug(sheet, colour),
  bare: (sheet) => bareEnds(sheet),
  c13: (sheet, colour) => applianceConnector(sheet, colour),
  mc4: (sheet, colour) => solarConnector(sheet, colour),
  clamp: (sheet) => clampPair(sheet),
}

/** IEC 60320 C13: the socket at the device's end, three slots in its face. */
function applianceConnector(sheet: Sheet, colour: string): string {
  const body = 'M-24 14H24L46 44V140H-46V44Z'
  const face = 'M-46 138H46V172L30 188H-30L-46 172Z'
  const slot = (x: number, y: number) =>
    `<rect x="${x - 5}" y="${y}" width="10" height="20" rx="2" fill="#000"/>`
  return (
    castShadow(sheet, `${body}${face}`, 10, 10, 8, 0.36) +
    strainRelief(sheet, colour) +
    `<path d="${body}" fill="${plasticShade(sheet, colour)}"/><path d="${face}" fill="${darker(colour, 0.3)}"/>` +
    slot(0, 144) +
    slot(-24, 154) +
    slot(24, 154)
  )
}

/** MC4: the locking plug of solar cables, a slim barrel with two latches. */
function solarConnector(sheet: Sheet, colour: string): string {
  const nut = roundedRectangle(-26, 16, 52, 56, 8)
  const barrel = roundedRectangle(-22, 70, 44, 96, 6)
  const latch = (x: number) => roundedRectangle(x, 120, 12, 76, 5)
  return (
    castShadow(sheet, `${nut}${barrel}`, 9, 9, 7, 0.36) +
    `<path d="${nut}" fill="${plasticShade(sheet, '#2a2f36')}"/><path d="M-26 30h52M-26 44h52M-26 58h52" stroke="#000" stroke-opacity=".4" stroke-width="4"/>` +
    `<path d="${barrel}" fill="${plasticShade(sheet, colour)}"/><path d="${latch(-30)}${latch(18)}" fill="${plasticShade(sheet, '#2a2f36')}"/>` +
    `<rect x="-8" y="164" width="16" height="34" rx="4" fill="${metalShade(sheet)}"/>`
  )
}

/** The two battery clamps at one end of jump leads, red and black. */
function clampPair(sheet: Sheet): string {
  const clamp = (x: number, turn: number, colour: string) =>
    `<g transform="translate(${x} 10) rotate(${turn})"><path d="M-12 0L-26 84Q-30 104 -20 124L-10 146L-2 100V0Z" fill="${darker(colour, 0.2)}"/><path d="M12 0L26 84Q30 104 20 124L10 146L2 100V0Z" fill="${colour}"/><path d="M-9 96L-15 150L-3 140ZM9 96L15 150L3 140Z" fill="${metalShade(sheet)}"/></g>`
  return (
    castShadow(sheet, 'M-60 10H60V140H-60Z', 10, 10, 8, 0.3) +
    clamp(-30, 10, '#d04438') +
    clamp(30, -10, '#353c44')
  )
}

function networkPlug(sheet: Sheet, colour: string): string {
  const clear = sheet.linear([
    [0, '#aeb9c3', 0.9],
    [0.25, '#f4f8fb', 0.9],
    [0.6, '#ccd6de', 0.85],
    [1, '#8f9ba6', 0.9],
  ])
  const body = roundedRectangle(-40, 74, 80, 120, 5)
  return (
    castShadow(sheet, body, 9, 9, 7, 0.34) +
    `<path d="M-14 60h28v80h-28z" fill="${plasticShade(sheet, colour)}"/>` +
    `<path d="${body}" fill="${clear}" stroke="#7d8892" stroke-width="1.5"/>${pins(8, -31, 8.2, 150, 4.6, 40)}` +
    `<path d="M-20 190V96L-14 84H14L20 96V130" fill="#fff" fill-opacity=".5" stroke="#8593a0" stroke-width="1.5"/>` +
    strainRelief(sheet, colour) +
    `<path d="M-32 20H32L40 84H-40Z" fill="${plasticShade(sheet, colour)}"/>`
  )
}

function earthedPlug(sheet: Sheet, colour: string): string {
  const body = 'M-22 10H22L30 40Q82 58 82 104V128Q82 140 70 140H-70Q-82 140 -82 128V104Q-82 58 -30 40Z'
  const pin = (x: number) =>
    `<rect x="${x - 13}" y="136" width="26" height="30" fill="#20252b"/><rect x="${x - 12}" y="164" width="24" height="54" rx="11" fill="${metalShade(sheet, '#cfc6a8')}"/>`
  return (
    castShadow(sheet, body, 12, 12, 9, 0.36) +
    pin(-40) +
    pin(40) +
    strainRelief(sheet, colour) +
    `<path d="${body}" fill="${plasticShade(sheet, colour)}"/><rect x="-90" y="92" width="16" height="44" rx="4" fill="${metalShade(sheet)}"/><rect x="74" y="92" width="16" height="44" rx="4" fill="${metalShade(sheet)}"/>` +
    `<path d="M-74 112H74" stroke="#000" stroke-opacity=".25" stroke-width="3"/>`
  )
}

function bareEnds(sheet: Sheet): string {
  const wire = (colour: string, x: number, turn: number) =>
    `<g transform="translate(${x} 0) rotate(${turn})">${leadStroke(sheet, 'M0 -4V104', colour, 15)}${leadStroke(sheet, 'M0 112V158', '#c8763a', 8)}</g>`
  return wire('#c8372d', -9, 9) + wire('#2a2f36', 9, -9)
}
