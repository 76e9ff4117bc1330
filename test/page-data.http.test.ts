import { runInNewContext } from 'node:vm'
import { describe, expect, inject, it } from 'vitest'

const origin = inject('baseUrl')

describe('the loader data', () => {
  it('is at the end of the document and cannot close its own script element', async () => {
    const query = '\'"`\\ \u2028 </script><script>alert(1)</script><!--'
    const response = await fetch(`${origin}/sv/sokresultat.html?query=${encodeURIComponent(query)}`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toMatch(/^<!DOCTYPE html><html /)
    expect(html).toMatch(/streamController\.close\(\);<\/script><\/body><\/html>$/)
    expect(html).not.toContain('<script>alert')
    const [, data] = /streamController\.enqueue\((.+?)\);<\/script>/s.exec(html) ?? []
    const values = JSON.parse(runInNewContext(data!) as string) as unknown[]
    expect(values.some((value) => String(value).includes(query))).toBe(true)
  })

  it('is allowed by the hash of each script, and by a nonce where the page is for one shopper', async () => {
    const stored = await fetch(`${origin}/sv`)
    expect(stored.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
    const own = await fetch(`${origin}/sv/checkout`)
    const [, nonce] = /'nonce-([^']+)'/.exec(own.headers.get('content-security-policy') ?? '') ?? []
    const html = await own.text()
    const scripts = [...html.matchAll(/<script(?![^>]*type="application\/)([^>]*)>/g)]
    expect(nonce).toBeDefined()
    expect(scripts.length).toBeGreaterThan(2)
    for (const [script] of scripts) expect(script).toContain(`nonce="${nonce}"`)
  })
})

it('lets the frames of payment providers use wallets and windows of banks in checkout documents only', async () => {
  const headersOf = async (path: string) => (await fetch(`${origin}${path}`, { redirect: 'manual' })).headers
  const providers = /payment=\(self "[^")]+"/
  for (const path of ['/sv/checkout', '/sv/checkout/confirmation']) {
    const headers = await headersOf(path)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('permissions-policy')).toMatch(providers)
  }
  for (const path of ['/sv', '/sv/account', '/api/categories?locale=sv&sid=7']) {
    const headers = await headersOf(path)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).not.toMatch(providers)
  }
})

it('loads the first picture of home, category, listing and product with the document', async () => {
  const home = await (await fetch(`${origin}/sv`)).text()
  const category = /href="(\/sv\/artiklar\/[^"]+\/index\.html)"/.exec(home)?.[1]
  const product = /href="(\/sv\/artiklar\/[^"/]+\.html)"/.exec(home)?.[1]
  const listing = category?.replace('/index.html', '/ALLA/sida.html')
  for (const path of ['/sv', category, listing, product]) {
    const html = await (await fetch(`${origin}${path}`)).text()
    const [, main = ''] = html.split('<main')
    const first = /<img[^>]* src="\/pictures\/[^>]*>/.exec(main)?.[0]
    expect([path, first]).toEqual([path, expect.stringMatching(/loading="eager" fetchPriority="high"/)])
  }
})
