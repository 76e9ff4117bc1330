/**
 * The built server for other programs (build/server/shop.js): tests start a node with their own limits
 * instead of the stores'. `main.ts` is the program that runs a shop.
 */
import type { ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { demoDrawings } from '../demo/demo-data.server.ts'
import { loadDemo } from '../demo/load-demo.server.ts'
import { loadDemoOrders } from '../demo/load-demo-orders.server.ts'
import { readConfig } from '../server/config.ts'
import { startNode, type NodeParts, type RunningNode } from '../server/start-node.ts'

/** Starts a node as the environment configures it. */
export function startBuiltShop(
  signal: AbortSignal,
  parts: Omit<NodeParts, 'build' | 'demo'>,
): Promise<RunningNode> {
  const demo = { load: loadDemo, placeOrders: loadDemoOrders, drawings: demoDrawings() }
  return startNode(readConfig(process.env), { ...parts, build: build as ServerBuild, demo }, signal)
}
