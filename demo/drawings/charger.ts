/** Chargers and power banks: bays for cells, wall plugs with ports, car plugs, bricks, pads, panels. */
import { brandLook, emblem, signature } from './brand-look.ts'
import { cellMeasures, paintCell } from './cell.ts'
import { disc } from './cylinder.ts'
import { leadStroke } from './cable.ts'
import type { Drawing } from './drawing.ts'
import { circle, lettering } from './lettering.ts'
import { at, castShadow, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { paintBox, paintSlab, placeFaces, roundedRectangle, type Solid } from './solid.ts'

const kinds = ['household', 'usb', 'car', 'laptop', 'bank', 'wireless', 'starter', 'solar'] as const

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

interface ChargerLook {
  ports: number
  tone: number
  shell: string
  yaw: number
}

export function drawCharger(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'household')
  const light = kind === 'usb' || kind === 'wireless'
  const look: ChargerLook = {
    ports: parameters.whole('ports', 1, 4, kind === 'household' ? 4 : 2),
    tone: parameters.tone,
    shell: shellColours[parameters.choice('colour', shellColourNames, light ? 'white' : 'black')],
    yaw: parameters.view === 'angle' ? 40 : 24,
  }
  const paint = { household, usb, car, laptop, bank, wireless, starter, solar }[kind]
  return { art: paint(sheet, look), focus: { x: 350, y: 370, zoom: 2 } }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** A dark sunken area with light on its lower edge. */
function recess(x: number, y: number, w: number, h: number, r: number, fill = '#0a0d11'): string {
  return (
    path(roundedRectangle(x, y + 2, w, h, r), '#fff', 'fill-opacity="0.35"') +
    path(roundedRectangle(x, y, w, h, r), fill)
  )
}

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

/** A charger lying back on the table with its bays towards the camera. */
function household(sheet: Sheet, look: ChargerLook): string {
  const bays = look.ports
  const bay = 104
  const w = bays * bay + 76
  const brand = brandLook(look.tone)
  const solid: Solid = { x: 400, y: 672, w, h: 500, d: 120, yaw: look.yaw * 0.75 }
  const { r: fullR, h: fullH } = cellMeasures('AA')
  const r = 38
  const h = (fullH * r) / fullR
  const cell = sheet.keep(
    paintCell(sheet, { size: 'AA', chemistry: 'nimh', tone: look.tone }, { x: 0, y: 0, r, h, tilt: 0.12 }),
  )
  let art = ''
  for (let index = 0; index < bays; index++) {
    const x = 38 + bay * (index + 0.5)
    art +=
      recess(x - 45, 42, 90, 336, 16, '#0d1116') +
      path(roundedRectangle(x - 16, 44, 32, 12, 3), metalShade(sheet)) +
      `<path d="M${at(x - 14)} 374q7 -14 14 0t14 0" fill="none" stroke="#c8ced4" stroke-width="5"/>` +
      `<ellipse cx="${x + 8}" cy="366" rx="40" ry="12" fill="#000" fill-opacity="0.6"/><use href="${cell}" x="${x}" y="362"/>` +
      ledRow(x - 17, 402, index === bays - 1 && bays > 1 ? 1 : 3, 3, 17, 4.5)
  }
  const ink = inkOn(look.shell)
  return paintSlab(sheet, solid, {
    front: look.shell,
    side: look.shell,
    round: 40,
    gloss: 0.7,
    frontArt:
      art +
      `<rect x="0" y="426" width="${w}" height="5" fill="${brand.accent}"/>` +
      path(signature(brand, bays > 1 ? 40 : 30, w / 2, 466, w * 0.8), ink),
  })
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
    art += socket(kind, w * 0.5, h * (0.24 + share * 0.5), 84)
  }
  return paintBox(sheet, solid, {
    front: look.shell,
    top: lighter(look.shell, 0.1),
    round: 48,
    gloss: 0.7,
    frontArt: `${path(roundedRectangle(22, 22, w - 44, h - 44, 30), ink, 'fill-opacity="0.06"')}${art}`,
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
  const ports = Math.min(look.ports, 2)
  const face =
    ports === 1
      ? socket('c', 0, -250, 84)
      : `<g transform="translate(0 -250) scale(1 .8)">${socket('c', -52, 0, 66)}${socket('a', 56, 0, 62)}</g>`
  const outline =
    'M-74 250V-60Q-74 -90 -96 -104Q-128 -130 -128 -180V-250H128V-180Q128 -130 96 -104Q74 -90 74 -60V250Q74 268 50 276L26 284V300Q0 316 -26 300V284L-50 276Q-74 268 -74 250Z'
  const clip = (x: number) => path(roundedRectangle(x, 40, 26, 130, 12), metalShade(sheet))
  return (
    `<g transform="translate(400 400) rotate(32)">${castShadow(sheet, outline, 34, 10, 18, 0.32)}${castShadow(sheet, outline, 12, 4, 6, 0.4)}` +
    path(outline, shell) +
    `<rect x="-74" y="-62" width="148" height="10" fill="${brand.accent}"/>${clip(-88)}${clip(62)}` +
    path('M-26 284V300Q0 316 26 300V284Z', metalShade(sheet)) +
    path(lettering(brand.wordmark, 40, { anchor: 'middle', y: 20, maxWidth: 116 }), inkOn(look.shell)) +
    `<ellipse cy="-250" rx="128" ry="62" fill="${brand.accent}"/><ellipse cy="-250" rx="119" ry="56" fill="${lighter(look.shell, 0.06)}"/>${face}</g>`
  )
}

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
      topArt: `${path(roundedRectangle(70, 50, 300, 110, 10), '#e8e5df', 'fill-opacity="0.9"')}${path(lettering('AC ADAPTER', 44, { x: 92, y: 120, maxWidth: 256 }), '#15202b')}`,
    }) +
    leadStroke(sheet, cord, look.shell, 18) +
    `<g transform="translate(150 640) rotate(-12)">${path(roundedRectangle(-24, -96, 48, 100, 14), look.shell)}${path(roundedRectangle(-24, -96, 20, 100, 12), '#fff', 'fill-opacity="0.2"')}${path(roundedRectangle(-11, -146, 22, 54, 8), metalShade(sheet))}</g>` +
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
        path(lettering('POWER', 46, { x: 272, y: 462, anchor: 'end', tracking: 0.06 }), inkOn(brand.accent)) +
        path(lettering('BANK', 46, { x: 272, y: 508, anchor: 'end', tracking: 0.06 }), inkOn(brand.accent)) +
        ledRow(105, 150, 3, 4, 30, 6),
    }) + sockets
  )
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
    `<g transform="translate(400 440) scale(1 ${k})">${path(emblem(brand.emblem, 96, 0, 0), inkOn(look.shell), 'fill-opacity="0.55"')}</g>`
  )
}

function starter(sheet: Sheet, look: ChargerLook): string {
  const brand = brandLook(look.tone)
  const solid: Solid = { x: 400, y: 560, w: 420, h: 230, d: 170, yaw: look.yaw }
  const clamp = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${castShadow(sheet, 'M-30 0H30V130H-30Z', 8, 8, 7, 0.35)}${path('M-14 -6L-34 70Q-40 96 -24 120L-12 142L-4 100V0Z', darker(colour, 0.2))}${path('M14 -6L34 70Q40 96 24 120L12 142L4 100V0Z', colour)}${path('M-24 -70Q-30 -70 -28 -60L-10 10H10L28 -60Q30 -70 24 -70L0 -4Z', lighter(colour, 0.12))}<circle cy="20" r="12" fill="${metalShade(sheet)}"/></g>`
  return (
    leadStroke(sheet, 'M250 520C120 520 90 600 190 640', '#c8372d', 15) +
    paintBox(sheet, solid, {
      front: look.shell,
      top: lighter(look.shell, 0.1),
      round: 40,
      gloss: 0.6,
      frontArt:
        path('M0 0H420V70L0 96Z', brand.accent) +
        path(signature(brand, 44, 140, 46, 220), inkOn(brand.accent)) +
        `${path(roundedRectangle(32, 118, 170, 84, 10), '#0c1512')}${path(lettering('14.4', 62, { x: 52, y: 182 }), '#7df0b0')}${ledRow(246, 140, 2, 5, 30, 8)}` +
        path(lettering('12 V', 36, { x: 236, y: 196, maxWidth: 160 }), inkOn(look.shell)),
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
  const face = `${grid}<path d="M20 20H150L70 400H20Z" fill="#fff" fill-opacity=".09"/>`
  return (
    leaf(530, 590, face) +
    leaf(292, 608, `${face}${path(circle(0, 0, 0.1), brand.accent)}`) +
    `<path d="M${at(408)} 330V600" stroke="${brand.accent}" stroke-width="8" stroke-linecap="round" stroke-opacity=".9"/>`
  )
}
