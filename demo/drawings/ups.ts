/** Power that stays: UPS towers, sealed lead blocks, solar panels, charge controllers, inverters. */
import { brandLook, signature } from './brand-look.ts'
import { cylinderOutline, disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, darker, inkOn, lighter, metalDisc, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { paintBox, paintSlab, placeFaces, recess, roundedRectangle, type Solid } from './solid.ts'

const kinds = ['ups', 'sealed', 'panel', 'controller', 'inverter', 'station'] as const

/** Word on the label, colour of the case and whether the lead sign `Pb` is printed. */
const chemistries = {
  agm: { word: 'AGM', case: '#3a4048', lead: true },
  gel: { word: 'GEL', case: '#3a4048', lead: true },
  lead: { word: 'LEAD ACID', case: '#3a4048', lead: true },
  lithium: { word: 'LiFePO4', case: '#1f5f86', lead: false },
} as const
const chemistryNames = Object.keys(chemistries) as (keyof typeof chemistries)[]

const panelMakes = ['rigid', 'flex'] as const

const poleKinds = ['tab', 'bolt'] as const

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
  poles: (typeof poleKinds)[number]
  /** A panel in an aluminium frame, or a thin one with eyelets. */
  make: (typeof panelMakes)[number]
  /** Energy of a power station in Wh, for its size beside the others. */
  energy: number
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
    poles: parameters.choice('poles', poleKinds, 'tab'),
    make: parameters.choice('make', panelMakes, 'rigid'),
    energy: parameters.whole('wh', 100, 5000, 700),
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

/** Top face on which the lid of a sealed battery is laid out; scaled to the battery's own. */
const [topWidth, topDepth] = [470, 210]

/** Volume in cm³ of the largest sealed battery, which fills the picture. */
const largest = 27_000

/** A small battery is drawn smaller than a large one, by less than it is: 7 Ah beside 100 Ah, both to be read. */
function sealed(sheet: Sheet, look: PowerLook): string {
  const { tone, yaw, chemistry, volts, capacity, sides, poles } = look
  const brand = brandLook(tone)
  const volume = (sides.length * sides.width * sides.height) / 1000
  const share = Math.max(0.62, Math.min(1, (volume / largest) ** 0.1))
  const across = sides.length + sides.width * 0.75
  const scale = share * Math.min(700 / across, 480 / sides.height)
  const [w, h, d] = [sides.length * scale, sides.height * scale, sides.width * scale]
  const solid: Solid = { x: 400, y: 410 + h / 2 + d * 0.05, w, h, d, yaw }
  // The label is 398 × 196 around (235, 142), and leaves a margin on the face.
  const fit = Math.min(w / 426, h / 240)
  const label = `translate(${at(w / 2 - 235 * fit)} ${at(h * 0.53 - 142 * fit)}) scale(${at(fit * 100) / 100})`
  const { spot } = placeFaces(solid)
  const { word, case: ground, lead } = chemistries[chemistry]
  const size = Math.min(1.1, fit * 1.15)
  const pole = poles === 'bolt' ? boltPole : tabPole
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
        path(lettering(volts, 72, { x: 54, y: 164, maxWidth: 190 }), '#15202b') +
        path(lettering(capacity, 60, { x: 54, y: 224, maxWidth: 200 }), '#15202b') +
        path(lettering(word, 44, { x: 414, y: 152, anchor: 'end', maxWidth: 138 }), '#15202b') +
        path(lettering(lead ? 'Pb' : '', 40, { x: 414, y: 214, anchor: 'end' }), '#6b7178') +
        '</g>' +
        `<rect x="-10" y="16" width="${at(w + 30)}" height="6" fill="#000" fill-opacity=".35"/>`,
      topArt: `<g transform="scale(${at(w / topWidth)} ${at(d / topDepth)})"><rect x="120" y="50" width="230" height="110" rx="10" fill="#000" fill-opacity=".16"/></g>`,
    }) +
    pole(sheet, spot(-0.37 * w, h, 0.19 * d), '#c8372d', size) +
    pole(sheet, spot(0.37 * w, h, 0.19 * d), '#1c2127', size)
  )
}

type Spot = readonly [number, number]

/** A flat tab for a push-on connector. */
function tabPole(sheet: Sheet, [x, y]: Spot, colour: string, size: number): string {
  return `<g transform="translate(${at(x)} ${at(y)}) scale(${at(size * 100) / 100})"><ellipse rx="36" ry="12" fill="${colour}"/><path d="M-11 0V-46Q0 -56 11 -46V0Z" fill="${metalShade(sheet)}"/><circle cy="-36" r="4" fill="#23282e"/></g>`
}

/** A round pole with a bolt screwed into it. */
function boltPole(sheet: Sheet, [x, y]: Spot, colour: string, size: number): string {
  const collar = { x: 0, y: 0, r: 40, h: 14, tilt: 0.3 }
  return (
    `<g transform="translate(${at(x)} ${at(y)}) scale(${at(size * 100) / 100})">` +
    `<path d="${cylinderOutline(collar)}" fill="${colour}"/>${disc(0, -14, 40, lighter(colour, 0.16), 0.3)}` +
    `<path d="${cylinderOutline({ x: 0, y: -14, r: 26, h: 10, tilt: 0.3 })}" fill="${metalShade(sheet)}"/>${disc(0, -24, 26, metalDisc(sheet), 0.3)}` +
    `<path d="M-17 -26L-9 -33H9L17 -26V-44L9 -50H-9L-17 -44Z" fill="${metalShade(sheet)}"/><path d="M-17 -44L-9 -50H9L17 -44L9 -38H-9Z" fill="${metalDisc(sheet, '#dfe3e6')}"/></g>`
  )
}

function panel(sheet: Sheet, { tone, yaw, power, make }: PowerLook): string {
  const flex = make === 'flex'
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
  const eyelets = [
    [12, 12],
    [376, 12],
    [12, 552],
    [376, 552],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="9" fill="#b9bfc5"/><circle cx="${x}" cy="${y}" r="5" fill="#59616a"/>`,
    )
    .join('')
  return paintSlab(
    sheet,
    { x: 400, y: 694, w: 388, h: 564, d: flex ? 7 : 30, yaw: yaw - 4 },
    {
      front: flex ? '#f4f4f2' : '#c3c9cf',
      side: flex ? '#dcdcd8' : '#9aa2aa',
      round: flex ? 22 : 6,
      gloss: 0.9,
      frontArt: `${flex ? eyelets : '<rect x="12" y="12" width="364" height="540" fill="#eef0f2"/>'}${grid}<path d="M20 20H250L90 548H20Z" fill="#fff" fill-opacity=".1"/><rect x="340" y="536" width="34" height="12" fill="${brand.accent}"/>${path(roundedRectangle(134, 262, 120, 54, 8), '#f3f1ec')}${path(lettering(power, 40, { x: 194, y: 303, anchor: 'middle', maxWidth: 106 }), '#15202b')}`,
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

/** An inverter: finned aluminium, one mains socket, a USB port and a switch. */
function inverter(sheet: Sheet, { tone, yaw, power }: PowerLook): string {
  const brand = brandLook(tone)
  const fins = Array.from(
    { length: 11 },
    (_, index) =>
      `<rect x="0" y="${10 + index * 30}" width="420" height="12" fill="#000" fill-opacity=".3"/><rect x="0" y="${22 + index * 30}" width="420" height="4" fill="#fff" fill-opacity=".18"/>`,
  ).join('')
  return paintBox(
    sheet,
    { x: 400, y: 600, w: 430, h: 230, d: 420, yaw: yaw + 4 },
    {
      front: '#353c44',
      side: '#aab1b8',
      top: '#b9c0c6',
      round: 20,
      gloss: 0.7,
      frontArt: `<rect width="430" height="14" fill="${brand.accent}"/>${mainsSocket(sheet, 100, 124, 66)}${path(signature(brand, 40, 300, 66, 210), '#fff')}${usbSocket('a', 238, 122)}${path(roundedRectangle(316, 96, 74, 50, 8), '#c8372d')}<path d="M340 112v18" stroke="#fff" stroke-width="5" stroke-linecap="round"/><circle cx="366" cy="121" r="9" fill="none" stroke="#fff" stroke-width="4"/>${path(lettering(power, 46, { x: 206, y: 200, maxWidth: 200 }), brand.accent)}`,
      sideArt: fins,
      topArt: `${path(lettering(brand.wordmark, 90, { x: 60, y: 240 }), '#3a424a', 'fill-opacity=".8"')}`,
    },
  )
}

/**
 * A power station: a case with a handle, a display, and on its front the six outlets that it has: two mains sockets,
 * two USB-C, a USB-A and a 12 V socket.
 */
function station(sheet: Sheet, { tone, yaw, power, capacity, energy }: PowerLook): string {
  const brand = brandLook(tone)
  const solid: Solid = { x: 400, y: 640, w: 520, h: 350, d: 300, yaw: yaw - 4 }
  const { spot } = placeFaces(solid)
  const [left, right] = [spot(-190, 350, 0), spot(190, 350, 0)]
  const handle = `M${at(left[0])} ${at(left[1])}C${at(left[0] + 6)} ${at(left[1] - 96)} ${at(left[0] + 20)} ${at(left[1] - 100)} ${at(left[0] + 70)} ${at(left[1] - 98)}L${at(right[0] - 70)} ${at(right[1] - 98)}C${at(right[0] - 20)} ${at(right[1] - 98)} ${at(right[0] - 6)} ${at(right[1] - 92)} ${at(right[0])} ${at(right[1])}`
  const stroke = (paint: string, width: number) =>
    `<path d="${handle}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round"/>`
  const bars = [0, 1, 2, 3, 4]
    .map(
      (bar) =>
        `<rect x="${52 + bar * 26}" y="62" width="20" height="34" rx="3" fill="${bar < 4 ? '#58e08a' : '#24323c'}"/>`,
    )
    .join('')
  const art =
    `<rect width="520" height="16" fill="${brand.accent}"/>` +
    path(roundedRectangle(34, 44, 210, 104, 12), '#0d1a24') +
    bars +
    path(lettering(power, 34, { x: 52, y: 134, maxWidth: 180 }), '#8fd8ff') +
    path(signature(brand, 44, 380, 76, 240), '#fff') +
    path(lettering(capacity, 40, { x: 380, y: 140, anchor: 'middle', maxWidth: 220 }), brand.accent) +
    mainsSocket(sheet, 96, 246, 66) +
    mainsSocket(sheet, 242, 246, 66) +
    usbSocket('c', 358, 212) +
    usbSocket('c', 358, 250) +
    usbSocket('a', 358, 292) +
    carSocket(456, 246)
  const scale = at(Math.min(1, (energy / 1540) ** 0.14) * 100) / 100
  return `<g transform="translate(400 430) scale(${scale}) translate(-400 -430)">${paintBox(sheet, solid, {
    front: '#353c44',
    side: '#2b3138',
    top: '#454d56',
    round: 34,
    gloss: 0.6,
    frontArt: art,
    sideArt: Array.from(
      { length: 7 },
      (_, index) =>
        `<rect x="50" y="${90 + index * 30}" width="200" height="12" rx="6" fill="#000" fill-opacity=".4"/>`,
    ).join(''),
  })}${stroke('#1b2026', 36)}${stroke('#59626c', 9)}</g>`
}

/** A socket for earthed plugs (CEE 7/3): a round well, two holes, an earth clip above and below. */
function mainsSocket(sheet: Sheet, x: number, y: number, r: number): string {
  const hole = (side: number) =>
    `<circle cx="${at(x + side * r * 0.34)}" cy="${y}" r="${at(r * 0.13)}" fill="#000"/>`
  const clip = (side: number) =>
    path(
      roundedRectangle(x - r * 0.11, y + side * r * 0.7 - r * 0.14, r * 0.22, r * 0.28, 3),
      metalShade(sheet),
    )
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#e9e7e1"/><circle cx="${x}" cy="${at(y + 2)}" r="${at(r * 0.86)}" fill="#8a9098"/><circle cx="${x}" cy="${y}" r="${at(r * 0.83)}" fill="#c9cbc8"/><circle cx="${x}" cy="${at(y + 2)}" r="${at(r * 0.7)}" fill="#d8d9d6"/>` +
    hole(-1) +
    hole(1) +
    clip(-1) +
    clip(1)
  )
}

/** A USB-C or USB-A socket around its middle. */
function usbSocket(kind: 'c' | 'a', x: number, y: number): string {
  return kind === 'c'
    ? recess(x - 25, y - 10, 50, 20, 10) + path(roundedRectangle(x - 15, y - 3, 30, 6, 3), '#7b838b')
    : recess(x - 29, y - 14, 58, 28, 4) + path(roundedRectangle(x - 23, y - 10, 46, 10, 2), '#e9ebee')
}

/** The round 12 V socket of a car, with its contact in the middle. */
function carSocket(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="44" fill="#59626c"/><circle cx="${x}" cy="${y}" r="37" fill="#07090b"/><circle cx="${x}" cy="${y}" r="24" fill="none" stroke="#2b3138" stroke-width="4"/><circle cx="${x}" cy="${y}" r="9" fill="#b9bfc5"/>`
}
