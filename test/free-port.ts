/** Free TCP ports, for servers that must know their own address before they listen. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to sockets which ask for any (Linux: from 32768). One of those may be given to the
 * server of another test before this one listens, which then answers in its place.
 */
const range = { from: 12_000, below: 32_000 }

const given = new Set<number>()

/** A port of this machine that is free, and was not returned before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.below)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
