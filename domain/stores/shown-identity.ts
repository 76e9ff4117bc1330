/**
 * How a store is shown by its name and pictures. The logos and icons of `public/` say the name of the store's file: they
 * are shown while it has that name and none of its own; after that the name is set as text. Pure.
 */
import { storeFile } from './apply-settings.ts'
import { storePolicies, stores, type StoreCode } from './stores.ts'

/** Addresses of a picture on light and on dark ground. */
export interface ShownLogo {
  light: string
  dark: string
}

/** `simple`: of the pages with the simple header (ENTITY-03). */
export type ShownLogos = Record<'full' | 'simple', ShownLogo>

/** Address of an uploaded picture, `picture:` and a SHA-256; it changes with the picture. */
export const storePicturePath = (source: string): string =>
  `/store-pictures/${source.slice('picture:'.length)}.png`

/** Address of the icon that is drawn from the name: its first letter. */
export const letterIconPath = (code: StoreCode): string => `/store-pictures/${code}.svg`

/** Whether the store has the name of its file, which its pictures in `public/` say. */
export const hasNameOfFile = (code: StoreCode): boolean => stores[code].brand === storeFile(code).store.brand

/** The logo of the header; null: the name is set as text. */
export function shownLogos(code: StoreCode): ShownLogos | null {
  const { logo = null, darkLogo = null } = storePolicies[code].pictures ?? {}
  if (logo !== null) {
    const own = { light: storePicturePath(logo), dark: storePicturePath(darkLogo ?? logo) }
    return { full: own, simple: own }
  }
  if (!hasNameOfFile(code)) return null
  const ofFile = (suffix: string) => ({
    light: `/logos/${code}${suffix}.svg`,
    dark: `/logos/${code}${suffix}.svg`,
  })
  return { full: ofFile(''), simple: ofFile('-alt') }
}

/** Where the icon of the store comes from: uploaded, in `public/`, or drawn from its name. */
export type IconSource =
  | { kind: 'uploaded'; path: string }
  | { kind: 'file' }
  | { kind: 'letter'; path: string }

export function iconSource(code: StoreCode): IconSource {
  const icon = storePolicies[code].pictures?.icon ?? null
  if (icon !== null) return { kind: 'uploaded', path: storePicturePath(icon) }
  return hasNameOfFile(code) ? { kind: 'file' } : { kind: 'letter', path: letterIconPath(code) }
}

/** Colours of the letter and of its ground, as those of the pages. */
const [letterInk, letterGround] = ['#15202b', '#ffbc20']

/** The icon of a store without one of its own: the first letter of its name, as SVG. */
export function letterIcon(code: StoreCode): string {
  const [letter = ''] = stores[code].brand.trim().toLocaleUpperCase(stores[code].iso)
  const text = letter.replace(/[&<>"]/, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="${letterGround}"/><text x="256" y="256" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="320" font-weight="700" fill="${letterInk}">${text}</text></svg>`
}

/** Sources of every picture that a store shows of itself. */
export function storePictureSources(): ReadonlySet<string> {
  const pictures = Object.values(storePolicies).flatMap(({ pictures: own }) => Object.values(own ?? {}))
  return new Set(pictures.filter((source): source is string => typeof source === 'string'))
}
