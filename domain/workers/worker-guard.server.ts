/**
 * A thread of a worker process that ends the process when it uses too much memory, native memory included, or when the
 * process that started it is gone. The main thread may be busy for ever: it can do neither.
 */
import { workerData } from 'node:worker_threads'

/** How often it looks, milliseconds. */
const pauseMs = 100

const { parent, mostBytes } = workerData as { parent: number; mostBytes: number }

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  // A signal that nothing else sends, so that the pool knows the reason.
  if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGUSR2')
}, pauseMs)
