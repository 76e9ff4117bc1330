/**
 * Runs the built shop for tests and benchmarks: a normal node that draws pictures on request only, with wider limits,
 * since many orders of one buyer come from one address here. ANODE_STORE_LIMITS=1 keeps the stores' own limits,
 * ANODE_LOCAL_WEBHOOKS=1 sends webhooks to this machine, whatever their hosts. Stops as
 * the shop does, on SIGTERM or when its parent exits.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { renderingOptimisations } from '../app/shop-context.ts'
import type * as BuiltShop from '../cli/built-shop.ts'
import type { WebAccess } from '../domain/network/checked-request.server.ts'
import { watchParent } from '../server/parent-watch.ts'
import { projectRoot } from '../server/project-root.ts'
import { roomyLimits, roomyMailLimits } from './roomy-limits.ts'

const file = pathToFileURL(join(projectRoot, 'build', 'server', 'shop.js')).href
const { startBuiltShop } = (await import(file)) as typeof BuiltShop

const switchedOff = process.env['ANODE_SWITCHED_OFF']?.split(',') ?? []
const thisMachine: WebAccess = {
  network: { allowsAddress: (address) => address === '127.0.0.1', allowsPort: () => true },
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
}
const calledOff = new AbortController()
const node = startBuiltShop(calledOff.signal, {
  replace: {
    ...(process.env['ANODE_STORE_LIMITS'] !== '1' && {
      orderLimits: roomyLimits,
      mailLimits: roomyMailLimits,
    }),
    ...(process.env['ANODE_LOCAL_WEBHOOKS'] === '1' && { webAccess: thisMachine }),
    // Named by a benchmark, separated by commas.
    switchedOff: new Set(renderingOptimisations.filter((name) => switchedOff.includes(name))),
  },
  // Drawing all pictures of the demo takes most of a minute of processor time; tests look at few of them.
  drawsAhead: false,
  // Tests count orders.
  placesDemoOrders: false,
})

function end(): void {
  calledOff.abort()
  void node
    .then((running) => running.stop())
    .then(
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
await node
