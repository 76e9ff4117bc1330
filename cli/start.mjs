/**
 * `npm start`: installs missing packages, builds if sources changed, and runs the shop until it is stopped.
 */
import { spawn } from 'node:child_process'
import { builtServerProgram, ensureBuilt, isBuilt, serverEnv, serverFlags } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { projectEnv, projectNode, root } from './run-command.mjs'
import { watchNpm } from './watch-npm.mjs'

try {
  // Packages that only a build needs are development packages.
  await ensureInstalled({ dev: !isBuilt() })
  await ensureBuilt()
  runServer()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Runs the built server in its own process group, so that Ctrl-C reaches it once, through this process,
 * however many of npm, the shell and this process receive it. The server watches the IPC channel
 * (server/parent-watch.ts): when this process is killed, it stops.
 */
function runServer() {
  const main = builtServerProgram()
  if (!main) throw new Error('The build left no server in build/server.')
  const server = spawn(projectNode, [...serverFlags, main], {
    cwd: root,
    env: projectEnv({
      ...serverEnv,
      ANODE_PARENT_WATCH: '1',
      ANODE_PLAIN_START: '1',
      NODE_ENV: process.env.NODE_ENV ?? 'production',
    }),
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
  watchNpm(() => server.kill('SIGTERM'))
}

/** The first signal stops the server cleanly; another one, a second or more later, at once. */
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
