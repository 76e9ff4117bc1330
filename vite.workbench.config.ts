import { defineConfig } from 'vite'

/**
 * The workbench: every widget of `ui/`, and those that show products, in every state, for developers. A page of its own, which only Vite's development
 * server serves (`npm run workbench`): no build contains it.
 */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  optimizeDeps: { entries: ['workbench/index.html'] },
  server: {
    port: 3005,
    open: '/workbench/',
    // Product pictures come from a shop that runs on the usual port; without one they are missing.
    proxy: { '/pictures': 'http://localhost:3000' },
  },
})
