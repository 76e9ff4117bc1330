/**
 * The program: starts one node of the shop and stops it when told to (SIGTERM, SIGINT, the parent's death).
 * A configuration that cannot be right ends it with a sentence, not a stack.
 */
import type { ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { ConfigError, readConfig } from './config.ts'
import { watchParent } from './parent-watch.ts'
import { startNode, type RunningNode } from './start-node.ts'

let starting: Promise<RunningNode> | undefined
let stopping = false

function stop(): void {
  if (stopping) return
  stopping = true
  void Promise.resolve(starting)
    .then((node) => node?.stop())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
watchParent(stop)

try {
  starting = startNode(readConfig(process.env), build as ServerBuild)
  await starting
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
