/** A TCP proxy in front of a database that a test can cut, stall, or point to another server. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface CuttableLine {
  /** The database's address through the proxy. */
  url: string
  /** Breaks all connections; new ones are refused. */
  cut(): Promise<void>
  /** Accepts connections again, after `cut`. */
  open(): Promise<void>
  /** Forwards new connections to another database. */
  moveTo(target: URL): void
  /** Stops forwarding without closing any connection. */
  hang(): void
  /** Forwards again, including the data that waited. */
  goOn(): void
}

export async function cuttableLine(target: URL): Promise<CuttableLine> {
  const sockets = new Set<Socket>()
  let gate: Server | undefined
  let port = 0
  let hangs = false
  let server = target
  const keep = (socket: Socket, passOn: (chunk: Buffer) => void) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', passOn)
    if (hangs) socket.pause()
  }
  const open = async () => {
    gate = createServer((near) => {
      const far = connect(Number(server.port), server.hostname)
      keep(near, (chunk) => far.write(chunk))
      keep(far, (chunk) => near.write(chunk))
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    }).listen(port, '127.0.0.1')
    await once(gate, 'listening')
    port = (gate.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = gate?.listening ? once(gate, 'close') : null
    gate?.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await open()
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut,
    open,
    moveTo(next) {
      server = next
    },
    hang() {
      hangs = true
      for (const socket of sockets) socket.pause()
    },
    goOn() {
      hangs = false
      for (const socket of sockets) socket.resume()
    },
  }
}
