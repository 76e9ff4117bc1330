/**
 * Names the columns in the cells of a merchant's tables: a phone shows each row as a block, where the row of headings
 * cannot be seen. The roles keep the table a table for screen readers, whatever the style sheet makes of its rows.
 */

type Attributes = Record<string, string>

interface TableNames {
  /** The attributes that an element of the text gets when it begins; none for what is not part of a table. */
  begin(tagName: string, scope: string | undefined): Attributes
  /** Called with the text of an element when it ends. */
  end(tagName: string, text: string): void
}

const roles: Record<string, string> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tfoot: 'rowgroup',
  tr: 'row',
  td: 'cell',
}

/** For one text, whose elements are passed in their order. The names are those of the cells of `thead`. */
export function tableNames(): TableNames {
  let columns: string[] = []
  let isHead = false
  let cell = 0
  return {
    begin(tagName, scope) {
      if (tagName === 'table') columns = []
      if (tagName === 'table' || tagName === 'tbody' || tagName === 'tfoot') isHead = false
      if (tagName === 'thead') isHead = true
      if (tagName === 'tr') cell = 0
      if (tagName === 'th' && isHead) return { role: 'columnheader', scope: 'col' }
      const role = tagName === 'th' ? (scope === 'col' ? 'columnheader' : 'rowheader') : roles[tagName]
      if (role === undefined) return {}
      const isCell = tagName === 'th' || tagName === 'td'
      const label = isCell ? columns[cell++] : undefined
      return { role, ...(label !== undefined && label !== '' && { 'data-label': label }) }
    },
    end(tagName, text) {
      if (isHead && (tagName === 'th' || tagName === 'td')) columns.push(text.trim())
    },
  }
}
