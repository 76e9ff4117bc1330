/** Mails that the shop under test wrote into its outbox, for browser tests. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The path of a mail to the address that matches, once it has been sent. */
export async function mailedPath(email: string, pattern: RegExp): Promise<string> {
  const outbox = join(process.env['ANODE_TEST_DATA_DIR']!, 'outbox')
  let found: string | null = null
  await expect
    .poll(async () => {
      for (const name of await readdir(outbox).catch(() => [])) {
        if (!name.endsWith('.eml')) continue
        const source = await readFile(join(outbox, name), 'utf8').catch(() => '')
        const mail = source.replaceAll('=\n', '').replaceAll('=3D', '=')
        if (mail.includes(`To: ${email}`)) found = pattern.exec(mail)?.[0] ?? found
      }
      return found
    })
    .not.toBeNull()
  return found!
}
