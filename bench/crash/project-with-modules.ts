/** A copy of the project that binds the modules of `examples/`, built for one run of a program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun, projectEnv, projectNode } from '../../cli/run-command.mjs'
import { copyProject } from '../../test/project-copy.ts'

const modules = ['./examples/gift-wrap', './examples/harbour-pay']

/** Runs a program of the copy, and answers its exit code. SIGINT and SIGTERM end the program, which stops what it has started. */
export async function withOutsideModules(parameters: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'anode-with-modules-'))
  try {
    console.log('Copying the project and building it with the modules of examples/.')
    await copyProject(folder, { and: /^(?:bench|examples|test)\// })
    await writeFile(
      join(folder, 'anode.config.ts'),
      `import { defineShop } from './sdk/shop-config.ts'\nexport default defineShop({ modules: ${JSON.stringify(modules)} })\n`,
    )
    const inCopy = (env = {}) => ({ cwd: folder, env: projectEnv(env) })
    await mustRun(projectNode, ['cli/bind-modules.ts'], inCopy())
    await mustRun(
      projectNode,
      ['node_modules/@react-router/dev/bin.cjs', 'build'],
      inCopy({ NODE_ENV: 'production' }),
    )
    const child = spawn(projectNode, [...parameters], { ...inCopy(), stdio: 'inherit' })
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
