/**
 * Applies changes to what this node caches: content is reloaded, then the stored pages that show the changed
 * data are evicted. A change is kept until it has been applied, even if the database is unavailable when it
 * is reported.
 */
import type { Logger } from 'pino'
import { anyProductTag } from '../app/shop-context.ts'
import type { ContentStore } from '../domain/content/content-store.server.ts'
import type { PageCache } from './rendering/page-cache.ts'

export interface Freshness {
  /** Tags of what changed, as the change log names them. */
  expire(tags: readonly string[]): void
  /** Any content and any page may have changed: reloads content, then evicts all pages. */
  expireAll(): void
  close(): void
}

export interface FreshnessOptions {
  content: Pick<ContentStore, 'refresh'>
  cache: Pick<PageCache, 'invalidate' | 'clear'>
  log: Pick<Logger, 'warn'>
  /** Pause before a retry when content could not be loaded, milliseconds; one second by default. */
  retryMs?: number
}

export function createFreshness({ content, cache, log, retryMs = 1000 }: FreshnessOptions): Freshness {
  const waiting = new Set<string>()
  let allWait = false
  let reading = false
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function readContent(): Promise<void> {
    if (reading || closed) return
    reading = true
    clearTimeout(timer)
    // A change reported during a load may be missing in the loaded content: it waits for the next load.
    const changed = [...waiting]
    const isAll = allWait
    waiting.clear()
    allWait = false
    try {
      await content.refresh()
      if (isAll) cache.clear()
      else cache.invalidate(changed)
    } catch (error) {
      log.warn({ reason: String(error) }, 'content could not be refreshed')
      for (const tag of changed) waiting.add(tag)
      allWait ||= isAll
      timer = setTimeout(() => void readContent(), retryMs)
      timer.unref()
      return
    } finally {
      reading = false
    }
    if (waiting.size > 0 || allWait) await readContent()
  }

  return {
    expire(tags) {
      const ofContent = tags.filter((tag) => tag.startsWith('content:'))
      const others = tags.filter((tag) => !tag.startsWith('content:'))
      if (others.some((tag) => tag.startsWith('product:'))) others.push(anyProductTag)
      if (others.length > 0) cache.invalidate(others)
      for (const tag of ofContent) waiting.add(tag)
      if (ofContent.length > 0) void readContent()
    },
    expireAll() {
      // What the index holds is new already; content follows.
      cache.clear()
      allWait = true
      void readContent()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
