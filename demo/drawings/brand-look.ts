/**
 * Product prints: fourteen invented brand looks (accent, emblem, layout, wordmark), the shop's own, and the colours
 * that identify a cell's chemistry. No real brand is meant.
 */
import { circle, lettering, mapOutline, textWidth } from './lettering.ts'
import { darker, lighter } from './light.ts'

export const chemistries = ['alkaline', 'lithium', 'nimh', 'zinc', 'liion', 'silver', 'zincair'] as const
export type Chemistry = (typeof chemistries)[number]

/** Sleeve colours of two neighbouring tones, the word on the sleeve and the volts of a single cell. */
export const chemistryLooks: Record<Chemistry, { sleeves: [string, string]; word: string; volts: string }> = {
  alkaline: { sleeves: ['#1b2430', '#14304e'], word: 'ALKALINE', volts: '1.5 V' },
  lithium: { sleeves: ['#d5dbe1', '#aebdcb'], word: 'LITHIUM', volts: '3 V' },
  nimh: { sleeves: ['#1c8650', '#2f9e44'], word: 'RECHARGEABLE', volts: '1.2 V' },
  zinc: { sleeves: ['#a33327', '#7d2a2f'], word: 'ZINC CARBON', volts: '1.5 V' },
  liion: { sleeves: ['#12799c', '#4b4ba8'], word: 'LI-ION', volts: '3.6 V' },
  silver: { sleeves: ['#c9ced4', '#c9ced4'], word: 'SILVER OXIDE', volts: '1.55 V' },
  zincair: { sleeves: ['#c9ced4', '#c9ced4'], word: 'ZINC AIR', volts: '1.45 V' },
}

export interface BrandLook {
  accent: string
  wordmark: string
  /** Which arrangement of bands a sleeve or carton has, 0–4. */
  layout: number
  emblem: EmblemName
}

type EmblemName =
  | 'plus'
  | 'bolt'
  | 'bars'
  | 'ring'
  | 'peak'
  | 'wave'
  | 'chevron'
  | 'hex'
  | 'diamond'
  | 'half'
  | 'dots'
  | 'star'
  | 'arrow'
  | 'slash'

/** In the order of the demo's brands: tone 1 is the first. */
const looks: [accent: string, wordmark: string, emblem: EmblemName][] = [
  ['#f7a81b', 'voltara', 'bolt'],
  ['#35b1e6', 'nordcell', 'peak'],
  ['#f26a21', 'kraftig', 'chevron'],
  ['#ffe04a', 'lumen & co', 'star'],
  ['#9ccb3b', 'solgard', 'half'],
  ['#17b0a4', 'trådfast', 'wave'],
  ['#8a6be0', 'cellbyte', 'hex'],
  ['#3f6fe8', 'ampeo', 'arrow'],
  ['#d8283c', 'startvik', 'slash'],
  ['#d08a55', 'momentix', 'bars'],
  ['#e0488b', 'sonavit', 'dots'],
  ['#ef5a4c', 'larmia', 'ring'],
  ['#e9edf0', 'delbo', 'diamond'],
  ['#63d3a6', 'everloop', 'half'],
  ['#ffbc20', 'anode', 'plus'],
]

export function brandLook(tone: number): BrandLook {
  const [accent, wordmark, emblem] = looks[(tone - 1) % looks.length]!
  return { accent, wordmark, emblem, layout: (tone - 1) % 5 }
}

/** The shop's own mark, on gift cards and the cartons of its sets. */
export const shopLook: BrandLook = brandLook(looks.length)

export function sleeveColour(chemistry: Chemistry, tone: number): string {
  const [odd, even] = chemistryLooks[chemistry].sleeves
  const base = tone % 2 ? odd : even
  return tone > 9 ? lighter(base, 0.08) : tone > 5 ? darker(base, 0.12) : base
}

const emblems: Record<EmblemName, string> = {
  plus: 'M-3 -10L3 -10L3 -3L10 -3L10 3L3 3L3 10L-3 10L-3 3L-10 3L-10 -3L-3 -3Z',
  bolt: 'M3 -11L-8 2L-1 2L-3 11L8 -2L1 -2Z',
  bars: 'M-10 2L-5 2L-5 10L-10 10ZM-2.5 -4L2.5 -4L2.5 10L-2.5 10ZM5 -10L10 -10L10 10L5 10Z',
  ring: `${circle(0, 0, 10)}M5.5 0C5.5 -3 3 -5.5 0 -5.5C-3 -5.5 -5.5 -3 -5.5 0C-5.5 3 -3 5.5 0 5.5C3 5.5 5.5 3 5.5 0Z`,
  peak: 'M-11 9L-3 -9L2 2L5 -3L11 9Z',
  wave: 'M-11 2C-6 -8 -3 -8 0 0C3 6 6 6 11 -4L11 3C6 12 2 12 -1 4C-4 -2 -6 -1 -11 8Z',
  chevron: 'M-10 -9L-3 -9L4 0L-3 9L-10 9L-3 0ZM1 -9L6 -9L12 0L6 9L1 9L8 0Z',
  hex: 'M0 -11L9.5 -5.5L9.5 5.5L0 11L-9.5 5.5L-9.5 -5.5Z',
  diamond: 'M0 -11L9 0L0 11L-9 0Z',
  half: 'M-10 0C-10 -6 -5 -10 10 -10C10 4 5 10 0 10C-6 10 -10 6 -10 0Z',
  dots: circle(-6, -5, 4.5) + circle(6, -5, 4.5) + circle(0, 6, 4.5),
  star: 'M0 -11L2.8 -2.8L11 0L2.8 2.8L0 11L-2.8 2.8L-11 0L-2.8 -2.8Z',
  arrow: 'M-9 -9L10 0L-9 9L-4 0Z',
  slash: 'M-2 -10L4 -10L-4 10L-10 10ZM6 -10L11 -10L3 10L-2 10Z',
}

/** The brand's emblem, `size` high, around (x, y). */
export function emblem(name: EmblemName, size: number, x: number, y: number): string {
  return mapOutline(emblems[name], (u, v) => [x + (u * size) / 22, y + (v * size) / 22])
}

/** Emblem and wordmark on one line, centred on (x, y), `size` being the height of the letters. */
export function signature(look: BrandLook, size: number, x: number, y: number, maxWidth = Infinity): string {
  const full = size * 1.25 + textWidth(look.wordmark, size)
  const fit = Math.min(1, maxWidth / full)
  const letters = size * fit
  const left = x - (full * fit) / 2
  return (
    emblem(look.emblem, letters * 0.95, left + letters * 0.5, y) +
    lettering(look.wordmark, letters, { x: left + letters * 1.25, y: y + letters * 0.27 })
  )
}
