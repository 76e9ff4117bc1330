import { describe, expect, it } from 'vitest'
import { stringsOf } from '../../locales/texts.server.ts'
import { storeCodes } from '../stores/stores.ts'
import {
  awaitsDelivery,
  canMove,
  isSettled,
  orderStatuses,
  orderTransitions,
  shownStatus,
} from './order-states.ts'

describe('an order’s status', () => {
  it('moves forward only: no status leads back to itself, except a failed payment that is paid after all', () => {
    const reaches = (from: (typeof orderStatuses)[number], seen = new Set<string>()): Set<string> => {
      for (const to of orderTransitions[from]) if (!seen.has(to)) reaches(to, seen.add(to))
      return seen
    }
    for (const status of orderStatuses) {
      if (status === 'held' || status === 'payment_failed') continue
      expect([status, reaches(status).has(status)]).toEqual([status, false])
    }
  })

  it('never moves from shipped to cancelled, nor from cancelled to anything', () => {
    expect(canMove('shipped', 'cancelled')).toBe(false)
    expect(orderTransitions.cancelled).toEqual([])
    expect(canMove('pending', 'pending')).toBe(false)
  })

  it('awaits its delivery from the settled payment until it is delivered', () => {
    const awaiting = orderStatuses.map(shownStatus).filter(awaitsDelivery)
    expect(awaiting).toEqual(['received', 'processing', 'shipped'])
  })

  it('[ORDER-06] has one text of its own in every store', () => {
    const shown = ['received', 'processing', 'shipped', 'delivered', 'cancelled', 'returned']
    for (const code of storeCodes) {
      const texts = shown.map((status) => stringsOf(code)[`order_status.${status}`])
      expect(texts.every((text) => text)).toBe(true)
      expect(new Set(texts).size).toBe(shown.length)
    }
    expect([...new Set(orderStatuses.map(shownStatus))].sort()).toEqual(
      [...shown, 'confirming', 'payment_failed'].sort(),
    )
  })

  it('is shown as being confirmed while the provider may still have a pending payment', () => {
    expect([shownStatus('pending'), shownStatus('held'), shownStatus('received')]).toEqual([
      'confirming',
      'confirming',
      'received',
    ])
    expect(orderStatuses.filter(isSettled)).toEqual([
      'received',
      'processing',
      'shipped',
      'delivered',
      'returned',
    ])
  })
})
