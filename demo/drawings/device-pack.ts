/** Battery packs made for one device: phones, laptops, tools, cordless phones, vacuums, bicycles. */
import { brandLook, emblem, sleeveColour } from './brand-look.ts'
import { paintCell } from './cell.ts'
import { disc } from './cylinder.ts'
import type { Drawing } from './drawing.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'
import { contacts, gold, label, type PackLook } from './pack-label.ts'
import { paintBox, paintSlab, placeFaces, roundedRectangle, type Solid } from './solid.ts'

const kinds = [
  'phone',
  'phone-removable',
  'laptop',
  'laptop-flat',
  'tablet',
  'tool',
  'tool-slim',
  'tool-stick',
  'camera',
  'cordless',
  'vacuum',
  'toothbrush',
  'ebike',
] as const

const defaultVolts: Record<(typeof kinds)[number], string> = {
  phone: '3.85',
  'phone-removable': '3.7',
  laptop: '11.4',
  'laptop-flat': '11.4',
  tablet: '3.8',
  tool: '18',
  'tool-slim': '12',
  'tool-stick': '12',
  camera: '7.2',
  cordless: '3.6',
  vacuum: '21.6',
  toothbrush: '1.2',
  ebike: '36',
}

const chemistryWords = { liion: 'Li-ion', lipo: 'Li-Polymer', nimh: 'Ni-MH' } as const
const chemistryNames = Object.keys(chemistryWords) as (keyof typeof chemistryWords)[]

export function drawDevicePack(sheet: Sheet, parameters: Parameters): Drawing {
  const kind = parameters.choice('kind', kinds, 'phone')
  const volts = parameters.text('volts', 6, defaultVolts[kind]).replace(/\s*[vV]$/, '')
  const look: PackLook = {
    volts: `${volts} V`,
    capacity: withUnit(parameters.text('mah', 6, ''), 'mAh') || withUnit(parameters.text('ah', 6, ''), 'Ah'),
    chemistry: chemistryWords[parameters.choice('chem', chemistryNames, 'liion')],
    tone: parameters.tone,
    yaw: parameters.view === 'angle' ? 40 : 22,
  }
  const tools = parameters.choice('tools', ['without', 'with'], 'without') === 'with'
  const paint = {
    phone,
    'phone-removable': removablePhone,
    laptop,
    'laptop-flat': flatLaptop,
    tablet,
    tool,
    'tool-slim': slimTool,
    'tool-stick': stickTool,
    camera,
    cordless: wrappedCells,
    vacuum,
    toothbrush,
    ebike,
  }[kind]
  return {
    art: paint(sheet, look) + (tools ? openingTools(sheet, look.tone) : ''),
    focus: { x: 350, y: 330, zoom: 2 },
  }
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

function phone(sheet: Sheet, look: PackLook): string {
  const solid: Solid = { x: 400, y: 656, w: 300, h: 500, d: 34, yaw: look.yaw }
  const { front } = placeFaces(solid)
  const foil = '#23282f'
  const flex = `M150 4V-34Q150 -50 166 -50H214Q226 -50 226 -62V-92`
  return (
    `<g transform="${front}">${castShadow(sheet, 'M196 -132H262V-88H196Z', 8, 8, 6, 0.35)}<path d="${flex}" fill="none" stroke="#8c5a1c" stroke-width="26"/><path d="${flex}" fill="none" stroke="#d18f36" stroke-width="18"/>` +
    `${path(roundedRectangle(186, -134, 84, 46, 6), '#15191e')}${contacts(196, -124, 5, 8, 26)}</g>` +
    paintSlab(sheet, solid, {
      front: foil,
      side: '#9aa1a8',
      round: 16,
      gloss: 0.8,
      frontArt: `<rect width="300" height="44" fill="#c28b2f" fill-opacity="0.9"/><rect y="40" width="300" height="5" fill="#000" fill-opacity="0.3"/>${label(look, 20, 66, 260, 412, '#f4f2ee')}`,
    })
  )
}

/** A pack that the phone's cover holds: a label on all of its front, gold contacts at the edge. */
function removablePhone(sheet: Sheet, look: PackLook): string {
  const solid: Solid = { x: 400, y: 640, w: 330, h: 440, d: 46, yaw: look.yaw }
  return paintSlab(sheet, solid, {
    front: '#23282f',
    side: '#59616a',
    round: 22,
    gloss: 0.8,
    frontArt:
      label(look, 18, 66, 294, 356, '#f4f2ee') +
      path(roundedRectangle(186, 12, 126, 40, 6), '#0c0f13') +
      contacts(198, 18, 4, 18, 28),
  })
}

/** What a kit adds for opening a device: a screwdriver, a spudger and a pick. */
function openingTools(sheet: Sheet, tone: number): string {
  const { accent } = brandLook(tone)
  const steel = metalShade(sheet)
  const driver = roundedRectangle(-20, -40, 40, 190, 16)
  const spudger = 'M-13 -150Q0 -176 13 -150L16 150Q0 172 -16 150Z'
  const pick = 'M-44 -34Q0 -58 44 -34Q34 34 0 58Q-34 34 -44 -34Z'
  const lay = (outline: string) => castShadow(sheet, outline, 7, 8, 6, 0.4)
  return (
    `<g transform="translate(650 470) rotate(14)">${lay(driver)}<rect x="-6" y="-170" width="12" height="136" rx="4" fill="${steel}"/>${path(driver, accent)}${path('M-8 -20V130M8 -20V130', 'none', 'stroke="#000" stroke-opacity=".28" stroke-width="7"')}</g>` +
    `<g transform="translate(724 500) rotate(22)">${lay(spudger)}${path(spudger, '#2b3138')}</g>` +
    `<g transform="translate(640 690) rotate(-12)">${lay(pick)}${path(pick, lighter(accent, 0.25))}</g>`
  )
}

function tablet(sheet: Sheet, look: PackLook): string {
  const solid: Solid = { x: 400, y: 640, w: 560, h: 430, d: 22, yaw: look.yaw * 0.8 }
  const cell = (x: number) =>
    path(roundedRectangle(x, 22, 250, 386, 14), '#343b44') +
    path(
      roundedRectangle(x + 6, 28, 238, 374, 10),
      'none',
      'stroke="#fff" stroke-opacity="0.12" stroke-width="2"',
    )
  return paintSlab(sheet, solid, {
    front: '#191d23',
    side: '#59616a',
    round: 14,
    gloss: 0.7,
    frontArt: `${cell(20)}${cell(290)}${label(look, 44, 110, 202, 240, '#f4f2ee')}<rect x="240" y="0" width="80" height="40" fill="#c28b2f"/>${contacts(252, 6, 4, 10, 26)}`,
  })
}

function laptop(sheet: Sheet, look: PackLook): string {
  const solid: Solid = { x: 400, y: 560, w: 640, h: 200, d: 110, yaw: look.yaw * 0.9 }
  const { front } = placeFaces(solid)
  const body = '#20252c'
  const slots = `<g transform="${front}">${path(roundedRectangle(452, 70, 150, 60, 8), '#0b0e12')}${contacts(466, 82, 8, 10, 36)}</g>`
  const seam = [0.25, 0.5, 0.75]
    .map(
      (part) => `<path d="M${at(640 * part)} 0V200" stroke="#000" stroke-opacity="0.25" stroke-width="3"/>`,
    )
    .join('')
  return (
    paintBox(sheet, solid, {
      front: body,
      side: darker(body, 0.2),
      top: lighter(body, 0.16),
      round: 26,
      gloss: 0.55,
      frontArt: `${seam}${label(look, 30, 28, 390, 146, '#e9e6e0')}`,
      topArt:
        '<rect x="40" y="30" width="70" height="34" rx="10" fill="#0f1317"/><rect x="48" y="36" width="30" height="22" rx="6" fill="#5b646e"/>',
    }) + slots
  )
}

/** Flat cells beside each other in black foil between the screw lugs of a frame, and a plug on a ribbon of wires. */
function flatLaptop(sheet: Sheet, look: PackLook): string {
  const solid: Solid = { x: 400, y: 590, w: 660, h: 290, d: 20, yaw: look.yaw * 0.8 }
  const { front } = placeFaces(solid)
  const cell = (x: number) =>
    path(roundedRectangle(x, 26, 196, 236, 10), '#353c45') +
    path(
      roundedRectangle(x + 6, 32, 184, 224, 8),
      'none',
      'stroke="#fff" stroke-opacity="0.12" stroke-width="2"',
    )
  const lug = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="15" fill="#59626c"/><circle cx="${x}" cy="${y}" r="7" fill="#f4f2ee"/>`
  const wires = Array.from(
    { length: 6 },
    (_, index) =>
      `<path d="M${430 + index * 12} 6C${430 + index * 12} -60 ${470 + index * 12} -50 ${470 + index * 12} -112" fill="none" stroke="${['#c8372d', '#c8372d', '#e9e7e1', '#3f6fe8', '#23282e', '#23282e'][index]}" stroke-width="9"/>`,
  ).join('')
  return (
    `<g transform="${front}">${wires}${path(roundedRectangle(456, -150, 90, 46, 6), '#f1efe9', 'stroke="#b9b4ab" stroke-width="2"')}${contacts(468, -144, 5, 9, 22)}</g>` +
    paintSlab(sheet, solid, {
      front: '#191d23',
      side: '#59616a',
      round: 12,
      gloss: 0.6,
      frontArt:
        cell(24) +
        cell(232) +
        cell(440) +
        label(look, 40, 52, 372, 186, '#f4f2ee') +
        lug(12 + 10, 14) +
        lug(638, 14) +
        lug(22, 276) +
        lug(638, 276),
    })
  )
}

/** The parts of a slide pack that are as wide as its cells need. */
interface SlideForm {
  /** Of the body and of the rail. */
  width: number
  railWidth: number
  /** Sizes of the printed voltage and capacity, and the room for them beside the lights. */
  voltsSize: number
  capacitySize: number
  printWidth: number
  /** The lights of the charge level: the first one, and the step from one to the next. */
  lightsX: number
  lightStep: number
}

/** Five cells beside each other: 18 V and more. */
function tool(sheet: Sheet, look: PackLook): string {
  const form = { width: 430, railWidth: 300, voltsSize: 76, capacitySize: 40, printWidth: 240 }
  return slidePack(sheet, look, { ...form, lightsX: 300, lightStep: 26 })
}

/** Three cells beside each other: the slide packs of the 12 V class. */
function slimTool(sheet: Sheet, look: PackLook): string {
  const form = { width: 310, railWidth: 216, voltsSize: 62, capacitySize: 38, printWidth: 156 }
  return slidePack(sheet, look, { ...form, lightsX: 210, lightStep: 22 })
}

function chargeLights(x: number, y: number, step: number): string {
  const lights = [0, 1, 2, 3]
    .map(
      (index) =>
        `<circle cx="${x + index * step}" cy="${y}" r="7" fill="${index < 3 ? '#5fe08a' : '#2b3138'}"/>`,
    )
    .join('')
  return `<rect x="${x - 20}" y="${y - 16}" width="${step * 3 + 42}" height="32" rx="16" fill="#0c0f13"/>${lights}`
}

/** A body with the rail on top that slides into the tool. */
function slidePack(sheet: Sheet, look: PackLook, form: SlideForm): string {
  const { accent, emblem: mark, wordmark } = brandLook(look.tone)
  const { width, railWidth } = form
  const body: Solid = { x: 396, y: 650, w: width, h: 230, d: 250, yaw: look.yaw }
  const rail: Solid = { ...body, w: railWidth, h: 92, d: 230 }
  const { spot } = placeFaces(body)
  const [railX, railY] = spot(0, 225, 0)
  const upper: Solid = { ...rail, x: railX, y: railY }
  const slot = (share: number) => {
    const x = at(railWidth * share)
    return `<rect x="${x}" y="26" width="20" height="66" rx="3" fill="#07090b"/><rect x="${at(railWidth * share + 7)}" y="30" width="6" height="58" fill="${gold}"/>`
  }
  const grip = [0, 1, 2, 3, 4]
    .map(
      (index) =>
        `<rect x="${26 + index * 44}" y="60" width="24" height="130" rx="10" fill="#000" fill-opacity="0.32"/>`,
    )
    .join('')
  return (
    paintBox(sheet, body, {
      front: '#24292f',
      top: '#343a42',
      round: 40,
      gloss: 0.5,
      frontArt:
        path(`M-20 -20H${width + 20}V84L-20 116Z`, accent) +
        path(emblem(mark, 46, 50, 46), inkOn(accent)) +
        path(lettering(wordmark, 50, { x: 86, y: 62, maxWidth: width - 110 }), inkOn(accent)) +
        path(lettering(look.volts, form.voltsSize, { x: 28, y: 182, maxWidth: form.printWidth }), '#fff') +
        path(
          lettering(look.capacity, form.capacitySize, { x: 30, y: 220, maxWidth: form.printWidth }),
          '#fff',
        ) +
        chargeLights(form.lightsX, 196, form.lightStep),
      sideArt: grip,
    }) +
    paintBox(sheet, upper, {
      front: '#2c3239',
      top: '#454c55',
      round: 14,
      gloss: 0.4,
      shadow: false,
      frontArt:
        slot(0.2) +
        slot(0.4) +
        slot(0.67) +
        `<rect x="0" y="70" width="${railWidth}" height="8" fill="#000" fill-opacity="0.35"/>`,
      topArt: `<rect x="30" y="40" width="${railWidth - 60}" height="40" rx="6" fill="#000" fill-opacity="0.22"/>`,
    })
  )
}

/** Three upright cells in a stem that is pushed into the handle, on a foot with a latch on each side. */
function stickTool(sheet: Sheet, look: PackLook): string {
  const { accent, emblem: mark, wordmark } = brandLook(look.tone)
  const foot: Solid = { x: 396, y: 664, w: 310, h: 196, d: 270, yaw: look.yaw }
  const [x, y] = placeFaces(foot).spot(0, 188, 0)
  const stem: Solid = { ...foot, x, y, w: 178, h: 270, d: 170 }
  const contact = (left: number) =>
    `<rect x="${left}" y="34" width="20" height="78" rx="4" fill="#07090b"/><rect x="${left + 7}" y="40" width="6" height="66" fill="${gold}"/>`
  const latch = `<rect x="80" y="52" width="110" height="86" rx="20" fill="${accent}"/><path d="M104 78H166M104 95H166M104 112H166" stroke="#000" stroke-opacity="0.4" stroke-width="7"/>`
  return (
    paintBox(sheet, foot, {
      front: '#24292f',
      top: '#343a42',
      round: 36,
      gloss: 0.5,
      frontArt:
        path('M-20 -20H330V66L-20 92Z', accent) +
        path(emblem(mark, 42, 42, 40), inkOn(accent)) +
        path(lettering(wordmark, 44, { x: 76, y: 52, maxWidth: 200 }), inkOn(accent)) +
        path(lettering(look.volts, 56, { x: 26, y: 148, maxWidth: 150 }), '#fff') +
        path(lettering(look.capacity, 34, { x: 28, y: 184, maxWidth: 150 }), '#fff') +
        chargeLights(212, 160, 22),
      sideArt: latch,
    }) +
    paintBox(sheet, stem, {
      front: '#2c3239',
      top: '#454c55',
      round: 56,
      gloss: 0.5,
      shadow: false,
      frontArt:
        contact(34) +
        contact(79) +
        contact(124) +
        '<rect x="0" y="236" width="178" height="10" fill="#000" fill-opacity="0.35"/>',
      topArt: '<rect x="34" y="54" width="110" height="62" rx="30" fill="#000" fill-opacity="0.22"/>',
    })
  )
}

function camera(sheet: Sheet, look: PackLook): string {
  const solid: Solid = { x: 405, y: 640, w: 300, h: 400, d: 170, yaw: look.yaw }
  return paintBox(sheet, solid, {
    front: '#2a2f36',
    top: '#3a414a',
    round: 30,
    gloss: 0.7,
    frontArt: label(look, 22, 40, 256, 330, '#d8dade'),
    sideArt: '<rect x="30" y="0" width="22" height="410" fill="#000" fill-opacity="0.35"/>',
    topArt: `<rect x="40" y="56" width="150" height="72" rx="8" fill="#0c0f13"/>${contacts(54, 66, 4, 20, 52)}`,
  })
}

/** Round cells side by side in clear film, with a label across them and a plug on a lead. */
function wrappedCells(sheet: Sheet, look: PackLook): string {
  const chemistry = look.chemistry === 'Ni-MH' ? 'nimh' : 'liion'
  // Cells in series: 1.2 V each in Ni-MH, 3.6 or 3.7 V in lithium ion.
  const cells = Math.max(
    1,
    Math.min(5, Math.round(Number.parseFloat(look.volts) / (chemistry === 'nimh' ? 1.2 : 3.65))),
  )
  const r = Math.min(70, 250 / cells)
  const h = Math.min(430, r * 7.4)
  const top = 640 - h
  const half = r * cells
  const cell = sheet.keep(
    paintCell(
      sheet,
      { size: 'AAA', chemistry, tone: look.tone, blank: true },
      { x: 0, y: 0, r, h, tilt: 0.2 },
    ),
  )
  const xs = Array.from({ length: cells }, (_, index) => 400 + (index - (cells - 1) / 2) * r * 2)
  const wire = (colour: string, end: number, bend: number) =>
    [
      [darker(colour, 0.45), 15],
      [colour, 12],
      [lighter(colour, 0.5), 3],
    ]
      .map(
        ([stroke, width]) =>
          `<path d="M${at(end)} ${at(top - 2)}C${at(end)} ${at(top - 150)} ${bend} ${at(top - 180)} ${bend + 60} ${at(top - 120)}S700 ${at(top - 130)} 694 ${at(top - 50)}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`,
      )
      .join('')
  const wrap = sheet.linear([
    [0, '#fff', 0.42],
    [0.12, '#fff', 0.05],
    [0.5, '#fff', 0.02],
    [0.86, '#fff', 0.08],
    [1, '#fff', 0.4],
  ])
  return (
    disc(
      412,
      650,
      r * (cells + 0.2),
      '#120d08',
      0.12,
      `fill-opacity="0.45" filter="${sheet.blur(14, true)}"`,
    ) +
    xs.map((x) => `<use href="${cell}" x="${at(x)}" y="640"/>`).join('') +
    path(
      roundedRectangle(400 - half, top + 4, half * 2, h + 10, 26),
      wrap,
      'stroke="#fff" stroke-opacity="0.35" stroke-width="2"',
    ) +
    packLabel(look, half, cells === 1) +
    wire('#c8372d', 400 - half * 0.6, 440) +
    wire('#23282e', 400 + half * 0.4, 500) +
    `<g transform="translate(30 ${at(top - 262)})">${path(roundedRectangle(626, 204, 74, 62, 8), '#f1efe9', 'stroke="#b9b4ab" stroke-width="2"')}<rect x="640" y="246" width="16" height="24" fill="#8a9098"/><rect x="670" y="246" width="16" height="24" fill="#8a9098"/></g>`
  )
}

/** A band of paper around the cells; around a single one its facts are below each other. */
function packLabel(look: PackLook, half: number, narrow: boolean): string {
  const lines = narrow
    ? [look.volts, look.capacity, look.chemistry]
    : [`${look.volts}  ${look.chemistry}`, look.capacity]
  const step = narrow ? 44 : 54
  const top = 582 - lines.length * step - 16
  const text = lines.map((line, index) =>
    lettering(line, narrow ? 36 : 46, {
      x: 400,
      y: top + step * (index + 0.94),
      anchor: 'middle',
      maxWidth: half * 2 - 14,
    }),
  )
  return (
    path(
      `M${at(400 - half)} ${top}H${at(400 + half)}V582H${at(400 - half)}Z`,
      '#f4f2ee',
      'fill-opacity="0.96"',
    ) + path(text.join(''), '#15202b')
  )
}

function vacuum(sheet: Sheet, look: PackLook): string {
  const { accent } = brandLook(look.tone)
  const body: Solid = { x: 396, y: 660, w: 330, h: 330, d: 230, yaw: look.yaw }
  const [x, y] = placeFaces(body).spot(-40, 325, 20)
  return (
    paintBox(sheet, body, {
      front: '#3b424b',
      round: 60,
      gloss: 0.7,
      frontArt:
        label(look, 36, 60, 258, 220, '#eeece7') +
        `<rect x="-30" y="300" width="400" height="60" fill="${accent}"/>`,
      topArt: '',
    }) +
    paintBox(
      sheet,
      { ...body, x, y, w: 170, h: 150, d: 150 },
      {
        front: '#2a3037',
        round: 40,
        gloss: 0.8,
        shadow: false,
        frontArt: `<rect x="30" y="30" width="110" height="60" rx="10" fill="#0c0f13"/>${contacts(46, 40, 3, 22, 40)}`,
      },
    )
  )
}

function toothbrush(sheet: Sheet, look: PackLook): string {
  const strip = (y: number, turn: number) =>
    `<g transform="translate(400 ${y}) rotate(${turn})"><rect x="-11" y="-120" width="22" height="120" rx="4" fill="${metalShade(sheet)}"/></g>`
  const chemistry = look.chemistry === 'Ni-MH' ? 'nimh' : 'liion'
  return (
    disc(410, 650, 92, '#120d08', 0.2, `fill-opacity="0.5" filter="${sheet.blur(10, true)}"`) +
    paintCell(
      sheet,
      { size: 'AA', chemistry, tone: look.tone, volts: look.volts, capacity: look.capacity, plain: true },
      { x: 400, y: 640, r: 78, h: 440 },
    ) +
    strip(204, 8) +
    `<g transform="translate(452 640) rotate(84)"><rect x="-10" y="-130" width="20" height="120" rx="4" fill="${metalShade(sheet, '#b9bfc5')}"/></g>`
  )
}

function ebike(sheet: Sheet, look: PackLook): string {
  const { accent, wordmark } = brandLook(look.tone)
  const ground = sleeveColour('alkaline', look.tone)
  const solid: Solid = { x: 400, y: 540, w: 660, h: 170, d: 130, yaw: look.yaw }
  const leds = [0, 1, 2, 3, 4]
    .map(
      (index) =>
        `<rect x="${520 + index * 20}" y="120" width="13" height="20" rx="3" fill="${index < 4 ? '#5fe08a' : '#2b3138'}"/>`,
    )
    .join('')
  return paintBox(sheet, solid, {
    front: ground,
    top: lighter(ground, 0.14),
    round: 60,
    gloss: 0.8,
    frontArt:
      path('M-30 -30H120L70 200H-30Z', accent) +
      path(lettering(wordmark, 74, { x: 140, y: 92, maxWidth: 330 }), '#fff') +
      path(lettering(`${look.volts}  ${look.capacity}`, 44, { x: 142, y: 146, maxWidth: 320 }), accent) +
      `<circle cx="590" cy="66" r="30" fill="#0c0f13"/><circle cx="590" cy="66" r="24" fill="${metalShade(sheet)}"/><rect x="586" y="52" width="8" height="28" rx="3" fill="#0c0f13"/>${leds}`,
    topArt: '<rect x="200" y="46" width="260" height="44" rx="22" fill="#000" fill-opacity="0.4"/>',
    sideArt: '<rect x="36" y="50" width="60" height="70" rx="10" fill="#07090b"/>',
  })
}
