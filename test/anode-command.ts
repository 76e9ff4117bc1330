/** Runs a command of the operator's CLI: in this process, or in one of its own as an operator does. */
import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { runCommand } from '../cli/anode-commands.ts'
import { projectRoot } from '../server/project-root.ts'

export interface CommandResult {
  /** Exit code. */
  code: number
  out: string
  err: string
}

export interface CommandShop {
  dataDir: string
  databaseUrl: string
  /** More of the command's environment. */
  variables?: Record<string, string>
}

/** Commands share the environment and the output of this process, so they run one after the other. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the command in this process with an environment, an output and an exit code of its own. Loading the
 * modules takes a process of its own 0.5 s, which is most of a command's time. `piped`: its standard input.
 */
export function runAnode(
  shop: CommandShop,
  words: readonly string[],
  piped?: string,
): Promise<CommandResult> {
  const result = last.then(() => runHere(shop, words, piped))
  last = result
  return result
}

async function runHere(shop: CommandShop, words: readonly string[], piped?: string): Promise<CommandResult> {
  const { env, exitCode } = process
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!
  const [stdout, stderr] = [process.stdout.write, process.stderr.write]
  const out: Uint8Array[] = []
  const err: Uint8Array[] = []
  process.env = environmentOf(shop)
  process.exitCode = undefined
  if (piped !== undefined)
    Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([piped]) })
  process.stdout.write = capture(out)
  process.stderr.write = capture(err)
  try {
    await runCommand(words)
    return {
      code: Number(process.exitCode ?? 0),
      out: Buffer.concat(out).toString(),
      err: Buffer.concat(err).toString(),
    }
  } finally {
    Object.assign(process.stdout, { write: stdout })
    Object.assign(process.stderr, { write: stderr })
    Object.defineProperty(process, 'stdin', stdin)
    process.env = env
    process.exitCode = exitCode
  }
}

/** A `write` of a stream that keeps what is written. */
function capture(chunks: Uint8Array[]): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as Uint8Array))
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
}

/** Runs it in a process of its own and waits until that has ended. `piped`: its standard input, which then ends. */
export function runAnodeProcess(
  shop: CommandShop,
  words: readonly string[],
  piped = '',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['cli/anode.ts', ...words],
      { env: environmentOf(shop), cwd: projectRoot },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(piped)
  })
}

function environmentOf({ dataDir, databaseUrl, variables }: CommandShop): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET: 'x'.repeat(40),
    ...variables,
  }
}
