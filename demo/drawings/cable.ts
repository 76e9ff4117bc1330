/** Cables: a coil of lead with a plug at each end, every plug recognisable by its true shape. */
import { clampPath } from './clamp.ts'
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
/** An end without a plug on the whole cable: each core ends for itself. */
type CoreEnd = 'bare' | 'mc4' | 'clamp'

const colours = {
  black: '#262b31',
  white: '#eeeeec',
  grey: '#878e96',
  blue: '#2b62b8',
  red: '#c23a30',
  green: '#2f9158',
} as const

/**
 * How a cable without connectors, or with two conductors, is made: one conductor, two side by side, or several under
 * one sheath. Every other cable is one lead, whatever is inside.
 */
const makes = ['lead', 'single', 'twin', 'sheathed'] as const

/** A conductor, or a lead with plugs: its colour, the stripe that marks one of two, its place across the cable. */
interface Core {
  colour: string
  mark?: string
  offset: number
}

interface CableLook {
  a: Plug
  b: Plug
  colour: string
  make: (typeof makes)[number]
  cores: Core[]
  /** Width of a core or of the lead. */
  thick: number
  /** Colour of the strands at open ends: copper or tinned. */
  strands: string
  metres: number
}

export function drawCable(sheet: Sheet, parameters: Parameters): Drawing {
  const a = parameters.choice('a', plugs, 'usb-c')
  const b = parameters.choice('b', plugs, 'usb-c')
  const colour =
    colours[parameters.choice('colour', Object.keys(colours) as (keyof typeof colours)[], 'black')]
  const metres = Number.parseFloat(parameters.text('length', 6, '1').replace(',', '.'))
  const make = parameters.choice('make', makes, 'lead')
  const square = Number.parseFloat(parameters.text('mm2', 5, '1.5'))
  const thick = make === 'lead' ? leadWidth(a, b) : coreWidth(make, Number.isFinite(square) ? square : 1.5)
  const turned = parameters.view === 'angle'
  const art = paintCable(sheet, {
    a,
    b,
    colour,
    make,
    thick,
    cores: coresOf(make, parameters.choice('pair', ['marked', 'poles'], 'marked'), colour, thick),
    strands:
      parameters.choice('strands', ['copper', 'tinned'], 'copper') === 'tinned' ? '#c9ced3' : '#c8763a',
    metres: Number.isFinite(metres) ? metres : 1,
  })
  return {
    art: turned
      ? `<g transform="translate(400 400) rotate(-24) scale(1.06) translate(-400 -400)">${art}</g>`
      : `<g transform="translate(400 400) scale(1.08) translate(-400 -412)">${art}</g>`,
    focus: { x: 275, y: 640, zoom: 2.6 },
  }
}

function leadWidth(a: Plug, b: Plug): number {
  if (a === 'schuko' || b === 'schuko' || a === 'hdmi' || b === 'hdmi') return 26
  return a === 'rj45' ? 21 : 19
}

/** Grows with the conductor: 16 and 35 mm² differ at sight. */
function coreWidth(make: CableLook['make'], square: number): number {
  const width = 8 + Math.sqrt(Math.min(120, Math.max(0.1, square))) * 5
  return make === 'twin' ? width * 0.75 : make === 'sheathed' ? width * 1.7 : width
}

/** `poles` colours the two cores red and black; `marked` gives both the cable's colour and one a stripe. */
function coresOf(make: CableLook['make'], pair: 'marked' | 'poles', colour: string, thick: number): Core[] {
  if (make !== 'twin') return [{ colour, offset: 0 }]
  const [first, second]: [Omit<Core, 'offset'>, Omit<Core, 'offset'>] =
    pair === 'poles'
      ? [{ colour: colours.red }, { colour: colours.black }]
      : [{ colour, mark: colours.red }, { colour }]
  return [
    { ...first, offset: thick / 2 },
    { ...second, offset: -thick / 2 },
  ]
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

function paintCable(sheet: Sheet, look: CableLook): string {
  const { a, b, cores, thick, metres } = look
  const turns = metres < 0.6 ? 1 : metres < 1.6 ? 2 : metres < 4 ? 3 : metres < 12 ? 4 : 5
  const width = thick * cores.length
  const endY = 520
  let coil = ''
  for (let turn = turns - 1; turn > 0; turn--) {
    const cy = at(300 - turn * width * 0.34)
    const round = ({ offset }: Core) => {
      const rx = at(205 + turn * width * 0.5 + offset)
      const ry = at(168 + turn * width * 0.32 + offset)
      return `M${at(400 - rx)} ${cy}A${rx} ${ry} 0 1 1 ${at(400 + rx)} ${cy}A${rx} ${ry} 0 1 1 ${at(400 - rx)} ${cy}`
    }
    for (const core of cores)
      coil += coreStroke(sheet, round(core), core, thick, { shadow: turn === turns - 1 })
  }
  const piece = (line: (offset: number) => string, shadow = true) =>
    cores.map((core) => coreStroke(sheet, line(core.offset), core, thick, { shadow, cap: 'butt' })).join('')
  const ends =
    piece((o) => `M400 ${468 + o}C300 ${466 + o} ${196 - o} 400 ${196 - o} 300`, false) +
    piece(
      (o) =>
        `M${262 - o} ${endY}C${262 - o} 440 ${196 - o} 420 ${196 - o} 300A${204 + o} ${168 + o} 0 0 1 ${604 + o} 300C${604 + o} 400 500 ${470 + o} 400 ${468 + o}`,
    ) +
    piece((o) => `M${538 + o} ${endY}C${538 + o} 440 ${604 + o} 420 ${604 + o} 300`)
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
  // A thick cable of many turns is drawn smaller, so that its coil stays in the picture.
  const rings = (turns - 1) * width
  const scale = Math.min(1, 644 / (568 + rings * 0.66 + width), 340 / (205 + rings * 0.5 + width))
  const art = coil + ends + tie + end(sheet, look, a, 262, -1) + end(sheet, look, b, 538, 1)
  return scale < 1
    ? `<g transform="translate(400 ${at(700 - 150 * (1 - scale))}) scale(${at(scale * 1000) / 1000}) translate(-400 -700)">${art}</g>`
    : art
}

/** A lead of one core with the stripe that marks it. */
function coreStroke(
  sheet: Sheet,
  line: string,
  { colour, mark }: Core,
  thick: number,
  options: { shadow?: boolean; cap?: 'round' | 'butt' },
): string {
  const stripe = mark
    ? `<path d="${line}" fill="none" stroke="${mark}" stroke-width="${at(thick * 0.26)}" stroke-linecap="butt"/>`
    : ''
  return leadStroke(sheet, line, colour, thick, options) + stripe
}

/** What hangs from the end of the cable at x; `side` is -1 for the left end, and 1 for the right. */
function end(sheet: Sheet, look: CableLook, kind: Plug, x: number, side: -1 | 1): string {
  if (!isCoreEnd(kind)) return plug(sheet, kind, look.colour, x, 520)
  // Cores by where they arrive: an outer core is at the left of the left end, and at the right of the right one.
  const cores = look.cores.map((core) => ({ ...core, x: side * core.offset }))
  const art =
    kind === 'mc4'
      ? cores.map((core) => branch(sheet, core, look.thick, 46, solarConnector(sheet, core.colour))).join('')
      : kind === 'clamp'
        ? clampPair(sheet, cores, look.thick)
        : look.make === 'sheathed'
          ? sheathedEnd(sheet, look)
          : cores.map((core) => openEnd(sheet, core, look)).join('')
  return `<g transform="translate(${x} 520)">${art}</g>`
}

function isCoreEnd(kind: Plug): kind is CoreEnd {
  return kind === 'bare' || kind === 'mc4' || kind === 'clamp'
}

interface PlacedCore extends Core {
  x: number
}

/** A core that leaves the other one and carries a connector of its own. */
function branch(sheet: Sheet, core: PlacedCore, thick: number, spread: number, connector: string): string {
  const to = Math.sign(core.x) * spread
  return `${coreStroke(sheet, `M${at(core.x)} -4C${at(core.x)} 20 ${to} 20 ${to} 52`, core, thick, {})}<g transform="translate(${to} 36)">${connector}</g>`
}

/** A core cut off and stripped: strands of the conductor below the insulation. */
function openEnd(sheet: Sheet, core: PlacedCore, { thick, strands, cores }: CableLook): string {
  const to = cores.length > 1 ? Math.sign(core.x) * thick * 1.25 : core.x
  const cut = 104
  const jacket = `M${at(core.x)} -4C${at(core.x)} 30 ${at(to)} 30 ${at(to)} ${cut}`
  return (
    strandBundle(sheet, to, cut - 4, thick * 0.62, strands) +
    coreStroke(sheet, jacket, core, thick, { cap: 'butt' })
  )
}

function strandBundle(sheet: Sheet, x: number, y: number, width: number, colour: string): string {
  const count = Math.max(3, Math.round(width / 5))
  let strands = ''
  for (let index = 0; index < count; index++) {
    const dx = ((index + 0.5) / count - 0.5) * width
    strands += `<path d="M${at(x + dx)} ${y}L${at(x + dx * 1.15)} ${at(y + 62 - Math.abs(dx) * 0.3)}" stroke="${index % 2 ? darker(colour, 0.22) : lighter(colour, 0.28)}" stroke-width="${at(width / count + 0.8)}" stroke-linecap="round"/>`
  }
  return (
    castShadow(sheet, `M${at(x - width / 2)} ${y}h${at(width)}v60h${at(-width)}Z`, 6, 7, 5, 0.3) + strands
  )
}

/** A round sheath with its two cores, brown and blue. */
function sheathedEnd(sheet: Sheet, { colour, thick, strands }: CableLook): string {
  const core = (x: number, paint: string) => {
    const width = thick * 0.44
    const to = x * 2.4
    return (
      strandBundle(sheet, to, 124, width * 0.6, strands) +
      leadStroke(sheet, `M${x} 40C${x} 70 ${to} 70 ${to} 128`, paint, width, { cap: 'butt' })
    )
  }
  return (
    core(-8, '#7a4a2b') + core(8, '#2f6fb8') + leadStroke(sheet, 'M0 -4V56', colour, thick, { cap: 'butt' })
  )
}

/** The two clamps at one end of jump leads, each on the lead of its colour. */
function clampPair(sheet: Sheet, cores: readonly PlacedCore[], thick: number): string {
  return cores
    .map((core) => {
      const art = `${castShadow(sheet, 'M-26 8H26V130H-26Z', 9, 9, 8, 0.3)}${clampPath(sheet, core.colour)}`
      return branch(sheet, core, thick, 40, `<g transform="rotate(${core.x < 0 ? 6 : -6})">${art}</g>`)
    })
    .join('')
}

/** A plug hanging from (x, y), its contacts pointing down. */
function plug(sheet: Sheet, kind: Exclude<Plug, CoreEnd>, colour: string, x: number, y: number): string {
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

const plugArt: Record<Exclude<Plug, CoreEnd>, (sheet: Sheet, colour: string) => string> = {
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
  c13: (sheet, colour) => applianceConnector(sheet, colour),
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
