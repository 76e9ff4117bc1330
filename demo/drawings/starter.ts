/** Starter and leisure batteries: a ribbed case, a lid with a handle, two posts of lead or bolts. */
import { brandLook, signature } from './brand-look.ts'
import { cylinderOutline, disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, darker, inkOn, lighter, metalDisc, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintBox, placeFaces, type Solid } from './solid.ts'

/** Width, height and depth in pixels where the battery's own measures are unknown, and radius of the posts. */
const kinds = {
  car: [470, 330, 300, 22],
  motorcycle: [330, 290, 190, 15],
  leisure: [520, 350, 300, 22],
  truck: [590, 300, 330, 24],
} as const
type StarterKind = keyof typeof kinds

const chemistries = {
  lead: { case: '#1d2228', lid: '#2b3138', word: 'LEAD ACID' },
  agm: { case: '#2a2f36', lid: '#3f464e', word: 'AGM' },
  gel: { case: '#2b3038', lid: '#4a525c', word: 'GEL' },
  efb: { case: '#1c3350', lid: '#26466e', word: 'EFB' },
  lithium: { case: '#e6e8ea', lid: '#f4f5f6', word: 'LiFePO4' },
} as const
type StarterChemistry = keyof typeof chemistries

/** Which pole is where, seen from the side that the poles are nearest to. */
const terminalLayouts = ['right', 'left', 'diagonal'] as const

/** What a battery prints and where its positive pole is. */
interface StarterLook {
  kind: StarterKind
  chemistry: StarterChemistry
  tone: number
  terminals: (typeof terminalLayouts)[number]
  /** Voltage, capacity and cold cranking current with their units; unknown ones are empty. */
  facts: string[]
}

export function drawStarter(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', Object.keys(kinds) as StarterKind[], 'car')
  const chemistry = parameters.choice('chem', Object.keys(chemistries) as StarterChemistry[], 'lead')
  const [w, h, d] = sidesOf(kind, parameters)
  const yaw = parameters.view === 'angle' ? 40 : 26
  const solid: Solid = { x: 400, y: 400 + h / 2 + 56, w, h, d, yaw }
  const look: StarterLook = {
    kind,
    chemistry,
    tone: parameters.tone,
    terminals: parameters.choice('terminals', terminalLayouts, 'right'),
    facts: [
      withUnit(parameters.text('volts', 6, '12'), 'V'),
      withUnit(parameters.text('ah', 6, ''), 'Ah'),
      withUnit(parameters.text('cca', 6, ''), 'A'),
    ].filter(Boolean),
  }
  return {
    art: paintStarter(sheet, look, solid),
    focus: { x: 300, y: 400 - h * 0.35, zoom: 2.2 },
  }
}

/** Volume in cm³ of the largest battery, which fills the picture. */
const largest = 34_600

/**
 * The battery's own proportions. A small one is drawn smaller than a large one, by less than it is, so that both can be
 * read: 3 Ah of a scooter beside 225 Ah of a lorry.
 */
function sidesOf(kind: StarterKind, parameters: Parameters): [w: number, h: number, d: number] {
  const [width, height, depth] = kinds[kind]
  const length = parameters.whole('l', 0, 700, 0)
  if (length === 0) return [width, height, depth]
  const wide = parameters.whole('w', 20, 400, 175)
  const high = parameters.whole('h', 20, 400, 190)
  const share = Math.max(0.55, Math.min(1, ((length * wide * high) / 1000 / largest) ** 0.13))
  const scale = share * Math.min(690 / (length + wide * 0.7), 470 / high)
  return [length * scale, high * scale, wide * scale]
}

function paintStarter(sheet: Sheet, look: StarterLook, solid: Solid): string {
  const { kind, chemistry } = look
  const { case: body, lid } = chemistries[chemistry]
  const { w, h, d } = solid
  const lidHeight = h * 0.2
  const caseHeight = h - lidHeight
  const lower = { ...solid, h: caseHeight, w: w * 0.965, d: d * 0.96 }
  const [lidX, lidY] = placeFaces(lower).spot(0, caseHeight, 0)
  const upper: Solid = { ...solid, x: lidX, y: lidY, h: lidHeight }
  const { spot } = placeFaces(upper)
  const r = kinds[kind][3] * Math.sqrt(w / kinds[kind][0])
  return (
    paintBox(sheet, lower, {
      front: body,
      round: 14,
      gloss: 0.45,
      frontArt: caseFront(look, lower.w, caseHeight),
      sideArt: ribs(lower.d, caseHeight),
    }) +
    paintBox(sheet, upper, {
      front: lid,
      top: lighter(lid, 0.06),
      round: 16,
      gloss: 0.6,
      shadow: false,
      frontArt: `<rect x="-20" y="${at(lidHeight - 7)}" width="${at(w + 40)}" height="20" fill="#000" fill-opacity="0.4"/>`,
      sideArt: `<rect x="-20" y="${at(lidHeight - 7)}" width="${at(d + 40)}" height="20" fill="#000" fill-opacity="0.4"/>`,
      topArt: lidTop(w, d, chemistry),
    }) +
    poles(sheet, look, (side, depth) => spot(side * w * 0.36, lidHeight, depth * d * 0.24), r, lid)
  )
}

/** Both poles and the handle, from back to front. */
function poles(
  sheet: Sheet,
  { kind, terminals }: StarterLook,
  place: (side: number, depth: number) => Spot,
  r: number,
  lid: string,
): string {
  const plusSide = terminals === 'right' ? 1 : -1
  const minusDepth = terminals === 'diagonal' ? -1 : 1
  const plus = terminal(sheet, place(plusSide, 1), r * 1.06, '#c8372d', '+')
  const minus = terminal(sheet, place(-plusSide, minusDepth), r, '#23282e', '–')
  const grip =
    kind === 'motorcycle' || terminals === 'diagonal'
      ? ''
      : handle(sheet, place(-0.78, -0.9), place(0.78, -0.9), lid)
  return grip + minus + plus
}

/** The label: brand, technology and kind on paper; voltage, capacity and cranking current on the accent. */
function caseFront({ chemistry, tone, kind, terminals, facts }: StarterLook, w: number, h: number): string {
  const brand = brandLook(tone)
  const { case: body, word } = chemistries[chemistry]
  const ground = chemistry === 'lithium' ? '#15202b' : '#f3f1ec'
  const ink = inkOn(ground)
  const factInk = inkOn(brand.accent)
  const top = h * 0.1
  const high = h * 0.8
  const split = w * 0.58
  const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`
  const range = { car: 'CAR', motorcycle: 'MOTO', leisure: 'LEISURE', truck: 'TRUCK' }[kind]
  const signs = terminals === 'right' ? '–   +' : '+   –'
  const step = high / (facts.length + 0.35)
  const column = (split + w * 0.95) / 2
  return (
    `<rect width="${at(w)}" height="${at(h)}" fill="${body}"/>` +
    path(`M${at(w * 0.05)} ${at(top)}H${at(w * 0.95)}V${at(top + high)}H${at(w * 0.05)}Z`, ground) +
    path(`M${at(split)} ${at(top)}H${at(w * 0.95)}V${at(top + high)}H${at(split)}Z`, brand.accent) +
    path(signature(brand, high * 0.2, w * 0.31, top + high * 0.2, w * 0.44), ink) +
    path(lettering(word, high * 0.3, { x: w * 0.09, y: top + high * 0.64, maxWidth: w * 0.45 }), ink) +
    path(
      lettering(range, high * 0.12, { x: w * 0.092, y: top + high * 0.88, tracking: 0.1, maxWidth: w * 0.2 }),
      ink,
      'fill-opacity="0.65"',
    ) +
    path(
      lettering(signs, high * 0.2, {
        x: split - w * 0.04,
        y: top + high * 0.9,
        anchor: 'end',
        maxWidth: w * 0.22,
      }),
      ink,
      'fill-opacity="0.8"',
    ) +
    facts
      .map((fact, index) =>
        path(
          lettering(fact, step * 0.78, {
            x: column,
            y: top + step * (index + 0.94),
            anchor: 'middle',
            maxWidth: w * 0.31,
          }),
          factInk,
        ),
      )
      .join('')
  )
}

function ribs(d: number, h: number): string {
  let art = ''
  const count = Math.round(d / 34)
  for (let index = 0; index < count; index++) {
    const x = (d * (index + 0.25)) / count
    art += `<rect x="${at(x)}" y="${at(h * 0.08)}" width="${at(d / count / 2.4)}" height="${at(h * 0.84)}" rx="4" fill="#fff" fill-opacity="0.09"/><rect x="${at(x + d / count / 2.4)}" y="${at(h * 0.08)}" width="4" height="${at(h * 0.84)}" fill="#000" fill-opacity="0.3"/>`
  }
  return art
}

/** Raised plateau, filler plugs of a flooded battery, warning pictograms. */
function lidTop(w: number, d: number, chemistry: StarterChemistry): string {
  const plugs = chemistry === 'lead' || chemistry === 'efb'
  let art = `<rect x="${at(w * 0.06)}" y="${at(d * 0.4)}" width="${at(w * 0.88)}" height="${at(d * 0.46)}" rx="16" fill="#fff" fill-opacity="0.1"/>`
  if (plugs)
    for (let index = 0; index < 6; index++) {
      const x = w * (0.14 + index * 0.144)
      art += `<circle cx="${at(x)}" cy="${at(d * 0.62)}" r="${at(w * 0.034)}" fill="#000" fill-opacity="0.35"/><circle cx="${at(x)}" cy="${at(d * 0.6)}" r="${at(w * 0.034)}" fill="#8b939b" fill-opacity="0.4"/>`
    }
  return art
}

type Spot = readonly [number, number]

/** A tapered post in its coloured collar, with the polarity beside it. */
function terminal(sheet: Sheet, [x, y]: Spot, r: number, colour: string, sign: string): string {
  const collar = { x, y, r: r * 1.7, h: r * 0.5, tilt: 0.3 }
  const lead = '#a9adb2'
  const top = y - r * 2.4
  const side = `M${at(x - r * 1.12)} ${at(y - r * 0.4)}L${at(x - r * 0.92)} ${at(top)}H${at(x + r * 0.92)}L${at(x + r * 1.12)} ${at(y - r * 0.4)}A${at(r * 1.12)} ${at(r * 0.34)} 0 0 1 ${at(x - r * 1.12)} ${at(y - r * 0.4)}Z`
  return (
    disc(x + r * 0.5, y + r * 0.2, r * 2, '#000', 0.3, `fill-opacity="0.4" filter="${sheet.blur(5, true)}"`) +
    `<path d="${cylinderOutline(collar)}" fill="${sheet.linear([
      [0, darker(colour, 0.4)],
      [0.28, lighter(colour, 0.4)],
      [1, darker(colour, 0.5)],
    ])}"/>` +
    disc(x, y - collar.h, collar.r, lighter(colour, 0.12), 0.3) +
    `<path d="${side}" fill="${metalShade(sheet, lead)}"/>` +
    disc(x, top, r * 0.92, metalDisc(sheet, lead), 0.3) +
    `<path d="${lettering(sign, r * 1.9, { x: x - r * 2.1, y: y + r * 0.45, anchor: 'end' })}" fill="#fff" fill-opacity="0.75"/>`
  )
}

function handle(sheet: Sheet, [x1, y1]: Spot, [x2, y2]: Spot, colour: string): string {
  const lift = 34
  const line = `M${at(x1)} ${at(y1)}Q${at(x1)} ${at(y1 - lift)} ${at(x1 + 46)} ${at(y1 - lift + 3)}L${at(x2 - 46)} ${at(y2 - lift - 3)}Q${at(x2)} ${at(y2 - lift)} ${at(x2)} ${at(y2)}`
  const stroke = (paint: string, width: number, move = 0, extra = '') =>
    `<path d="${line}" transform="translate(0 ${move})" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
  return (
    stroke('#000', 16, 26, `stroke-opacity="0.35" filter="${sheet.blur(6)}"`) +
    stroke(darker(colour, 0.45), 19, 2) +
    stroke(lighter(colour, 0.08), 15) +
    stroke('#fff', 3.5, -5, 'stroke-opacity="0.45"')
  )
}
