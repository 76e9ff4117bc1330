/** Containers: a bottle of water for batteries, and a box with a strap for one battery. */
import { brandLook, signature } from './brand-look.ts'
import { band, cylinderOutline, disc, paintSide } from './cylinder.ts'
import { lettering } from './lettering.ts'
import { contactShadow, metalShade, type Sheet } from './light.ts'
import { paintBox, placeFaces, roundedRectangle, type Solid } from './solid.ts'

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** A bottle of clear plastic with a screw cap; `content` is printed with its unit. */
export function bottle(sheet: Sheet, { tone, content }: { tone: number; content: string }): string {
  const brand = brandLook(tone)
  const body = { x: 400, y: 670, r: 132, h: 380 }
  const plastic = sheet.linear([
    [0, '#a9bcc9'],
    [0.2, '#f4f9fc'],
    [0.5, '#dbe8ef'],
    [0.85, '#a9bcc9'],
    [1, '#c9d8e1'],
  ])
  return (
    contactShadow(sheet, 400, 670, 132, 28) +
    path('M268 294C270 250 346 250 356 196H444C454 250 530 250 532 294A132 26 0 0 1 268 294Z', plastic) +
    paintSide(sheet, body, '#dbe8ef', [
      { outline: band(body, 70, 300), fill: '#2b62b8' },
      { outline: band(body, 300, 312), fill: brand.accent },
      { outline: signature(brand, 48, 0, 140, 220), fill: '#ffffff' },
      { outline: lettering(content, 60, { anchor: 'middle', y: 260 }), fill: '#ffffff' },
    ]) +
    path(cylinderOutline({ x: 400, y: 200, r: 58, h: 74 }), metalShade(sheet, '#2b62b8')) +
    disc(400, 126, 58, '#5f8fd6')
  )
}

/** A box for a battery of a boat or a caravan: vents under the lid, a strap around both. */
export function batteryBox(sheet: Sheet, { tone }: { tone: number }): string {
  const brand = brandLook(tone)
  const box: Solid = { x: 400, y: 640, w: 450, h: 280, d: 270, yaw: 26 }
  const lid: Solid = { ...box, w: 474, h: 76, d: 290 }
  const [x, y] = placeFaces(box).spot(0, 276, 0)
  const strap = (height: number) =>
    `<path d="M190 -10H262V${height}H190Z" fill="#5b646e"/><path d="M196 -10V${height}M256 -10V${height}" stroke="#fff" stroke-opacity=".25" stroke-width="3"/>`
  const vents = [0, 1, 2, 3]
    .map((slot) => path(roundedRectangle(40 + slot * 32, 34, 18, 44, 8), '#000', 'fill-opacity=".45"'))
    .join('')
  return (
    paintBox(sheet, box, {
      front: '#23282e',
      top: '#2b3138',
      round: 26,
      gloss: 0.4,
      frontArt: vents + path(signature(brand, 42, 356, 190, 160), '#fff') + strap(300),
    }) +
    paintBox(
      sheet,
      { ...lid, x, y },
      {
        front: '#2b3138',
        top: '#343a42',
        round: 30,
        gloss: 0.5,
        shadow: false,
        frontArt: `<g transform="translate(12 0)">${strap(90)}</g>${path(roundedRectangle(192, 22, 92, 46, 8), '#15191e')}${path(roundedRectangle(208, 32, 60, 26, 5), '#8a9098')}`,
        topArt: '<path d="M202 -10H274V300H202Z" fill="#5b646e"/>',
      },
    )
  )
}
