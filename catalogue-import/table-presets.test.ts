/** Forms of table: which columns each recognises, and the rows of a feed it gives. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import type { PresetRow } from './table.ts'
import { tablePresets } from './table-presets.ts'

async function read(columns: string[], lines: string[][]): Promise<PresetRow[]> {
  const preset = tablePresets.find((each) => each.matches(columns))
  async function* rows() {
    for (const [index, cells] of lines.entries()) yield { row: index + 2, line: index + 2, bytes: 10, cells }
  }
  const found: PresetRow[] = []
  for await (const row of preset?.read({ columns, rows: rows() }, stores.sv) ?? []) found.push(row)
  return found
}

it.each(['en', 'sv', 'no', 'da', 'de'])('every form of table has a name in %s', (language) => {
  const texts = JSON.parse(readFileSync(`locales/${language}/admin.json`, 'utf8')) as Record<string, string>
  expect(tablePresets.filter(({ name }) => texts[`import.form_${name}`] === undefined)).toEqual([])
})

describe('a table with the columns of a feed', () => {
  it('is read by their names, in any case, and other columns are left', async () => {
    const rows = await read(
      ['ID', 'g:Title', 'Price', 'availability', 'Image Link', 'Margin'],
      [['A-1', 'Cell', '5 SEK', 'in_stock', "'=x", '40']],
    )
    expect(rows).toEqual([
      {
        row: 2,
        line: 2,
        bytes: 10,
        id: 'A-1',
        values: { id: 'A-1', title: 'Cell', price: '5 SEK', availability: 'in_stock', image_link: '=x' },
      },
    ])
  })

  it('is refused with a column that appears twice', async () => {
    await expect(read(['id', 'title', 'price', 'availability', 'Price'], [])).rejects.toMatchObject({
      code: 'column_twice',
    })
  })
})
