import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  serverBuildFile: 'main.js',
  // The whole route table travels with the first page: it is small, and no request for it delays a tap.
  routeDiscovery: { mode: 'initial' },
  // One file per route: only the layout of a store has a middleware, which every page of it loads with the rest.
  splitRouteModules: false,
} satisfies Config
