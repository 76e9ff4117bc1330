/** What is printed and plated on a device's battery pack: the label and the gold contacts. */
import { brandLook, emblem } from './brand-look.ts'
import { lettering } from './lettering.ts'
import { at, inkOn } from './light.ts'
import { roundedRectangle } from './solid.ts'

export interface PackLook {
  /** With its unit, e.g. `3.85 V`. */
  volts: string
  /** With its unit, e.g. `4000 mAh`; empty if unknown. */
  capacity: string
  /** Printed name of the chemistry, e.g. `Li-ion`. */
  chemistry: string
  tone: number
  yaw: number
}

export const gold = '#d9b25a'

const path = (outline: string, fill: string, extra = '') => `<path d="${outline}" fill="${fill}" ${extra}/>`

/** A row of gold contacts. */
export function contacts(x: number, y: number, count: number, w: number, h: number): string {
  let art = ''
  for (let index = 0; index < count; index++) {
    const left = x + index * w * 1.5
    art += `<rect x="${at(left)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" rx="2" fill="${gold}"/><rect x="${at(left)}" y="${at(y)}" width="${at(w)}" height="${at(h * 0.3)}" rx="2" fill="#fff3c8" fill-opacity="0.8"/>`
  }
  return art
}

/** The label every pack carries: brand, chemistry, volts, small print, the crossed-out bin. */
export function label(look: PackLook, x: number, y: number, w: number, h: number, ground: string): string {
  const { accent, wordmark, emblem: mark } = brandLook(look.tone)
  const ink = inkOn(ground)
  const unit = Math.min(w / 5.2, h / 3.9)
  let small = ''
  for (let line = 0; line < 2; line++)
    small += `<rect x="${at(x + unit * 0.4)}" y="${at(y + h - unit * (0.72 - line * 0.2))}" width="${at(w * (0.46 - line * 0.09))}" height="${at(unit * 0.08)}" rx="2" fill="${ink}" fill-opacity="0.4"/>`
  return (
    path(roundedRectangle(x, y, w, h, unit * 0.12), ground) +
    `<rect x="${at(x)}" y="${at(y)}" width="${at(unit * 0.16)}" height="${at(h)}" fill="${accent}"/>` +
    path(
      emblem(mark, unit * 0.52, x + unit * 0.72, y + unit * 0.66),
      accent === '#e9edf0' && ink !== '#ffffff' ? ink : accent,
    ) +
    path(
      lettering(wordmark, unit * 0.56, { x: x + unit * 1.15, y: y + unit * 0.83, maxWidth: w - unit * 1.5 }),
      ink,
    ) +
    path(
      lettering(look.volts, unit * 1.05, {
        x: x + unit * 0.36,
        y: y + h * 0.5 + unit * 0.02,
        maxWidth: w * 0.8,
      }),
      ink,
    ) +
    path(
      lettering(look.capacity, unit * 0.62, {
        x: x + unit * 0.4,
        y: y + h * 0.5 + unit * 0.66,
        maxWidth: w * 0.8,
      }),
      ink,
    ) +
    path(
      lettering(look.chemistry, unit * 0.32, {
        x: x + unit * 0.42,
        y: y + h * 0.5 + unit * 1.06,
        tracking: 0.04,
      }),
      ink,
      'fill-opacity="0.75"',
    ) +
    small +
    crossedBin(x + w - unit * 0.65, y + h - unit * 0.65, unit * 0.36, ink)
  )
}

/** The crossed-out wheeled bin (Directive 2012/19/EU, Regulation (EU) 2023/1542 Annex VI). */
function crossedBin(x: number, y: number, r: number, ink: string): string {
  return `<g transform="translate(${at(x)} ${at(y)}) scale(${at(r * 10) / 100})" fill="none" stroke="${ink}" stroke-opacity="0.8" stroke-width="1.3"><path d="M-5 -6H5L4 7H-4ZM-6 -6L-5 -8H5L6 -6M-8 -9L8 9M8 -9L-8 9"/></g>`
}
