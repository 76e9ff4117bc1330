import { describe, expect, it } from 'vitest'
import {
  cellsOf,
  editable,
  isTypable,
  readCells,
  readClipboard,
  readDay,
  readTiers,
  shownCampaignOf,
  type Cells,
  type GridRow,
} from './price-cells.ts'

const row: GridRow = {
  sku: 'A',
  store: 'sv',
  name: 'Batteri',
  vatRate: 25,
  prices: {
    normal: [
      { quantity: 1, price: 129 },
      { quantity: 10, price: 99.5 },
    ],
    campaign: {
      tiers: [
        { quantity: 1, price: 99 },
        { quantity: 10, price: 79 },
      ],
      startsAt: '2026-11-26T10:30:00.000Z',
      endsAt: null,
    },
  },
  cost: null,
  startsOn: '2026-11-26',
  endsOn: null,
}

describe('what is typed or pasted into the price grid', () => {
  it('reads days as they are written in the four countries, and no others', () => {
    expect(['2026-11-30', '30.11.2026', '30/11/2026', ' 1.2.2026 '].map(readDay)).toEqual([
      '2026-11-30',
      '2026-11-30',
      '2026-11-30',
      '2026-02-01',
    ])
    expect(['30.2.2026', '11/30/2026', 'tomorrow', '2026'].map(readDay)).toEqual([null, null, null, null])
  })

  it('reads prices from a quantity on', () => {
    expect(readTiers('50: 79; 10: 89,50')).toEqual([
      { quantity: 10, price: 89.5 },
      { quantity: 50, price: 79 },
    ])
    expect(readTiers('')).toEqual([])
    expect(['1: 5', '10', '10: x', '10: 5; 10: 6'].map(readTiers)).toEqual([null, null, null, null])
  })

  it('begins a campaign for later on the day that is shown, or asks for one', () => {
    const none = { ...row, prices: { ...row.prices, campaign: null }, startsOn: null }
    const cells = { ...cellsOf(none), campaign: '89' }
    expect(readCells(none, cells, '2026-12-01')).toMatchObject({
      prices: { campaign: { startsAt: '2026-12-01', endsAt: null } },
    })
    expect(readCells(none, { ...cells, from: '2.12.2026' }, 'next')).toMatchObject({
      prices: { campaign: { startsAt: '2026-12-02' } },
    })
    expect(readCells(none, cells, 'next')).toEqual({ problems: { from: 'needs_start' } })
    expect(readCells(none, { ...cells, campaign: '' }, 'next')).toMatchObject({ prices: { campaign: null } })
    expect(['next', '2026-12-01', '1999-99-99', null].map(shownCampaignOf)).toEqual([
      'next',
      '2026-12-01',
      'running',
      'running',
    ])
    expect(editable.filter((column) => isTypable(column, 'next'))).toEqual(['campaign', 'from', 'to'])
  })

  it('keeps what was not changed: the time of a campaign, and its other quantities', () => {
    const cells = cellsOf(row)
    expect(cells).toEqual({ price: '129', tiers: '10: 99.50', campaign: '99', from: '2026-11-26', to: '' })
    expect(readCells(row, cells)).toEqual({ prices: row.prices })
    expect(readCells(row, { ...cells, campaign: '89', to: '30.11.2026' })).toEqual({
      prices: {
        ...row.prices,
        campaign: {
          tiers: [
            { quantity: 1, price: 89 },
            { quantity: 10, price: 79 },
          ],
          startsAt: '2026-11-26T10:30:00.000Z',
          endsAt: '2026-11-30',
        },
      },
    })
    expect(readCells(row, { ...cells, campaign: '', from: '' })).toEqual({
      prices: { ...row.prices, campaign: null },
    })
  })

  it('lets no campaign make a quantity more expensive than before', () => {
    const campaignOf = (prices: GridRow['prices'], change: Partial<Cells>) => {
      const edited = { ...row, prices }
      const read = readCells(edited, { ...cellsOf(edited), ...change })
      return 'prices' in read
        ? read.prices.campaign?.tiers.map(({ quantity, price }) => [quantity, price])
        : read
    }
    const without = { ...row.prices, campaign: null }
    expect(campaignOf(without, { campaign: '119' })).toEqual([
      [1, 119],
      [10, 99.5],
    ])
    expect(campaignOf(without, { campaign: '99,50' })).toEqual([[1, 99.5]])
    // Taken over before: they follow the normal ones.
    const taken = {
      tiers: [{ quantity: 1, price: 119 }, row.prices.normal[1]!],
      startsAt: null,
      endsAt: null,
    }
    expect(campaignOf({ ...row.prices, campaign: taken }, { tiers: '10: 89; 50: 85' })).toEqual([
      [1, 119],
      [10, 89],
      [50, 85],
    ])
    // Given by somebody: kept, below the new price.
    expect(campaignOf(row.prices, { tiers: '10: 89', campaign: '79,50' })).toEqual([
      [1, 79.5],
      [10, 79],
    ])
    expect(campaignOf(row.prices, { campaign: '75' })).toEqual([[1, 75]])
  })

  it('names the cell that is wrong', () => {
    const cells = cellsOf(row)
    expect(readCells(row, { ...cells, price: 'abc', to: '2026-13-01' })).toEqual({
      problems: { price: 'amount', to: 'date' },
    })
    expect(readCells(row, { ...cells, price: '99' })).toMatchObject({ problems: { tiers: 'rising' } })
    expect(readCells(row, { ...cells, tiers: '10: 89; 50: 90' })).toEqual({ problems: { tiers: 'rising' } })
    expect(readCells(row, { ...cells, campaign: '130' })).toEqual({ problems: { campaign: 'not_lower' } })
    expect(readCells(row, { ...cells, campaign: '' })).toEqual({ problems: { campaign: 'needs_price' } })
    expect(readCells(row, { ...cells, to: '2026-11-01' })).toEqual({ problems: { to: 'order' } })
  })

  it('reads a table that was copied from a spreadsheet', () => {
    expect(readClipboard('1\t2\r\n3\t"a\tb ""c"""\r\n')).toEqual([
      ['1', '2'],
      ['3', 'a\tb "c"'],
    ])
    expect(readClipboard('')).toEqual([['']])
  })
})
