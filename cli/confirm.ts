/** Asks for confirmation before something is deleted permanently. */
import { createInterface } from 'node:readline/promises'
import { Refusal } from '../sdk/refusal.ts'

/**
 * Returns once the user has typed `yes`, or at once with `yes`; throws a refusal otherwise, and without a
 * terminal.
 */
export async function confirm(question: string, options: { yes?: boolean | undefined }): Promise<void> {
  if (options.yes) return
  if (!process.stdin.isTTY) throw new Refusal(`${question} Nobody can be asked here: add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes to go on: `)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was removed.')
}
