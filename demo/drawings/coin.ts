/** Button and coin cells: steel discs standing on edge, more of them on a perforated card. */
import { brandLook, chemistries, chemistryLooks, signature, type Chemistry } from './brand-look.ts'
import type { Drawing } from './drawing.ts'
import { circle, lettering } from './lettering.ts'
import { at, castShadow, darker, inkOn, lighter, metalShade, type Sheet } from './light.ts'
import { withUnit, type Parameters } from './parameters.ts'

/**
 * Diameter and height in millimetres of types whose name does not say them: the IEC numbers behind SR and LR
 * (IEC 60086-3), and the four sizes of hearing aid cells.
 */
const numberedSizes: Record<string, [number, number]> = {
  41: [7.9, 3.6],
  43: [11.6, 4.2],
  44: [11.6, 5.4],
  45: [9.5, 3.6],
  48: [7.9, 5.4],
  54: [11.6, 3.05],
  55: [11.6, 2.1],
  57: [9.5, 2.7],
  58: [7.9, 2.1],
  59: [7.9, 2.6],
  60: [6.8, 2.15],
  62: [5.8, 1.65],
  63: [5.8, 2.15],
  64: [5.8, 2.7],
  65: [6.8, 1.65],
  66: [6.8, 2.6],
  67: [7.9, 1.65],
  68: [9.5, 1.65],
  69: [9.5, 2.1],
  416: [4.8, 1.6],
  512: [5.8, 1.25],
  1116: [11.6, 1.65],
  621: [6.8, 2.1],
  626: [6.8, 2.6],
  920: [9.5, 2.1],
  927: [9.5, 2.7],
  10: [5.8, 3.6],
  13: [7.9, 5.4],
  312: [7.9, 3.6],
  675: [11.6, 5.4],
}

function coinMeasures(size: string): [diameter: number, height: number] {
  const number = /\d+/.exec(size)?.[0] ?? ''
  const named = /^(CR|BR|LIR|ML|VL)/.test(size) ? undefined : numberedSizes[number]
  if (named) return named
  const digits = /^(\d{2})(\d{2})$/.exec(number)
  return digits
    ? [Math.min(30, Math.max(5, Number(digits[1]))), Math.min(90, Number(digits[2])) / 10]
    : [20, 3.2]
}

const tabs = { yellow: '#f5c518', brown: '#8a5a35', orange: '#f0802a', blue: '#2f74d0' } as const

export function drawCoins(sheet: Sheet, parameters: Parameters): Drawing {
  const size = parameters.text('size', 8, 'CR2032').toUpperCase()
  const chemistry = parameters.choice('chemistry', chemistries, 'lithium')
  const count = parameters.whole('count', 1, 60, 1)
  const tab =
    chemistry === 'zincair'
      ? tabs[parameters.choice('tab', ['yellow', 'brown', 'orange', 'blue'], 'orange')]
      : null
  const coin: Coin = {
    size,
    chemistry,
    tone: parameters.tone,
    volts: withUnit(parameters.text('volts', 6, ''), 'V') || chemistryLooks[chemistry].volts,
    tab,
    solderTabs: parameters.choice('tabs', ['none', 'solder'], 'none') === 'solder',
    turned: parameters.view === 'angle' ? 0.74 : 0.95,
  }
  if (parameters.view === 'pack' || count > 4) return coinCard(sheet, coin, count)
  return standingCoins(sheet, coin, count)
}

export interface Coin {
  size: string
  chemistry: Chemistry
  tone: number
  volts: string
  tab: string | null
  solderTabs: boolean
  /** Width of the face over its height: 1 looks straight into the camera. */
  turned: number
  /** Shows the negative side, on which nothing is printed. */
  reverse?: boolean
}

/**
 * Coins on edge, one behind the other to the right. Those behind show their unprinted side: a print that is half
 * covered by the coin before it would name another type.
 */
function standingCoins(sheet: Sheet, coin: Coin, count: number): Drawing {
  const [diameter, height] = coinMeasures(coin.size)
  const full = 215 * (diameter / 20) ** 0.5
  const step = 0.7
  const r = Math.min(full, 690 / (2 + (count - 1) * step))
  const thick = ((height / diameter) * r * 2 * Math.sqrt(1 - coin.turned ** 2) + r * 0.02) * 1.15
  const left = 400 - ((count - 1) * r * step) / 2 - thick / 2
  let shadows = ''
  let coins = ''
  for (let place = count - 1; place >= 0; place--) {
    const x = left + place * r * step
    const y = 410 - place * r * 0.07 + ((count - 1) * r * 0.07) / 2
    shadows += coinShadow(sheet, x, y, r, thick)
    const tags = coin.solderTabs ? solderTabs(sheet, r, thick) : ''
    coins += `<g transform="translate(${at(x)} ${at(y)})">${tags}${paintCoin(sheet, { ...coin, reverse: place > 0 && !coin.tab }, r, thick)}</g>`
  }
  return { art: shadows + coins, focus: { x: left + r * 0.1, y: 400, zoom: 1.9 } }
}

function coinShadow(sheet: Sheet, x: number, y: number, r: number, thick: number): string {
  const foot = y + r
  return (
    `<ellipse cx="${at(x + thick + r * 0.32)}" cy="${at(foot - 2)}" rx="${at(r * 0.85)}" ry="${at(r * 0.085)}" fill="#2a2219" fill-opacity="0.28" filter="${sheet.blur(at(r * 0.07), true)}"/>` +
    `<ellipse cx="${at(x + thick * 0.7 + r * 0.08)}" cy="${at(foot)}" rx="${at(r * 0.36 + thick / 2)}" ry="${at(r * 0.03 + 2)}" fill="#120d08" fill-opacity="0.6" filter="${sheet.blur(at(r * 0.022 + 1), true)}"/>`
  )
}

/** One coin around the origin: edge to the right, polished face with the type struck into it. */
function paintCoin(sheet: Sheet, coin: Coin, r: number, thick: number): string {
  const rx = r * coin.turned
  const edgeOutline = `M0 ${at(-r)}L${at(thick)} ${at(-r)}A${at(rx)} ${at(r)} 0 0 1 ${at(thick)} ${at(r)}L0 ${at(r)}A${at(rx)} ${at(r)} 0 0 1 0 ${at(-r)}Z`
  const edge = sheet.linear(
    [
      [0, '#8f979f'],
      [0.12, '#f4f6f8'],
      [0.24, '#b4bbc2'],
      [0.5, '#6f7780'],
      [0.72, '#3f464e'],
      [0.9, '#8b939b'],
      [1, '#31373e'],
    ],
    0,
    0,
    0,
    1,
  )
  const crimp = `M${at(thick * 0.62)} ${at(-r)}A${at(rx)} ${at(r)} 0 0 1 ${at(thick * 0.62)} ${at(r)}`
  const ground =
    coin.chemistry === 'alkaline' ? '#c3c8cc' : coin.chemistry === 'silver' ? '#d6d9dc' : '#cbd0d5'
  return (
    `<path d="${edgeOutline}" fill="${edge}"/><path d="${crimp}" fill="none" stroke="#1a1f25" stroke-opacity="0.55" stroke-width="2"/>` +
    `<g transform="scale(${coin.turned} 1)">${paintFace(sheet, coin, r, ground)}</g>`
  )
}

/** The face: turned steel whose sheen runs out from the middle, a bevelled rim, struck letters, a pull tab. */
function paintFace(sheet: Sheet, coin: Coin, r: number, ground: string): string {
  const disc = circle(0, 0, r)
  const wedge = (from: number, to: number, paint: string, opacity: number) => {
    const point = (angle: number) =>
      `${at(Math.cos((angle * Math.PI) / 180) * r * 1.3)} ${at(Math.sin((angle * Math.PI) / 180) * r * 1.3)}`
    return `<path d="M0 0L${point(from)}L${point((from + to) / 2)}L${point(to)}Z" fill="${paint}" fill-opacity="${opacity}"/>`
  }
  const soft = sheet.blur(at(r * 0.075))
  const bevelOut = sheet.linear(
    [
      [0, '#fff'],
      [0.4, '#dfe3e7'],
      [0.75, '#7d858d'],
      [1, '#565d65'],
    ],
    0.1,
    0,
    0.9,
    1,
  )
  const bevelIn = sheet.linear(
    [
      [0, '#6d757d'],
      [0.45, '#b9c0c6'],
      [1, '#ffffff'],
    ],
    0.1,
    0,
    0.9,
    1,
  )
  const struck = (outline: string) =>
    `<path d="${outline}" transform="translate(${at(r * 0.009)} ${at(r * 0.011)})" fill="#fff" fill-opacity="0.85"/><path d="${outline}" fill="#3a424a" fill-opacity="0.86"/>`
  const words = coin.reverse
    ? `<path d="${circle(0, 0, at(r * 0.7))}" fill="none" stroke="${bevelOut}" stroke-opacity="0.7" stroke-width="${at(r * 0.02)}"/>`
    : coin.tab
      ? ''
      : struck(
          lettering('+', r * 0.42, { anchor: 'middle', y: -r * 0.42 }) +
            lettering(coin.size, r * 0.4, {
              anchor: 'middle',
              y: r * 0.12,
              maxWidth: r * 1.35,
              tracking: 0.02,
            }) +
            lettering(coin.volts, r * 0.22, { anchor: 'middle', y: r * 0.42 }) +
            signature(brandLook(coin.tone), r * 0.15, 0, r * 0.62, r * 0.8),
        )
  return (
    `<path d="${disc}" fill="${bevelOut}"/><g clip-path="${sheet.clip(`<path d="${circle(0, 0, at(r * 0.94))}"/>`)}"><path d="${disc}" fill="${ground}"/>` +
    `<g filter="${soft}">${wedge(195, 250, '#ffffff', 0.95)}${wedge(255, 300, '#7b838c', 0.5)}${wedge(300, 352, '#f4f6f8', 0.55)}${wedge(8, 48, '#ffffff', 0.85)}${wedge(52, 120, '#6c747d', 0.62)}${wedge(125, 185, '#8d959d', 0.42)}</g></g>` +
    `<path d="${circle(0, 0, at(r * 0.935))}" fill="none" stroke="${bevelIn}" stroke-width="${at(r * 0.02)}"/>` +
    `<path d="${circle(0, 0, at(r * 0.83))}" fill="none" stroke="${bevelIn}" stroke-opacity="0.6" stroke-width="${at(r * 0.014)}"/>` +
    words +
    (coin.tab ? pullTab(sheet, coin, r, coin.tab) : '')
  )
}

/** Welded strips for soldering: one behind, sticking out above, one sticking out below. */
function solderTabs(sheet: Sheet, r: number, thick: number): string {
  const strip = (x: number, y: number) =>
    `<rect x="${at(x - r * 0.13)}" y="${at(y)}" width="${at(r * 0.26)}" height="${at(r * 0.62)}" rx="${at(r * 0.03)}" fill="${metalShade(sheet)}"/>`
  return strip(thick - r * 0.2, -r * 1.42) + strip(r * 0.24, r * 0.8)
}

/** The coloured tab that keeps air out of a zinc-air cell, sticking up over the rim. */
function pullTab(sheet: Sheet, coin: Coin, r: number, colour: string): string {
  const tab = `M${at(-r * 0.62)} ${at(r * 0.1)}C${at(-r * 0.62)} ${at(-r * 0.3)} ${at(-r * 0.3)} ${at(-r * 0.5)} ${at(-r * 0.3)} ${at(-r * 0.8)}V${at(-r * 1.42)}Q${at(-r * 0.3)} ${at(-r * 1.55)} ${at(-r * 0.17)} ${at(-r * 1.55)}H${at(r * 0.17)}Q${at(r * 0.3)} ${at(-r * 1.55)} ${at(r * 0.3)} ${at(-r * 1.42)}V${at(-r * 0.8)}C${at(r * 0.3)} ${at(-r * 0.5)} ${at(r * 0.62)} ${at(-r * 0.3)} ${at(r * 0.62)} ${at(r * 0.1)}A${at(r * 0.62)} ${at(r * 0.62)} 0 0 1 ${at(-r * 0.62)} ${at(r * 0.1)}Z`
  const paint = sheet.linear(
    [
      [0, lighter(colour, 0.35)],
      [0.5, colour],
      [1, darker(colour, 0.2)],
    ],
    0,
    0,
    1,
    1,
  )
  return (
    castShadow(sheet, tab, at(r * 0.03), at(r * 0.04), at(r * 0.03), 0.4) +
    `<path d="${tab}" fill="${paint}"/>` +
    `<path d="${lettering(coin.size, r * 0.42, { anchor: 'middle', y: r * 0.24, maxWidth: r * 0.95 })}" fill="${inkOn(colour)}"/>`
  )
}

/** A perforated card with a clear bubble for every coin. */
function coinCard(sheet: Sheet, coin: Coin, count: number): Drawing {
  const shown = count
  const columns =
    shown <= 2 ? shown : shown <= 6 ? 3 : shown <= 12 ? 4 : shown <= 20 ? 5 : shown <= 30 ? 6 : 8
  const rows = Math.ceil(shown / columns)
  const brand = brandLook(coin.tone)
  const width = 560
  const height = 660
  const left = 400 - width / 2
  const top = 70
  const cell = Math.min((width - 50) / columns, (height - 262) / rows)
  const card = `M${left + 22} ${top}H${left + width - 22}Q${left + width} ${top} ${left + width} ${top + 22}V${top + height - 22}Q${left + width} ${top + height} ${left + width - 22} ${top + height}H${left + 22}Q${left} ${top + height} ${left} ${top + height - 22}V${top + 22}Q${left} ${top} ${left + 22} ${top}ZM348 ${top + 28}Q336 ${top + 28} 336 ${top + 40}T348 ${top + 52}H452Q464 ${top + 52} 464 ${top + 40}T452 ${top + 28}Z`
  const paper = sheet.linear(
    [
      [0, '#fff', 0.24],
      [0.4, '#fff', 0.03],
      [1, '#000', 0.2],
    ],
    0,
    0,
    1,
    1,
  )
  const r = cell * 0.34
  const art = sheet.keep(
    `<circle r="${at(cell * 0.44)}" fill="#0d1218" fill-opacity="0.13"/>` +
      `<circle cx="${at(r * 0.1)}" cy="${at(r * 0.16)}" r="${at(r * 1.02)}" fill="#0a0d11" fill-opacity="0.45" filter="${sheet.blur(at(r * 0.09))}"/>` +
      (coin.solderTabs ? solderTabs(sheet, r * 0.7, 0) : '') +
      paintCoin(sheet, { ...coin, turned: 1 }, coin.tab ? r * 0.78 : coin.solderTabs ? r * 0.7 : r, 0) +
      `<circle r="${at(cell * 0.44)}" fill="${sheet.radial([
        [0.75, '#fff', 0],
        [0.93, '#fff', 0.35],
        [1, '#fff', 0.05],
      ])}" stroke="#fff" stroke-opacity="0.75" stroke-width="2"/>` +
      `<path d="M${at(-cell * 0.33)} ${at(-cell * 0.12)}A${at(cell * 0.35)} ${at(cell * 0.35)} 0 0 1 ${at(-cell * 0.02)} ${at(-cell * 0.35)}" fill="none" stroke="#fff" stroke-opacity="0.9" stroke-width="${at(cell * 0.035)}" stroke-linecap="round"/>`,
  )
  const middle = top + 203 + (height - 244) / 2
  let bubbles = ''
  for (let place = 0; place < shown; place++) {
    const row = Math.floor(place / columns)
    const inRow = Math.min(columns, shown - row * columns)
    const x = 400 + ((place % columns) - (inRow - 1) / 2) * cell
    bubbles += `<use href="${art}" x="${at(x)}" y="${at(middle + (row - (rows - 1) / 2) * cell)}"/>`
  }
  return {
    art:
      castShadow(sheet, card, 14, 18, 16, 0.28) +
      `<path d="${card}" fill="#1b2430" fill-rule="evenodd"/>` +
      `<path d="M${left} ${top + 200}H${left + width}V${top + height - 40}H${left}Z" fill="#f3f0ea"/>` +
      `<rect x="${left}" y="${top + 190}" width="${width}" height="12" fill="${coin.tab ?? brand.accent}"/>` +
      `<path d="${signature(brand, 40, left + width * 0.29, top + 122, width * 0.44)}" fill="#fff"/>` +
      `<path d="${lettering(coin.size, 62, { x: left + width - 34, y: top + 132, anchor: 'end', maxWidth: 200 })}" fill="${coin.tab ?? brand.accent}"/>` +
      `<path d="${lettering(`×${count}`, 42, { x: left + width - 34, y: top + 180, anchor: 'end' })}" fill="#fff"/>` +
      `${bubbles}<path d="${card}" fill="${paper}" fill-rule="evenodd"/>`,
    focus: { x: 400, y: middle, zoom: 2 },
  }
}
