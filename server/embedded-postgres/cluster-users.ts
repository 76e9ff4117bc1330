/**
 * Which of our processes use a running cluster, so that exactly the last one stops it. Each process creates a
 * file `users/<pid>-<n>` that identifies the process with that pid. A process that wants to stop the database
 * first writes `stopping`, then looks for other users. A process that starts first writes its file, then
 * looks for `stopping`. So at least one of two concurrent processes sees the other. A shell beside each
 * process does the same for it when it is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster-files.ts'
import { isAlive, processIdentity } from './postmaster.ts'

export interface ClusterUse {
  home: string
  file: string
  watchdog: ChildProcess
}

let uses = 0
/** Longer than any shutdown takes; an older mark was left by a crash. */
const markLifeMs = 45_000

/** Runs when its standard input ends, that is when the process that holds the other end has died. */
const watchdogScript = `
trap '' INT TERM HUP
read line
[ "$line" = done ] && exit 0
cd "$1" || exit 0
rm -f "users/$2"
echo $$ > stopping
for file in users/*; do
  name=\${file##*/}
  [ -e "$file" ] && kill -0 "\${name%%-*}" 2>/dev/null && { rm -f stopping; exit 0; }
done
read pid < cluster/postmaster.pid && kill -INT "$pid"
rm -f stopping
`

/** Registers this process as a user of the cluster; waits while another process is stopping it. */
export async function registerUse(cluster: Cluster): Promise<ClusterUse> {
  const directory = join(cluster.home, 'users')
  await mkdir(directory, { recursive: true })
  const name = `${process.pid}-${++uses}`
  await writeFile(join(directory, name), await processIdentity(process.pid))
  while (await isStopping(cluster.home)) await sleep(20)
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'anode-postgres-watchdog', cluster.home, name], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.once('error', () => {})
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return { home: cluster.home, file: join(directory, name), watchdog }
}

/**
 * Unregisters this process and calls `stop` when no other process uses the cluster. Returns whether this was
 * the last user.
 */
export async function leaveCluster(
  use: ClusterUse,
  stop: () => Promise<void> = async () => {},
): Promise<boolean> {
  const mark = join(use.home, 'stopping')
  await takeMark(mark)
  try {
    await rm(use.file, { force: true })
    const last = (await livingUses(use.home)) === 0
    if (last) await stop()
    return last
  } finally {
    await rm(mark, { force: true })
    use.watchdog.stdin?.end('done\n')
  }
}

async function takeMark(mark: string): Promise<void> {
  const text = `${process.pid} ${await processIdentity(process.pid)}`
  for (;;) {
    while (await isStopping(join(mark, '..'))) await sleep(20)
    const taken = await writeFile(mark, text, { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        return false
      },
    )
    if (taken) return
  }
}

async function livingUses(home: string): Promise<number> {
  let living = 0
  for (const name of await readdir(join(home, 'users')).catch(() => [])) {
    const file = join(home, 'users', name)
    const identity = await readFile(file, 'utf8').catch(() => '')
    if (await isSameProcess(Number.parseInt(name, 10), identity)) living++
    else await rm(file, { force: true })
  }
  return living
}

/** Whether another process is stopping the database now. Removes the mark of a process that died doing so. */
async function isStopping(home: string): Promise<boolean> {
  const mark = join(home, 'stopping')
  const text = await readFile(mark, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  const [pid = '', identity = ''] = text.trim().split(' ')
  const age = await stat(mark).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  )
  // An empty mark is still being written.
  if (age < markLifeMs && (text === '' || (await isSameProcess(Number(pid), identity)))) return true
  await rm(mark, { force: true })
  return false
}

async function isSameProcess(pid: number, identity: string): Promise<boolean> {
  if (!(pid > 0) || !isAlive(pid)) return false
  const now = await processIdentity(pid)
  return now !== 'ended' && (identity === '' || identity === now)
}
