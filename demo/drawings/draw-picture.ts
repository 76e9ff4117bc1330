/**
 * SerialTask a picture's source (`drawing:<form>?<parameters>`) into an SVG of 800 × 800 on a transparent ground.
 * Deterministic, without fonts or network; never throws: what it cannot draw becomes the placeholder.
 */
import { drawAlarm } from './alarm.ts'
import { drawBlocks } from './block.ts'
import { drawCable } from './cable.ts'
import { drawBox, drawGiftCard } from './carton.ts'
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
import { drawPlaceholder } from './placeholder.ts'
import { drawStarter } from './starter.ts'
import { drawUps } from './ups.ts'
import { categorySource, placeholderSource } from '../../domain/pictures/picture-address.ts'
import type { Drawings } from '../../domain/pictures/picture-store.server.ts'
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
  box: drawBox,
  giftcard: drawGiftCard,
  category: drawCategory,
  placeholder: drawPlaceholder,
}

/** Names of all forms a source may ask for. */
export const formNames = Object.keys(forms)

/** Small products are on a hanging card; coins bring their own; everything else is in a carton. */
const hanging = new Set<Form>([drawBlocks, drawCable, drawGiftCard, drawPart])

function pack(sheet: Sheet, form: Form, art: string, parameters: Parameters): string {
  if (form === drawCoins) return art
  const fewCells = form === drawCells && parameters.whole('count', 1, 40, 1) <= 16
  return fewCells || hanging.has(form)
    ? wrapInBlister(sheet, art, parameters)
    : wrapInCarton(sheet, art, parameters)
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
