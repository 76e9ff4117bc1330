/** Runs a command of the operator's CLI as an operator does: in a process of its own. */
import { execFile } from 'node:child_process'
import { projectRoot } from '../server/project-root.ts'

export interface CommandResult {
  /** Exit code. */
  code: number
  out: string
  err: string
}

/** Waits until the command has ended. `variables`: more of its environment. `piped`: its standard input, which then ends. */
export function runAnode(
  shop: { dataDir: string; databaseUrl: string; variables?: Record<string, string> },
  words: readonly string[],
  piped = '',
): Promise<CommandResult> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    DATA_DIR: shop.dataDir,
    DATABASE_URL: shop.databaseUrl,
    SECRET: 'x'.repeat(40),
    ...shop.variables,
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['cli/anode.ts', ...words],
      { env, cwd: projectRoot },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(piped)
  })
}
