/**
 * Which of our processes use a running cluster, so that the last one out ends it, and only that one.
 * Each leaves a file `users/<pid>-<n>`; whoever wants to end the database first writes `stopping`, then looks
 * for others; whoever arrives first writes its file, then looks for `stopping`. So at least one of two sees
 * the other. A shell beside each process does the same for it when it is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './embedded-postgres-cluster.ts'
import { isAlive } from './embedded-postgres-process.ts'

export interface ClusterUse {
  home: string
  file: string
  watchdog: ChildProcess
}

let uses = 0

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

/** Says that this process uses the cluster; waits while another one is about to end it. */
export async function registerUse(cluster: Cluster): Promise<ClusterUse> {
  const directory = join(cluster.home, 'users')
  await mkdir(directory, { recursive: true })
  const name = `${process.pid}-${++uses}`
  await writeFile(join(directory, name), '')
  while (await isStopping(cluster.home)) await sleep(20)
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'anode-postgres-watchdog', cluster.home, name], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin!.on('error', () => {})
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref(): void }).unref()
  return { home: cluster.home, file: join(directory, name), watchdog }
}

/** Ends this use and calls `stop` when nobody else uses the cluster. Answers whether this was the last. */
export async function leaveCluster(use: ClusterUse, stop: () => Promise<void> = async () => {}): Promise<boolean> {
  const mark = join(use.home, 'stopping')
  while (await isStopping(use.home)) await sleep(20)
  await writeFile(mark, `${process.pid}\n`)
  try {
    await rm(use.file, { force: true })
    const others = await livingUses(use.home)
    if (others === 0) await stop()
    return others === 0
  } finally {
    await rm(mark, { force: true })
    use.watchdog.stdin?.end('done\n')
  }
}

async function livingUses(home: string): Promise<number> {
  let living = 0
  for (const name of await readdir(join(home, 'users')).catch(() => [])) {
    if (isAlive(Number.parseInt(name, 10))) living++
    else await rm(join(home, 'users', name), { force: true })
  }
  return living
}

async function isStopping(home: string): Promise<boolean> {
  const pid = Number(await readFile(join(home, 'stopping'), 'utf8').catch(() => '0'))
  return pid > 0 && isAlive(pid)
}
