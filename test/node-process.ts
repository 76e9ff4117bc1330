/** Nodes of the built shop as child processes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverEnv, serverFlags } from '../cli/ensure-built.mjs'
import { projectRoot } from '../server/project-root.ts'

/** Starts a program of the built shop with the flags of a node; its output is appended to the file. */
export function spawnNode(options: {
  program: string
  cwd: string
  logFile: string
  env: Record<string, string>
}): ChildProcess {
  const { program, cwd, logFile, env } = options
  const output = openSync(logFile, 'a')
  return spawn(process.execPath, [...serverFlags, program], {
    cwd,
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
    env: { ...process.env, ...serverEnv, NODE_ENV: 'production', ANODE_PARENT_WATCH: '1', ...env },
  })
}

/** Whether the shop is ready for traffic. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

export interface KillableNode {
  port: number
  url: string
  dataDir: string
  /** Starts it, again and again if it ends before it is ready, as a service manager does. */
  start(): Promise<void>
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Ends it with SIGTERM; throws if it does not exit cleanly within 20 s. */
  stop(): Promise<void>
  /** What it has printed so far. */
  output(): Promise<string>
}

/** A node with the limits of test/run-built-shop.ts; it is not started yet. `env`: DATABASE_URL, SECRET and the rest. */
export async function killableNode(options: {
  port: number
  dataDir: string
  env: Record<string, string>
}): Promise<KillableNode> {
  const { port, dataDir, env } = options
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  const url = `http://127.0.0.1:${port}`
  const logFile = join(dataDir, 'server.log')
  const output = () => readFile(logFile, 'utf8')
  let child: ChildProcess | null = null
  let isWanted = false
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    isWanted = false
    if (!child || !isRunning()) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    const inTime = await Promise.race([ended, sleep(20_000, undefined, { ref: false })])
    return inTime ? child.exitCode : 'late'
  }
  return {
    port,
    url,
    dataDir,
    async start() {
      isWanted = true
      const deadline = Date.now() + 180_000
      while (isWanted && !(isRunning() && (await isReady(url)))) {
        if (Date.now() > deadline) throw new Error(`The node did not become ready: ${logFile}`)
        if (!isRunning())
          child = spawnNode({
            program: join(projectRoot, 'test', 'run-built-shop.ts'),
            cwd: projectRoot,
            logFile,
            env: { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
          })
        await sleep(100)
      }
    },
    async kill() {
      await end('SIGKILL')
    },
    async stop() {
      const code = await end('SIGTERM')
      if (code === null || code === 0) return
      child?.kill('SIGKILL')
      const words = (await output()).split('\n').slice(-40).join('\n')
      throw new Error(`The node ended with ${code}. Its last words:\n${words}`)
    },
    output,
  }
}
