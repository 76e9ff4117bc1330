/** What a phone or computer needs to install a store as an app (W3C Web Application Manifest). Pure. */
import { publicPaths } from './paths.ts'
import { iconSource } from './shown-identity.ts'
import { storePolicies, stores, type StoreCode } from './stores.ts'

/** The theme colour of the browser's own interface (CHROME-23). */
export const themeColour = '#ffbc20'

/** Shown while an installed store starts; as `--ground` of the pages. */
const backgroundColour = '#faf8f4'

/** Uses of a store's icons in `public/`: `any` has rounded corners, the others are cut to shape by the system. */
export const storeIcons = {
  small: { size: 192, purpose: 'any' },
  large: { size: 512, purpose: 'any' },
  maskable: { size: 512, purpose: 'maskable' },
  apple: { size: 180, purpose: 'apple' },
} as const
export type StoreIcon = keyof typeof storeIcons

/** Address of a store's icon; a PNG that `npm run icons` draws. */
export const storeIconPath = (store: StoreCode, icon: StoreIcon): string => `/icons/${store}-${icon}.png`

/** The icons of browser tabs and of phones' home screens; null: the system draws one. */
export function linkedIcons(code: StoreCode): { tab: string; touch: string | null } {
  const source = iconSource(code)
  if (source.kind === 'file') return { tab: '/favicon.svg', touch: storeIconPath(code, 'apple') }
  return { tab: source.path, touch: source.kind === 'uploaded' ? source.path : null }
}

/** A PNG of the store for programs that show no SVG, at least 512 pixels wide; null: it has none. */
export function storePng(code: StoreCode): string | null {
  const source = iconSource(code)
  if (source.kind === 'file') return storeIconPath(code, 'large')
  return source.kind === 'uploaded' ? source.path : null
}

function manifestIcons(code: StoreCode) {
  const source = iconSource(code)
  if (source.kind === 'uploaded')
    return [{ src: source.path, type: 'image/png', sizes: '512x512', purpose: 'any' }]
  if (source.kind === 'letter')
    return [{ src: source.path, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }]
  return (['small', 'large', 'maskable'] as const).map((icon) => {
    const { size, purpose } = storeIcons[icon]
    return { src: storeIconPath(code, icon), type: 'image/png', sizes: `${size}x${size}`, purpose }
  })
}

export function webManifest(code: StoreCode) {
  const { brand, iso } = stores[code]
  const { shortName, storefront } = storePolicies[code]
  const home = publicPaths.home(code)
  return {
    id: home,
    name: brand,
    short_name: shortName,
    description: storefront.description,
    lang: iso,
    dir: 'ltr',
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: themeColour,
    background_color: backgroundColour,
    categories: ['shopping'],
    icons: manifestIcons(code),
  }
}
