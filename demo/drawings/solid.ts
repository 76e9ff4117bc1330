/**
 * Boxes and slabs under the same camera as the cylinders: orthographic, from slightly above. A face is an affine
 * picture, so its print is drawn flat in pixels (0, 0 = upper left of the face) and placed with a matrix.
 */
import { tilt } from './cylinder.ts'
import { at, castShadow, darker, lighter, type Sheet } from './light.ts'

/** Foreshortening of upright edges. */
const upright = Math.sqrt(1 - tilt * tilt)

export interface Solid {
  /** Middle of the ground face on the sheet. */
  x: number
  y: number
  w: number
  h: number
  d: number
  /** Degrees turned away from the light; above 0 the right side shows. */
  yaw?: number
}

type Point = readonly [number, number]

export interface Faces {
  /** transform values of the three faces that show. */
  front: string
  side: string
  top: string
  /** Sheet position of a point of the solid: x from the middle, y up from the ground, z towards the camera. */
  spot(x: number, y: number, z: number): Point
  /** Step on the sheet for one pixel of depth away from the camera. */
  deeper: Point
}

export function placeFaces({ x, y, w, h, d, yaw = 24 }: Solid): Faces {
  const turn = (-yaw * Math.PI) / 180
  const across: Point = [Math.cos(turn), -Math.sin(turn) * tilt]
  const towards: Point = [Math.sin(turn), Math.cos(turn) * tilt]
  const spot = (a: number, b: number, c: number): Point => [
    x + a * across[0] + c * towards[0],
    y + a * across[1] + c * towards[1] - b * upright,
  ]
  const matrix = (u: Point, v: Point, [ox, oy]: Point) =>
    `matrix(${[...u, ...v].map((value) => Math.round(value * 1e4) / 1e4).join(' ')} ${at(ox)} ${at(oy)})`
  return {
    front: matrix(across, [0, upright], spot(-w / 2, h, d / 2)),
    side: matrix([-towards[0], -towards[1]], [0, upright], spot(w / 2, h, d / 2)),
    top: matrix(across, towards, spot(-w / 2, h, -d / 2)),
    spot,
    deeper: [-towards[0], -towards[1]],
  }
}

export interface BoxLook {
  front: string
  side?: string
  top?: string
  /** Rounding of the edges in pixels. */
  round?: number
  frontArt?: string
  sideArt?: string
  topArt?: string
  /** 0 matt – 1 polished. */
  gloss?: number
  shadow?: boolean
}

/** A lit box with prints on its three visible faces. */
export function paintBox(sheet: Sheet, solid: Solid, look: BoxLook): string {
  const { w, h, d } = solid
  const faces = placeFaces(solid)
  const round = look.round ?? 6
  const gloss = look.gloss ?? 0.6
  const side = look.side ?? look.front
  const top = look.top ?? look.front
  const onFront = sheet.linear(
    [
      [0, '#fff', 0.2 * gloss + 0.04],
      [0.35, '#fff', 0.06 * gloss],
      [0.7, '#000', 0.03],
      [1, '#000', 0.16],
    ],
    0,
    0,
    1,
    0.8,
  )
  const onSide = sheet.linear(
    [
      [0, '#000', 0.26],
      [0.6, '#000', 0.44],
      [0.94, '#000', 0.48],
      [1, '#000', 0.3],
    ],
    0,
    0,
    1,
    0.15,
  )
  const onTop = sheet.linear(
    [
      [0, '#fff', 0.42],
      [0.6, '#fff', 0.22],
      [1, '#fff', 0.08],
    ],
    0,
    0,
    1,
    1,
  )
  const face = (
    transform: string,
    width: number,
    height: number,
    colour: string,
    art: string,
    shade: string,
  ) =>
    `<g transform="${transform}"><rect x="-1" y="-1" width="${at(width + 2)}" height="${at(height + 2)}" fill="${colour}"/>${art}` +
    `<rect x="-1" y="-1" width="${at(width + 2)}" height="${at(height + 2)}" fill="${shade}"/></g>`
  const glint = sheet.linear(
    [
      [0, '#fff', 0.2 + gloss * 0.35],
      [0.85, '#fff', 0.12 + gloss * 0.25],
      [1, '#fff', 0.06],
    ],
    0,
    0,
    1,
    1,
  )
  const [a, b] = [faces.spot(-w / 2, h, d / 2), faces.spot(w / 2, h, d / 2)]
  const foot = faces.spot(w / 2, 0, d / 2)
  const edge = `M${at(a[0])} ${at(a[1])}L${at(b[0])} ${at(b[1])}L${at(foot[0])} ${at(foot[1])}`
  const silhouette = roundedPolygon(
    [
      faces.spot(-w / 2, 0, d / 2),
      faces.spot(-w / 2, h, d / 2),
      faces.spot(-w / 2, h, -d / 2),
      faces.spot(w / 2, h, -d / 2),
      faces.spot(w / 2, 0, -d / 2),
      faces.spot(w / 2, 0, d / 2),
    ],
    round,
  )
  return (
    (look.shadow === false ? '' : boxShadow(sheet, solid, look.front)) +
    `<g clip-path="${sheet.clip(`<path d="${silhouette}"/>`)}">` +
    face(faces.side, d, h, side, look.sideArt ?? '', onSide) +
    face(faces.top, w, d, top, look.topArt ?? '', onTop) +
    face(faces.front, w, h, look.front, look.frontArt ?? '', onFront) +
    `<path d="${edge}" fill="none" stroke="${glint}" stroke-width="${at(Math.max(1.6, round * 0.22))}" stroke-linejoin="round" stroke-linecap="round"/></g>`
  )
}

/** Outline of a polygon whose corners are cut round. */
function roundedPolygon(points: readonly Point[], radius: number): string {
  const towardsPoint = ([x, y]: Point, [goalX, goalY]: Point): Point => {
    const length = Math.hypot(goalX - x, goalY - y)
    const share = Math.min(0.5, radius / length)
    return [x + (goalX - x) * share, y + (goalY - y) * share]
  }
  return points
    .map((corner, index) => {
      const before = points[(index + points.length - 1) % points.length]!
      const after = points[(index + 1) % points.length]!
      const [[ax, ay], [bx, by]] = [towardsPoint(corner, before), towardsPoint(corner, after)]
      return `${index ? 'L' : 'M'}${at(ax)} ${at(ay)}Q${at(corner[0])} ${at(corner[1])} ${at(bx)} ${at(by)}`
    })
    .join('')
    .concat('Z')
}

/** Contact shadow and pale mirror image of a box. */
function boxShadow(sheet: Sheet, solid: Solid, colour: string): string {
  const { w, d } = solid
  const { spot } = placeFaces(solid)
  const corners = [
    spot(-w / 2, 0, d / 2),
    spot(w / 2, 0, d / 2),
    spot(w / 2, 0, -d / 2),
    spot(-w / 2, 0, -d / 2),
  ]
  const ground = `M${corners.map(([x, y]) => `${at(x)} ${at(y)}`).join('L')}Z`
  const [left, middle, right] = [corners[0]!, corners[1]!, corners[2]!]
  const deep = Math.min(80, solid.h * 0.35)
  const fade = sheet.linear(
    [
      [0, colour, 0.2],
      [0.4, colour, 0.1],
      [1, colour, 0],
    ],
    0,
    0,
    0,
    1,
  )
  const wall = (from: Point, to: Point) =>
    `<path d="M${at(from[0])} ${at(from[1])}L${at(to[0])} ${at(to[1])}V${at(to[1] + deep)}L${at(from[0])} ${at(from[1] + deep)}Z" fill="${fade}"/>`
  return (
    wall(left, middle) +
    wall(middle, right) +
    castShadow(sheet, ground, 22, 12, 20, 0.3) +
    castShadow(sheet, ground, 5, 5, 6, 0.5)
  )
}

/** Path data of a rounded rectangle. */
export function roundedRectangle(x: number, y: number, w: number, h: number, r: number): string {
  const q = Math.min(r, w / 2, h / 2)
  return `M${at(x + q)} ${at(y)}H${at(x + w - q)}Q${at(x + w)} ${at(y)} ${at(x + w)} ${at(y + q)}V${at(y + h - q)}Q${at(x + w)} ${at(y + h)} ${at(x + w - q)} ${at(y + h)}H${at(x + q)}Q${at(x)} ${at(y + h)} ${at(x)} ${at(y + h - q)}V${at(y + q)}Q${at(x)} ${at(y)} ${at(x + q)} ${at(y)}Z`
}

/** A dark sunken area with light on its lower edge. */
export function recess(x: number, y: number, w: number, h: number, r: number, fill = '#0a0d11'): string {
  return (
    `<path d="${roundedRectangle(x, y + 2, w, h, r)}" fill="#fff" fill-opacity="0.35"/>` +
    `<path d="${roundedRectangle(x, y, w, h, r)}" fill="${fill}"/>`
  )
}

export interface SlabLook {
  front: string
  side?: string
  /** Outline of the front face in its own pixels; default a rectangle rounded by `round`. */
  outline?: string
  round?: number
  frontArt?: string
  gloss?: number
  shadow?: boolean
}

/** Any flat outline pushed into depth: phones, packs, chargers, panels. */
export function paintSlab(sheet: Sheet, solid: Solid, look: SlabLook): string {
  const { w, h, d } = solid
  const faces = placeFaces(solid)
  const outline = look.outline ?? roundedRectangle(0, 0, w, h, look.round ?? 24)
  const side = look.side ?? darker(look.front, 0.25)
  const gloss = look.gloss ?? 0.6
  const wall = sheet.linear([
    [0, lighter(side, 0.3)],
    [0.12, lighter(side, 0.12)],
    [0.6, side],
    [0.86, darker(side, 0.36)],
    [0.97, darker(side, 0.55)],
    [1, darker(side, 0.2)],
  ])
  const layer = sheet.keep(`<path transform="${faces.front}" d="${outline}" fill="${wall}"/>`)
  const [dx, dy] = faces.deeper
  const layers = Math.max(2, Math.ceil((Math.hypot(dx, dy) * d) / 1.6))
  let walls = ''
  for (let index = layers; index >= 1; index--)
    walls += `<use href="${layer}" x="${at((dx * d * index) / layers)}" y="${at((dy * d * index) / layers)}"/>`
  const onFront = sheet.linear(
    [
      [0, '#fff', 0.26 * gloss + 0.04],
      [0.4, '#fff', 0.07 * gloss],
      [0.7, '#000', 0.03],
      [1, '#000', 0.2],
    ],
    0,
    0,
    0.9,
    1,
  )
  const bevel = sheet.linear(
    [
      [0, '#fff', 0.8],
      [0.4, '#fff', 0.28],
      [1, '#fff', 0.06],
    ],
    0,
    0,
    1,
    1,
  )
  return (
    (look.shadow === false ? '' : boxShadow(sheet, solid, look.front)) +
    walls +
    `<g transform="${faces.front}"><g clip-path="${sheet.clip(`<path d="${outline}"/>`)}"><path d="${outline}" fill="${look.front}"/>${look.frontArt ?? ''}` +
    `<path d="${outline}" fill="${onFront}"/></g><path d="${outline}" fill="none" stroke="${bevel}" stroke-width="2.5"/></g>`
  )
}
