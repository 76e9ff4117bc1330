import { Script } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { DocumentScripts, EarlyScript, InlineScriptsContext, startOnceStyled } from './document-scripts.tsx'
import { earlyScript } from './early-script.ts'

/** Content as it would be if the sanitiser had failed. */
const hostile = '<p id="start">window.ran=1</p><script>window.ran=2</script>'

function render(nonce: string | null) {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <html lang="sv-SE">
          <head>
            <EarlyScript />
          </head>
          <body>
            <div dangerouslySetInnerHTML={{ __html: hostile }} />
            <DocumentScripts strings="/api/strings" />
          </body>
        </html>
      ),
    },
  ])
  const texts = new Set<string>()
  const html = renderToString(
    <InlineScriptsContext.Provider
      value={{ nonce, record: (text) => void texts.add(text), switchedOff: new Set() }}
    >
      <Page />
    </InlineScriptsContext.Provider>,
  )
  return { html, texts }
}

const scriptsIn = (html: string) => [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]

describe('the inline scripts of a document', () => {
  it('are recorded as they are written; a script from content is not among them', () => {
    const { html, texts } = render(null)
    const own = scriptsIn(html).filter(([, , text]) => text !== 'window.ran=2')
    expect(own.length).toBeGreaterThan(1)
    for (const [, attributes, text] of own) expect([attributes, texts.has(text!)]).toEqual(['', true])
    expect([...texts]).not.toContain('window.ran=2')
  })

  it('carry the nonce of the page; a script from content does not', () => {
    const unsigned = scriptsIn(render('n0').html).filter(([, attributes]) => attributes !== ' nonce="n0"')
    expect(unsigned.map(([, , text]) => text)).toEqual(['window.ran=2'])
  })

  it('are not searched for in the document, where content could replace them', () => {
    const { texts } = render(null)
    for (const text of texts) expect(text).not.toMatch(/getElementById|querySelector/)
  })
})

describe('the script that starts the page', () => {
  it('adds preloads, strings and the module script', () => {
    const text = startOnceStyled(['/assets/a.js', '/assets/b.js'], 'import "/assets/a.js";', '/api/strings')
    expect(() => new Script(text)).not.toThrow()
    expect(text).toContain('["/assets/a.js","/assets/b.js"]')
    expect(text).toContain(String.raw`"import \"/assets/a.js\";"`)
    expect(text).toContain('"/api/strings"')
  })

  it('cannot be closed by the text it contains', () => {
    const text = startOnceStyled([], '"</script><!--"', '')
    expect(text).not.toContain('<')
    expect(() => new Script(text)).not.toThrow()
  })
})

describe('the early script', () => {
  it('is valid, small, and cannot close itself', () => {
    expect(() => new Script(earlyScript)).not.toThrow()
    expect(earlyScript.length).toBeLessThan(1100)
    expect(earlyScript).not.toContain('</')
  })
})
