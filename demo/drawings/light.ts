/**
 * The studio: one light from the upper left with a large softbox, a rim light from behind on the right, a white
 * floor. Every form takes its gradients, speculars and shadows from here, so that pictures look like one shoot.
 */

export type Stop = readonly [offset: number, colour: string, opacity?: number]

/** Collects the definitions (gradients, filters, clips) of one drawing; equal ones are shared. */
export interface Sheet {
  /** Paint along a line in the painted shape's own box (0–1); default from left to right. */
  linear(stops: readonly Stop[], x1?: number, y1?: number, x2?: number, y2?: number): string
  /** Paint from a point in the painted shape's own box (0–1) outwards. */
  radial(stops: readonly Stop[], cx?: number, cy?: number, r?: number): string
  /** A filter attribute value that blurs by so many pixels; `flat` leaves more room above and below. */
  blur(pixels: number, flat?: boolean): string
  /** A clip-path attribute value for the given shapes. */
  clip(shapes: string): string
  /** A mask attribute value; white shows, black hides. */
  mask(shapes: string): string
  /** Keeps a piece of art and returns the address under which `use` repeats it. */
  keep(art: string): string
  definitions(): string
}

export function createSheet(): Sheet {
  const ids = new Map<string, string>()
  const keep = (tag: string, attributes: string, inside: string) => {
    const markup = `<${tag} ${attributes}>${inside}</${tag}>`
    const id = ids.get(markup) ?? `d${ids.size}`
    ids.set(markup, id)
    return id
  }
  const refer = (tag: string, attributes: string, inside: string) => `url(#${keep(tag, attributes, inside)})`
  return {
    linear: (stops, x1 = 0, y1 = 0, x2 = 1, y2 = 0) =>
      refer('linearGradient', `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stopsMarkup(stops)),
    radial: (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
      refer('radialGradient', `cx="${cx}" cy="${cy}" r="${r}"`, stopsMarkup(stops)),
    blur: (pixels, flat = false) =>
      refer(
        'filter',
        `x="-45%" width="190%" ${flat ? 'y="-200%" height="500%"' : 'y="-35%" height="170%"'}`,
        `<feGaussianBlur stdDeviation="${pixels}"/>`,
      ),
    clip: (shapes) => refer('clipPath', '', shapes),
    mask: (shapes) =>
      refer('mask', 'maskUnits="userSpaceOnUse" x="-800" y="-800" width="2400" height="2400"', shapes),
    keep: (art) => `#${keep('g', '', art)}`,
    definitions: () => [...ids].map(([markup, id]) => markup.replace(' ', ` id="${id}" `)).join(''),
  }
}

function stopsMarkup(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
      return `<stop offset="${offset}" stop-color="${colour}"${alpha}/>`
    })
    .join('')
}

/** Rounds a coordinate to a tenth of a pixel. */
export function at(value: number): number {
  return Math.round(value * 10) / 10
}

/** A colour between two `#rrggbb` colours; share 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (index: number) => {
    const from = Number.parseInt(first.slice(index, index + 2), 16)
    const to = Number.parseInt(second.slice(index, index + 2), 16)
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share)
export const darker = (colour: string, share: number) => mix(colour, '#0a0e14', share)

/** Relative luminance by eye, 0–1; decides between ink and white on a colour. */
function brightness(colour: string): number {
  const part = (index: number) => Number.parseInt(colour.slice(index, index + 2), 16) / 255
  return part(1) * 0.3 + part(3) * 0.59 + part(5) * 0.11
}

/** Ink or paper, whichever reads better on the colour. */
export function inkOn(colour: string): string {
  return brightness(colour) > 0.5 ? '#15202b' : '#ffffff'
}

/** Shading laid over the printed sleeve of an upright cylinder: dark limb, softbox, core shadow, rim light. */
export function cylinderShade(sheet: Sheet, gloss = 1): string {
  return sheet.linear([
    [0, '#000', 0.5],
    [0.03, '#000', 0.34],
    [0.1, '#000', 0.06],
    [0.15, '#fff', 0.1 * gloss],
    [0.3, '#fff', 0.2 * gloss],
    [0.42, '#fff', 0.05 * gloss],
    [0.56, '#000', 0.03],
    [0.74, '#000', 0.28],
    [0.9, '#000', 0.5],
    [0.955, '#000', 0.4],
    [0.978, '#fff', 0.22 * gloss],
    [1, '#000', 0.2],
  ])
}

/** Brushed or polished metal seen as an upright cylinder. */
export function metalShade(sheet: Sheet, tint = '#c8ced4'): string {
  return sheet.linear([
    [0, darker(tint, 0.62)],
    [0.06, darker(tint, 0.4)],
    [0.16, lighter(tint, 0.35)],
    [0.27, lighter(tint, 0.92)],
    [0.36, lighter(tint, 0.55)],
    [0.5, darker(tint, 0.12)],
    [0.66, darker(tint, 0.42)],
    [0.8, darker(tint, 0.6)],
    [0.92, darker(tint, 0.2)],
    [0.97, lighter(tint, 0.4)],
    [1, darker(tint, 0.3)],
  ])
}

/** A flat metal disc lying under the softbox: light sweeps across it from the upper left. */
export function metalDisc(sheet: Sheet, tint = '#c8ced4'): string {
  return sheet.linear(
    [
      [0, lighter(tint, 0.2)],
      [0.2, lighter(tint, 0.85)],
      [0.36, darker(tint, 0.05)],
      [0.5, lighter(tint, 0.45)],
      [0.62, lighter(tint, 0.8)],
      [0.78, darker(tint, 0.24)],
      [1, darker(tint, 0.1)],
    ],
    0,
    0.1,
    1,
    0.9,
  )
}

/**
 * Soft contact shadow of an object whose base is the ellipse (cx, cy, rx, ry): a tight dark one where it
 * touches and a wide pale one that falls away to the lower right.
 */
export function contactShadow(
  sheet: Sheet,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  depth = 1,
): string {
  const wide = sheet.blur(Math.max(7, at(Math.min(rx * 0.13, 20))), true)
  const tight = sheet.blur(Math.max(2.5, at(Math.min(rx * 0.045, 7))), true)
  const ellipse = (x: number, y: number, a: number, b: number) =>
    `<ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(a)}" ry="${at(b)}"`
  return (
    `${ellipse(cx + rx * 0.2, cy + ry * 0.3, rx * 1.12, ry * 1.05 + 6)} fill="#2a2219" fill-opacity="${0.22 * depth}" filter="${wide}"/>` +
    `${ellipse(cx + rx * 0.04, cy + ry * 0.12 + 2, rx * 1.01, ry * 1.04 + 1.5)} fill="#120d08" fill-opacity="${0.5 * depth}" filter="${tight}"/>`
  )
}

/** A soft shadow of any outline (path data) lying on the floor, moved by (dx, dy). */
export function castShadow(
  sheet: Sheet,
  outline: string,
  dx: number,
  dy: number,
  pixels: number,
  opacity: number,
): string {
  return `<path d="${outline}" transform="translate(${dx} ${dy})" fill="#1d160e" fill-opacity="${opacity}" filter="${sheet.blur(pixels)}"/>`
}
