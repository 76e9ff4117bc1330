/**
 * The first paragraph of a page's sanitised HTML as plain text, for the meta description; '' if it has none.
 */
export function introductionOf(html: string): string {
  const [, paragraph = ''] = /<p[^>]*>([\s\S]*?)<\/p>/.exec(html) ?? []
  return paragraph
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;])/g, '$1')
    .trim()
}
