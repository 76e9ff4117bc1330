import type { Plugin, Rolldown } from 'vite'

/**
 * Writes the storefront's styles as two sheets (decision 150). Vite writes one for every
 * chunk with styles; they are joined into one for what pages show first, which is named in React Router's manifest with
 * the root route, and one for the rest, whose address the server imports from `virtual:later-styles`.
 *
 * `isLater`: files whose styles go into the later sheet. Styles of one chunk go into one sheet.
 */
export function styleSheets(isLater: RegExp): Plugin {
  /** The sheet of each chunk, by the name that the chunk has until its hash is known. */
  const sheetOf = new Map<string, string>()
  let laterStyles = ''
  return {
    name: 'style-sheets',
    enforce: 'post',
    resolveId: { filter: { id: /^virtual:later-styles$/ }, handler: (id) => `\0${id}` },
    // The browser's bundle is built before the server's, which alone imports this.
    load: {
      filter: { id: /^\0virtual:later-styles$/ },
      handler: () => `export const laterStyles = ${JSON.stringify(laterStyles)}`,
    },
    // Chunks do not name their sheets: neither imports nor names of scripts depend on them.
    renderChunk(_code, chunk) {
      const { importedCss } = chunk.viteMetadata!
      for (const sheet of importedCss) sheetOf.set(chunk.fileName, sheet)
      importedCss.clear()
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') {
        // Copies of the same styles, which nothing requests.
        for (const name of sheetOf.values()) delete bundle[name]
        return
      }
      const sheets = { first: '', later: '' }
      for (const chunk of inOrderOfImport(bundle)) {
        const name = sheetOf.get(chunk.preliminaryFileName)
        const sheet = name === undefined ? undefined : bundle[name]
        if (name === undefined || sheet?.type !== 'asset') continue
        sheets[sheetNameOf(chunk)] += String(sheet.source)
        delete bundle[name]
      }
      sheetOf.clear()
      const write = (name: string, source: string) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const root = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.includes('/app/root.tsx'),
      )
      if (root?.type !== 'chunk') throw new Error('The root route has no chunk.')
      root.viteMetadata!.importedCss.add(write('style.css', sheets.first))
      laterStyles = this.environment.config.base + write('later.css', sheets.later)
    },
  }

  function sheetNameOf({ moduleIds }: Rolldown.OutputChunk): 'first' | 'later' {
    const styles = moduleIds.filter((id) => id.endsWith('.css'))
    const later = styles.filter((id) => isLater.test(id))
    if (later.length > 0 && later.length < styles.length)
      throw new Error(`One chunk has styles of both sheets: ${styles.join(', ')}`)
    return later.length > 0 ? 'later' : 'first'
  }
}

/** Chunks after those that they import, the ones of dynamic imports last: so Vite orders the styles of one sheet. */
function inOrderOfImport(bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const ordered = new Set<Rolldown.OutputChunk>()
  const seen = new Set<string>()
  const dynamic = new Set<string>()
  const collect = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || seen.has(name)) return
    seen.add(name)
    chunk.imports.forEach(collect)
    for (const imported of chunk.dynamicImports) dynamic.add(imported)
    ordered.add(chunk)
  }
  for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && file.isEntry) collect(name)
  dynamic.forEach(collect)
  return ordered
}
