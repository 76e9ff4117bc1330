import { join } from 'node:path'
import type { Logger } from 'pino'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { openSettings } from '../domain/settings/settings-store.server.ts'
import { openContent } from '../domain/content/content-store.server.ts'
import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import { createFreshness } from './freshness.ts'
import type { ShopDatabase } from './database/open-database.ts'
import type { PageCache } from './rendering/page-cache.ts'

export type OpenCatalogue = Awaited<ReturnType<typeof openCatalogue>>

/**
 * Opens index, content, settings and page cache and connects them: a change first updates index, content, settings and
 * payment accounts, then evicts the pages that show it.
 */
export async function openCatalogue(
  config: Config,
  { url: databaseUrl, db, isAway }: ShopDatabase,
  {
    cache,
    log,
    undo,
    refreshAccounts,
  }: {
    cache: PageCache
    log: Logger
    undo: (() => Promise<void>)[]
    /** Puts the stored keys of payment providers in force; they change like settings. */
    refreshAccounts: () => Promise<void>
  },
) {
  const store = await openContent(db, { file: join(config.dataDir, 'content.json'), isAway })
  const settings = await openSettings(db, { file: join(config.dataDir, 'settings.json'), isAway })
  const refresh = async () => {
    await Promise.all([store.refresh(), settings.refresh(), refreshAccounts()])
  }
  if (!isAway) await refreshAccounts()
  const freshness = createFreshness({ content: { refresh }, cache, log })
  const index = openCatalogueIndex({
    dataDir: config.dataDir,
    databaseUrl,
    log,
    onChange: freshness.expire,
    onReplace: freshness.expireAll,
    searchThreads: config.searchThreads,
  })
  undo.push(async () => {
    freshness.close()
    await index.close()
  })
  // An existing file is served at once and catches up; only a node without a file waits for its first build.
  const isEmpty = Object.values(index.catalogue.size()).every((offers) => offers === 0)
  if (isEmpty && isAway)
    throw new ConfigError(
      'The database of DATABASE_URL does not answer, and this node has no catalogue to serve without it.',
    )
  if (isEmpty) await index.ready
  else
    index.ready.catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'the catalogue index is behind'),
    )
  return {
    catalogue: index.catalogue,
    catalogueAt: (...at: Parameters<CatalogueIndex['catalogueAt']>) => index.catalogueAt(...at),
    refreshIndex: () => index.refresh(),
    progress: () => index.progress(),
    content: store.content,
    refreshContent: refresh,
  }
}
