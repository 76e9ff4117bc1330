/**
 * The script a page loads before the first interaction: the files its document names, and their static
 * imports. Imports that wait for an interaction are not followed; the browser test for the first load proves
 * that they do wait.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface JavaScriptWeight {
  /** Sum over the files, each compressed with gzip at its highest level. */
  gzipBytes: number
  /** Path and compressed size of each file, largest first. */
  files: { path: string; gzipBytes: number }[]
}

/** Limit for the script a page loads first, in bytes of gzip. */
export const javaScriptBudgetBytes = 130_000

const staticImport = /(?:^|[;}\s])(?:import|export)(?:[\w$*{},\s]+from)?\s*["']([^"']+\.js)["']/g

/** Limit for the script that the back office loads before its first page, in bytes of gzip. */
export const adminJavaScriptBudgetBytes = 250_000

/** Weighs the page at `path` of a running shop. */
export function weighJavaScript(origin: string, path: string): Promise<JavaScriptWeight> {
  return weigh(path, (file) => textOf(new URL(file, origin)))
}

/** Weighs the back office as it was built into `directory`. */
export function weighAdminJavaScript(directory: string): Promise<JavaScriptWeight> {
  return weigh('/index.html', (file) => readFile(join(directory, file), 'utf8'))
}

async function weigh(path: string, read: (path: string) => Promise<string>): Promise<JavaScriptWeight> {
  const html = await read(path)
  // The module script is a string within the script that starts it, so its quotes may be escaped.
  const named = [...html.matchAll(/["'](\/assets\/[^"'\\]+\.js)\\?["']/g)].map(([, file]) => file!)
  const waiting = new Set(named)
  const files = new Map<string, number>()
  for (const file of waiting) {
    const source = await read(file)
    files.set(file, gzipSync(source, { level: 9 }).length)
    for (const [, imported] of source.matchAll(staticImport))
      waiting.add(new URL(imported!, `http://shop${file}`).pathname)
  }
  const sorted = [...files].map(([name, gzipBytes]) => ({ path: name, gzipBytes }))
  return {
    gzipBytes: sorted.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0),
    files: sorted.sort((a, b) => b.gzipBytes - a.gzipBytes),
  }
}

async function textOf(url: URL): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}.`)
  return response.text()
}
