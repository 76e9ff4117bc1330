/**
 * Stands in for the companies outside the shop while no real keys are given. Each provider's protocol is added
 * beside its adapter; until one is there the simulator only says which it speaks.
 */
import { createServer } from 'node:http'

/** Names of the providers the simulator speaks for; none needs one as long as the shop is paid by invoice. */
const spoken: readonly string[] = []

/** Listens on loopback; answers the way to stop it. A port that is taken is no reason not to open the shop. */
export async function startSimulator(port: number): Promise<() => Promise<void>> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ simulator: 'anode', providers: spoken }))
  })
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  return async () => {
    if (listening) await new Promise((resolve) => server.close(resolve))
  }
}
