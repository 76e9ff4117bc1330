/**
 * Limits on open connections. A request on a connection beyond them is answered with 503 and its connection
 * is closed, instead of being dropped without an answer. Only beyond `connections` does Node itself drop
 * connections.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from './client-network.ts'

export interface ConnectionLimits {
  /** Connections beyond which new ones are dropped. */
  connections: number
  /** Connections beyond which responses close theirs, to free connections for other clients. */
  keptAlive: number
  /** Connections of one network; not applied behind a proxy, where all connections are the proxy's. */
  perNetwork: number
}

/** File descriptors that the database, the index and logs need. */
const reservedDescriptors = 512

export function defaultConnectionLimits(): ConnectionLimits {
  const connections = Math.max(128, Math.min(8192, openFileLimit() - reservedDescriptors))
  return {
    connections,
    keptAlive: Math.floor(connections / 4),
    perNetwork: Math.floor(connections / 8),
  }
}

/** The limit of open files of the process; 1024 where the system does not report one. */
function openFileLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? 1024 : Number(limit)
  } catch {
    return 1024
  }
}

export interface ConnectionGuard {
  /** Whether the connection exceeds the limit of its network: its requests are rejected. */
  isExcess(socket: Socket): boolean
  /** Whether responses close their connections now. */
  isCrowded(): boolean
}

/** Starts tracking the connections of a server. */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  trustedProxies: number,
): ConnectionGuard {
  server.maxConnections = limits.connections
  const perNetwork = new Map<string, number>()
  const excess = new WeakSet<Socket>()
  let open = 0
  server.on('connection', (socket: Socket) => {
    open++
    const network = clientNetwork({ socket, headers: {} }, 0)
    const count = (perNetwork.get(network) ?? 0) + 1
    perNetwork.set(network, count)
    if (trustedProxies === 0 && count > limits.perNetwork) excess.add(socket)
    socket.once('close', () => {
      open--
      const left = (perNetwork.get(network) ?? 1) - 1
      if (left === 0) perNetwork.delete(network)
      else perNetwork.set(network, left)
    })
  })
  return { isExcess: (socket) => excess.has(socket), isCrowded: () => open > limits.keptAlive }
}
