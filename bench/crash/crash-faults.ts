/** What goes wrong in the crash test: processes are killed, providers misbehave, and their time passes unevenly. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../sandbox/simulator/faults.ts'
import type { SeededRandom } from '../../test/seeded-random.ts'
import type { CrashShop } from './crash-shop.ts'

const providers = ['kustom', 'stripe', 'walley'] as const

const callbacks = {
  kustom: ['push', 'push', 'validation', 'address_update'],
  walley: ['notification', 'notification', 'validation'],
  stripe: [
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
    'payment_intent.canceled',
    'charge.captured',
    'charge.refunded',
  ],
} as const

/** A fault for the simulator. Amounts that differ are not among them: the books must show those. */
export function randomFault(random: SeededRandom): Fault {
  const provider = random.pick(providers)
  const times = { provider, count: random.int(1, 2), skip: random.int(0, 3) }
  const choice = random.next()
  if (choice < 0.5) {
    const onRequest = { ...times, route: '*', processed: random.chance(0.6) }
    const kind = random.next()
    if (kind < 0.1) return { kind: 'timeout', ...onRequest }
    if (kind < 0.5) return { kind: 'disconnect', ...onRequest }
    const status = provider === 'walley' ? random.pick([423, 500, 503]) : random.pick([500, 502, 503])
    return { kind: 'status', ...onRequest, status, body: '' }
  }
  if (choice < 0.95) {
    const onCallback = { ...times, callback: random.pick(callbacks[provider]) }
    const kind = random.pick(['lost', 'doubled', 'late', 'reordered'] as const)
    return kind === 'late'
      ? { kind, ...onCallback, delayMs: random.int(1_000, 120_000) }
      : { kind, ...onCallback }
  }
  if (choice < 0.98) return { kind: 'late_record', ...times, delayMs: random.int(1_000, 60_000) }
  return { kind: 'expired_session', ...times }
}

/** Asks for faults and moves the providers' clock until `isOver`. Returns how many faults were asked for. */
export async function disturbProviders(
  { simulator }: CrashShop,
  random: SeededRandom,
  isOver: () => boolean,
): Promise<number> {
  let count = 0
  while (!isOver()) {
    if (random.chance(0.6)) {
      const fault = randomFault(random)
      await simulator.control('POST', 'faults', fault)
      count += fault.count
    }
    if (random.chance(0.4)) await simulator.control('POST', 'clock', { advanceMs: random.int(1_000, 60_000) })
    await sleep(random.int(200, 900))
  }
  const unused = await simulator.control<Fault[]>('GET', 'faults')
  await simulator.control('DELETE', 'faults')
  return count - unused.reduce((sum, fault) => sum + fault.count, 0)
}

/**
 * Kills nodes, PostgreSQL, and single server processes of it, at random moments until `isOver`; nodes are started
 * again after a moment. Returns the kills by what was killed.
 */
export async function killProcesses(
  { nodes, postgres }: CrashShop,
  random: SeededRandom,
  { isOver, pauseMs }: { isOver: () => boolean; pauseMs: readonly [least: number, most: number] },
): Promise<{ nodes: number; databases: number; backends: number }> {
  const kills = { nodes: 0, databases: 0, backends: 0 }
  const starting = new Set<Promise<void>>()
  while (!isOver()) {
    await sleep(random.int(...pauseMs))
    if (isOver()) break
    const choice = random.next()
    if (choice < 0.6) {
      const node = random.pick(nodes)
      kills.nodes++
      await node.kill()
      await sleep(random.int(0, 1_500))
      // One that is killed again while it starts stays in the hands of its first start.
      const started = node.start().finally(() => starting.delete(started))
      starting.add(started)
    } else if (choice < 0.85) {
      kills.databases++
      await postgres.kill()
    } else if (await postgres.killBackend()) kills.backends++
  }
  await Promise.all(starting)
  return kills
}
