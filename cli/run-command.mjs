/** Child processes of the command line tools. Plain JavaScript: it runs before anything is installed. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')

/** The project's own Node, which every program of the project runs on. */
export const projectNode = join(root, 'node_modules', '.bin', 'node')

/**
 * The environment with the project's programs first on PATH.
 * @param {NodeJS.ProcessEnv} more
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv(more = {}) {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), ...otherPath()].join(delimiter),
    ...more,
  }
}

/** PATH without this project's programs: an installation replaces them while it runs. */
export function machinePath() {
  return otherPath().join(delimiter)
}

function otherPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== join(root, 'node_modules', '.bin'))
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Stops the running children that `run` started, and waits for them; after ten seconds they are killed. */
export async function endRunning() {
  for (const child of running) child.kill('SIGTERM')
  for (let waited = 0; running.size > 0 && waited < 10_000; waited += 50) await sleep(50)
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Runs a program to its end; answers its exit code, and its output where that is not shown at once. `onOutput` gets
 * that output as it arrives.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string, onOutput?: (chunk: string) => void }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(
  command,
  parameters,
  { env = projectEnv(), show = false, cwd = root, onOutput = () => {} } = {},
) {
  return new Promise((done) => {
    const child = spawn(command, parameters, {
      cwd,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        output += chunk
        onOutput(chunk)
      })
    }
    child.once('error', (error) => done({ code: 127, output: `${output}${command}: ${error.message}\n` }))
    child.once('close', (code, signal) =>
      done({ code: code ?? 128, output: signal ? `${output}Ended by ${signal}.\n` : output }),
    )
  })
}

/**
 * The same, for a program that must succeed: a fault carries its output.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string }} options
 */
export async function mustRun(command, parameters, options = {}) {
  const { code, output } = await run(command, parameters, options)
  if (code !== 0) throw new Error(`${[command, ...parameters].join(' ')} ended with code ${code}.\n${output}`)
  return output
}
