/** Battery testers: one with a display, one with a needle, and one with clamps for the battery of a car. */
import { brandLook, signature } from './brand-look.ts'
import { leadStroke } from './cable.ts'
import { clampPath } from './clamp.ts'
import { lettering } from './lettering.ts'
import { at, castShadow, metalShade, type Sheet } from './light.ts'
import { paintSlab, recess, roundedRectangle } from './solid.ts'

export const testerMakes = ['digital', 'analog', 'vehicle'] as const
export type TesterMake = (typeof testerMakes)[number]

export interface TesterLook {
  tone: number
  make: TesterMake
  /** The voltage of the batteries that a tester for vehicles is for, with its unit. */
  volts: string
}

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

export function tester(sheet: Sheet, look: TesterLook): string {
  return look.make === 'vehicle' ? vehicleTester(sheet, look) : cellTester(sheet, look)
}

/** The ends of the seven segments of a digit on a field of 40 × 70, in the order of `segmentsOf`. */
const segments = ['M6 2H34', 'M38 6V31', 'M38 39V64', 'M6 68H34', 'M2 39V64', 'M2 6V31', 'M6 35H34']
/** Which segments are lit, by digit. */
const segmentsOf: Record<string, number[]> = {
  '0': [0, 1, 2, 3, 4, 5],
  '1': [1, 2],
  '2': [0, 1, 6, 4, 3],
  '4': [5, 6, 1, 2],
  '5': [0, 5, 6, 2, 3],
  '6': [0, 5, 4, 3, 2, 6],
}

/** A reading on a display, which is an example and no fact of the product: figures of seven segments. */
function reading(text: string, x: number, y: number, scale: number): string {
  let pen = 0
  let art = ''
  for (const sign of text) {
    if (sign === '.') {
      art += `M${at(pen - 4)} 66v4`
      pen += 8
      continue
    }
    for (const index of segmentsOf[sign] ?? [])
      art += segments[index]!.replace(/^M(\d+)/, (_, left: string) => `M${at(Number(left) + pen)}`).replace(
        /H(\d+)/,
        (_, right: string) => `H${at(Number(right) + pen)}`,
      )
    pen += 54
  }
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${art}" fill="none" stroke="#1f3026" stroke-width="7" stroke-linecap="round"/>`
}

/** A case for the hand: a window above, below it a cradle whose arm slides to the length of the cell. */
function cellTester(sheet: Sheet, { tone, make }: TesterLook): string {
  const brand = brandLook(tone)
  const digital = make === 'digital'
  return paintSlab(
    sheet,
    { x: 400, y: 660, w: 300, h: 490, d: 80, yaw: 24 },
    {
      front: digital ? '#262b31' : '#d9dcd8',
      side: digital ? '#1c2126' : '#aeb3b0',
      round: 34,
      gloss: 0.7,
      frontArt:
        (digital ? digitalWindow() : dialWindow()) +
        path(signature(brand, 34, 150, 250, 220), digital ? '#fff' : '#2b3138') +
        path(roundedRectangle(36, 290, 228, 160, 16), '#0c0f13') +
        path(roundedRectangle(52, 352, 26, 40, 4), metalShade(sheet)) +
        path(roundedRectangle(186, 346, 26, 52, 4), metalShade(sheet)) +
        path(roundedRectangle(206, 330, 40, 84, 10), digital ? '#59626c' : '#c8372d') +
        `<path d="M220 344v56M232 344v56" stroke="#000" stroke-opacity=".4" stroke-width="4"/>` +
        `<rect x="78" y="366" width="108" height="12" rx="6" fill="#3a424b"/>`,
    },
  )
}

function digitalWindow(): string {
  return (
    recess(36, 40, 228, 150, 14, '#cfdccb') +
    reading('1.52', 62, 78, 0.92) +
    path(lettering('V', 50, { x: 214, y: 142 }), '#1f3026')
  )
}

/** A white face with a red, a yellow and a green field, and a needle in the green one. */
function dialWindow(): string {
  const field = (from: number, to: number, colour: string) => {
    const point = (angle: number) => `${at(150 + Math.cos(angle) * 104)} ${at(178 - Math.sin(angle) * 104)}`
    return `<path d="M${point(from)}A104 104 0 0 1 ${point(to)}" fill="none" stroke="${colour}" stroke-width="26"/>`
  }
  return (
    recess(36, 40, 228, 166, 14, '#fbfaf6') +
    field(2.6, 1.9, '#d04438') +
    field(1.9, 1.45, '#f0b429') +
    field(1.45, 0.54, '#3fae6a') +
    '<path d="M150 186L203 84" stroke="#15202b" stroke-width="6" stroke-linecap="round"/><circle cx="150" cy="188" r="14" fill="#15202b"/>'
  )
}

/** A case with a display and buttons, and a lead with a clamp for each pole. */
function vehicleTester(sheet: Sheet, { tone, volts }: TesterLook): string {
  const brand = brandLook(tone)
  const lead = (line: string, colour: string) => leadStroke(sheet, line, colour, 15)
  const clamp = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${castShadow(sheet, 'M-20 0H20V130H-20Z', 8, 8, 7, 0.3)}${clampPath(sheet, colour)}</g>`
  const button = (x: number, colour: string) =>
    `<circle cx="${x}" cy="330" r="27" fill="#0c0f13"/><circle cx="${x}" cy="327" r="22" fill="${colour}"/>`
  return (
    lead('M352 190C340 60 150 60 128 250S120 440 128 470', '#c8372d') +
    lead('M430 180C450 40 660 60 674 250S690 430 684 470', '#23282e') +
    clamp(128, 470, 4, '#d04438') +
    clamp(684, 470, -4, '#353c44') +
    paintSlab(
      sheet,
      { x: 400, y: 660, w: 310, h: 470, d: 80, yaw: 20 },
      {
        front: '#262b31',
        side: '#c8372d',
        round: 40,
        gloss: 0.6,
        frontArt:
          recess(36, 44, 238, 176, 14, '#cfdccb') +
          reading('12.6', 58, 66, 0.86) +
          path(lettering(volts, 40, { x: 254, y: 200, anchor: 'end' }), '#1f3026') +
          '<path d="M58 178h96v22h-96z" fill="none" stroke="#1f3026" stroke-width="4"/><path d="M64 184h64v10h-64z" fill="#1f3026"/>' +
          path(signature(brand, 36, 155, 266, 230), '#fff') +
          button(86, '#59626c') +
          button(155, '#3fae6a') +
          button(224, '#59626c') +
          `<rect x="-10" y="392" width="340" height="14" fill="${brand.accent}"/>`,
      },
    )
  )
}
