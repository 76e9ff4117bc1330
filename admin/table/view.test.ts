import { describe, expect, it } from 'vitest'
import { changeView, readView, shownColumns } from './view.ts'

const at = (query: string) => new URLSearchParams(query)

describe('the view of a table', () => {
  it('reads search, filters, sort, page, columns and density from the address', () => {
    const query =
      'q=berg&filter.status=held,received&sort=-total&after=k1&columns=number,placed_at&density=compact'
    expect(readView(at(query))).toEqual({
      search: 'berg',
      filters: { status: 'held,received' },
      sort: '-total',
      after: 'k1',
      columns: ['number', 'placedAt'],
      isCompact: true,
    })
    expect(readView(at(''))).toMatchObject({ search: '', filters: {}, sort: null, isCompact: false })
  })

  it('starts at the first page when the rows change, and stays when only their look does', () => {
    const view = at('filter.status=held&after=k1')
    expect(changeView(view, { sort: 'total' }).get('after')).toBeNull()
    expect(changeView(view, { filter: { name: 'store', value: 'sv' } }).get('after')).toBeNull()
    expect(changeView(view, { isCompact: true }).get('after')).toBe('k1')
    expect(changeView(view, { columns: ['number'] }).get('after')).toBe('k1')
    expect(changeView(view, { after: 'k2' }).get('after')).toBe('k2')
  })

  it('leaves out of the address what is not set', () => {
    const full = at('q=x&filter.status=held&filter.store=sv&sort=total&columns=a&density=compact')
    const empty = changeView(full, {
      search: '',
      clearFilters: true,
      sort: null,
      columns: null,
      isCompact: false,
    })
    expect(empty.toString()).toBe('')
    expect(changeView(full, { filter: { name: 'status', value: null } }).has('filter.status')).toBe(false)
  })

  it('shows the chosen columns in their order, and every column when none of them is known', () => {
    const columns = [{ name: 'a' }, { name: 'b', isHidden: true }, { name: 'c' }]
    expect(shownColumns(columns, null).map(({ name }) => name)).toEqual(['a', 'c'])
    expect(shownColumns(columns, ['c', 'b', 'old']).map(({ name }) => name)).toEqual(['c', 'b'])
    expect(shownColumns(columns, ['old']).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })
})
