/** For `playwright test` on its own: starts the built shop, which `npm test` has already started. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBuiltServer } from './built-server.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ANODE_TEST_URL']) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'anode-browser-tests-'))
  const server = await startBuiltServer({ dataDir: folder })
  process.env['ANODE_TEST_URL'] = server.url
  process.env['ANODE_TEST_DATA_DIR'] = server.dataDir
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
