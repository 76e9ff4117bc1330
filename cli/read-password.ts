/**
 * Reads a password that no list of processes and no history of commands may show: typed unseen at a terminal, or
 * the whole of what is piped in, without the end of its line.
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Asks on standard error, so that what the command prints can be piped. Ctrl-C ends the program with 130. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  process.stderr.write('Password: ')
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
