/** Power that stays: UPS towers, sealed lead blocks, solar panels, charge controllers, inverters. */
import { brandLook, signature } from './brand-look.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintBox, paintSlab, placeFaces, roundedRectangle, type Solid } from './solid.ts'

const kinds = ['ups', 'sealed', 'panel', 'controller', 'inverter', 'station'] as const

/** Word on the label, colour of the case and whether the lead sign `Pb` is printed. */
const chemistries = {
  agm: { word: 'AGM', case: '#3a4048', lead: true },
  gel: { word: 'GEL', case: '#3a4048', lead: true },
  lead: { word: 'LEAD ACID', case: '#3a4048', lead: true },
  lithium: { word: 'LiFePO4', case: '#1f5f86', lead: false },
} as const
const chemistryNames = Object.keys(chemistries) as (keyof typeof chemistries)[]

/** Everything printed, each with its unit; what is unknown is empty. */
interface PowerLook {
  tone: number
  yaw: number
  chemistry: keyof typeof chemistries
  volts: string
  capacity: string
  current: string
  power: string
  /** Sides of a sealed battery in mm; the drawing keeps their proportions. */
  sides: { length: number; width: number; height: number }
}

export function drawUps(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'ups')
  const yaw = parameters.view === 'angle' ? 42 : 26
  const look: PowerLook = {
    tone: parameters.tone,
    yaw,
    chemistry: parameters.choice('chem', chemistryNames, 'agm'),
    volts: withUnit(parameters.text('volts', 6, ''), 'V'),
    capacity: withUnit(parameters.text('ah', 6, ''), 'Ah') || withUnit(parameters.text('wh', 6, ''), 'Wh'),
    current: withUnit(parameters.text('amps', 6, ''), 'A'),
    power: withUnit(parameters.text('watts', 6, ''), 'W'),
    sides: {
      length: parameters.whole('l', 20, 600, 151),
      width: parameters.whole('w', 20, 300, 65),
      height: parameters.whole('h', 20, 300, 100),
    },
  }
  const paint = { ups: tower, sealed, panel, controller, inverter, station }[kind]
  return { art: paint(sheet, look), focus: { x: 350, y: 320, zoom: 2 } }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

function tower(sheet: Sheet, { tone, yaw, volts, power }: PowerLook): string {
  const brand = brandLook(tone)
  const display = `${path(roundedRectangle(46, 50, 168, 130, 12), '#0d1a24')}${path(lettering(volts, 30, { x: 60, y: 92 }), '#8fd8ff')}${path(lettering(power, 46, { x: 58, y: 138, maxWidth: 146 }), '#8fd8ff')}${[0, 1, 2, 3, 4].map((bar) => `<rect x="${64 + bar * 28}" y="150" width="20" height="16" rx="3" fill="${bar < 4 ? '#58e08a' : '#24323c'}"/>`).join('')}`
  const slots = Array.from(
    { length: 9 },
    (_, index) =>
      `<rect x="40" y="${300 + index * 20}" width="180" height="9" rx="4" fill="#000" fill-opacity=".5"/>`,
  ).join('')
  const vents = Array.from(
    { length: 14 },
    (_, index) =>
      `<rect x="60" y="${90 + index * 22}" width="230" height="10" rx="5" fill="#000" fill-opacity=".4"/>`,
  ).join('')
  return paintBox(
    sheet,
    { x: 400, y: 664, w: 260, h: 510, d: 350, yaw: yaw + 8 },
    {
      front: '#262b31',
      top: '#3a4149',
      round: 26,
      gloss: 0.6,
      frontArt: `${display}<circle cx="130" cy="232" r="26" fill="#0c0f13"/><circle cx="130" cy="232" r="20" fill="#333a42" stroke="${brand.accent}" stroke-width="4"/>${slots}${path(signature(brand, 30, 130, 282, 180), '#fff')}`,
      sideArt: vents,
    },
  )
}

/** Face on which the label of a sealed battery is laid out, and its top; scaled to the battery's own. */
const [labelWidth, labelHeight, topDepth] = [470, 300, 210]

function sealed(sheet: Sheet, { tone, yaw, chemistry, volts, capacity, sides }: PowerLook): string {
  const brand = brandLook(tone)
  const scale = Math.min(480 / sides.length, 400 / sides.height, 300 / sides.width)
  const [w, h, d] = [sides.length * scale, sides.height * scale, sides.width * scale]
  const solid: Solid = { x: 400, y: 640, w, h, d, yaw }
  const fit = Math.min(w / labelWidth, h / labelHeight)
  const label = `translate(${at((w - labelWidth * fit) / 2)} ${at((h - labelHeight * fit) / 2)}) scale(${at(fit)})`
  const { spot } = placeFaces(solid)
  const { word, case: ground, lead } = chemistries[chemistry]
  const tab = ([x, y]: readonly [number, number], colour: string) =>
    `<ellipse cx="${at(x)}" cy="${at(y)}" rx="36" ry="12" fill="${colour}"/><path d="M${at(x - 11)} ${at(y)}V${at(y - 46)}Q${at(x)} ${at(y - 56)} ${at(x + 11)} ${at(y - 46)}V${at(y)}Z" fill="${metalShade(sheet)}"/><circle cx="${at(x)}" cy="${at(y - 36)}" r="4" fill="#23282e"/>`
  return (
    paintBox(sheet, solid, {
      front: ground,
      top: lighter(ground, 0.12),
      round: 12,
      gloss: 0.4,
      frontArt:
        `<g transform="${label}">` +
        path('M36 44H434V240H36Z', '#f3f1ec') +
        path('M36 44H434V100H36Z', brand.accent) +
        path(signature(brand, 42, 235, 72, 360), inkOn(brand.accent)) +
        path(lettering(volts, 72, { x: 54, y: 164, maxWidth: 200 }), '#15202b') +
        path(lettering(capacity, 60, { x: 54, y: 224, maxWidth: 200 }), '#15202b') +
        path(lettering(word, 44, { x: 414, y: 152, anchor: 'end', maxWidth: 150 }), '#15202b') +
        path(lettering(lead ? 'Pb' : '', 40, { x: 414, y: 214, anchor: 'end' }), '#6b7178') +
        '</g>' +
        `<rect x="-10" y="16" width="${at(w + 30)}" height="6" fill="#000" fill-opacity=".35"/>`,
      topArt: `<g transform="scale(${at(w / labelWidth)} ${at(d / topDepth)})"><rect x="120" y="50" width="230" height="110" rx="10" fill="#000" fill-opacity=".16"/></g>`,
    }) +
    tab(spot(-0.37 * w, h, 0.19 * d), '#c8372d') +
    tab(spot(0.37 * w, h, 0.19 * d), '#1c2127')
  )
}

function panel(sheet: Sheet, { tone, yaw, power }: PowerLook): string {
  const brand = brandLook(tone)
  const cell = sheet.linear(
    [
      [0, '#32598f'],
      [0.5, '#152c52'],
      [1, '#0c1c38'],
    ],
    0,
    0,
    1,
    1,
  )
  let grid = ''
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 4; column++) {
      const [x, y] = [20 + column * 88, 20 + row * 88]
      grid += `<path d="${roundedRectangle(x, y, 84, 84, 10)}" fill="${cell}"/><path d="M${x + 28} ${y}v84M${x + 56} ${y}v84" stroke="#b9cbe2" stroke-opacity=".45" stroke-width="1.6"/>`
    }
  return paintSlab(
    sheet,
    { x: 400, y: 694, w: 388, h: 564, d: 30, yaw: yaw - 4 },
    {
      front: '#c3c9cf',
      side: '#9aa2aa',
      round: 6,
      gloss: 0.9,
      frontArt: `<rect x="12" y="12" width="364" height="540" fill="#eef0f2"/>${grid}<path d="M20 20H250L90 548H20Z" fill="#fff" fill-opacity=".1"/><rect x="340" y="536" width="34" height="12" fill="${brand.accent}"/>${path(roundedRectangle(134, 262, 120, 54, 8), '#f3f1ec')}${path(lettering(power, 40, { x: 194, y: 303, anchor: 'middle', maxWidth: 106 }), '#15202b')}`,
    },
  )
}

function controller(sheet: Sheet, { tone, yaw, current }: PowerLook): string {
  const brand = brandLook(tone)
  const ground = '#22456e'
  const body = tone % 2 ? '#2a3037' : ground
  const screws = Array.from(
    { length: 6 },
    (_, index) =>
      `<rect x="${46 + index * 70}" y="262" width="58" height="54" rx="4" fill="#2f8f57"/><circle cx="${75 + index * 70}" cy="284" r="14" fill="#c8ced4"/><path d="M${65 + index * 70} 284h20" stroke="#4a525b" stroke-width="4"/><rect x="${60 + index * 70}" y="302" width="30" height="12" fill="#0c0f13"/>`,
  ).join('')
  return paintSlab(
    sheet,
    { x: 400, y: 590, w: 510, h: 340, d: 90, yaw },
    {
      front: body,
      side: darker(body, 0.2),
      round: 22,
      gloss: 0.6,
      frontArt:
        path(roundedRectangle(44, 40, 210, 130, 10), '#cfe0c8') +
        path(lettering(current, 76, { x: 62, y: 130, maxWidth: 176 }), '#25402d') +
        path(signature(brand, 42, 378, 84, 210), '#fff') +
        path(lettering('SOLAR', 34, { x: 378, y: 146, anchor: 'middle' }), brand.accent) +
        [0, 1, 2]
          .map(
            (key) =>
              `<circle cx="${80 + key * 68}" cy="212" r="21" fill="#0c0f13"/><circle cx="${80 + key * 68}" cy="210" r="18" fill="#59626c"/>`,
          )
          .join('') +
        screws,
    },
  )
}

function inverter(sheet: Sheet, look: PowerLook): string {
  return socketBox(sheet, look, look.power)
}

/** A power station: the box of an inverter with a carrying handle, which prints its energy too. */
function station(sheet: Sheet, look: PowerLook): string {
  const stroke = (paint: string, width: number) =>
    `<path d="M286 372C286 262 318 246 396 238S520 240 526 320" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round"/>`
  return `${socketBox(sheet, look, `${look.power}  ${look.capacity}`)}${stroke('#1b2026', 34)}${stroke('#59626c', 8)}`
}

function socketBox(sheet: Sheet, { tone, yaw }: PowerLook, facts: string): string {
  const brand = brandLook(tone)
  const fins = Array.from(
    { length: 11 },
    (_, index) =>
      `<rect x="0" y="${10 + index * 30}" width="420" height="12" fill="#000" fill-opacity=".3"/><rect x="0" y="${22 + index * 30}" width="420" height="4" fill="#fff" fill-opacity=".18"/>`,
  ).join('')
  const socket = (x: number) =>
    `<circle cx="${x}" cy="120" r="62" fill="#0c0f13"/><circle cx="${x}" cy="120" r="56" fill="#23282e"/><circle cx="${x}" cy="120" r="46" fill="#0f1317"/><circle cx="${x - 18}" cy="120" r="8" fill="#000" stroke="#59626c" stroke-width="3"/><circle cx="${x + 18}" cy="120" r="8" fill="#000" stroke="#59626c" stroke-width="3"/><rect x="${x - 5}" y="72" width="10" height="14" fill="#c8ced4"/><rect x="${x - 5}" y="154" width="10" height="14" fill="#c8ced4"/>`
  return paintBox(
    sheet,
    { x: 400, y: 600, w: 430, h: 230, d: 420, yaw: yaw + 4 },
    {
      front: '#353c44',
      side: '#aab1b8',
      top: '#b9c0c6',
      round: 20,
      gloss: 0.7,
      frontArt: `<rect width="430" height="14" fill="${brand.accent}"/>${socket(100)}${path(signature(brand, 40, 300, 66, 210), '#fff')}${path(roundedRectangle(206, 104, 80, 34, 4), '#e9ebee')}${path(roundedRectangle(212, 110, 68, 14, 3), '#23282e')}${path(roundedRectangle(316, 96, 74, 50, 8), '#c8372d')}${path(lettering(facts, 38, { x: 206, y: 198, maxWidth: 200 }), brand.accent)}`,
      sideArt: fins,
      topArt: `${path(lettering(brand.wordmark, 90, { x: 60, y: 240 }), '#3a424a', 'fill-opacity=".8"')}`,
    },
  )
}
