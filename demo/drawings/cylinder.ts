/**
 * An upright cylinder under the studio's camera: orthographic, looking down so that a circle becomes an ellipse
 * `tilt` times as high as wide. Prints are drawn flat and bent around it.
 */
import { mapOutline, polygon } from './lettering.ts'
import { at, cylinderShade, type Sheet } from './light.ts'

/** Height of an ellipse over its width: the camera looks down by about 12 degrees. */
export const tilt = 0.2

export interface Cylinder {
  /** Middle of the ellipse at its base. */
  x: number
  y: number
  r: number
  h: number
  tilt?: number
}

/** Silhouette without the top face: sides, front of the bottom, back of the top. */
export function cylinderOutline({ x, y, r, h, tilt: k = tilt }: Cylinder): string {
  const top = y - h
  return `M${at(x - r)} ${at(top)}L${at(x - r)} ${at(y)}A${at(r)} ${at(r * k)} 0 0 0 ${at(x + r)} ${at(y)}L${at(x + r)} ${at(top)}A${at(r)} ${at(r * k)} 0 0 0 ${at(x - r)} ${at(top)}Z`
}

/** Bends a flat print around the front: (0, 0) is the middle of the top edge, x runs around, y downwards. */
export function bend(cylinder: Cylinder, outline: string): string {
  const { x, y, r, h, tilt: k = tilt } = cylinder
  return mapOutline(outline, (u, v) => {
    const angle = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, u / r))
    return [x + r * Math.sin(angle), y - h + v + k * r * Math.cos(angle)]
  })
}

/** A band around the whole front between two heights measured from the top edge. */
export function band({ r }: Cylinder, from: number, to: number): string {
  const half = (r * Math.PI) / 2
  return polygon([
    [-half, from],
    [half, from],
    [half, to],
    [-half, to],
  ])
}

export interface Print {
  outline: string
  fill: string
  opacity?: number
}

/** The printed, lit side of a cylinder. `strip` is the strength of the softbox's reflection, 0–1. */
export function paintSide(
  sheet: Sheet,
  cylinder: Cylinder,
  colour: string,
  prints: readonly Print[],
  strip = 1,
): string {
  const { x, y, r, h, tilt: k = tilt } = cylinder
  const outline = cylinderOutline(cylinder)
  const printed = prints
    .map(({ outline: flat, fill, opacity }) => {
      const alpha = opacity === undefined ? '' : ` fill-opacity="${opacity}"`
      return `<path d="${bend(cylinder, flat)}" fill="${fill}"${alpha}/>`
    })
    .join('')
  const top = y - h + r * k
  const reflection = sheet.linear(
    [
      [0, '#fff', 0],
      [0.04, '#fff', 0.75 * strip],
      [0.5, '#fff', 0.5 * strip],
      [0.96, '#fff', 0.22 * strip],
      [1, '#fff', 0],
    ],
    0,
    0,
    0,
    1,
  )
  const floorBounce = sheet.linear(
    [
      [0.84, '#fff', 0],
      [1, '#fff', 0.16],
    ],
    0,
    0,
    0,
    1,
  )
  const soft = sheet.blur(at(Math.max(0.8, r * 0.02)))
  const left = x - r * 0.62
  return (
    `<g clip-path="${sheet.clip(`<path d="${outline}"/>`)}"><path d="${outline}" fill="${colour}"/>${printed}` +
    `<path d="${outline}" fill="${cylinderShade(sheet)}"/>` +
    `<rect x="${at(left)}" y="${at(top - r * k * 0.2)}" width="${at(r * 0.2)}" height="${at(h - r * k * 0.55)}" rx="${at(r * 0.05)}" fill="${reflection}" filter="${soft}"/>` +
    `<path d="${outline}" fill="${floorBounce}"/></g>`
  )
}

/** An ellipse of a circle lying flat at this height. */
export function disc(x: number, y: number, r: number, paint: string, k = tilt, extra = ''): string {
  return `<ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(r)}" ry="${at(r * k)}" fill="${paint}" ${extra}/>`
}
