/** Jobs that only tests run: each does one thing that a hostile file or a faulty library may do. */
import { connect } from 'node:net'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerJob } from './worker-job.ts'

export type TestTask =
  | { task: 'double'; value: number }
  | { task: 'loop' | 'fill_heap' | 'fill_buffers' | 'crash' | 'throw' | 'write' | 'connect' | 'secrets' }
  | { task: 'wait'; ms: number }

export async function run(input: TestTask): Promise<unknown> {
  switch (input.task) {
    case 'double':
      return input.value * 2
    case 'wait':
      return sleep(input.ms)
    case 'loop':
      for (;;);
    case 'fill_heap': {
      const kept: string[][] = []
      for (;;) kept.push(Array.from({ length: 1000 }, (_, n) => `${kept.length} ${n}`))
    }
    case 'fill_buffers': {
      const kept: Buffer[] = []
      for (;;) kept.push(Buffer.alloc(1024 * 1024, 1))
    }
    case 'crash':
      return process.kill(process.pid, 'SIGSEGV')
    case 'throw':
      throw new RangeError('out of range')
    case 'write':
      return writeFile(join(tmpdir(), 'anode-written-by-a-worker'), '')
    case 'connect':
      return once(connect(1, '127.0.0.1'), 'connect')
    case 'secrets':
      return Object.keys(process.env)
  }
}

const module = 'domain/workers/worker-jobs.test-support.ts'

/** With the time that a test gives it. */
export const testJob = (seconds: number) => workerJob<typeof run>({ module, seconds })
