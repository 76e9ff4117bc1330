import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { carrierLogos, paymentLogos } from '../stores/store.ts'
import { storeCodes } from '../stores/stores.ts'
import { storeIconPath, storeIcons, type StoreIcon } from '../stores/web-manifest.ts'

const inPublic = (path: string) => fileURLToPath(new URL(`../../public/${path}`, import.meta.url))

/** Fails unless the file exists, is an SVG that renders, and is not blank. */
async function expectVisibleSvg(path: string): Promise<{ width: number; height: number }> {
  const { format, width, height } = await sharp(inPublic(path)).metadata()
  expect(format, path).toBe('svg')
  const { channels } = await sharp(inPublic(path)).ensureAlpha().stats()
  expect(channels[3]!.max, `${path} is empty`).toBe(255)
  return { width, height }
}

describe('marks in public/', () => {
  it('[CONST-08] has one mark of 64 × 40 for each of the thirteen payment names', async () => {
    expect(paymentLogos).toHaveLength(13)
    for (const name of paymentLogos)
      expect(await expectVisibleSvg(`payment/${name}.svg`)).toEqual({ width: 64, height: 40 })
  })

  it('[CONST-09] has one mark of 64 × 40 for each of the ten carrier names', async () => {
    expect(carrierLogos).toHaveLength(10)
    for (const name of carrierLogos) {
      const file = name.toLowerCase().replaceAll(' ', '-')
      expect(await expectVisibleSvg(`carriers/${file}.svg`)).toEqual({ width: 64, height: 40 })
    }
  })

  it('gives each store its own logo and its own simple logo', async () => {
    const pictures = new Set<string>()
    for (const store of storeCodes)
      for (const file of [`logos/${store}.svg`, `logos/${store}-alt.svg`]) {
        await expectVisibleSvg(file)
        pictures.add((await sharp(inPublic(file)).png().toBuffer()).toString('base64'))
      }
    expect(pictures.size).toBe(8)
  })

  it('has the icons that browsers and phones ask for', async () => {
    await expectVisibleSvg('favicon.svg')
    // Asked for by phones that read no page.
    expect((await sharp(inPublic('apple-touch-icon.png')).metadata()).width).toBe(180)
  })

  it('gives each store icons of its own; those that the system cuts to shape have no transparent edge', async () => {
    const pictures = new Set<string>()
    for (const store of storeCodes)
      for (const [icon, { size, purpose }] of Object.entries(storeIcons)) {
        const file = inPublic(storeIconPath(store, icon as StoreIcon))
        const { format, width, height } = await sharp(file).metadata()
        expect([format, width, height], file).toEqual(['png', size, size])
        expect((await sharp(file).stats()).isOpaque, file).toBe(purpose !== 'any')
        pictures.add((await sharp(file).resize(64, 64).png().toBuffer()).toString('base64'))
      }
    expect(pictures.size).toBe(storeCodes.length * Object.keys(storeIcons).length)
  })
})
