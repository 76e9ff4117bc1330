import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { precompress } from './vite-precompress.ts'

/** Short class names: they travel in every page, style sheet and script. */
function className(name: string, file: string): string {
  const place = relative(import.meta.dirname, file.split('?', 1)[0] ?? file)
  return `_${createHash('sha256').update(`${place} ${name}`).digest('base64url').slice(0, 5)}`
}

/** States the order of the cascade layers before any of them is opened, whatever order the files come in. */
const layerOrder: Plugin = {
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

/**
 * Browser bundle and server in one build. The server is bundled together with the pages so that no module
 * exists twice in a process (docs/decisions/0002-one-module-graph.md).
 */
export default defineConfig({
  plugins: [reactRouter(), layerOrder, precompress],
  css: { modules: { generateScopedName: className } },
  environments: {
    // What most pages share travels as one file: it compresses better and needs fewer requests.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: 'shop', test: /\/(?:app|domain)\/|zustand/, minShareCount: 5 }],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: { main: './server/main.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
  // One style sheet: parts whose script comes late have their looks from the start, and nothing to preload with it.
  build: {
    cssCodeSplit: false,
    modulePreload: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
  },
})
