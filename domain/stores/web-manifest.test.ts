import { expect, it } from 'vitest'
import { storeCodes, stores } from './stores.ts'
import { themeColour, webManifest } from './web-manifest.ts'

it('the manifest of a store has its name, language and address, and names icons for every use', () => {
  for (const store of storeCodes) {
    const manifest = webManifest(store)
    expect(manifest).toMatchObject({
      name: stores[store].brand,
      short_name: 'Anode',
      lang: stores[store].iso,
      start_url: `/${store}`,
      scope: `/${store}`,
      theme_color: themeColour,
    })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
  }
})
