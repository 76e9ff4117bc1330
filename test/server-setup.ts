/** The server that all http tests use: the one `npm test` started, or one for this run. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBuiltServer } from './built-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running shop with the demo catalogue. */
    baseUrl: string
    /** Its DATA_DIR; `startEmbeddedPostgres({ dataDir })` joins its database. */
    dataDir: string
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { ANODE_TEST_URL: url, ANODE_TEST_DATA_DIR: dataDir } = process.env
  if (url && dataDir) {
    project.provide('baseUrl', url)
    project.provide('dataDir', dataDir)
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'anode-http-tests-'))
  const server = await startBuiltServer({ dataDir: folder })
  project.provide('baseUrl', server.url)
  project.provide('dataDir', server.dataDir)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
