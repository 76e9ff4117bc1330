/**
 * Texts for translators as XLIFF 1.2, which most of their tools read (decision 179). Texts are
 * plain: they go out escaped and with their line ends, and no unit has elements in it.
 */
import { longestText, unitIdOf, type MissingTranslation } from '../../domain/catalogue/translation.ts'
import { escapeXml } from '../../domain/seo/sitemap.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'

/** The document in pieces: one unit for each text, with its place and its limit as a note. */
export async function* translationsXliff(
  missing: AsyncIterable<MissingTranslation>,
  { source, target }: { source: StoreCode; target: StoreCode },
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="${source}-${target}" datatype="plaintext" source-language="${stores[source].iso}" target-language="${stores[target].iso}">
    <body>
`
  for await (const text of missing) yield unitOf(text)
  yield '    </body>\n  </file>\n</xliff>\n'
}

function unitOf(text: MissingTranslation): string {
  const longest = longestText(text)
  const limit = longest === null ? '' : ` maxwidth="${longest}" size-unit="char"`
  const note = `${text.kind}, ${text.field}: ${text.context}. At most ${longest} characters.`
  return `      <trans-unit id="${escapeXml(unitIdOf(text))}"${limit} xml:space="preserve">
        <source>${escapeXml(text.sourceText)}</source>
        <note>${escapeXml(note)}</note>
      </trans-unit>
`
}
