/** Small parts and tools: contacts, springs, holders, caps, covers, spray, tape, screwdriver, tester, switch, case. */
import { brandLook, emblem, signature } from './brand-look.ts'
import { paintCell } from './cell.ts'
import { band, cylinderOutline, disc, paintSide, type Cylinder } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import {
  at,
  castShadow,
  contactShadow,
  darker,
  inkOn,
  lighter,
  metalDisc,
  metalShade,
  type Sheet,
} from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintBox, paintSlab, roundedRectangle } from './solid.ts'
import { leadStroke } from './cable.ts'
import { batteryBox, bottle } from './container.ts'
import { poleClamp, poleClampMakes } from './pole-clamp.ts'
import { tester, testerMakes, type TesterMake } from './tester.ts'

const kinds = [
  'contact',
  'spring',
  'holder',
  'cap',
  'cover',
  'spray',
  'tape',
  'screwdriver',
  'tester',
  'switch',
  'case',
  'clip',
  'bottle',
  'box',
  'organiser',
  'terminal',
] as const

const tapeColours = ['black', 'amber', 'nickel'] as const

/** What tells the cans of one brand apart: the colour of cap and label. */
const canColours = { red: '#c8372d', blue: '#2b62b8', green: '#2f9158', white: '#f1f1ef' } as const
const canColourNames = Object.keys(canColours) as (keyof typeof canColours)[]

interface PartLook {
  tone: number
  /** Printed name of the cells that a holder takes, and how many. */
  size: string
  count: number
  /** Content of a can with its unit. */
  content: string
  make: TesterMake
  pole: (typeof poleClampMakes)[number]
  /** Printed figures with their units; unknown ones are empty. */
  volts: string
  current: string
  colour: (typeof tapeColours)[number]
  can: string
}

export function drawPart(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'holder')
  const look: PartLook = {
    tone: parameters.tone,
    size: parameters.text('size', 8, ''),
    count: parameters.whole('count', 1, 10, 1),
    content: withUnit(parameters.text('ml', 5, ''), 'ml'),
    make: parameters.choice('make', testerMakes, 'digital'),
    pole: parameters.choice('pole', poleClampMakes, 'plus'),
    volts: withUnit(parameters.text('volts', 6, ''), 'V'),
    current: withUnit(parameters.text('amps', 6, ''), 'A'),
    colour: parameters.choice('colour', tapeColours, 'black'),
    can: canColours[parameters.choice('can', canColourNames, 'red')],
  }
  const paint = {
    contact,
    spring,
    holder,
    cap,
    cover,
    spray,
    tape,
    screwdriver,
    tester,
    switch: disconnectSwitch,
    case: cellCase,
    clip,
    bottle,
    box: batteryBox,
    organiser,
    terminal: poleClamp,
  }[kind]
  const art = paint(sheet, look)
  return {
    art:
      parameters.view === 'angle'
        ? `<g transform="translate(400 410) rotate(-9) scale(1.08) translate(-400 -410)">${art}</g>`
        : art,
    focus: { x: 380, y: 340, zoom: 1.9 },
  }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** A coil of wire seen from the side, front halves over back halves. */
function coil(
  sheet: Sheet,
  x: number,
  y: number,
  r: number,
  turns: number,
  pitch: number,
  wire: number,
  narrow = 0,
): string {
  const metal = metalShade(sheet, '#c4cad0')
  let back = ''
  let front = ''
  for (let turn = 0; turn < turns; turn++) {
    const rx = r * (1 - (narrow * turn) / turns)
    const ry = rx * 0.26
    const top = y - turn * pitch
    const stroke = `fill="none" stroke-width="${wire}" stroke-linecap="round"`
    back += `<path d="M${at(x - rx)} ${at(top)}A${at(rx)} ${at(ry)} 0 0 1 ${at(x + rx)} ${at(top - pitch / 2)}" ${stroke} stroke="#7b838b"/>`
    front += `<path d="M${at(x - rx)} ${at(top)}A${at(rx)} ${at(ry)} 0 0 0 ${at(x + rx)} ${at(top - pitch / 2)}" ${stroke} stroke="${metal}"/>`
  }
  return back + front
}

/** Places of `count` parts in rows of at most five, and the scale of each. */
function laidOut(count: number, draw: (x: number, y: number) => string): string {
  const columns = Math.min(5, count)
  const rows = Math.ceil(count / columns)
  const scale = Math.min(1, 3.1 / columns, 2.2 / rows)
  let art = ''
  for (let index = 0; index < count; index++) {
    const x = 400 + ((index % columns) - (columns - 1) / 2) * 236 * scale
    const y = 410 + (Math.floor(index / columns) - (rows - 1) / 2) * 330 * scale
    art += `<g transform="translate(${at(x)} ${at(y)}) scale(${at(scale * 100) / 100})">${draw(0, 0)}</g>`
  }
  return art
}

/** A plate with a tab for soldering, around (x, y). */
function contactPlate(sheet: Sheet, x: number, y: number): string {
  return (
    castShadow(sheet, roundedRectangle(x - 100, y - 130, 200, 220, 14), 12, 16, 10, 0.35) +
    path(roundedRectangle(x - 20, y + 86, 40, 70, 8), metalShade(sheet)) +
    path(
      roundedRectangle(x - 100, y - 130, 200, 220, 14),
      metalDisc(sheet, '#cfd4d8'),
      'stroke="#8a9299" stroke-width="2"',
    ) +
    `<circle cx="${x}" cy="${y + 134}" r="9" fill="#f4f2ee"/>`
  )
}

/** Flat plates for the plus pole, each with the raised button that the pole touches. */
function contact(sheet: Sheet, { count }: PartLook): string {
  return laidOut(
    count,
    (x, y) =>
      contactPlate(sheet, x, y) +
      disc(x + 2, y - 18, 54, '#7b838b', 1) +
      disc(x - 1, y - 23, 52, metalDisc(sheet, '#dfe3e6'), 1) +
      disc(x - 15, y - 38, 16, '#fff', 1, 'fill-opacity=".8"'),
  )
}

/** Conical springs on plates for the minus pole. */
function spring(sheet: Sheet, { count }: PartLook): string {
  return laidOut(
    count,
    (x, y) =>
      contactPlate(sheet, x, y) +
      disc(x + 8, y + 10, 78, '#120d08', 0.3, 'fill-opacity=".3"') +
      coil(sheet, x, y, 72, 6, 24, 12, 0.55),
  )
}

/** Snap connectors for 9 V blocks: a cap with both snaps, and a red and a black lead. */
function clip(sheet: Sheet, { count }: PartLook): string {
  const one = (x: number) =>
    leadStroke(sheet, `M${x - 30} 400C${x - 30} 500 ${x - 90} 520 ${x - 60} 690`, '#c8372d', 14) +
    leadStroke(sheet, `M${x + 30} 400C${x + 30} 520 ${x + 70} 540 ${x + 30} 700`, '#23282e', 14) +
    castShadow(sheet, roundedRectangle(x - 140, 210, 280, 210, 34), 10, 14, 9, 0.35) +
    path(roundedRectangle(x - 140, 210, 280, 210, 34), '#23282e') +
    path(roundedRectangle(x - 128, 220, 256, 26, 12), '#fff', 'fill-opacity=".14"') +
    disc(x - 66, 318, 50, metalDisc(sheet), 1) +
    disc(x - 66, 318, 30, '#3c434b', 1) +
    disc(x + 66, 318, 40, metalShade(sheet), 1) +
    disc(x + 66, 318, 27, metalDisc(sheet, '#dfe3e6'), 1)
  return count > 1 ? one(230) + one(560) : one(400)
}

/** An empty holder with a bay for every cell that it takes, the size moulded into its foot, two leads. */
function holder(sheet: Sheet, { size, count }: PartLook): string {
  const round = size.startsWith('CR')
  const bay = round ? 240 : size === '9V' || size === 'C' || size === 'D' ? 180 : 116
  const w = count * bay + 44
  const scale = Math.min(1, 560 / w)
  const bays = Array.from({ length: count }, (_, index) => {
    const x = 22 + bay * (index + 0.5)
    const flipped = index % 2 === 1
    const sign = (text: string, y: number) => path(lettering(text, 54, { x, y, anchor: 'middle' }), '#59626c')
    if (round)
      return (
        `<circle cx="${x}" cy="236" r="108" fill="#0c0f13"/><circle cx="${x}" cy="236" r="84" fill="#191e24"/>` +
        path(roundedRectangle(x - 18, 118, 36, 70, 6), metalShade(sheet)) +
        sign('+', 256)
      )
    const hollow = path(roundedRectangle(x - bay / 2 + 8, 36, bay - 16, 392, 16), '#0c0f13')
    if (size === '9V')
      return (
        hollow +
        disc(x - 40, 74, 26, metalDisc(sheet), 1) +
        disc(x - 40, 74, 15, '#3c434b', 1) +
        disc(x + 40, 74, 21, metalDisc(sheet, '#dfe3e6'), 1) +
        path(
          lettering('–', 54, { x: x - 40, y: 160, anchor: 'middle' }) +
            lettering('+', 54, { x: x + 40, y: 160, anchor: 'middle' }),
          '#59626c',
        )
      )
    return (
      hollow +
      path(roundedRectangle(x - 24, 44, 48, 12, 3), metalShade(sheet)) +
      coil(sheet, x, 414, 30, 3, 12, 6) +
      sign(flipped ? '–' : '+', 130) +
      sign(flipped ? '+' : '–', 360)
    )
  }).join('')
  return (
    leadStroke(sheet, 'M300 180C300 90 420 70 470 110S560 150 620 90', '#c8372d', 13) +
    leadStroke(sheet, 'M350 180C350 120 450 130 500 160S600 190 660 150', '#2a2f36', 13) +
    `<g transform="translate(400 420) scale(${at(scale * 100) / 100}) translate(-400 -420)">${paintSlab(
      sheet,
      { x: 400, y: 682, w, h: 520, d: 90, yaw: 18 },
      {
        front: '#2a2f36',
        side: '#23282e',
        round: 20,
        gloss: 0.5,
        frontArt:
          bays +
          path(lettering(size, 54, { x: w / 2, y: 492, anchor: 'middle', maxWidth: w - 40 }), '#aab1b8'),
      },
    )}</g>`
  )
}

/** A pair of caps for the poles of a vehicle's battery: red for plus, black for minus. */
function cap(sheet: Sheet): string {
  const one = (x: number, y: number, r: number, colour: string) => {
    const cylinder = { x, y, r, h: r * 1.1, tilt: 0.34 }
    const ridges = Array.from({ length: 17 }, (_, index) => {
      const u = Math.sin(((index - 8) / 8) * 1.45) * r
      return `<path d="M${at(x + u)} ${at(y - cylinder.h + Math.sqrt(Math.max(0, r * r - u * u)) * 0.34)}v${at(r * 1.02)}" stroke="#000" stroke-opacity=".28" stroke-width="3"/>`
    }).join('')
    return (
      contactShadow(sheet, x, y, r, r * 0.34) +
      paintSide(sheet, cylinder, colour, [], 0.7) +
      ridges +
      disc(
        x,
        y - cylinder.h,
        r,
        sheet.linear(
          [
            [0, lighter(colour, 0.5)],
            [1, colour],
          ],
          0,
          0,
          1,
          1,
        ),
        0.34,
      ) +
      `<rect x="${at(x - r * 0.55)}" y="${at(y - cylinder.h - r * 0.05)}" width="${at(r * 1.1)}" height="${at(r * 0.1)}" rx="4" fill="#000" fill-opacity=".55"/>`
    )
  }
  return one(510, 470, 115, '#2a2f36') + one(296, 570, 130, '#c8372d')
}

function cover(sheet: Sheet, { tone }: PartLook): string {
  const brand = brandLook(tone)
  return paintSlab(
    sheet,
    { x: 405, y: 660, w: 350, h: 500, d: 26, yaw: 26 },
    {
      front: '#3a424b',
      side: '#2a3037',
      round: 44,
      gloss: 0.9,
      frontArt: `${path(roundedRectangle(140, 40, 70, 14, 7), '#000', 'fill-opacity=".35"')}${Array.from({ length: 7 }, (_, index) => path(roundedRectangle(110 + index * 4, 90 + index * 18, 130 - index * 8, 8, 4), '#000', 'fill-opacity=".3"')).join('')}${path(emblem(brand.emblem, 60, 175, 400), '#fff', 'fill-opacity=".28"')}<path d="M0 0H230L90 500H0Z" fill="#fff" fill-opacity=".06"/>`,
    },
  )
}

function spray(sheet: Sheet, { tone, content, can: colour }: PartLook): string {
  const brand = brandLook(tone)
  const can = { x: 400, y: 660, r: 108, h: 390 }
  const prints = [
    { outline: band(can, 26, 250), fill: colour },
    { outline: band(can, 250, 262), fill: brand.accent },
    { outline: signature(brand, 44, 0, 90, 170), fill: inkOn(colour) },
    { outline: lettering(content, 46, { anchor: 'middle', y: 196 }), fill: inkOn(colour) },
  ]
  return (
    contactShadow(sheet, 400, 660, 108, 22) +
    paintSide(sheet, can, '#eceef0', prints) +
    path(
      'M292 270A108 22 0 0 0 508 270C508 236 462 226 452 200H348C338 226 292 236 292 270Z',
      metalShade(sheet),
    ) +
    path(cylinderOutline({ x: 400, y: 204, r: 40, h: 60 }), metalShade(sheet, '#e4e4e0')) +
    disc(400, 144, 40, '#f4f4f1') +
    path(roundedRectangle(366, 104, 68, 48, 12), colour, 'stroke="#000" stroke-opacity=".2"') +
    path('M368 122H180', 'none', 'stroke="#c8372d" stroke-width="9" stroke-linecap="round"') +
    path('M368 120H180', 'none', 'stroke="#fff" stroke-opacity=".5" stroke-width="2" stroke-linecap="round"')
  )
}

function tape(sheet: Sheet, { colour: paint }: PartLook): string {
  const roll = (x: number, y: number, r: number, colour: string) => {
    const k = 0.5
    const h = r * 0.62
    const rings = [0.94, 0.86, 0.78, 0.7]
      .map((share) =>
        disc(x, y - h, r * share, 'none', k, 'stroke="#000" stroke-opacity=".18" stroke-width="2"'),
      )
      .join('')
    return (
      disc(x + 24, y + 12, r * 1.06, '#2a2219', k, `fill-opacity=".3" filter="${sheet.blur(16, true)}"`) +
      disc(x + 4, y + 6, r, '#120d08', k, `fill-opacity=".5" filter="${sheet.blur(5, true)}"`) +
      paintSide(sheet, { x, y, r, h, tilt: k }, colour, [], 0.6) +
      disc(
        x,
        y - h,
        r,
        sheet.linear(
          [
            [0, lighter(colour, 0.45)],
            [0.5, colour],
            [1, darker(colour, 0.3)],
          ],
          0,
          0,
          1,
          1,
        ),
        k,
      ) +
      rings +
      disc(x, y - h, r * 0.62, '#c9b48f', k) +
      disc(
        x,
        y - h,
        r * 0.56,
        sheet.linear(
          [
            [0, '#4a3f2c'],
            [1, '#b39c74'],
          ],
          0,
          0,
          0,
          1,
        ),
        k,
      ) +
      disc(x, y - h * 0.2, r * 0.5, '#f4f2ee', k * 0.7, 'fill-opacity=".55"')
    )
  }
  return roll(400, 540, 220, { black: '#2a2f36', amber: '#c98a2b', nickel: '#b9bfc5' }[paint])
}

/** A broad flat blade, for the slot in the lid of a button cell. */
function screwdriver(sheet: Sheet, { tone }: PartLook): string {
  const { accent, wordmark } = brandLook(tone)
  const grip =
    'M-40 40Q-54 100 -46 150Q-40 190 -50 240Q-56 290 -36 316Q0 336 36 316Q56 290 50 240Q40 190 46 150Q54 100 40 40Z'
  const shade = sheet.linear([
    [0, darker(accent, 0.5)],
    [0.2, lighter(accent, 0.5)],
    [0.36, accent],
    [0.75, darker(accent, 0.35)],
    [1, darker(accent, 0.55)],
  ])
  return (
    `<g transform="translate(400 400) rotate(40)">${castShadow(sheet, `${grip}M-14 -330H14V40H-14Z`, 26, 8, 12, 0.34)}` +
    path('M-12 -270H12V44H-12Z', metalShade(sheet)) +
    path('M-12 -262L-30 -318V-344H30V-318L12 -262Z', metalShade(sheet, '#59616a')) +
    path('M-26 20H26L40 44H-40Z', metalShade(sheet, '#23282e')) +
    path(grip, shade) +
    [-24, 0, 24]
      .map((x) => path(roundedRectangle(x - 7, 84, 14, 190, 7), '#23282e', 'fill-opacity=".75"'))
      .join('') +
    path(lettering(wordmark, 20, { anchor: 'middle', y: 306, maxWidth: 70 }), inkOn(accent)) +
    '</g>'
  )
}

/** A battery disconnect switch: a round base with two studs, turned with a red key. */
function disconnectSwitch(sheet: Sheet, { tone, current }: PartLook): string {
  const brand = brandLook(tone)
  const k = 0.56
  const [shell, red] = ['#2a2f36', '#c8372d']
  const stud = (x: number, y: number) =>
    disc(x, y, 58, '#0c0f13', k) +
    path(cylinderOutline({ x, y: y - 4, r: 24, h: 54, tilt: k }), metalShade(sheet, '#d9b25a')) +
    disc(x, y - 58, 24, metalDisc(sheet, '#e2c274'), k) +
    path(cylinderOutline({ x, y: y - 8, r: 40, h: 20, tilt: k }), metalShade(sheet)) +
    path(cylinderOutline({ x, y: y - 4, r: 24, h: 54, tilt: k }), metalShade(sheet, '#d9b25a')) +
    disc(x, y - 58, 24, metalDisc(sheet, '#e2c274'), k)
  const base: Cylinder = { x: 400, y: 560, r: 220, h: 110, tilt: k }
  const hub: Cylinder = { x: 400, y: 452, r: 104, h: 66, tilt: k }
  const key = roundedRectangle(-118, -30, 236, 60, 26)
  return (
    contactShadow(sheet, 400, 560, 230, 130) +
    stud(166, 566) +
    stud(634, 566) +
    paintSide(sheet, base, shell, [
      { outline: signature(brand, 40, -44, 62, 150), fill: '#ffffff' },
      { outline: lettering(current, 40, { x: 66, y: 74, maxWidth: 110 }), fill: '#ffffff' },
    ]) +
    disc(400, 450, 220, lighter(shell, 0.16), k) +
    disc(400, 450, 186, '#e6e4dd', k) +
    disc(400, 450, 120, shell, k) +
    path('M400 346A186 104 0 0 1 470 354L446 384A120 67 0 0 0 400 383Z', '#3fae6a') +
    path('M586 450A186 104 0 0 1 574 488L512 474A120 67 0 0 0 520 450Z', red) +
    paintSide(sheet, hub, red, [], 0.6) +
    disc(400, 386, 104, lighter(red, 0.12), k) +
    `<g transform="translate(400 374) scale(1 ${k}) rotate(-52)">${path(key, '#7d1710')}</g>` +
    `<g transform="translate(400 352) scale(1 ${k}) rotate(-52)">${path(key, lighter(red, 0.22))}${path(roundedRectangle(-104, -20, 208, 12, 6), '#fff', 'fill-opacity=".4"')}<circle cx="94" r="13" fill="#7d1710"/></g>`
  )
}

/** Rows of an open box of 48 cells: how large the cells are, and their sleeve. */
const organiserRows: [r: number, sleeve: string][] = [
  [17, '#1c8650'],
  [17, '#1b2430'],
  [23, '#1b2430'],
  [23, '#1c8650'],
  [31, '#14304e'],
  [31, '#1b2430'],
]

/** A clear box that stands open, each cell in a well of its own. */
function organiser(sheet: Sheet, { tone }: PartLook): string {
  const brand = brandLook(tone)
  const top = metalDisc(sheet)
  const wells = organiserRows
    .flatMap(([r, sleeve], row) =>
      Array.from({ length: 8 }, (_, column) => {
        const [x, y] = [58 + column * 72, 56 + row * 72]
        return `<circle cx="${x}" cy="${y}" r="34" fill="#b8cad6"/><circle cx="${x}" cy="${y}" r="${r}" fill="${sleeve}"/><circle cx="${x}" cy="${y}" r="${at(r * 0.8)}" fill="${top}"/><circle cx="${x}" cy="${at(y - 1)}" r="${at(r * 0.32)}" fill="#fff"/>`
      }),
    )
    .join('')
  return paintSlab(
    sheet,
    { x: 400, y: 680, w: 620, h: 520, d: 90, yaw: 14 },
    {
      front: '#dcebf5',
      side: '#b7cfdf',
      round: 30,
      gloss: 0.5,
      frontArt:
        wells +
        path('M60 0H250L120 520H0V0Z', '#fff', 'fill-opacity=".16"') +
        path(signature(brand, 34, 310, 486, 240), '#3a424a'),
    },
  )
}

function cellCase(sheet: Sheet, { tone }: PartLook): string {
  const r = 46
  const cell = sheet.keep(
    paintCell(
      sheet,
      { size: 'AA', chemistry: 'nimh', tone, plain: true },
      { x: 0, y: 0, r, h: 330, tilt: 0.2 },
    ),
  )
  const xs = [0, 1, 2, 3].map((place) => 250 + place * 100)
  const clear = sheet.linear(
    [
      [0, '#dff1ff', 0.62],
      [0.2, '#ffffff', 0.22],
      [0.6, '#cfe6f5', 0.2],
      [1, '#9fc4dd', 0.5],
    ],
    0,
    0,
    1,
    0.6,
  )
  return (
    paintBox(
      sheet,
      { x: 392, y: 640, w: 460, h: 80, d: 130, yaw: 10 },
      { front: '#dcebf5', top: '#eef6fb', round: 20, gloss: 0.9 },
    ) +
    xs.map((x, place) => `<use href="${cell}" x="${x}" y="${at(600 + place * 3)}"/>`).join('') +
    path(
      roundedRectangle(176, 236, 450, 400, 28),
      clear,
      'stroke="#fff" stroke-opacity=".9" stroke-width="4"',
    ) +
    path(
      'M196 270Q196 256 210 256H270L206 560Q196 560 196 540Z',
      '#fff',
      `fill-opacity=".4" filter="${sheet.blur(3)}"`,
    )
  )
}
