/** Lamps: torches, headlamps, bulbs, lanterns, work lights and light strips. */
import { brandLook, emblem } from './brand-look.ts'
import { disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, contactShadow, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintSlab, roundedRectangle } from './solid.ts'

const kinds = ['torch', 'headlamp', 'bulb', 'lantern', 'worklight', 'strip'] as const
const bases = ['E27', 'E14', 'GU10', 'G9', 'G4'] as const
const torchBodies = ['barrel', 'key', 'pen'] as const
const lights = ['white', 'uv'] as const
const shapes = ['globe', 'pear', 'candle', 'ball', 'spot', 'pin'] as const

/** What a lamp prints, each figure with its unit (unknown ones are empty), and the form of a bulb. */
interface LampLook {
  tone: number
  angle: boolean
  base: (typeof bases)[number]
  shape: (typeof shapes)[number]
  body: (typeof torchBodies)[number]
  light: (typeof lights)[number]
  lumens: string
  kelvin: string
  volts: string
  length: string
}

export function drawLamp(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'torch')
  const angle = parameters.view === 'angle'
  const look: LampLook = {
    tone: parameters.tone,
    angle,
    base: parameters.choice('base', bases, 'E27'),
    shape: parameters.choice('shape', shapes, 'globe'),
    body: parameters.choice('body', torchBodies, 'barrel'),
    light: parameters.choice('light', lights, 'white'),
    lumens: withUnit(parameters.text('lm', 6, ''), 'lm'),
    kelvin: withUnit(parameters.text('kelvin', 6, ''), 'K'),
    volts: withUnit(parameters.text('volts', 6, ''), 'V'),
    length: withUnit(parameters.text('length', 6, ''), 'm'),
  }
  const paint = { torch, headlamp, bulb, lantern, worklight, strip }[kind]
  return { art: paint(sheet, look), focus: { x: 460, y: 300, zoom: 2 } }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** An LED behind its lens, glowing warm or violet. */
function lens(
  sheet: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  light: LampLook['light'] = 'white',
): string {
  const [middle, ring, edge] =
    light === 'uv' ? ['#f3ecff', '#a884f5', '#7a63b8'] : ['#fffdf2', '#fff0b8', '#c9c2ae']
  const glass = sheet.radial(
    [
      [0, middle],
      [0.35, ring],
      [0.62, edge],
      [0.85, '#6d7480'],
      [1, '#2b3138'],
    ],
    0.45,
    0.42,
    0.6,
  )
  const ellipse = (a: number, b: number, fill: string, extra = '') =>
    `<ellipse cx="${x}" cy="${y}" rx="${at(a)}" ry="${at(b)}" fill="${fill}" ${extra}/>`
  return (
    ellipse(rx, ry, '#0b0e12') +
    ellipse(rx * 0.92, ry * 0.92, glass) +
    ellipse(rx * 0.6, ry * 0.6, 'none', 'stroke="#fff" stroke-opacity="0.35" stroke-width="2"') +
    ellipse(rx * 0.2, ry * 0.2, '#ffffff') +
    path(
      `M${at(x - rx * 0.72)} ${at(y - ry * 0.2)}A${at(rx * 0.75)} ${at(ry * 0.75)} 0 0 1 ${at(x - rx * 0.1)} ${at(y - ry * 0.74)}`,
      'none',
      `stroke="#fff" stroke-opacity="0.85" stroke-width="${at(rx * 0.05)}" stroke-linecap="round"`,
    )
  )
}

function knurl(x: number, y: number, w: number, h: number): string {
  let art = ''
  for (let row = 0; row < h / 12; row++) art += `M${x} ${at(y + row * 12)}h${w}`
  for (let column = 0; column < w / 12; column++) art += `M${at(x + column * 12)} ${y}v${h}`
  return `<path d="${art}" stroke="#000" stroke-opacity="0.28" stroke-width="2.4"/>`
}

/** A torch by its body: a barrel with a wide head, a short one on a key ring, or a pen with a clip. */
function torch(sheet: Sheet, look: LampLook): string {
  const { outline, art } = { barrel: torchBarrel, key: keyTorch, pen: penTorch }[look.body](sheet, look)
  return `<g transform="translate(400 400) rotate(${look.angle ? 62 : 34}) scale(0.98)">${castShadow(sheet, outline, 34, 8, 20, 0.3)}${castShadow(sheet, outline, 12, 4, 7, 0.45)}${art}</g>`
}

interface TorchArt {
  outline: string
  art: string
}

function torchBarrel(sheet: Sheet, { tone, lumens, light }: LampLook): TorchArt {
  const { accent, wordmark } = brandLook(tone)
  const outline =
    'M-58 330V-90Q-58 -116 -84 -140Q-104 -160 -104 -186V-300H104V-186Q104 -160 84 -140Q58 -116 58 -90V330Q58 348 40 348H-40Q-58 348 -58 330Z'
  return {
    outline,
    art:
      path(outline, metalShade(sheet, '#4a525c')) +
      knurl(-58, 20, 116, 240) +
      path('M-58 -72H58V-54H-58Z', accent) +
      `<rect x="-104" y="-226" width="208" height="7" fill="#000" fill-opacity=".4"/><rect x="-104" y="-208" width="208" height="7" fill="#000" fill-opacity=".4"/><rect x="-58" y="286" width="116" height="8" fill="#000" fill-opacity=".45"/>` +
      `<rect x="-26" y="-34" width="52" height="42" rx="18" fill="#0d1014"/><rect x="-20" y="-29" width="40" height="30" rx="14" fill="${lighter(accent, 0.1)}"/>` +
      `<g transform="rotate(-90)">${path(lettering(wordmark, 44, { x: -268, y: 15, maxWidth: 200 }), '#fff', 'fill-opacity=".85"')}${path(lettering(lumens, 36, { x: 200, y: 13, anchor: 'end', maxWidth: 112 }), accent)}</g>` +
      lens(sheet, 0, -300, 104, 44, light),
  }
}

/** As long as one AAA cell, with an eye and a split ring at its foot. */
function keyTorch(sheet: Sheet, { tone, lumens, light }: LampLook): TorchArt {
  const { accent, wordmark } = brandLook(tone)
  const outline = 'M-62 178V-196Q-62 -214 -44 -214H44Q62 -214 62 -196V178Q62 200 40 200H-40Q-62 200 -62 178Z'
  const steel = metalShade(sheet)
  return {
    outline,
    art:
      `<ellipse cx="0" cy="296" rx="82" ry="74" fill="none" stroke="#8a9098" stroke-width="15"/><ellipse cx="0" cy="294" rx="82" ry="74" fill="none" stroke="#dfe3e7" stroke-width="6"/>` +
      path('M-22 196H22V238Q22 250 10 250H-10Q-22 250 -22 238Z', steel) +
      '<circle cx="0" cy="226" r="10" fill="#15202b"/>' +
      path(outline, metalShade(sheet, '#4a525c')) +
      path('M-62 -138H62V-124H-62Z', accent) +
      knurl(-62, 140, 124, 40) +
      `<g transform="rotate(-90)">${path(lettering(wordmark, 40, { x: -122, y: 0, maxWidth: 170 }), '#fff', 'fill-opacity=".85"')}${path(lettering(lumens, 32, { x: -122, y: 40, maxWidth: 110 }), accent)}</g>` +
      lens(sheet, 0, -206, 62, 27, light),
  }
}

/** Slim, with a pocket clip and a push button at its foot. */
function penTorch(sheet: Sheet, { tone, lumens, light }: LampLook): TorchArt {
  const { accent, wordmark } = brandLook(tone)
  const outline = 'M-36 316V-306Q-36 -322 -20 -322H20Q36 -322 36 -306V316Q36 328 24 328H-24Q-36 328 -36 316Z'
  const steel = metalShade(sheet)
  return {
    outline,
    art:
      path('M-17 320H17V352Q17 362 7 362H-7Q-17 362 -17 352Z', steel) +
      path(outline, metalShade(sheet, '#4a525c')) +
      path('M-36 -256H36V-246H-36Z', accent) +
      path('M-36 286H36V298H-36Z', accent) +
      path('M10 276V40Q10 26 19 26T28 40V268Q28 280 19 280T10 276Z', steel) +
      `<g transform="rotate(-90)">${path(lettering(wordmark, 30, { x: -20, y: 10, maxWidth: 140 }), '#fff', 'fill-opacity=".85"')}${path(lettering(lumens, 26, { x: 236, y: 9, anchor: 'end', maxWidth: 90 }), accent)}</g>` +
      lens(sheet, 0, -316, 36, 15, light),
  }
}

function headlamp(sheet: Sheet, { tone, angle, lumens }: LampLook): string {
  const { accent, emblem: mark } = brandLook(tone)
  const strap = sheet.linear([
    [0, darker(accent, 0.5)],
    [0.2, accent],
    [0.5, darker(accent, 0.1)],
    [0.8, darker(accent, 0.3)],
    [1, darker(accent, 0.6)],
  ])
  const inner = sheet.linear([
    [0, '#15191e'],
    [0.5, '#3a414a'],
    [1, '#15191e'],
  ])
  const body = roundedRectangle(270, 400, 260, 190, 60)
  const shell = sheet.linear(
    [
      [0, '#565f69'],
      [0.3, '#2c333a'],
      [1, '#101418'],
    ],
    0,
    0,
    0.8,
    1,
  )
  const art =
    contactShadow(sheet, 400, 616, 270, 40, 0.7) +
    path('M120 330A280 130 0 0 1 680 330V392A280 130 0 0 0 120 392Z', inner) +
    path('M120 330A280 150 0 0 0 680 330V400A280 160 0 0 1 120 400Z', strap) +
    path('M130 356A276 150 0 0 0 670 356', 'none', 'stroke="#fff" stroke-opacity=".35" stroke-width="5"') +
    path('M352 220Q352 190 400 190T448 220L470 420H330Z', strap) +
    castShadow(sheet, body, 8, 12, 8, 0.4) +
    path(body, shell) +
    path(
      roundedRectangle(270, 400, 260, 190, 60),
      'none',
      'stroke="#fff" stroke-opacity=".25" stroke-width="3"',
    ) +
    lens(sheet, 365, 495, 74, 74) +
    lens(sheet, 476, 470, 28, 28) +
    path(emblem(mark, 36, 476, 540), accent) +
    path(roundedRectangle(380, 390, 70, 16, 8), accent) +
    path(lettering(lumens, 34, { x: 400, y: 300, anchor: 'middle', maxWidth: 84 }), inkOn(accent))
  return angle
    ? `<g transform="translate(400 420) scale(1.12) rotate(-7) translate(-400 -420)">${art}</g>`
    : art
}

/** Outlines of the glass above the collar (y 462), by shape. */
const glassOutlines: Record<LampLook['shape'], string> = {
  pear: 'M252 330C252 224 318 150 400 150S548 224 548 330C548 392 512 430 494 462H306C288 430 252 392 252 330Z',
  globe:
    'M214 300C214 190 296 112 400 112S586 190 586 300C586 380 540 430 494 462H306C260 430 214 380 214 300Z',
  candle:
    'M326 462C286 400 300 320 340 250C366 204 388 168 400 120C412 168 434 204 460 250C500 320 514 400 474 462Z',
  ball: 'M276 340C276 262 330 206 400 206S524 262 524 340C524 396 500 430 478 462H322C300 430 276 396 276 340Z',
  spot: 'M250 230H550L500 462H300Z',
  pin: 'M334 250Q334 206 400 206T466 250V462H334Z',
}

/** A bulb: its glass by shape, a collar that prints flux and colour, and the base that it is sold for. */
function bulb(sheet: Sheet, { tone, angle, base, shape, lumens, kelvin }: LampLook): string {
  const { accent, wordmark } = brandLook(tone)
  const cold = Number.parseInt(kelvin, 10) >= 4000
  const dome = sheet.radial(
    [
      [0, '#ffffff'],
      [0.4, cold ? '#fafdff' : '#fffbee'],
      [0.75, cold ? '#e3ebf0' : '#f2ead6'],
      [0.93, cold ? '#c2cbd2' : '#d4cbb6'],
      [1, '#b0aea6'],
    ],
    0.38,
    0.34,
    0.7,
  )
  const collar = sheet.linear([
    [0, '#b6b9bc'],
    [0.2, '#ffffff'],
    [0.55, '#e4e5e6'],
    [0.9, '#9a9ea3'],
    [1, '#c8cbce'],
  ])
  const glow = cold ? '#cfe6ff' : '#ffdf87'
  const glass = glassOutlines[shape]
  const face = shape === 'spot'
  const wide = shape === 'pin' || shape === 'candle' ? 78 : 94
  const art =
    disc(412, 676, 70, '#120d08', 0.2, `fill-opacity=".45" filter="${sheet.blur(9, true)}"`) +
    `<circle cx="400" cy="320" r="240" fill="${sheet.radial([
      [0, glow, 0.42],
      [0.55, glow, 0.14],
      [1, glow, 0],
    ])}"/>` +
    lampBase(sheet, base) +
    path(`M${400 - wide} 462H${400 + wide}L460 562Q458 568 450 568H350Q342 568 340 562Z`, collar) +
    path(`M${400 - wide} 462H${400 + wide}L${400 + wide - 3} 472H${400 - wide + 3}Z`, accent) +
    path(lettering(wordmark, 26, { x: 400, y: 498, anchor: 'middle', maxWidth: 116 }), '#3a424a') +
    path(
      lettering(`${base}  ${lumens}`, 24, { x: 400, y: 528, anchor: 'middle', maxWidth: 118 }),
      '#3a424a',
    ) +
    path(lettering(kelvin, 24, { x: 400, y: 556, anchor: 'middle', maxWidth: 100 }), '#3a424a') +
    path(glass, face ? collar : dome) +
    (face
      ? `<ellipse cx="400" cy="230" rx="150" ry="44" fill="#8a9098"/><ellipse cx="400" cy="230" rx="138" ry="38" fill="${dome}"/>`
      : `<g clip-path="${sheet.clip(`<path d="${glass}"/>`)}">${path('M300 320C302 250 340 196 380 182C346 212 328 262 326 330Q314 346 300 320Z', '#fff', `fill-opacity=".9" filter="${sheet.blur(4)}"`)}</g>`)
  return angle ? `<g transform="translate(400 410) rotate(24) translate(-400 -410)">${art}</g>` : art
}

/** Screw bases by diameter (27 and 14 mm), the bayonet pins of GU10, the loops of G9 and the wires of G4. */
function lampBase(sheet: Sheet, base: LampLook['base']): string {
  const metal = metalShade(sheet, '#b9bfc5')
  if (base === 'E27' || base === 'E14') {
    const r = base === 'E27' ? 48 : 30
    let thread = ''
    for (let turn = 0; turn < 5; turn++)
      thread += path(
        `M${400 - r} ${566 + turn * 17}Q400 ${578 + turn * 17} ${400 + r} ${562 + turn * 17}V${574 + turn * 17}Q400 ${592 + turn * 17} ${400 - r} ${578 + turn * 17}Z`,
        metal,
      )
    return (
      path(
        `M${at(400 - r * 0.8)} 648H${at(400 + r * 0.8)}L${at(400 + r * 0.5)} 670H${at(400 - r * 0.5)}Z`,
        '#23282e',
      ) +
      `<rect x="${400 - r + 2}" y="556" width="${r * 2 - 4}" height="94" fill="${metalShade(sheet, '#8d949b')}"/>${thread}`
    )
  }
  if (base === 'GU10') {
    const pin = (x: number) =>
      `<rect x="${x - 9}" y="606" width="18" height="40" fill="${metal}"/><rect x="${x - 14}" y="642" width="28" height="24" rx="6" fill="${metal}"/>`
    return path('M344 560H456V596Q456 612 440 612H360Q344 612 344 596Z', '#eceae4') + pin(368) + pin(432)
  }
  const loop = base === 'G9'
  const wire = (x: number) =>
    loop
      ? `<path d="M${x - 11} 590V640Q${x - 11} 656 ${x} 656T${x + 11} 640V590" fill="none" stroke="${metal}" stroke-width="7"/>`
      : `<rect x="${x - 3.5}" y="590" width="7" height="76" rx="3" fill="${metal}"/>`
  return path('M352 560H448V600H352Z', '#eceae4') + wire(loop ? 376 : 384) + wire(loop ? 424 : 416)
}

function lantern(sheet: Sheet, { tone, lumens }: LampLook): string {
  const { accent, wordmark } = brandLook(tone)
  const shell = sheet.linear([
    [0, darker(accent, 0.5)],
    [0.2, lighter(accent, 0.35)],
    [0.36, accent],
    [0.75, darker(accent, 0.35)],
    [0.96, darker(accent, 0.55)],
    [1, accent],
  ])
  const dark = metalShade(sheet, '#3a424b')
  const glow = sheet.linear([
    [0, '#d9c58a', 0.9],
    [0.3, '#fffbe6', 0.95],
    [0.6, '#ffedb0', 0.92],
    [1, '#b9a368', 0.9],
  ])
  return (
    contactShadow(sheet, 400, 650, 150, 30) +
    path(
      'M270 250C250 90 550 90 530 250',
      'none',
      'stroke="#20252b" stroke-width="16" stroke-linecap="round"',
    ) +
    path(
      'M274 244C258 100 542 100 526 244',
      'none',
      'stroke="#7a838d" stroke-width="4" stroke-linecap="round"',
    ) +
    path('M250 540V640A150 30 0 0 0 550 640V540Z', shell) +
    path(lettering(wordmark, 44, { x: 400, y: 614, anchor: 'middle', maxWidth: 200 }), inkOn(accent)) +
    path(lettering(lumens, 38, { x: 400, y: 656, anchor: 'middle' }), inkOn(accent)) +
    path('M272 300V540A128 26 0 0 0 528 540V300Z', glow) +
    [0.24, 0.5, 0.76]
      .map(
        (share) =>
          `<rect x="${at(272 + 256 * share - 5)}" y="306" width="10" height="252" fill="#20252b" fill-opacity=".55"/>`,
      )
      .join('') +
    `<ellipse cx="400" cy="430" rx="60" ry="110" fill="#fff" fill-opacity=".9" filter="${sheet.blur(24)}"/>` +
    path('M256 250V308A144 28 0 0 0 544 308V250Z', dark) +
    disc(400, 250, 144, '#59626c', 0.2) +
    disc(400, 246, 100, '#3a424b', 0.2) +
    path('M250 540A150 30 0 0 0 550 540', 'none', 'stroke="#fff" stroke-opacity=".5" stroke-width="3"')
  )
}

function worklight(sheet: Sheet, { tone, angle, lumens }: LampLook): string {
  const { accent, wordmark } = brandLook(tone)
  let leds = ''
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 8; column++)
      leds += `<circle cx="${66 + column * 44}" cy="${66 + row * 44}" r="12" fill="#fff7d6"/><circle cx="${66 + column * 44}" cy="${66 + row * 44}" r="5" fill="#ffd25a"/>`
  const leg = (line: string) =>
    `<path d="${line}" fill="none" stroke="#14181d" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/><path d="${line}" transform="translate(-3 -4)" fill="none" stroke="#59626c" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`
  return (
    disc(410, 672, 240, '#120d08', 0.14, `fill-opacity=".4" filter="${sheet.blur(12, true)}"`) +
    leg('M180 430L150 664H600M640 440L664 640L600 664') +
    paintSlab(
      sheet,
      { x: 400, y: 560, w: 440, h: 340, d: 70, yaw: angle ? 36 : 20 },
      {
        front: accent,
        side: '#23282e',
        round: 34,
        shadow: false,
        frontArt: `${path(roundedRectangle(28, 28, 384, 252, 16), '#e9e6dc')}${leds}${path(roundedRectangle(28, 28, 384, 252, 16), '#fff', 'fill-opacity=".25"')}${path(lettering(wordmark, 38, { x: 34, y: 322, maxWidth: 210 }), '#15202b')}${path(lettering(lumens, 38, { x: 406, y: 322, anchor: 'end' }), '#15202b')}`,
      },
    ) +
    path(
      'M250 190C260 110 560 120 560 200',
      'none',
      'stroke="#20252b" stroke-width="20" stroke-linecap="round"',
    )
  )
}

function strip(sheet: Sheet, { tone, length, volts }: LampLook): string {
  const { accent } = brandLook(tone)
  let art = ''
  const metres = Number.parseFloat(length)
  const turns = metres <= 2 ? 3 : metres <= 5 ? 5 : 7
  for (let turn = turns - 1; turn >= 0; turn--) {
    const rx = 250 - turn * 26
    const ry = rx * 0.62
    art += `<ellipse cx="400" cy="${at(388 - turn * 2)}" rx="${rx}" ry="${at(ry)}" fill="none" stroke="${turn % 2 ? '#d9d9d4' : '#f6f5f1'}" stroke-width="21"/><ellipse cx="400" cy="${at(388 - turn * 2)}" rx="${rx}" ry="${at(ry)}" fill="none" stroke="#ffd564" stroke-width="10" stroke-dasharray="11 17"/><ellipse cx="400" cy="${at(398 - turn * 2)}" rx="${rx}" ry="${at(ry)}" fill="none" stroke="#000" stroke-opacity=".12" stroke-width="3"/>`
  }
  return (
    `<ellipse cx="416" cy="412" rx="190" ry="118" fill="none" stroke="#2a2219" stroke-opacity=".3" stroke-width="130" filter="${sheet.blur(16)}"/>` +
    `<ellipse cx="400" cy="385" rx="300" ry="210" fill="${sheet.radial([
      [0.5, '#ffdf87', 0.3],
      [1, '#ffdf87', 0],
    ])}"/>${art}` +
    path('M650 390C660 520 640 600 560 640', 'none', 'stroke="#e9e8e3" stroke-width="22"') +
    path(
      'M650 390C660 520 640 600 560 640',
      'none',
      'stroke="#ffd564" stroke-width="10" stroke-dasharray="11 17"',
    ) +
    `<g transform="translate(556 642) rotate(62)">${path(roundedRectangle(-18, -8, 36, 78, 8), '#23282e')}${path(roundedRectangle(-18, 8, 36, 10, 2), accent)}</g>` +
    castShadow(sheet, roundedRectangle(330, 350, 140, 96, 12), 4, 6, 5, 0.3) +
    path(roundedRectangle(330, 350, 140, 96, 12), '#f6f3ec') +
    path(
      lettering(length, 36, { x: 400, y: 390, anchor: 'middle' }) +
        lettering(volts, 30, { x: 400, y: 430, anchor: 'middle' }),
      '#15202b',
    )
  )
}
