/** Photos for tests, and a web server that serves them or misbehaves. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp, { type Sharp } from 'sharp'
import type { NetworkPolicy } from '../network/public-network.server.ts'

/** A photo of one colour on white. */
export function photo(colour = '#1040d0', { width = 400, height = 300 } = {}): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    {
      input: {
        create: {
          width: Math.round(width * 0.6),
          height: Math.round(height * 0.6),
          channels: 3,
          background: colour,
        },
      },
    },
  ])
}

export interface TestWebServer {
  /** `http://127.0.0.1:PORT` */
  origin: string
  port: number
  stop(): Promise<void>
}

/** A server on the loopback interface. */
export async function startWebServer(handle: RequestListener): Promise<TestWebServer> {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Allows a test's own server, and no other non-public address. */
export function onlyLoopbackPort(port: number, rest: NetworkPolicy): NetworkPolicy {
  return {
    allowsAddress: (address) => address === '127.0.0.1' || rest.allowsAddress(address),
    allowsPort: (asked) => asked === port || rest.allowsPort(asked),
  }
}
