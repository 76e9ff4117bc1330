/**
 * The program: starts one node of the shop and stops it on SIGTERM, SIGINT or when the parent process dies. A
 * configuration error ends it with a message instead of a stack trace.
 */
import pino from 'pino'
import type { ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { demoDrawings } from '../demo/demo-data.server.ts'
import { loadDemo } from '../demo/load-demo.server.ts'
import { loadDemoOrders } from '../demo/load-demo-orders.server.ts'
import { ConfigError } from '../server/config-error.ts'
import { readConfig } from '../server/config.ts'
import { watchParent } from '../server/parent-watch.ts'
import { startNode, type RunningNode } from '../server/start-node.ts'

/** A plain message for a person; a JSON log line for a machine. */
function reportFailedStart(error: unknown): void {
  const isConfig = error instanceof ConfigError
  const isWatched = process.stderr.isTTY || process.env['ANODE_PLAIN_START'] === '1'
  if (isWatched) return console.error(isConfig ? error.message : error)
  const log = pino(pino.destination({ dest: 2, sync: true }))
  if (isConfig) log.fatal({ code: 'bad_configuration' }, error.message)
  else log.fatal({ err: error }, 'the shop could not start')
}

let starting: Promise<RunningNode> | undefined
let stopping: Promise<void> | undefined
const calledOff = new AbortController()

async function stop(): Promise<void> {
  calledOff.abort()
  // An aborted start stops what it had started itself.
  const node = await starting?.catch(() => undefined)
  await node?.stop()
}

function end(): void {
  stopping ??= stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

process.on('SIGTERM', end)
process.on('SIGINT', end)
watchParent(end)

const demo = { load: loadDemo, placeOrders: loadDemoOrders, drawings: demoDrawings() }
const parts = { build: build as ServerBuild, demo }

try {
  starting = startNode(readConfig(process.env), parts, calledOff.signal)
  await starting
} catch (error) {
  if (stopping === undefined) {
    reportFailedStart(error)
    process.exit(1)
  }
}
