/**
 * The `pack` view: small products on a hanging card under a clear blister, large ones in a printed carton.
 */
import { brandLook, signature, type BrandLook } from './brand-look.ts'
import { lettering } from './lettering.ts'
import { castShadow, inkOn, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { paintBox } from './solid.ts'

/** The product on a hanging card, under a clear bubble. */
export function wrapInBlister(sheet: Sheet, art: string, brand: BrandLook): string {
  const base = '#1b2430'
  const card =
    'M178 52H622Q640 52 640 70V734Q640 752 622 752H178Q160 752 160 734V70Q160 52 178 52ZM352 92Q340 92 340 104T352 116H380Q382 130 400 130T420 116H448Q460 116 460 104T448 92Z'
  const bubble = 'M232 262H568Q598 262 598 292V640Q598 670 568 670H232Q202 670 202 640V292Q202 262 232 262Z'
  const paper = sheet.linear(
    [
      [0, '#fff', 0.2],
      [0.4, '#fff', 0.02],
      [1, '#000', 0.22],
    ],
    0,
    0,
    1,
    1,
  )
  const clear = sheet.linear(
    [
      [0, '#fff', 0.5],
      [0.18, '#fff', 0.1],
      [0.5, '#fff', 0.04],
      [0.84, '#fff', 0.05],
      [1, '#fff', 0.3],
    ],
    0,
    0,
    1,
    0.5,
  )
  const rim = sheet.linear(
    [
      [0, '#fff', 0.95],
      [0.5, '#fff', 0.25],
      [1, '#0b1016', 0.35],
    ],
    0,
    0,
    1,
    1,
  )
  return (
    castShadow(sheet, card, 14, 18, 16, 0.28) +
    `<path d="${card}" fill="${base}" fill-rule="evenodd"/>` +
    `<path d="M160 226H640V704H160Z" fill="#f3f0ea"/><path d="M160 214H640V228H160Z" fill="${brand.accent}"/>` +
    `<path d="${signature(brand, 46, 400, 170, 360)}" fill="#fff"/>` +
    `<rect x="160" y="690" width="480" height="14" fill="${brand.accent}"/>` +
    `<path d="${bubble}" fill="#10161d" fill-opacity="0.1" transform="translate(8 10)" filter="${sheet.blur(8)}"/>` +
    `<g transform="translate(400 474) scale(0.61) translate(-400 -410)">${art}</g>` +
    `<path d="${bubble}" fill="${clear}" stroke="${rim}" stroke-width="4"/>` +
    `<path d="M226 300Q226 284 244 284H276L236 560Q226 590 226 540Z" fill="#fff" fill-opacity="0.38" filter="${sheet.blur(3)}"/>` +
    `<path d="${card}" fill="${paper}" fill-rule="evenodd"/>`
  )
}

/** A closed sales carton with the product pictured on its front. */
export function wrapInCarton(sheet: Sheet, art: string, { tone }: Parameters): string {
  const brand = brandLook(tone)
  const [w, h, d] = [440, 500, 230]
  const ink = '#1b2430'
  const path = (outline: string, fill: string) => `<path d="${outline}" fill="${fill}"/>`
  return paintBox(
    sheet,
    { x: 400, y: 664, w, h, d, yaw: 26 },
    {
      front: '#f6f3ed',
      side: ink,
      top: '#2a3541',
      round: 5,
      gloss: 0.5,
      frontArt:
        path(`M0 0H${w}V92H0Z`, ink) +
        path(`M0 92H${w}V104H0Z`, brand.accent) +
        path(signature(brand, 46, w / 2, 48, w * 0.8), '#ffffff') +
        `<g transform="translate(${w / 2} 290) scale(0.5) translate(-400 -410)">${art}</g>` +
        path(`M0 ${h - 30}H${w}V${h}H0Z`, brand.accent),
      sideArt:
        path(`M0 92H${d}V104H0Z`, brand.accent) +
        path(`M0 ${h - 30}H${d}V${h}H0Z`, brand.accent) +
        `<g transform="translate(${d / 2 + 22} ${h - 60}) rotate(-90)">${path(lettering(brand.wordmark, 66, { maxWidth: 320 }), '#ffffff')}</g>`,
      topArt: path(signature(brand, 52, w / 2, d / 2, w * 0.6), inkOn(ink)),
    },
  )
}
