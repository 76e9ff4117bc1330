/** Clamps for the poles of a vehicle's battery: a brass ring around the pole, jaws with a bolt, a tail for the cable. */
import { cylinderOutline, disc } from './cylinder.ts'
import { lettering } from './lettering.ts'
import { contactShadow, darker, lighter, metalDisc, metalShade, type Sheet } from './light.ts'
import { roundedRectangle } from './solid.ts'

export const poleClampMakes = ['plus', 'minus', 'quick'] as const
type PoleClampMake = (typeof poleClampMakes)[number]

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

const brass = '#d9b25a'
/** Height of a circle that lies flat over its width. */
const k = 0.58

/** `quick` is a pair, each with a lever in place of the bolt. */
export function poleClamp(sheet: Sheet, { pole }: { pole: PoleClampMake }): string {
  if (pole !== 'quick') return clampBody(sheet, pole, false)
  return (
    `<g transform="translate(490 270) scale(.68) translate(-400 -430)">${clampBody(sheet, 'minus', true)}</g>` +
    `<g transform="translate(310 560) scale(.68) translate(-400 -430)">${clampBody(sheet, 'plus', true)}</g>`
  )
}

function clampBody(sheet: Sheet, pole: 'plus' | 'minus', lever: boolean): string {
  const colour = pole === 'plus' ? '#c8372d' : '#23282e'
  const side = metalShade(sheet, brass)
  const top = metalDisc(sheet, lighter(brass, 0.15))
  const block = (x: number, y: number, w: number, depth: number, h: number) =>
    path(roundedRectangle(x, y - h + depth, w, h, 10), side) +
    path(roundedRectangle(x, y - h, w, depth, 10), top)
  const screw = (x: number, y: number) =>
    path(cylinderOutline({ x, y, r: 34, h: 26, tilt: k }), metalShade(sheet)) +
    disc(x, y - 26, 34, metalDisc(sheet), k) +
    `<path d="M${x - 22} ${y - 26}h44" stroke="#3a424b" stroke-width="8"/>`
  // The jaws, with the slot between them that the bolt draws together.
  const jaws =
    block(110, 436, 150, 40, 96) +
    path('M110 380H260V412H110Z', darker(brass, 0.7)) +
    block(110, 508, 150, 40, 96)
  const bolt =
    path('M140 500L156 474H188L204 500L188 526H156Z', metalShade(sheet)) +
    `<circle cx="172" cy="500" r="13" fill="${metalDisc(sheet)}"/>`
  const handle =
    path(roundedRectangle(50, 392, 230, 58, 26), darker(colour, 0.2)) +
    path(roundedRectangle(50, 378, 230, 54, 26), lighter(colour, 0.1))
  return (
    contactShadow(sheet, 420, 520, 290, 110, 0.8) +
    block(440, 500, 270, 150, 84) +
    jaws +
    path(cylinderOutline({ x: 360, y: 490, r: 160, h: 96, tilt: k }), side) +
    disc(360, 394, 160, top, k) +
    disc(360, 394, 92, darker(brass, 0.45), k) +
    disc(360, 410, 84, '#f4f2ee', k, 'fill-opacity=".9"') +
    path('M196 380H284V412H196Z', darker(brass, 0.6)) +
    (lever ? handle : bolt) +
    screw(560, 470) +
    screw(652, 470) +
    path(roundedRectangle(470, 306, 74, 74, 37), colour) +
    path(lettering(pole === 'plus' ? '+' : '–', 64, { x: 507, y: 364, anchor: 'middle' }), '#fff')
  )
}
