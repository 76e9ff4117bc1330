import { expect, it } from 'vitest'
import { contentSecurityPolicy, paymentHeaders, scriptHashes, securityHeaders } from './security-headers.ts'

// echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
const hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"

it('names every inline script that the program wrote by its hash, each once', () => {
  expect(scriptHashes(['alert(1)', 'alert(1)'])).toEqual([hash])
})

it('allows what the shop itself sends and the named scripts, and nothing else', () => {
  const policy = contentSecurityPolicy([hash])
  expect(policy).toContain(`script-src 'self' ${hash};`)
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

it('adds a provider’s hosts where a page needs them', () => {
  const policy = contentSecurityPolicy(["'nonce-abc'"], {
    'script-src': ['https://js.example'],
    'frame-src': ['https://frame.example'],
  })
  expect(policy).toContain("script-src 'self' 'nonce-abc' https://js.example")
  expect(policy).toContain('frame-src https://frame.example')
})

it('lets windows of banks and wallets report to the page that has a provider’s frame, and no other page', () => {
  expect(paymentHeaders(['https://*.kustom.co', 'https://js.stripe.com'])).toEqual({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), ' +
      'payment=(self "https://*.kustom.co" "https://js.stripe.com"), ' +
      'publickey-credentials-get=(self "https://*.kustom.co" "https://js.stripe.com")',
  })
  expect(paymentHeaders([])).toEqual({})
  expect(securityHeaders['cross-origin-opener-policy']).toBe('same-origin')
})
