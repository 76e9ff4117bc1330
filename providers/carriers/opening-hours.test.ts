import { expect, it } from 'vitest'
import { openingHoursText } from './opening-hours.ts'

const week = (days: number[], opens: string, closes: string) => days.map((day) => ({ day, opens, closes }))

it('groups days with the same hours, in the language of the store', () => {
  const days = [...week([0, 1, 2, 3, 4], '08:00', '20:00'), ...week([5], '10:00', '18:00')]
  expect(openingHoursText(days, 'sv-SE')).toEqual(['mån–fre 08:00–20:00', 'lör 10:00–18:00'])
  expect(openingHoursText(days, 'de-DE')).toEqual(['Mo–Fr 08:00–20:00', 'Sa 10:00–18:00'])
})

it('shows a lunch break, and days around the clock', () => {
  expect(openingHoursText([...week([2], '13:00', '17:00'), ...week([2], '09:00', '12:00')], 'sv-SE')).toEqual(
    ['ons 09:00–12:00, 13:00–17:00'],
  )
  expect(openingHoursText(week([0, 1, 2, 3, 4, 5, 6], '00:00', '23:59'), 'da-DK')).toEqual(['24/7'])
  expect(openingHoursText([], 'da-DK')).toEqual([])
})
