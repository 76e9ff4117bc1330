import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pageTrackingDelayMs, trackPage } from './tracking.ts'

const page = { href: 'https://shop.example/sv' }
const views = () =>
  (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event === 'page_view')

describe('page tracking', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', { title: 'Anode' })
    vi.stubGlobal('location', page)
    return () => {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })

  it('[EVENT-12] tracks a page after 250 ms', () => {
    expect(pageTrackingDelayMs).toBe(250)
    trackPage()
    vi.advanceTimersByTime(249)
    expect(views()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(views()).toHaveLength(1)
    expect(views()[0]).toMatchObject({ page_location: 'https://shop.example/sv', page_title: 'Anode' })
  })

  it('[EVENT-12] tracks the last of two pages that follow each other quickly', () => {
    trackPage()
    vi.advanceTimersByTime(200)
    page.href = 'https://shop.example/sv/about'
    trackPage()
    vi.advanceTimersByTime(249)
    expect(views()).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(views()).toHaveLength(1)
    expect(views()[0]).toMatchObject({ page_location: 'https://shop.example/sv/about' })
  })

  it('[ENTITY-41] names the search and the recommendation provider', () => {
    trackPage()
    vi.advanceTimersByTime(250)
    expect(views()[0]).toMatchObject({ search_provider: 'anode', recommendation_provider: 'anode' })
  })
})
