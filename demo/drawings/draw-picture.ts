/**
 * Draws a picture's source (`drawing:<form>?<parameters>`) into an SVG of 800 × 800 on a transparent ground.
 * Deterministic, without fonts or network; never throws: what it cannot draw becomes the placeholder.
 */
import { brandLook, shopLook } from './brand-look.ts'
import { lettering } from './lettering.ts'
import { drawAlarm } from './alarm.ts'
import { drawBlocks } from './block.ts'
import { drawCable } from './cable.ts'
import { drawGiftCard } from './gift-card.ts'
import { drawCategory } from './category.ts'
import { drawCells } from './cell-group.ts'
import { drawCharger } from './charger.ts'
import { drawCoins } from './coin.ts'
import { drawDevicePack } from './device-pack.ts'
import type { Drawing } from './drawing.ts'
import { drawLamp } from './lamp.ts'
import { at, createSheet, type Sheet } from './light.ts'
import { wrapInBlister, wrapInCarton } from './package.ts'
import { readParameters, type Parameters } from './parameters.ts'
import { drawPart } from './part.ts'
import { drawPlate } from './plate.ts'
import { drawPlaceholder } from './placeholder.ts'
import { drawStarter } from './starter.ts'
import { drawUps } from './ups.ts'
import { categorySource, placeholderSource } from '../../domain/pictures/picture-key.ts'
import type { Drawings } from '../../domain/pictures/picture-source.ts'
import { categoryIcons } from './category-icons.ts'

type Form = (sheet: Sheet, parameters: Parameters) => Drawing

const forms: Record<string, Form> = {
  cell: drawCells,
  block: drawBlocks,
  coin: drawCoins,
  pack: drawDevicePack,
  starter: drawStarter,
  charger: drawCharger,
  cable: drawCable,
  lamp: drawLamp,
  alarm: drawAlarm,
  part: drawPart,
  ups: drawUps,
  set: drawSet,
  plate: drawPlate,
  giftcard: drawGiftCard,
  category: drawCategory,
  placeholder: drawPlaceholder,
}

/** Names of all forms a source may ask for. */
export const formNames = Object.keys(forms)

/** Small products are on a hanging card; coins bring their own; everything else is in a carton. */
const hanging = new Set<Form>([drawBlocks, drawCable, drawGiftCard, drawPart])

/** Parts that no card holds. */
const bulkyParts = new Set(['spray', 'bottle', 'box', 'switch'])

function pack(sheet: Sheet, form: Form, art: string, parameters: Parameters): string {
  if (form === drawCoins) return art
  const isBulky = form === drawPart && bulkyParts.has(parameters.text('kind', 12, ''))
  const fewCells = form === drawCells && parameters.whole('count', 1, 40, 1) <= 16
  return fewCells || (hanging.has(form) && !isBulky)
    ? wrapInBlister(sheet, art, form === drawGiftCard ? shopLook : brandLook(parameters.tone))
    : wrapInCarton(sheet, art, parameters)
}

/** Where the parts of a set go, none before another: middle and scale, by the number of parts. */
const arrangements: Record<number, readonly (readonly [x: number, y: number, scale: number])[]> = {
  1: [[400, 400, 0.9]],
  2: [
    [208, 400, 0.54],
    [588, 400, 0.54],
  ],
  3: [
    [205, 225, 0.52],
    [590, 225, 0.52],
    [400, 595, 0.52],
  ],
  4: [
    [205, 220, 0.5],
    [590, 220, 0.5],
    [205, 585, 0.5],
    [590, 585, 0.5],
  ],
  5: [
    [140, 225, 0.36],
    [400, 225, 0.36],
    [660, 225, 0.36],
    [215, 575, 0.48],
    [590, 575, 0.48],
  ],
}

/**
 * The parts of a set, each drawn as the product it is. `parts` lists quantity and source (without scheme and view),
 * e.g. `3*alarm?kind=smoke|1*block?size=9V`; of more than five kinds of parts the first five are shown.
 */
function drawSet(sheet: Sheet, parameters: Parameters): Drawing {
  const parts = parameters.sources('parts', 5)
  if (parts.length === 0) return drawPlaceholder()
  const turn = parameters.view === 'angle' ? 'angle' : 'front'
  let art = ''
  let quantities = ''
  for (const [index, [x, y, scale]] of (arrangements[parts.length] ?? []).entries()) {
    const [, quantity = '1', form = '', query = ''] = /^(\d{1,2})\*([a-z]+)\?(.*)$/.exec(parts[index]!) ?? []
    const draw = form === 'set' || !Object.hasOwn(forms, form) ? drawPlaceholder : forms[form]!
    const { art: piece } = draw(sheet, readParameters(`${query}&view=${turn}`))
    art += `<g transform="translate(${x} ${y}) scale(${scale}) translate(-400 -400)">${piece}</g>`
    if (Number(quantity) > 1) quantities += quantityLabel(x + 270 * scale, y + 290 * scale, Number(quantity))
  }
  art += quantities
  return { art, focus: { x: 400, y: 400, zoom: 1.5 } }
}

/** How many of a part the set has. */
function quantityLabel(x: number, y: number, quantity: number): string {
  return (
    `<circle cx="${x}" cy="${y}" r="44" fill="#15202b"/>` +
    `<path d="${lettering(`×${quantity}`, 46, { x, y: y + 16, anchor: 'middle' })}" fill="#fff"/>`
  )
}

/** The SVG text of a source. */
export function drawPicture(source: string): string {
  try {
    const match = /^drawing:([a-z]+)(?:\?(.*))?$/s.exec(source)
    const form = match && Object.hasOwn(forms, match[1]!) ? forms[match[1]!] : undefined
    if (form) return drawForm(form, readParameters(match![2] ?? ''))
  } catch {
    // If a drawing fails, the page still gets a picture.
  }
  return drawForm(drawPlaceholder, readParameters(''))
}

function drawForm(form: Form, parameters: Parameters): string {
  const sheet = createSheet()
  const { art, focus } = form(sheet, parameters)
  const shown =
    parameters.view === 'pack'
      ? pack(sheet, form, art, parameters)
      : parameters.view === 'detail'
        ? `<g transform="translate(400 400) scale(${at(focus.zoom)}) translate(${at(-focus.x)} ${at(-focus.y)})">${art}</g>`
        : art
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800"><defs>${sheet.definitions()}</defs>${shown}</svg>`
}

/** All drawings as the picture store uses them. */
export const drawings: Drawings = {
  draw: drawPicture,
  builtInSources: [placeholderSource, ...categoryIcons.map(categorySource)],
}
