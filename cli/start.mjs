/** `npm start`: installs what is missing, builds when sources changed, and runs the shop until it is stopped. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { builtServerProgram, ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { projectEnv, projectNode, root } from './run-command.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  runServer()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Runs the built server in a process group of its own, so that Ctrl-C reaches it once, through us, however
 * many of npm, the shell and we receive it. It watches the IPC channel (server/parent-watch.ts): when we are
 * killed, it ends.
 */
function runServer() {
  const main = builtServerProgram()
  if (!main) throw new Error('The build left no server in build/server.')
  const server = spawn(projectNode, [main], {
    cwd: root,
    env: projectEnv({ ANODE_PARENT_WATCH: '1', NODE_ENV: process.env.NODE_ENV ?? 'production' }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => {
    if (signal) console.error(`The server was ended by ${signal}.`)
    process.exit(code ?? 1)
  })
  passSignals(server)
  if (process.env.npm_lifecycle_event) watchNpm(() => server.kill('SIGTERM'))
}

/** The first signal ends the server in good order; another one, a second or more later, at once. */
function passSignals(server) {
  let firstAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (firstAt === 0) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      else if (Date.now() - firstAt > 1_000) server.kill('SIGKILL')
      firstAt ||= Date.now()
    })
  }
}

/** npm, and the shell that some systems put between npm and us, cannot pass a SIGKILL on. */
function watchNpm(end) {
  const lineage = () => [process.ppid, parentOf(process.ppid)].join()
  const before = lineage()
  const timer = setInterval(() => {
    if (lineage() === before) return
    clearInterval(timer)
    end()
  }, 500)
}

function parentOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = text.slice(text.lastIndexOf(')') + 2).split(' ')[1]
    // npm's own parent (a terminal) may go without npm; only a shell's parent is npm.
    return /^\d+ \((sh|dash|bash|ash|busybox)\)/.test(text) ? parent : ''
  } catch {
    return ''
  }
}
