/**
 * Reads a password without exposing it in process lists or shell history: typed without echo at a terminal,
 * or all of the piped input, without the trailing line end.
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Prompts on standard error, so that the command's output can be piped. Ctrl-C exits with 130. */
export async function readPassword(prompt = 'Password'): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  process.stderr.write(`${prompt}: `)
  const unseen = new Writable({ write: (_typed, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await new Promise<string>((resolve) => {
      line.once('line', resolve)
      line.once('SIGINT', () => process.exit(130))
      // Ctrl-D: nothing was typed.
      line.once('close', () => resolve(''))
    })
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}
