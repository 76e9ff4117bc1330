import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Short class names: they travel in every page, style sheet and script. */
function className(name: string, file: string): string {
  const place = relative(import.meta.dirname, file.split('?', 1)[0] ?? file)
  return `_${createHash('sha256').update(`${place} ${name}`).digest('base64url').slice(0, 5)}`
}

/**
 * Browser bundle and server in one build. The server is bundled together with the pages so that no module
 * exists twice in a process (docs/decisions/0002-one-module-graph.md).
 */
export default defineConfig({
  plugins: [reactRouter()],
  css: { modules: { generateScopedName: className } },
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
  // One style sheet: parts whose script comes late have their looks from the start.
  build: { cssCodeSplit: false, target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
})
