import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  serverBuildFile: 'main.js',
  // The whole route table travels with the first page: it is small, and no request for it delays a tap.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
