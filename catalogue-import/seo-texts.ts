/** Titles and descriptions for search engines, as other shop systems and their plugins keep them. Pure. */
import type { NamedCells } from './named-cells.ts'

/** Columns of a feed: texts of a product's page for search engines, which are no part of what the public feeds say. */
export const seoColumns = ['seo_title', 'seo_description'] as const

/**
 * `%%title%% %%sep%% %%sitename%%` of Yoast and SEOPress, `%title% %sep% %sitename%` of Rank Math, `{{product.name}}`: the
 * plugin fills them in when it shows the page.
 */
const variable = /%%[^%\s]+%%|%[a-z_]{3,}(?:\([^()%]*\))?%|\{\{[^{}]+\}\}/i

/** Whether a text is made of variables of a plugin, which mean nothing here. */
export const hasPluginVariable = (text: string): boolean => variable.test(text)

/**
 * The texts of a row. Of several columns for one text, as plugins leave them behind that are not used any more, the first
 * counts that says something. `fieldColumns`: the columns of the file by those of a feed.
 */
export function seoTexts(
  cells: readonly string[],
  cell: NamedCells,
  fieldColumns: Readonly<Record<string, readonly string[]>>,
): { [Column in (typeof seoColumns)[number]]?: string } {
  return Object.fromEntries(
    seoColumns.flatMap((column) => {
      const texts = (fieldColumns[column] ?? []).flatMap((name) => cell(cells, name) ?? [])
      const text =
        texts.find((each) => each !== '' && !hasPluginVariable(each)) ??
        texts.find((each) => each !== '') ??
        texts[0]
      return text === undefined ? [] : [[column, text]]
    }),
  )
}
