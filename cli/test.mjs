/** `npm test`: installs what is missing, then runs every check on the project's own Node (cli/run-tests.ts). */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { projectEnv, projectNode, root } from './run-command.mjs'
import { watchNpm } from './watch-npm.mjs'

try {
  await ensureInstalled({ dev: true })
  const tests = spawn(projectNode, [join(root, 'cli', 'run-tests.ts')], {
    cwd: root,
    env: projectEnv(),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill('SIGTERM'))
  watchNpm(() => tests.kill('SIGTERM'))
  tests.once('exit', (code) => process.exit(code ?? 1))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
