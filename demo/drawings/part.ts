/** Small parts and tools: contacts, springs, holders, caps, covers, spray, tape, screwdriver, tester, case. */
import { brandLook, emblem, signature } from './brand-look.ts'
import { paintCell } from './cell.ts'
import { band, cylinderOutline, disc, paintSide } from './cylinder.ts'
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
  'case',
] as const

const tapeColours = ['black', 'amber', 'clear'] as const

interface PartLook {
  tone: number
  /** Printed name of the cells that a holder takes, and how many. */
  size: string
  count: number
  /** Content of a can with its unit. */
  content: string
  colour: (typeof tapeColours)[number]
}

export function drawPart(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'holder')
  const look: PartLook = {
    tone: parameters.tone,
    size: parameters.text('size', 8, ''),
    count: parameters.whole('count', 1, 6, 1),
    content: withUnit(parameters.text('ml', 5, ''), 'ml'),
    colour: parameters.choice('colour', tapeColours, 'black'),
  }
  const paint = { contact, spring, holder, cap, cover, spray, tape, screwdriver, tester, case: cellCase }[
    kind
  ]
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

function contact(sheet: Sheet): string {
  const plate = (x: number, y: number) =>
    castShadow(sheet, roundedRectangle(x, y, 210, 230, 14), 12, 16, 10, 0.35) +
    path(
      roundedRectangle(x, y, 210, 230, 14),
      metalDisc(sheet, '#cfd4d8'),
      'stroke="#8a9299" stroke-width="2"',
    ) +
    path(roundedRectangle(x + 84, y + 226, 42, 70, 8), metalShade(sheet)) +
    `<circle cx="${x + 105}" cy="${y + 268}" r="9" fill="#f4f2ee"/>`
  return (
    plate(160, 230) +
    coil(sheet, 265, 380, 72, 6, 24, 12, 0.5) +
    plate(440, 230) +
    disc(545, 352, 54, '#7b838b', 1) +
    disc(542, 347, 52, metalDisc(sheet, '#dfe3e6'), 1) +
    disc(528, 332, 16, '#fff', 1, 'fill-opacity=".8"')
  )
}

function spring(sheet: Sheet): string {
  return (
    contactShadow(sheet, 300, 610, 110, 26, 0.8) +
    coil(sheet, 300, 604, 106, 11, 38, 20, 0.35) +
    contactShadow(sheet, 560, 600, 74, 18, 0.8) +
    coil(sheet, 560, 594, 70, 9, 30, 14, 0.5)
  )
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
    return (
      path(roundedRectangle(x - bay / 2 + 8, 36, bay - 16, 392, 16), '#0c0f13') +
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

function cap(sheet: Sheet, { tone }: PartLook): string {
  const { accent } = brandLook(tone)
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
  return one(490, 470, 110, '#2a2f36') + one(300, 580, 130, accent)
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

function spray(sheet: Sheet, { tone, content }: PartLook): string {
  const brand = brandLook(tone)
  const can = { x: 400, y: 660, r: 108, h: 390 }
  const prints = [
    { outline: band(can, 40, 250), fill: brand.accent },
    { outline: signature(brand, 44, 0, 90, 170), fill: inkOn(brand.accent) },
    { outline: lettering(content, 46, { anchor: 'middle', y: 196 }), fill: inkOn(brand.accent) },
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
    path(roundedRectangle(366, 104, 68, 48, 12), '#c8372d') +
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
  return roll(400, 540, 220, { black: '#2a2f36', amber: '#c98a2b', clear: '#cfd8df' }[paint])
}

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
    path('M-12 -268L-7 -330L0 -344L7 -330L12 -268Z', metalShade(sheet, '#59616a')) +
    path('M-26 20H26L40 44H-40Z', metalShade(sheet, '#23282e')) +
    path(grip, shade) +
    [-24, 0, 24]
      .map((x) => path(roundedRectangle(x - 7, 84, 14, 190, 7), '#23282e', 'fill-opacity=".75"'))
      .join('') +
    path(lettering(wordmark, 20, { anchor: 'middle', y: 306, maxWidth: 70 }), inkOn(accent)) +
    '</g>'
  )
}

function tester(sheet: Sheet, { tone }: PartLook): string {
  const brand = brandLook(tone)
  const zones = [
    ['#d04438', 0],
    ['#f0b429', 60],
    ['#3fae6a', 120],
  ]
    .map(([fill, x]) => `<rect x="${60 + Number(x)}" y="150" width="58" height="22" fill="${fill}"/>`)
    .join('')
  return paintSlab(
    sheet,
    { x: 400, y: 660, w: 300, h: 490, d: 80, yaw: 24 },
    {
      front: '#262b31',
      side: '#1c2126',
      round: 34,
      gloss: 0.7,
      frontArt: `${path(roundedRectangle(36, 40, 228, 160, 14), '#dfe6da')}${path(roundedRectangle(70, 76, 22, 40, 4) + roundedRectangle(104, 66, 22, 50, 4) + roundedRectangle(138, 56, 22, 60, 4), '#23352a')}${path(lettering('V', 52, { x: 196, y: 116 }), '#23352a')}${zones}<path d="M206 140l10 -16h-20z" fill="#15202b"/>${path(signature(brand, 34, 150, 246, 220), '#fff')}${path(roundedRectangle(36, 290, 228, 160, 16), '#0c0f13')}${path(roundedRectangle(52, 352, 26, 40, 4), metalShade(sheet))}${path(roundedRectangle(222, 352, 26, 40, 4), metalShade(sheet))}<rect x="78" y="366" width="144" height="12" rx="6" fill="${brand.accent}"/>`,
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
