import { join } from 'node:path'
import { defineConfig } from 'vite'
import { layerOrder } from './vite-layer-order.ts'
import { precompress } from './vite-precompress.ts'

/**
 * The back office: an application of its own with a plain entry, so that its document needs no inline script
 * (decision 102). Built into `build/admin`.
 */
export default defineConfig({
  root: join(import.meta.dirname, 'admin'),
  publicDir: false,
  plugins: [layerOrder, precompress],
  // Named, so that the files are there when they are compressed.
  builder: {
    buildApp: async (builder) => {
      await builder.build(builder.environments['client']!)
    },
  },
  build: {
    outDir: join(import.meta.dirname, 'build', 'admin'),
    emptyOutDir: true,
    // The polyfill would be a script of its own; every browser that staff use preloads modules.
    modulePreload: { polyfill: false },
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      // Libraries mark modules for servers that render React; nothing here is rendered on a server.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
})
