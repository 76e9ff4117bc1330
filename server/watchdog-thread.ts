/**
 * The thread of the watchdog. It counts its own ticks instead of reading a clock: when the whole process was held, by a
 * debugger or by a machine that slept, the thread was held with it and nothing is wrong.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { shared, type WatchdogData } from './watchdog.ts'

const { counters: buffer, limits } = workerData as WatchdogData
const counters = new Int32Array(buffer)
const stallTicks = Math.ceil(limits.stallMs / limits.beatMs)
const stuckTicks = Math.ceil(limits.stuckMs / limits.beatMs)

let beats = 0
/** Ticks since the last beat. */
let missed = 0

/** The log of the process is written by its main thread, which does nothing now. */
function endProcess(code: string, message: string): void {
  const line = { level: 60, time: Date.now(), pid: process.pid, code, msg: message }
  try {
    writeSync(2, `${JSON.stringify(line)}\n`)
  } catch {
    // Nobody reads it any more.
  }
  process.kill(process.pid, 'SIGKILL')
}

setInterval(() => {
  const now = Atomics.load(counters, shared.beats)
  missed = now === beats ? missed + 1 : 0
  beats = now
  if (missed === stallTicks) Atomics.add(counters, shared.stalls, 1)
  if (missed >= stuckTicks)
    endProcess('event_loop_stuck', 'the event loop stands still: the process is ended')
  if (
    Atomics.load(counters, shared.endAfterTicks) > 0 &&
    Atomics.sub(counters, shared.endAfterTicks, 1) === 1
  )
    endProcess('stop_took_too_long', 'the node did not stop in time: the process is ended')
}, limits.beatMs)
