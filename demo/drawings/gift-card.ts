/** The gift card. */
import { shopLook, signature } from './brand-look.ts'
import type { Drawing } from './drawing.ts'
import { castShadow, inkOn, type Sheet } from './light.ts'
import type { Parameters } from './parameters.ts'
import { lettering } from './lettering.ts'
import { roundedRectangle } from './solid.ts'

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** A battery that is fuller the more a card holds. */
function chargeMark(bars: number, ink: string): string {
  const level = Array.from({ length: 4 }, (_, index) =>
    path(roundedRectangle(156 + index * 58, 464, 44, 72, 6), ink, index < bars ? '' : 'fill-opacity=".14"'),
  )
  return (
    `<path d="${roundedRectangle(139, 447, 251, 106, 16)}" fill="none" stroke="${ink}" stroke-width="8"/>` +
    path(roundedRectangle(398, 478, 14, 44, 5), ink) +
    level.join('')
  )
}

/** `charge` 1 to 4: how much the card holds beside the others of the shop; `amount`: what it is worth, `500 kr`. */
export function drawGiftCard(sheet: Sheet, parameters: Parameters): Drawing {
  const turned = parameters.view === 'angle' ? -14 : -6
  const card = roundedRectangle(90, 210, 620, 390, 34)
  const ground = sheet.linear(
    [
      [0, '#ffd667'],
      [0.5, '#ffbc20'],
      [1, '#ef9f00'],
    ],
    0,
    0,
    1,
    1,
  )
  const sheen = sheet.linear(
    [
      [0, '#fff', 0.55],
      [0.32, '#fff', 0.05],
      [0.5, '#fff', 0.2],
      [0.53, '#fff', 0],
      [1, '#000', 0.1],
    ],
    0,
    0,
    1,
    0.8,
  )
  const ink = '#15202b'
  const behind = `<g transform="rotate(9 400 405)">${castShadow(sheet, card, 10, 16, 14, 0.3)}${path(card, '#1b2735')}${path(card, sheen, 'fill-opacity=".35"')}</g>`
  const art =
    `<g transform="rotate(${turned} 400 405)">${behind}${castShadow(sheet, card, 14, 22, 18, 0.34)}${path(card, ground)}` +
    `<g clip-path="${sheet.clip(`<path d="${card}"/>`)}">${path('M560 180H640V330H790V410H640V620H560V410H420V330H560Z', '#fff', 'fill-opacity=".2"')}</g>` +
    path(signature(shopLook, 64, 250, 290, 320), ink) +
    chargeMark(parameters.whole('charge', 1, 4, 2), ink) +
    path(
      lettering(parameters.text('amount', 12, ''), 82, { x: 668, y: 553, anchor: 'end', maxWidth: 236 }),
      ink,
    ) +
    path(card, sheen) +
    `<path d="${card}" fill="none" stroke="${inkOn('#000000')}" stroke-opacity=".6" stroke-width="2.5"/></g>`
  return { art, focus: { x: 300, y: 420, zoom: 1.8 } }
}
