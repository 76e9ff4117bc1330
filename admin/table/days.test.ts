import { expect, it } from 'vitest'
import { areDaysComplete, daysText, lastDays, readDays, writeDays } from './days.ts'

it('reads and writes periods with open ends', () => {
  expect(readDays('2026-11-01..')).toEqual({ from: '2026-11-01', to: '' })
  expect(readDays('')).toEqual({ from: '', to: '' })
  expect(writeDays({ from: '', to: '2026-11-30' })).toBe('..2026-11-30')
  expect(writeDays({ from: '', to: '' })).toBe('')
})

it('waits until a typed year is complete', () => {
  expect(areDaysComplete({ from: '0020-11-23', to: '' })).toBe(false)
  expect(areDaysComplete({ from: '', to: '' })).toBe(true)
  expect(areDaysComplete({ from: '2026-11-23', to: '2026-11-23' })).toBe(true)
})

it('counts days back over the end of a month', () => {
  const now = new Date(2026, 10, 1, 0, 30)
  expect(lastDays(1, 0, now)).toEqual({ from: '2026-11-01', to: '2026-11-01' })
  expect(lastDays(1, 1, now)).toEqual({ from: '2026-10-31', to: '2026-10-31' })
  expect(lastDays(7, 0, now)).toEqual({ from: '2026-10-26', to: '2026-11-01' })
})

it('writes a period in words, a single day once', () => {
  const format = (day: string) => `day ${day}`
  expect(daysText('2026-11-23..2026-11-23', format)).toBe('day 2026-11-23')
  expect(daysText('2026-11-01..2026-11-30', format)).toBe('day 2026-11-01 – day 2026-11-30')
  expect(daysText('..2026-11-30', format)).toBe('– day 2026-11-30')
  expect(daysText('nonsense', format)).toBe('nonsense –')
})
