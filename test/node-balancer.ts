/** A TCP load balancer in front of several nodes: a connection goes to the next node that accepts it. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface NodeBalancer {
  /** Without a trailing slash. */
  url: string
  port: number
  close(): Promise<void>
}

/** `ports` are those of the nodes on this machine, read at every connection. `port` 0: any free one. */
export async function startNodeBalancer(ports: () => readonly number[], port = 0): Promise<NodeBalancer> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  let turn = 0
  const server = createServer((near) => {
    keep(near)
    const all = ports()
    turn += 1
    const forward = (tried: number): void => {
      const target = all[(turn + tried) % all.length]
      if (tried >= all.length || target === undefined) return void near.destroy()
      const far = connect(target, '127.0.0.1')
      keep(far)
      const tryNext = () => forward(tried + 1)
      far.once('error', tryNext)
      far.once('connect', () => {
        far.off('error', tryNext)
        near.pipe(far).pipe(near)
        near.on('close', () => far.destroy())
        far.on('close', () => near.destroy())
      })
    }
    forward(0)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://localhost:${bound}`,
    port: bound,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
