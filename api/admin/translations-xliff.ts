/**
 * Texts for translators as XLIFF 1.2, which most of their tools read (decision 179). Texts are
 * plain: they go out escaped and with their line ends, and no unit has elements in it.
 */
import { longestText, unitIdOf, type MissingTranslation } from '../../domain/catalogue/translation.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without characters that XML cannot hold. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

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
  return `      <trans-unit id="${escaped(unitIdOf(text))}"${limit} xml:space="preserve">
        <source>${escaped(text.sourceText)}</source>
        <note>${escaped(note)}</note>
      </trans-unit>
`
}
