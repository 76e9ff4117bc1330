import { describe, expect, it } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.server.ts'

const page = (nonce = '') =>
  `<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/><link rel="stylesheet" href="/assets/s.css"/></head><body><p>$1 kr</p><script${nonce} type="module" async="">import "/assets/a.js";</script><script>data</script></body></html>`

describe('a page’s script', () => {
  it('is asked for after the first picture, all files at once', () => {
    const html = scriptsAfterPaint(page())
    expect(html).not.toMatch(/<link rel="modulepreload"|type="module"/)
    expect(html).toContain('<p>$1 kr</p><script type="text/plain" id="start">import "/assets/a.js";</script>')
    expect(html).toContain('["/assets/a.js","/assets/b.js"]')
    expect(html).toContain('requestAnimationFrame(()=>setTimeout(start))')
    expect(html.endsWith('</script><script>data</script></body></html>')).toBe(true)
  })

  it('keeps its nonce, and is left alone where it is not as expected', () => {
    const html = scriptsAfterPaint(page(' nonce="n"'))
    expect(html.match(/<script nonce="n"/g)).toHaveLength(2)
    expect(scriptsAfterPaint('<html><head></head></html>')).toBe('<html><head></head></html>')
  })
})
