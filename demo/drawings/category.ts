/** Tiles of the main categories: a few products of the shop standing together as a still life. */
import { drawAlarm } from './alarm.ts'
import { drawBlocks } from './block.ts'
import { drawCable } from './cable.ts'
import { categoryIcons, type CategoryIcon } from './category-icons.ts'
import { drawCells } from './cell-group.ts'
import { drawCharger } from './charger.ts'
import { drawCoins } from './coin.ts'
import { drawDevicePack } from './device-pack.ts'
import type { Drawing } from './drawing.ts'
import { drawGiftCard } from './gift-card.ts'
import { drawLamp } from './lamp.ts'
import type { Sheet } from './light.ts'
import { readParameters, type Parameters } from './parameters.ts'
import { drawPart } from './part.ts'
import { drawStarter } from './starter.ts'
import { drawUps } from './ups.ts'

type Form = (sheet: Sheet, parameters: Parameters) => Drawing
/** Form, parameters, then where its middle goes and how large it is. */
type Piece = readonly [form: Form, query: string, x: number, y: number, scale: number]

/** From back to front. Nothing covers the print of another piece: `CR2450` must not read `CR245`. */
const stillLifes: Record<CategoryIcon, readonly Piece[]> = {
  cell: [
    [drawCells, 'size=D&tone=2', 148, 385, 0.64],
    [drawBlocks, 'size=9V&tone=8', 672, 432, 0.58],
    [drawCells, 'size=AA&tone=1&count=2', 470, 440, 0.66],
    [drawCells, 'size=AAA&chemistry=nimh&tone=14', 312, 462, 0.64],
  ],
  coin: [
    [drawCoins, 'size=CR2450&tone=3', 240, 290, 0.72],
    [drawCoins, 'size=CR2032&tone=1', 585, 350, 0.68],
    [drawCoins, 'size=LR44&chemistry=alkaline&tone=2', 395, 595, 0.68],
  ],
  charger: [
    [drawCharger, 'kind=household&tone=14', 285, 390, 0.84],
    [drawCharger, 'kind=usb&ports=2&tone=8', 645, 490, 0.56],
  ],
  phone: [
    [drawDevicePack, 'kind=tablet&tone=7', 350, 370, 0.76],
    [drawDevicePack, 'kind=phone&tone=7', 540, 450, 0.7],
  ],
  laptop: [
    [drawCharger, 'kind=laptop&tone=8', 400, 330, 0.8],
    [drawDevicePack, 'kind=laptop&tone=7', 400, 500, 0.92],
  ],
  cable: [
    [drawCable, 'a=rj45&b=rj45&length=3&colour=blue', 215, 380, 0.68],
    [drawCable, 'a=usb-c&b=usb-a&length=1', 592, 420, 0.68],
  ],
  drill: [
    [drawDevicePack, 'kind=vacuum&tone=13', 608, 410, 0.64],
    [drawDevicePack, 'kind=tool&tone=10', 255, 420, 0.72],
  ],
  car: [
    [drawCharger, 'kind=starter&tone=9', 622, 470, 0.52],
    [drawStarter, 'kind=car&chem=agm&tone=9', 235, 400, 0.76],
  ],
  lamp: [
    [drawLamp, 'kind=lantern&tone=4', 290, 370, 0.74],
    [drawLamp, 'kind=torch&tone=4', 510, 450, 0.72],
  ],
  alarm: [
    [drawAlarm, 'kind=smoke&tone=12', 360, 370, 0.84],
    [drawAlarm, 'kind=co&tone=12', 585, 500, 0.5],
  ],
  gear: [
    [drawPart, 'kind=holder&count=2&tone=13', 310, 360, 0.74],
    [drawPart, 'kind=spray&tone=13', 545, 390, 0.7],
    [drawPart, 'kind=tape&tone=13', 370, 540, 0.58],
  ],
  solar: [
    [drawUps, 'kind=panel&tone=5', 340, 370, 0.9],
    [drawUps, 'kind=controller&tone=5', 520, 540, 0.52],
  ],
  gift: [
    [drawCharger, 'kind=household&tone=14', 235, 245, 0.58],
    [drawGiftCard, 'charge=4', 400, 585, 0.66],
    [drawCells, 'size=AA&chemistry=nimh&tone=14&count=2', 580, 235, 0.56],
  ],
}

export function drawCategory(sheet: Sheet, parameters: Parameters): Drawing {
  const icon = parameters.choice('icon', categoryIcons, 'cell')
  const art = stillLifes[icon]
    .map(([form, query, x, y, scale]) => {
      const { art: piece } = form(sheet, readParameters(query))
      return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-400 -400)">${piece}</g>`
    })
    .join('')
  return { art, focus: { x: 400, y: 400, zoom: 1.6 } }
}
