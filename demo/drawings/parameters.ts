/**
 * Parameters of a drawing, as written after the `?` of its source. Any input gives valid values: unknown
 * words get defaults, numbers are clamped, text is cut and stripped of unprintable characters.
 */
export const views = ['front', 'angle', 'pack', 'detail'] as const
export type View = (typeof views)[number]

export interface Parameters {
  choice<const Word extends string>(name: string, words: readonly Word[], fallback: Word): Word
  whole(name: string, least: number, most: number, fallback: number): number
  /** At most `length` plain characters; it must reach a picture as outlines only, never as markup. */
  text(name: string, length: number, fallback: string): string
  /** Sources of other drawings, separated by `|`, at most `most`; each is read by its own form. */
  sources(name: string, most: number): string[]
  /** Brand look 1–15; the last is the shop's. */
  tone: number
  view: View
}

export function readParameters(query: string): Parameters {
  const values = new URLSearchParams(query.slice(0, 2000))
  const whole: Parameters['whole'] = (name, least, most, fallback) => {
    const value = Math.round(Number(values.get(name) ?? Number.NaN))
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback
  }
  const choice: Parameters['choice'] = (name, words, fallback) => {
    const wanted = values.get(name)?.toLowerCase()
    return words.find((word) => word.toLowerCase() === wanted) ?? fallback
  }
  return {
    whole,
    choice,
    text: (name, length, fallback) => {
      const value = (values.get(name) ?? '').replace(/[^\p{L}\p{N} .,:+\-–/×·%&°()#'*=€]/gu, '').trim()
      return value.slice(0, length) || fallback
    },
    sources: (name, most) => (values.get(name) ?? '').split('|').filter(Boolean).slice(0, most),
    tone: whole('tone', 1, 15, 1),
    view: choice('view', views, 'front'),
  }
}

/** A number with its unit, as it is printed: `1.5` and `V` make `1.5 V`; nothing makes nothing. */
export function withUnit(value: string, unit: string): string {
  return value && `${value} ${unit}`
}
