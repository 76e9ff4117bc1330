/** What a phone or computer needs to install a store as an app (W3C Web Application Manifest). Pure. */
import { publicPaths } from './paths.ts'
import { stores, type StoreCode } from './stores.ts'

/** The theme colour of the browser's own interface (CHROME-23). */
export const themeColour = '#ffbc20'

/** Shown while an installed store starts; as `--ground` of the pages. */
const backgroundColour = '#faf8f4'

export const appName = 'Anode'

/** Uses of a store's icons: `any` has rounded corners, the others are cut to shape by the system. */
export const storeIcons = {
  small: { size: 192, purpose: 'any' },
  large: { size: 512, purpose: 'any' },
  maskable: { size: 512, purpose: 'maskable' },
  apple: { size: 180, purpose: 'apple' },
} as const
export type StoreIcon = keyof typeof storeIcons

/** Address of a store's icon; a PNG that `npm run icons` draws. */
export const storeIconPath = (store: StoreCode, icon: StoreIcon): string => `/icons/${store}-${icon}.png`

/** `description`: in the store's language. */
export function webManifest(code: StoreCode, description: string) {
  const { brand, iso } = stores[code]
  const home = publicPaths.home(code)
  return {
    id: home,
    name: brand,
    short_name: appName,
    description,
    lang: iso,
    dir: 'ltr',
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: themeColour,
    background_color: backgroundColour,
    categories: ['shopping'],
    icons: (['small', 'large', 'maskable'] as const).map((icon) => {
      const { size, purpose } = storeIcons[icon]
      return { src: storeIconPath(code, icon), type: 'image/png', sizes: `${size}x${size}`, purpose }
    }),
  }
}
