/**
 * Simulates the external providers when no real keys are configured. Each provider's protocol is added beside
 * its adapter; until one exists the simulator only lists the names it simulates.
 */
import { createServer } from 'node:http'

/** Names of the simulated providers; none is needed as long as payment is by invoice. */
const spoken: readonly string[] = []

/**
 * Listens on loopback; returns a function that stops it. A port in use does not prevent the shop from
 * starting.
 */
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
