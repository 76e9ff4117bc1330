/**
 * Promise: a second start takes at most 0.7 of the first, which creates the database and loads the demo catalogue;
 * from `npm start` to the first page. Packages are installed and the shop is built before.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../server/project-root.ts'
import { freePort } from '../test/free-port.ts'

const promised = 0.7
const dataDir = await mkdtemp(join(tmpdir(), 'anode-bench-start-'))
await chmod(dataDir, 0o711)
const port = await freePort()
const simulatorPort = await freePort()
const environment = {
  ...process.env,
  PORT: String(port),
  SIMULATOR_PORT: String(simulatorPort),
  DATA_DIR: dataDir,
  PUBLIC_URL: '',
  DATABASE_URL: '',
  DEMO: '1',
}

try {
  const first = await start()
  const starts = [await start(), await start(), await start()].toSorted((a, b) => a - b)
  const second = starts[1] ?? 0
  const ratio = second / first
  console.log(
    `start: ratio ${ratio.toFixed(2)} of a second start to the first (promise ≤ ${promised}); ${second.toFixed(1)} and ${first.toFixed(1)} s to the first page`,
  )
  if (ratio > promised) process.exitCode = 1
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}

/** Seconds from the command to the first page; the shop is closed again. */
async function start(): Promise<number> {
  const began = performance.now()
  const shop = spawn('npm', ['start'], { cwd: projectRoot, env: environment, stdio: 'ignore' })
  while (!(await servesPage(shop))) await sleep(50)
  const took = (performance.now() - began) / 1000
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  await ended
  // npm may end before the shop that it started.
  while (await answers()) await sleep(50)
  return took
}

async function servesPage(shop: ChildProcess): Promise<boolean> {
  if (shop.exitCode !== null) throw new Error(`npm start ended with ${shop.exitCode}.`)
  return (await answers()) === 200
}

/** The status of the home page, null where nobody listens. */
async function answers(): Promise<number | null> {
  const answer = await fetch(`http://localhost:${port}/sv`).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? null
}
