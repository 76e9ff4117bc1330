import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pushConsent, pushEvent, type ConsentState } from './data-layer.ts'
import { useShopState } from './shop-state.ts'

const denied: ConsentState = {
  ad_storage: 'denied',
  analytics_storage: 'denied',
  ad_personalization: 'denied',
  ad_user_data: 'denied',
}

const pushed = () => window.dataLayer ?? []

describe('the data layer', () => {
  beforeEach(() => {
    vi.stubGlobal('window', {})
    useShopState.setState(({ cart }) => ({ cart: { ...cart, internal: false } }))
    return () => vi.unstubAllGlobals()
  })

  it('[CONSENT-06] begins with a command that denies everything', () => {
    pushEvent({ event: 'search' })
    const [first, second] = pushed()
    // Tags recognise a command by this, see developers.google.com/tag-platform/security/guides/consent.
    expect(Object.prototype.toString.call(first)).toBe('[object Arguments]')
    expect([...(first as Iterable<unknown>)]).toEqual([
      'consent',
      'default',
      { ...denied, wait_for_update: 500 },
    ])
    expect(second).toEqual({ event: 'search' })
  })

  it('denies by default even if the first push is a choice', () => {
    pushConsent({ ...denied, analytics_storage: 'granted' })
    expect(pushed().map((entry) => [...(entry as Iterable<unknown>)].slice(0, 2))).toEqual([
      ['consent', 'default'],
      ['consent', 'update'],
    ])
  })

  it('[CART-13] marks the events of staff', () => {
    pushEvent({ event: 'search' })
    useShopState.setState(({ cart }) => ({ cart: { ...cart, internal: true } }))
    pushEvent({ event: 'search' })
    expect(pushed().slice(1)).toEqual([{ event: 'search' }, { event: 'search', internal: true }])
  })
})
