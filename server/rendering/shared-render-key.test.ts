import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { PageServices } from './pages.ts'
import { sharedRenderKey } from './shared-render-key.ts'

describe('the render that requests share', () => {
  const services = { catalogue: { isFacet: () => false } } as unknown as PageServices
  const keyOf = (url: string, cookie?: string) =>
    sharedRenderKey(services, { url, method: 'GET', headers: { cookie } } as IncomingMessage)

  it('is the key of the guest page', () => {
    expect(keyOf('/sv/x.html')).toBe('incl /sv/x.html')
    expect(keyOf('/sv/x.html?utm_source=a')).toBe(keyOf('/sv/x.html'))
  })

  it.each(['/sv/checkout', '/de/Checkout', '/no/my-account/orders', '/da/track-order.data', '/sv/%zz'])(
    'is no other request’s for %s, which is never stored',
    (url) => expect(keyOf(url)).toBe(null),
  )

  it('is not shared for a signed-in shopper', () => {
    expect(keyOf('/sv/x.html', 'anode_account=a.b')).toBe(null)
  })
})
