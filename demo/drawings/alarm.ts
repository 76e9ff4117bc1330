/** Alarms for ceiling, wall, floor and key ring: smoke, carbon monoxide, gas, heat, water, sensors, sirens. */
import { brandLook, emblem } from './brand-look.ts'
import { disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, darker, lighter, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { paintSlab, roundedRectangle } from './solid.ts'

const kinds = ['smoke', 'co', 'gas', 'heat', 'sensor', 'door', 'water', 'siren', 'personal'] as const

export function drawAlarm(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'smoke')
  const yaw = parameters.view === 'angle' ? 36 : 18
  const paint = { smoke, co, gas, heat, sensor, door, water, siren, personal }[kind]
  const display = parameters.choice('display', ['yes', 'no'], 'yes') === 'yes'
  const art = paint(sheet, parameters.tone, yaw, display)
  // True proportions: a diameter of 100 mm fills the sheet, a mini alarm of 42 mm does not.
  const scale = parameters.whole('mm', 40, 115, 100) / 100
  return {
    art:
      scale === 1
        ? art
        : `<g transform="translate(400 400) scale(${at(scale ** 0.6 * 100) / 100}) translate(-400 -400)">${art}</g>`,
    focus: { x: 400, y: 360, zoom: 1.9 },
  }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`
const shell = '#f3f3f1'

function led(x: number, y: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="16" fill="${colour}" fill-opacity=".22"/><circle cx="${x}" cy="${y}" r="7" fill="${colour}"/><circle cx="${x - 2}" cy="${y - 2}" r="2.4" fill="#fff" fill-opacity=".9"/>`
}

/** A round ceiling alarm leaning back: base ring, vent gap, dome. */
function ceilingAlarm(sheet: Sheet, yaw: number, dome: string): string {
  const k = 0.9
  const turn = yaw > 30 ? 0.86 : 0.95
  const rim = sheet.linear(
    [
      [0, '#ffffff'],
      [0.35, '#e7e7e4'],
      [0.75, '#b9bab8'],
      [1, '#8f9192'],
    ],
    0,
    0,
    1,
    1,
  )
  const face = sheet.radial(
    [
      [0, '#ffffff'],
      [0.5, '#f7f7f5'],
      [0.82, '#e2e2df'],
      [1, '#c2c3c1'],
    ],
    0.36,
    0.32,
    0.78,
  )
  const ring = (r: number, fill: string, dx = 0, dy = 0, extra = '') =>
    `<ellipse cx="${at(dx)}" cy="${at(dy)}" rx="${at(r * turn)}" ry="${at(r * k)}" fill="${fill}" ${extra}/>`
  let vents = ''
  for (let slot = 0; slot < 44; slot++) {
    const angle = (slot / 44) * Math.PI * 2
    vents += `M${at(Math.cos(angle) * 214 * turn)} ${at(Math.sin(angle) * 214 * k)}L${at(Math.cos(angle) * 234 * turn)} ${at(Math.sin(angle) * 234 * k)}`
  }
  return (
    `<g transform="translate(392 400)">${ring(268, '#2a2219', 34, 40, `fill-opacity=".3" filter="${sheet.blur(22)}"`)}${ring(264, '#120d08', 14, 16, `fill-opacity=".35" filter="${sheet.blur(8)}"`)}` +
    ring(262, darker('#d9d9d6', 0.2), 12, 10) +
    ring(262, rim) +
    ring(240, '#4a4f55') +
    `<path d="${vents}" stroke="#d9dad8" stroke-width="9"/>` +
    ring(218, rim) +
    ring(212, face) +
    `<g transform="scale(${turn} ${k})">${dome}</g></g>`
  )
}

function smoke(sheet: Sheet, tone: number, yaw: number): string {
  const { accent, wordmark, emblem: mark } = brandLook(tone)
  const button = sheet.radial(
    [
      [0, '#ffffff'],
      [0.8, '#e6e6e3'],
      [1, '#c9cac8'],
    ],
    0.35,
    0.3,
    0.8,
  )
  const holes = [0, 1, 2]
    .map((ring) =>
      Array.from({ length: 10 + ring * 4 }, (_, index) => {
        const angle = Math.PI * (0.2 + (0.6 * index) / (9 + ring * 4))
        return `<circle cx="${at(Math.cos(angle) * (120 + ring * 24))}" cy="${at(Math.sin(angle) * (120 + ring * 24))}" r="5" fill="#43484e"/>`
      }).join(''),
    )
    .join('')
  return ceilingAlarm(
    sheet,
    yaw,
    `<circle r="74" fill="#b4b5b3"/><circle r="71" fill="${button}"/>${path(emblem(mark, 50, 0, 0), darker(accent, 0.15))}${led(0, -118, '#e0392d')}${path(lettering(wordmark, 32, { anchor: 'middle', y: -150 }), '#6b7178')}${holes}`,
  )
}

function heat(sheet: Sheet, tone: number, yaw: number): string {
  const { wordmark } = brandLook(tone)
  const cage = sheet.radial(
    [
      [0, '#ffffff'],
      [0.7, '#dcdcd9'],
      [1, '#a9abaa'],
    ],
    0.35,
    0.3,
    0.8,
  )
  const bars = [0, 45, 90, 135]
    .map(
      (turn) =>
        `<rect x="-9" y="-98" width="18" height="196" rx="9" fill="#f7f7f5" stroke="#b9bab8" stroke-width="2" transform="rotate(${turn})"/>`,
    )
    .join('')
  return ceilingAlarm(
    sheet,
    yaw,
    `<circle cx="8" cy="10" r="104" fill="#000" fill-opacity=".25" filter="${sheet.blur(8)}"/><circle r="100" fill="#3a3f45"/><circle r="42" fill="#d0502f"/>${bars}<circle r="32" fill="${cage}"/>${led(0, -140, '#e0392d')}${path(lettering(wordmark, 32, { anchor: 'middle', y: 170 }), '#6b7178')}`,
  )
}

/** With a display of the concentration, or with a large test button in its place. */
function co(sheet: Sheet, tone: number, yaw: number, display: boolean): string {
  const { accent, wordmark } = brandLook(tone)
  const slots = Array.from({ length: 7 }, (_, index) =>
    path(roundedRectangle(70, 300 + index * 20, 200, 9, 4), '#4a4f55'),
  ).join('')
  const reading = `${path(roundedRectangle(44, 50, 252, 120, 16), '#11201a')}${path(lettering('0', 92, { x: 200, y: 144, anchor: 'end' }), '#8ef0b8')}${path(lettering('ppm', 30, { x: 212, y: 144 }), '#8ef0b8')}`
  const button =
    '<circle cx="170" cy="112" r="62" fill="#b9bab8"/><circle cx="170" cy="109" r="58" fill="#f8f8f6"/><circle cx="170" cy="109" r="22" fill="none" stroke="#c9cac8" stroke-width="5"/>'
  return paintSlab(
    sheet,
    { x: 400, y: 668, w: 340, h: 500, d: 70, yaw },
    {
      front: shell,
      side: '#d6d6d3',
      round: 52,
      gloss: 0.5,
      frontArt: `${display ? reading : button}${path(lettering('CO', 64, { x: 56, y: 252 }), '#3a424a')}${led(286, 232, '#39c877')}${led(246, 232, '#d9d0b0')}${slots}${path(lettering(wordmark, 32, { x: 170, y: 474, anchor: 'middle' }), darker(accent, 0.3))}`,
    },
  )
}

/** Detectors of gas hang low on the wall: a wide grille, no display. */
function gas(sheet: Sheet, tone: number, yaw: number): string {
  const { accent, wordmark } = brandLook(tone)
  const slots = Array.from({ length: 6 }, (_, index) =>
    path(roundedRectangle(50, 70 + index * 34, 240, 16, 8), '#4a4f55'),
  ).join('')
  return paintSlab(
    sheet,
    { x: 400, y: 640, w: 340, h: 430, d: 80, yaw },
    {
      front: shell,
      side: '#d6d6d3',
      round: 46,
      gloss: 0.5,
      frontArt: `${slots}${led(92, 316, '#39c877')}${led(170, 316, '#d9d0b0')}${led(248, 316, '#e0392d')}${path(lettering(wordmark, 36, { x: 170, y: 394, anchor: 'middle' }), darker(accent, 0.3))}`,
    },
  )
}

/** A contact in two parts: the sensor on the frame, and beside it the magnet on the door. */
function door(sheet: Sheet, tone: number, yaw: number): string {
  const { wordmark } = brandLook(tone)
  const upright = `<g transform="translate(74 300) rotate(-90)">${path(lettering(wordmark, 44, { anchor: 'middle', maxWidth: 220 }), '#6b7178')}</g>`
  const mark = '<path d="M126 250L142 264L126 278Z" fill="#b9bab8"/>'
  return (
    paintSlab(
      sheet,
      { x: 330, y: 670, w: 150, h: 500, d: 70, yaw },
      {
        front: shell,
        side: '#d3d3d0',
        round: 34,
        gloss: 0.5,
        frontArt: `${led(75, 70, '#3d8ff0')}${upright}${mark}`,
      },
    ) +
    paintSlab(
      sheet,
      { x: 540, y: 650, w: 84, h: 400, d: 60, yaw },
      {
        front: shell,
        side: '#d3d3d0',
        round: 26,
        gloss: 0.5,
        frontArt: '<path d="M20 186L6 200L20 214Z" fill="#b9bab8"/>',
      },
    )
  )
}

/** A disc on the floor, with the holes of its sounder above, on two metal feet that the water joins. */
function water(sheet: Sheet, tone: number): string {
  const { accent, wordmark } = brandLook(tone)
  const k = 0.5
  const rim = sheet.linear([
    [0, '#b9bab8'],
    [0.25, '#ffffff'],
    [0.6, '#e4e4e1'],
    [1, '#9a9c9b'],
  ])
  const holes = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2
    return `<circle cx="${at(Math.cos(angle) * 66)}" cy="${at(Math.sin(angle) * 66)}" r="9" fill="#43484e"/>`
  }).join('')
  const foot = (x: number) =>
    `<ellipse cx="${x}" cy="596" rx="26" ry="13" fill="#8a9098"/><ellipse cx="${x}" cy="590" rx="26" ry="13" fill="#dfe3e7"/>`
  return (
    disc(420, 610, 250, '#2a2219', k, `fill-opacity=".3" filter="${sheet.blur(18, true)}"`) +
    `<ellipse cx="400" cy="616" rx="300" ry="70" fill="#7fb7e6" fill-opacity=".5"/><ellipse cx="380" cy="608" rx="236" ry="40" fill="#fff" fill-opacity=".35"/>` +
    foot(330) +
    foot(470) +
    path('M170 420V520A230 115 0 0 0 630 520V420Z', rim) +
    disc(400, 420, 230, '#f6f6f4', k) +
    disc(400, 420, 222, 'none', k, 'stroke="#fff" stroke-width="4"') +
    `<g transform="translate(400 410) scale(1 ${k})"><circle r="96" fill="#e4e4e1"/>${holes}<circle r="30" fill="${accent}"/></g>` +
    path(lettering(wordmark, 44, { x: 400, y: 596, anchor: 'middle', maxWidth: 200 }), '#6b7178')
  )
}

/** An alarm for the hand: a small case with a sounder, and a pin on a ring that is pulled out. */
function personal(sheet: Sheet, tone: number, yaw: number): string {
  const { accent, wordmark } = brandLook(tone)
  const body = '#23282e'
  const holes = [0, 1, 2]
    .flatMap((row) =>
      [0, 1, 2, 3].map(
        (column) => `<circle cx="${64 + column * 34}" cy="${252 + row * 34}" r="9" fill="#07090b"/>`,
      ),
    )
    .join('')
  return (
    `<ellipse cx="400" cy="120" rx="74" ry="66" fill="none" stroke="#8a9098" stroke-width="16"/><ellipse cx="400" cy="117" rx="74" ry="66" fill="none" stroke="#e4e7ea" stroke-width="6"/>` +
    path(roundedRectangle(384, 178, 32, 96, 8), '#c8372d') +
    paintSlab(
      sheet,
      { x: 400, y: 670, w: 230, h: 410, d: 80, yaw },
      {
        front: body,
        side: '#15191e',
        round: 90,
        gloss: 0.8,
        frontArt: `${path(roundedRectangle(60, 40, 110, 60, 22), accent)}${path(lettering(wordmark, 44, { x: 115, y: 176, anchor: 'middle', maxWidth: 180 }), '#fff')}${holes}`,
      },
    )
  )
}

function sensor(sheet: Sheet, tone: number, yaw: number): string {
  const { wordmark } = brandLook(tone)
  const eye = sheet.linear(
    [
      [0, '#ffffff'],
      [0.4, '#eceef0'],
      [1, '#a9afb4'],
    ],
    0,
    0,
    0.8,
    1,
  )
  let facets = ''
  for (let row = 1; row < 5; row++) facets += `M50 ${150 + row * 34}H230`
  for (let column = 1; column < 5; column++) facets += `M${50 + column * 36} 150V320`
  return paintSlab(
    sheet,
    { x: 400, y: 660, w: 280, h: 430, d: 110, yaw },
    {
      front: shell,
      side: '#d3d3d0',
      round: 70,
      gloss: 0.5,
      frontArt: `${path(roundedRectangle(46, 146, 188, 180, 50), '#8f959b')}${path(roundedRectangle(50, 150, 180, 172, 46), eye)}<path d="${facets}" stroke="#aab1b7" stroke-opacity=".7" stroke-width="2"/>${led(140, 92, '#3d8ff0')}${path(lettering(wordmark, 32, { x: 140, y: 384, anchor: 'middle' }), '#6b7178')}`,
    },
  )
}

function siren(sheet: Sheet, tone: number, yaw: number): string {
  const { wordmark } = brandLook(tone)
  const red = sheet.linear([
    [0, '#7d1710'],
    [0.18, '#f0604f'],
    [0.32, '#ff9a8a'],
    [0.45, '#e0392d'],
    [0.8, '#8a1c14'],
    [1, '#c23a30'],
  ])
  const slots = Array.from({ length: 6 }, (_, index) =>
    path(roundedRectangle(90, 80 + index * 28, 220, 13, 6), '#43484e'),
  ).join('')
  return (
    paintSlab(
      sheet,
      { x: 400, y: 676, w: 400, h: 340, d: 110, yaw },
      {
        front: shell,
        side: '#d3d3d0',
        round: 50,
        gloss: 0.5,
        frontArt: `${slots}${path(lettering(wordmark, 36, { x: 200, y: 300, anchor: 'middle' }), '#6b7178')}`,
      },
    ) +
    path('M290 330V220A130 110 0 0 1 550 220V330A130 26 0 0 1 290 330Z', red, 'fill-opacity=".94"') +
    disc(420, 332, 130, 'none', 0.2, 'stroke="#fff" stroke-opacity=".3" stroke-width="3"') +
    `<ellipse cx="420" cy="230" rx="190" ry="150" fill="${sheet.radial([
      [0.2, '#ff6a55', 0.35],
      [1, '#ff6a55', 0],
    ])}"/>` +
    path(
      'M316 300V224C318 180 350 150 372 140C348 170 340 200 340 236V304Z',
      lighter('#e0392d', 0.8),
      `fill-opacity=".75" filter="${sheet.blur(3)}"`,
    ) +
    castShadow(sheet, 'M300 340H540V346H300Z', 0, 4, 4, 0.3)
  )
}
