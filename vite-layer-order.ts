import type { Plugin } from 'vite'

/** States the order of the cascade layers before any of them is opened, whatever order the files come in. */
export const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = `@layer reset,tokens,base,components;${String(asset.source)}`
      }
    },
  },
}
