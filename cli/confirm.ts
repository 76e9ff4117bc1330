/** Asks before something is removed for good. */
import { createInterface } from 'node:readline/promises'
import { Refusal } from './refusal.ts'

/** Returns once the person has typed `yes`, or at once with `yes`; refuses otherwise, and where nobody can be asked. */
export async function confirm(question: string, options: { yes?: boolean | undefined }): Promise<void> {
  if (options.yes) return
  if (!process.stdin.isTTY) throw new Refusal(`${question} Nobody can be asked here: add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes to go on: `)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was removed.')
}
