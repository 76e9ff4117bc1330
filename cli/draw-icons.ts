/**
 * Draws the icons of the stores into `public/icons/`: the mark of the shop with the store's flag, so that two installed
 * stores can be distinguished. Run it after a store or its flag was added or changed: `npm run icons`.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { storeCodes } from '../domain/stores/stores.ts'
import { storeIconPath, storeIcons, type StoreIcon } from '../domain/stores/web-manifest.ts'

const folder = join(import.meta.dirname, '..', 'public')
const ground = '#15202b'

/** The inner part of an SVG file. */
const innerSvg = async (path: string): Promise<string> =>
  (await readFile(join(folder, path), 'utf8')).replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')

await mkdir(join(folder, 'icons'), { recursive: true })
const mark = await innerSvg('favicon.svg')
for (const store of storeCodes) {
  const flag = await innerSvg(`flags/${store}.svg`)
  for (const icon of Object.keys(storeIcons) as StoreIcon[]) {
    const { size, purpose } = storeIcons[icon]
    const isWhole = purpose !== 'any'
    // Within 40 % of the centre, as far as any system cuts (W3C Manifest, safe zone); larger where nothing is cut.
    const scale = isWhole ? 0.92 : 1.1
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
      <rect width="100" height="100" rx="${isWhole ? 0 : 20}" fill="${ground}"/>
      <g transform="translate(50 50) scale(${scale}) translate(-32 -32)">${mark}
        <g transform="translate(40 46) scale(0.85)"><rect x="-2" y="-2" width="26" height="20" rx="3" fill="${ground}"/>${flag}</g>
      </g></svg>`
    await sharp(Buffer.from(svg), { density: (72 * size) / 100 })
      .resize(size, size)
      .png({ palette: true, dither: 0, compressionLevel: 9 })
      .toFile(join(folder, storeIconPath(store, icon)))
  }
}
