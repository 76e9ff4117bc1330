/** A process that tests of the watchdog start; it does what its parameter says, and prints what it saw. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startWatchdog } from './watchdog.ts'

const [, , task = '', stuckMs = '600'] = process.argv
const watchdog = startWatchdog({ beatMs: 50, stallMs: 300, stuckMs: Number(stuckMs), calmMs: 500 })
const print = (text: string) => process.stdout.write(`${text}\n`)
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

process.on('SIGTERM', () => {
  print('stopping')
  // A stop that never ends.
  watchdog.endWithin(100)
  setInterval(() => {}, 1000)
})

// The thread looks, and the loop turns.
await sleep(500)
print(watchdog.isStalled() ? 'stalled' : 'calm')
if (task === 'stick') for (;;);
if (task === 'stall') {
  block(3_000)
  print(watchdog.isStalled() ? 'stalled' : 'calm')
  while (watchdog.isStalled()) await sleep(20)
  print('calm')
  await watchdog.stop()
}
if (task === 'wait') setInterval(() => {}, 1000)
