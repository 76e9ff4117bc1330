import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  output: string
  errors: string
}

/** Runs the process of the task; `onOutput` gets what it has printed so far. */
function run(
  parameters: string[],
  onOutput: (output: string, kill: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Ended> {
  const program = join(import.meta.dirname, 'watchdog-process.test-support.ts')
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended: Ended = { code: null, signal: null, output: '', errors: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.errors += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.output += text
    onOutput(ended.output, (signal) => child.kill(signal))
  })
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ ...ended, code, signal }))
  })
}

describe('the watchdog', () => {
  it('ends a process whose event loop stands still, and says why', async () => {
    const { signal, output, errors } = await run(['stick'])
    expect(output).toBe('calm\n')
    expect(signal).toBe('SIGKILL')
    expect(JSON.parse(errors)).toMatchObject({ level: 60, code: 'event_loop_stuck' })
  })

  it('ends it also when it is asked to stop while it is busy: its own handler never runs', async () => {
    const { signal, output } = await run(['stick'], (_output, kill) => kill('SIGTERM'))
    expect(output).toBe('calm\n')
    expect(signal).toBe('SIGKILL')
  })

  it('ends a process whose stop does not end', async () => {
    const { signal, output, errors } = await run(['wait'], (printed, kill) => {
      if (printed === 'calm\n') kill('SIGTERM')
    })
    expect(output).toBe('calm\nstopping\n')
    expect(signal).toBe('SIGKILL')
    expect(JSON.parse(errors)).toMatchObject({ code: 'stop_took_too_long' })
  })

  it('lets a process go on that stood still for a while: it is not ready until it was calm', async () => {
    const { code, output, errors } = await run(['stall', '60000'])
    expect({ code, output, errors }).toEqual({ code: 0, output: 'calm\nstalled\ncalm\n', errors: '' })
  })
})
