import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * Browser bundle and server in one build. The server is bundled together with the pages so that no module
 * exists twice in a process (docs/decisions/0002-one-module-graph.md).
 */
export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          input: { main: './server/main.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
})
