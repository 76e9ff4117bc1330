/** Plain text as HTML: empty lines part paragraphs, other line breaks stay. Text with HTML is returned as it is. */

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A tag or comment; an address in angle brackets, such as `<info@exempel.se>`, is none. */
const tag = /<\/?[a-z][a-z0-9]*(?=[\s/>])|<!/i

export function htmlOfText(text: string): string {
  if (tag.test(text)) return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escapedText(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

/** An entity that is there already stays one. */
const escapedText = (text: string): string =>
  text.replaceAll(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);)|[<>]/gi, (sign) => escaped[sign] ?? sign)
