/** Chargers and power banks: bays for cells, wall plugs with ports, car plugs, bricks, pads, panels. */
import { brandLook, emblem, signature } from './brand-look.ts'
import { cellMeasures, paintCell } from './cell.ts'
import { disc } from './cylinder.ts'
import { leadStroke } from './cable.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintBox, paintSlab, placeFaces, recess, roundedRectangle, type Solid } from './solid.ts'
import { universalCharger } from './universal-charger.ts'
import { tripleStand, ventHolder } from './wireless-stand.ts'

const kinds = [
  'household',
  'usb',
  'car',
  'laptop',
  'bank',
  'wireless',
  'stand',
  'vent',
  'starter',
  'solar',
  'tool',
] as const

/** Shell colours a charger may have. */
const shellColours = {
  black: '#23282e',
  white: '#f1f1ef',
  grey: '#7c848c',
  blue: '#2b5fae',
  red: '#c0392f',
  green: '#2f8f57',
} as const
export type ShellColour = keyof typeof shellColours
const shellColourNames = Object.keys(shellColours) as ShellColour[]

const extras = ['none', 'magnet', 'sun', 'screen'] as const

interface ChargerLook {
  ports: number
  tone: number
  shell: string
  yaw: number
  /** Chemistry of the cells in the bays. */
  cells: 'nimh' | 'liion'
  /** Names of the sizes that wide bays take; empty: the bays are as wide as one size of cell. */
  sizes: string[]
  /** A household charger with a display in place of the lights of its bays. */
  display: boolean
  /** What a power bank has besides its sockets. */
  extra: (typeof extras)[number]
  /** Whether a charger with clamps has a mains lead. */
  mains: boolean
  /** Plug of a laptop adapter. */
  plug: keyof typeof laptopPlugs
  /** Printed figures with their units; unknown ones are empty. */
  power: string
  volts: string
  current: string
  capacity: string
}

export function drawCharger(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'household')
  const light = kind === 'usb' || kind === 'wireless'
  const look: ChargerLook = {
    ports: parameters.whole('ports', 1, kind === 'household' ? 16 : 4, kind === 'household' ? 4 : 2),
    tone: parameters.tone,
    shell: shellColours[parameters.choice('colour', shellColourNames, light ? 'white' : 'black')],
    yaw: parameters.view === 'angle' ? 40 : 24,
    cells: parameters.choice('cells', ['nimh', 'liion'], 'nimh'),
    sizes: parameters.text('sizes', 40, '').split(',').filter(Boolean),
    display: parameters.choice('display', ['yes', 'no'], 'no') === 'yes',
    extra: parameters.choice('extra', extras, 'none'),
    mains: parameters.choice('mains', ['yes', 'no'], 'no') === 'yes',
    plug: parameters.choice('plug', Object.keys(laptopPlugs) as (keyof typeof laptopPlugs)[], 'usb-c'),
    power: withUnit(parameters.text('watts', 6, ''), 'W'),
    volts: withUnit(parameters.text('volts', 6, ''), 'V'),
    current: withUnit(parameters.text('amps', 6, ''), 'A'),
    capacity: withUnit(parameters.text('mah', 6, ''), 'mAh'),
  }
  const paint = {
    household,
    usb,
    car,
    laptop,
    bank,
    wireless,
    stand: tripleStand,
    vent: ventHolder,
    starter,
    solar,
    tool: toolCharger,
  }[kind]
  return { art: paint(sheet, look), focus: { x: 350, y: 370, zoom: 2 } }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** Face of a USB-C or USB-A socket around its middle. */
function socket(kind: 'c' | 'a', x: number, y: number, size: number): string {
  return kind === 'c'
    ? recess(x - size * 0.5, y - size * 0.2, size, size * 0.4, size * 0.2) +
        path(roundedRectangle(x - size * 0.3, y - size * 0.055, size * 0.6, size * 0.11, 3), '#7b838b')
    : recess(x - size * 0.62, y - size * 0.28, size * 1.24, size * 0.56, 4) +
        path(roundedRectangle(x - size * 0.5, y - size * 0.2, size, size * 0.2, 2), '#e9ebee')
}

function ledRow(x: number, y: number, lit: number, of: number, step: number, r = 6): string {
  let art = ''
  for (let index = 0; index < of; index++) {
    const on = index < lit
    art += `<circle cx="${at(x + index * step)}" cy="${y}" r="${r}" fill="${on ? '#58e08a' : '#39414a'}"/>`
    if (on)
      art += `<circle cx="${at(x + index * step)}" cy="${y}" r="${r * 2.2}" fill="#58e08a" fill-opacity="0.22"/>`
  }
  return art
}

/** A lit display with one battery sign per bay; it shows no figures. */
function display(x: number, y: number, w: number, bays: number): string {
  let signs = ''
  for (let index = 0; index < bays; index++) {
    const left = x + (w / bays) * (index + 0.5) - 26
    signs +=
      `<rect x="${at(left)}" y="${y + 9}" width="46" height="20" rx="3" fill="none" stroke="#17361f" stroke-width="3"/><rect x="${at(left + 48)}" y="${y + 14}" width="4" height="10" fill="#17361f"/>` +
      `<rect x="${at(left + 5)}" y="${y + 14}" width="${index === bays - 1 ? 16 : 36}" height="10" fill="#17361f"/>`
  }
  return recess(x, y, w, 38, 8, '#a9d6a4') + signs
}

/** A charger lying back on the table with its bays towards the camera; more than eight bays are in two rows. */
function household(sheet: Sheet, look: ChargerLook): string {
  if (look.sizes.length > 0) return universalCharger(sheet, look)
  const rows = look.ports > 8 ? 2 : 1
  const columns = Math.ceil(look.ports / rows)
  const bay = columns > 4 ? 78 : 104
  const w = columns * bay + 76
  const brand = brandLook(look.tone)
  const rowHeight = rows > 1 ? 236 : 360
  const h0 = 24 + rows * rowHeight + 116
  const solid: Solid = { x: 400, y: rows > 1 ? 690 : 672, w, h: h0, d: 120, yaw: look.yaw * 0.75 }
  const { r: fullR, h: fullH } = cellMeasures(look.cells === 'liion' ? '18650' : 'AA')
  const recessHeight = rowHeight - 24
  const h = Math.min(recessHeight - 22, ((bay - 28) / 2) * (fullH / fullR))
  const r = (fullR * h) / fullH
  const size = look.cells === 'liion' ? '18650' : 'AA'
  const cell = sheet.keep(
    paintCell(
      sheet,
      { size, chemistry: look.cells, tone: look.tone, plain: true },
      { x: 0, y: 0, r, h, tilt: 0.12 },
    ),
  )
  let art = ''
  for (let index = 0; index < look.ports; index++) {
    const x = 38 + bay * ((index % columns) + 0.5)
    const top = 42 + Math.floor(index / columns) * rowHeight
    const foot = top + recessHeight
    art +=
      recess(x - bay / 2 + 7, top, bay - 14, recessHeight, 16, '#0d1116') +
      path(roundedRectangle(x - 16, top + 2, 32, 12, 3), metalShade(sheet)) +
      `<path d="M${at(x - 14)} ${foot - 4}q7 -14 14 0t14 0" fill="none" stroke="#c8ced4" stroke-width="5"/>` +
      `<ellipse cx="${at(x + 6)}" cy="${foot - 12}" rx="${at(r * 1.05)}" ry="${at(r * 0.3)}" fill="#000" fill-opacity="0.6"/><use href="${cell}" x="${at(x)}" y="${foot - 16}"/>` +
      (rows > 1 || look.display
        ? ''
        : ledRow(x - 17, foot + 24, index === columns - 1 && columns > 1 ? 1 : 3, 3, 17, 4.5))
  }
  const ink = inkOn(look.shell)
  const line = h0 - 74
  return `<g transform="translate(400 410) scale(${at(Math.min(1, 700 / (w * 1.14)) * 100) / 100}) translate(-400 -410)">${paintSlab(
    sheet,
    solid,
    {
      front: look.shell,
      side: look.shell,
      round: 40,
      gloss: 0.7,
      frontArt:
        art +
        (look.display ? display(38, 24 + rowHeight, w - 76, look.ports) : '') +
        `<rect x="0" y="${line}" width="${w}" height="5" fill="${brand.accent}"/>` +
        path(signature(brand, columns > 1 ? 40 : 30, w / 2, line + 40, w * 0.8), ink),
    },
  )}</g>`
}

/** A charger for tool batteries: a vented base whose top has the rail that the battery slides on. */
function toolCharger(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const base: Solid = { x: 400, y: 610, w: 470, h: 190, d: 330, yaw: look.yaw }
  const rail: Solid = { ...base, w: 270, h: 60, d: 250 }
  const [x, y] = placeFaces(base).spot(0, 190, 0)
  const vents = Array.from({ length: 8 }, (_, index) =>
    path(roundedRectangle(36 + index * 34, 46, 16, 104, 8), '#000', 'fill-opacity=".4"'),
  ).join('')
  const groove = (left: number) =>
    path(roundedRectangle(left, 26, 26, 176, 6), '#07090b') +
    path(roundedRectangle(left + 9, 40, 8, 130, 3), metalShade(sheet, '#d9b25a'))
  return (
    paintBox(sheet, base, {
      front: look.shell,
      top: lighter(look.shell, 0.1),
      round: 36,
      gloss: 0.5,
      frontArt:
        `<rect x="-10" y="150" width="490" height="14" fill="${brand.accent}"/>` +
        path(signature(brand, 46, 150, 62, 230), '#fff') +
        path(lettering(look.volts, 54, { x: 40, y: 136, maxWidth: 120 }), '#fff') +
        path(lettering(look.current, 40, { x: 180, y: 134, maxWidth: 100 }), brand.accent) +
        ledRow(360, 90, 2, 3, 34, 9),
      sideArt: vents,
    }) +
    paintBox(
      sheet,
      { ...rail, x, y },
      {
        front: '#2c3239',
        top: '#454c55',
        round: 12,
        gloss: 0.4,
        shadow: false,
        topArt: groove(56) + groove(122) + groove(188),
      },
    )
  )
}

/** A wall plug with its ports towards the camera. */
function usb(sheet: Sheet, look: ChargerLook): string {
  const w = look.ports > 2 ? 350 : 290
  const h = 350
  const solid: Solid = { x: 410, y: 620, w, h, d: 270, yaw: look.yaw + 4 }
  const brand = brandLook(look.tone)
  const ink = inkOn(look.shell)
  let art = ''
  for (let index = 0; index < look.ports; index++) {
    const share = look.ports === 1 ? 0.5 : index / (look.ports - 1)
    const kind = index < Math.ceil(look.ports / 2) ? 'c' : 'a'
    art += socket(kind, w * 0.5, h * (0.2 + share * 0.5), 84)
  }
  return paintBox(sheet, solid, {
    front: look.shell,
    top: lighter(look.shell, 0.1),
    round: 48,
    gloss: 0.7,
    frontArt: `${path(roundedRectangle(22, 22, w - 44, h - 44, 30), ink, 'fill-opacity="0.06"')}${art}${path(lettering(look.power, 32, { x: w / 2, y: h * 0.91, anchor: 'middle' }), ink, 'fill-opacity="0.8"')}`,
    sideArt: path(emblem(brand.emblem, 76, 135, 175), brand.accent, 'fill-opacity="0.9"'),
  })
}

function car(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const shell = sheet.linear([
    [0, darker(look.shell, 0.5)],
    [0.22, lighter(look.shell, 0.4)],
    [0.34, lighter(look.shell, 0.16)],
    [0.7, darker(look.shell, 0.4)],
    [0.95, darker(look.shell, 0.6)],
    [1, lighter(look.shell, 0.1)],
  ])
  const face =
    look.ports === 1
      ? socket('c', 0, -250, 84)
      : look.ports === 2
        ? `<g transform="translate(0 -250) scale(1 .8)">${socket('c', -52, 0, 66)}${socket('a', 56, 0, 62)}</g>`
        : `<g transform="translate(0 -250) scale(1 .8)">${socket('c', -48, -26, 58)}${socket('c', 48, -26, 58)}${socket('a', 0, 32, 54)}</g>`
  const outline =
    'M-74 250V-60Q-74 -90 -96 -104Q-128 -130 -128 -180V-250H128V-180Q128 -130 96 -104Q74 -90 74 -60V250Q74 268 50 276L26 284V300Q0 316 -26 300V284L-50 276Q-74 268 -74 250Z'
  const clip = (x: number) => path(roundedRectangle(x, 40, 26, 130, 12), metalShade(sheet))
  return (
    `<g transform="translate(400 400) rotate(32)">${castShadow(sheet, outline, 34, 10, 18, 0.32)}${castShadow(sheet, outline, 12, 4, 6, 0.4)}` +
    path(outline, shell) +
    `<rect x="-74" y="-62" width="148" height="10" fill="${brand.accent}"/>${clip(-88)}${clip(62)}` +
    path('M-26 284V300Q0 316 26 300V284Z', metalShade(sheet)) +
    path(lettering(brand.wordmark, 40, { anchor: 'middle', y: 14, maxWidth: 116 }), inkOn(look.shell)) +
    path(lettering(look.power, 36, { anchor: 'middle', y: 216, maxWidth: 100 }), inkOn(look.shell)) +
    `<ellipse cy="-250" rx="128" ry="62" fill="${brand.accent}"/><ellipse cy="-250" rx="119" ry="56" fill="${lighter(look.shell, 0.06)}"/>${face}</g>`
  )
}

/** What is put into the laptop, above the handle of the plug: a flat shell, a round one, a rectangular one. */
const laptopPlugs = {
  'usb-c': roundedRectangle(-15, -136, 30, 44, 12),
  barrel: roundedRectangle(-9, -154, 18, 62, 4),
  slim: roundedRectangle(-22, -150, 44, 58, 4),
}

/** The yellow edge of the rectangular plug, and the light along one side of its flat face. */
const slimMouth =
  path('M-22 -136V-146Q-22 -150 -18 -150H18Q22 -150 22 -146V-136Z', '#e9b920') +
  path('M-18 -134H-11V-94H-18Z', '#fff', 'fill-opacity="0.5"')

function laptop(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const solid: Solid = { x: 380, y: 560, w: 440, h: 120, d: 210, yaw: look.yaw }
  const cord = 'M588 500C700 470 740 560 640 640S380 700 300 690C220 684 170 690 150 640'
  const back = 'M270 450C110 420 130 220 270 220S430 160 520 210'
  return (
    leadStroke(sheet, back, look.shell, 20) +
    paintBox(sheet, solid, {
      front: look.shell,
      top: lighter(look.shell, 0.08),
      round: 40,
      gloss: 0.7,
      frontArt: path(signature(brand, 46, 210, 62, 360), inkOn(look.shell)),
      topArt: `${path(roundedRectangle(70, 50, 300, 110, 10), '#e8e5df', 'fill-opacity="0.9"')}${path(lettering([look.power, look.volts].filter(Boolean).join('  '), 52, { x: 92, y: 124, maxWidth: 256 }), '#15202b')}`,
    }) +
    leadStroke(sheet, cord, look.shell, 18) +
    `<g transform="translate(150 640) rotate(-12)">${path(roundedRectangle(-24, -96, 48, 100, 14), look.shell)}${path(roundedRectangle(-24, -96, 20, 100, 12), '#fff', 'fill-opacity="0.2"')}${path(laptopPlugs[look.plug], look.plug === 'slim' ? '#c3c9cf' : metalShade(sheet))}${look.plug === 'slim' ? slimMouth : ''}</g>` +
    `<g transform="translate(524 211) rotate(14)">${path(roundedRectangle(-6, -40, 110, 80, 22), look.shell)}${path(roundedRectangle(-6, -40, 110, 26, 14), '#fff', 'fill-opacity="0.18"')}<rect x="100" y="-28" width="64" height="15" rx="7" fill="#c8ced4"/><rect x="100" y="13" width="64" height="15" rx="7" fill="#aab1b8"/></g>`
  )
}

function bank(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const ink = inkOn(look.shell)
  const solid: Solid = { x: 410, y: 676, w: 300, h: 540, d: 84, yaw: look.yaw }
  const top = placeFaces(solid)
  const sockets = Array.from(
    { length: Math.min(3, look.ports) },
    (_, index) =>
      `<g transform="translate(${at(top.spot(-85 + index * 85, 540, 0)[0])} ${at(top.spot(-85 + index * 85, 540, 0)[1] + 1)}) rotate(4) scale(1 .34)">${socket(index === 0 ? 'c' : 'a', 0, 0, 46)}</g>`,
  ).join('')
  return (
    paintSlab(sheet, solid, {
      front: look.shell,
      side: look.shell,
      round: 44,
      gloss: 0.8,
      frontArt:
        path('M0 400L300 330V540H0Z', brand.accent) +
        path(signature(brand, 50, 150, 96, 240), ink) +
        path(
          lettering(look.capacity, 46, { x: 276, y: 456, anchor: 'end', maxWidth: 240 }),
          inkOn(brand.accent),
        ) +
        path(
          lettering(look.power, 46, { x: 276, y: 508, anchor: 'end', maxWidth: 200 }),
          inkOn(brand.accent),
        ) +
        bankExtra(sheet, look),
    }) + sockets
  )
}

/** Between brand and figures: the ring of a magnetic charger, solar cells, a screen, or the lights of the charge. */
function bankExtra(sheet: Sheet, { extra, shell }: ChargerLook): string {
  if (extra === 'magnet')
    return `<circle cx="150" cy="254" r="82" fill="none" stroke="${inkOn(shell)}" stroke-opacity=".45" stroke-width="12"/><path d="M150 348v40" stroke="${inkOn(shell)}" stroke-opacity=".45" stroke-width="12" stroke-linecap="round"/>`
  if (extra === 'screen')
    return (
      recess(70, 150, 160, 84, 10, '#0d1a24') +
      `<path d="M92 176h84v32H92zM182 186h6v12h-6z" fill="none" stroke="#8fd8ff" stroke-width="4"/><path d="M98 182h54v20H98z" fill="#8fd8ff"/>`
    )
  if (extra === 'none') return ledRow(105, 150, 3, 4, 30, 6)
  const cell = sheet.linear(
    [
      [0, '#2d5590'],
      [0.5, '#17325d'],
      [1, '#0e2141'],
    ],
    0,
    0,
    1,
    1,
  )
  const cells = Array.from({ length: 6 }, (_, index) =>
    path(
      roundedRectangle(52 + (index % 2) * 100, 142 + Math.floor(index / 2) * 82, 96, 78, 4),
      cell,
      'stroke="#9fb6d6" stroke-opacity=".5" stroke-width="2"',
    ),
  ).join('')
  return recess(42, 132, 216, 262, 10, '#0c1526') + cells
}

function wireless(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const top = sheet.linear(
    [
      [0, lighter(look.shell, 0.7)],
      [0.5, look.shell],
      [1, darker(look.shell, 0.16)],
    ],
    0,
    0,
    1,
    1,
  )
  const side = sheet.linear([
    [0, darker(look.shell, 0.3)],
    [0.25, lighter(look.shell, 0.5)],
    [0.7, darker(look.shell, 0.35)],
    [1, darker(look.shell, 0.15)],
  ])
  const k = 0.52
  return (
    leadStroke(sheet, 'M560 400C700 330 740 220 640 170S420 190 300 130', look.shell, 16) +
    `<g transform="translate(300 130) rotate(-62)">${path(roundedRectangle(-20, -72, 40, 76, 12), look.shell, 'stroke="#000" stroke-opacity=".18"')}${path(roundedRectangle(-11, -108, 22, 38, 8), metalShade(sheet))}</g>` +
    disc(426, 486, 262, '#2a2219', k, `fill-opacity="0.3" filter="${sheet.blur(20, true)}"`) +
    disc(404, 474, 250, '#120d08', k, `fill-opacity="0.5" filter="${sheet.blur(6, true)}"`) +
    path('M150 440V466A250 130 0 0 0 650 466V440Z', side) +
    disc(400, 440, 250, top, k) +
    disc(400, 440, 248, 'none', k, 'stroke="#fff" stroke-opacity="0.8" stroke-width="3"') +
    disc(400, 438, 178, 'none', k, `stroke="${brand.accent}" stroke-width="7"`) +
    disc(
      400,
      438,
      168,
      sheet.linear(
        [
          [0, '#000', 0.1],
          [1, '#fff', 0.1],
        ],
        0,
        0,
        1,
        1,
      ),
      k,
    ) +
    `<g transform="translate(400 440) scale(1 ${k})">${path(emblem(brand.emblem, 96, 0, -20), inkOn(look.shell), 'fill-opacity="0.55"')}${path(lettering(look.power, 48, { anchor: 'middle', y: 108 }), inkOn(look.shell), 'fill-opacity="0.75"')}</g>`
  )
}

/** The lead of a charger that is plugged into the wall, with its plug. */
function mainsLead(sheet: Sheet, colour: string): string {
  return `${leadStroke(sheet, 'M470 380C480 180 330 130 250 200', colour, 15)}<g transform="translate(256 196) rotate(132)">${path(roundedRectangle(-34, -4, 68, 88, 20), colour)}${path(roundedRectangle(-34, -4, 24, 88, 12), '#fff', 'fill-opacity="0.18"')}<rect x="-22" y="82" width="13" height="52" rx="6" fill="#c8ced4"/><rect x="9" y="82" width="13" height="52" rx="6" fill="#aab1b8"/></g>`
}

/** For the battery of a vehicle: a charger with a mains lead, or a jump starter with a battery of its own. */
function starter(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const solid: Solid = { x: 400, y: 560, w: 420, h: 230, d: 170, yaw: look.yaw }
  const clamp = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${castShadow(sheet, 'M-30 0H30V130H-30Z', 8, 8, 7, 0.35)}${path('M-14 -6L-34 70Q-40 96 -24 120L-12 142L-4 100V0Z', darker(colour, 0.2))}${path('M14 -6L34 70Q40 96 24 120L12 142L4 100V0Z', colour)}${path('M-24 -70Q-30 -70 -28 -60L-10 10H10L28 -60Q30 -70 24 -70L0 -4Z', lighter(colour, 0.12))}<circle cy="20" r="12" fill="${metalShade(sheet)}"/></g>`
  return (
    (look.mains ? mainsLead(sheet, look.shell) : '') +
    leadStroke(sheet, 'M250 520C120 520 90 600 190 640', '#c8372d', 15) +
    paintBox(sheet, solid, {
      front: look.shell,
      top: lighter(look.shell, 0.1),
      round: 40,
      gloss: 0.6,
      frontArt:
        path('M0 0H420V70L0 96Z', brand.accent) +
        path(signature(brand, 44, 140, 46, 220), inkOn(brand.accent)) +
        `${path(roundedRectangle(32, 118, 170, 84, 10), '#0c1512')}${path(lettering(look.current, 56, { x: 48, y: 180, maxWidth: 140 }), '#7df0b0')}${ledRow(246, 140, 2, 5, 30, 8)}` +
        path(
          lettering([look.volts, look.capacity].filter(Boolean).join('  '), 36, {
            x: 236,
            y: 196,
            maxWidth: 170,
          }),
          inkOn(look.shell),
        ),
      sideArt: [0, 1, 2, 3, 4]
        .map(
          (index) =>
            `<rect x="${26 + index * 26}" y="40" width="12" height="150" rx="6" fill="#000" fill-opacity=".4"/>`,
        )
        .join(''),
    }) +
    leadStroke(sheet, 'M330 560C350 640 420 680 520 650', '#23282e', 15) +
    clamp(196, 640, -68, '#d04438') +
    clamp(520, 650, 72, '#353c44')
  )
}

function solar(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const leaf = (x: number, y: number, art: string) =>
    paintSlab(
      sheet,
      { x, y, w: 250, h: 420, d: 26, yaw: look.yaw },
      { front: '#2b3138', side: '#1b2026', round: 12, gloss: 0.5, frontArt: art },
    )
  let grid = path(roundedRectangle(20, 20, 210, 380, 6), '#12233f')
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 3; column++)
      grid += `<rect x="${26 + column * 67}" y="${26 + row * 62}" width="63" height="58" rx="3" fill="${sheet.linear(
        [
          [0, '#2d5590'],
          [0.5, '#17325d'],
          [1, '#0e2141'],
        ],
        0,
        0,
        1,
        1,
      )}"/><path d="M${47 + column * 67} ${26 + row * 62}v58M${68 + column * 67} ${26 + row * 62}v58" stroke="#9fb6d6" stroke-opacity=".5" stroke-width="1.2"/>`
  const half = 125 * Math.cos((look.yaw * Math.PI) / 180) + 5
  const printed = look.power
    ? path(roundedRectangle(60, 182, 130, 58, 8), '#f3f1ec') +
      path(lettering(look.power, 40, { x: 125, y: 226, anchor: 'middle', maxWidth: 112 }), '#15202b')
    : ''
  const face = `${grid}<path d="M20 20H150L70 400H20Z" fill="#fff" fill-opacity=".09"/>`
  return (
    leaf(410 + half, 590, face) +
    leaf(410 - half, 608, `${face}${printed}`) +
    `<path d="M${at(408)} 330V600" stroke="${brand.accent}" stroke-width="8" stroke-linecap="round" stroke-opacity=".9"/>`
  )
}
