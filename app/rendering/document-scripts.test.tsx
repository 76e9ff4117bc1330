import { Script } from 'node:vm'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import {
  DocumentScripts,
  EarlyScript,
  InlineScriptsContext,
  LaterStyles,
  startOnceStyled,
} from './document-scripts.tsx'
import { earlyScript } from './early-script.ts'

/** Content as it would be if the sanitiser had failed. */
const hostile = '<p id="start">window.ran=1</p><script>window.ran=2</script>'

const laterStyles = '/assets/later.css'

function render(nonce: string | null, areDeferred = true) {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <html lang="sv-SE">
          <head>
            <EarlyScript />
            <LaterStyles />
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
      value={{
        nonce,
        record: (text) => void texts.add(text),
        switchedOff: new Set(),
        laterStyles: { href: laterStyles, areDeferred },
      }}
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

/** Runs the script in a document that only collects the added elements. */
function started(script: string) {
  const added: Record<string, unknown>[] = []
  const document = {
    currentScript: { nonce: 'n0' },
    createElement: (name: string) => ({ name }),
    head: { append: (element: Record<string, unknown>) => void added.push(element) },
  }
  new Script(script).runInNewContext({ document })
  return added
}

describe('the script that starts the page', () => {
  const parts = {
    preloads: ['/assets/a.js', '/assets/b.js'],
    moduleScript: 'import "/assets/a.js";',
    strings: '/api/strings',
    laterStyles: null,
  }

  it('adds preloads, strings and the module script', () => {
    expect(started(startOnceStyled(parts))).toEqual([
      { name: 'link', rel: 'modulepreload', href: '/assets/a.js' },
      { name: 'link', rel: 'modulepreload', href: '/assets/b.js' },
      { name: 'link', rel: 'preload', as: 'fetch', crossOrigin: '', href: '/api/strings' },
      { name: 'script', type: 'module', nonce: 'n0', textContent: 'import "/assets/a.js";' },
    ])
  })

  it('preloads the later styles without blocking the first paint, and runs the module script once they apply', () => {
    const added = started(startOnceStyled({ ...parts, laterStyles }))
    const link = added[0] as { rel: string; onload(): void }
    expect(link).toMatchObject({ name: 'link', rel: 'preload', as: 'style', href: laterStyles })
    link.onload()
    expect(link.rel).toBe('stylesheet')
    expect(added).toHaveLength(4)
    link.onload()
    expect(added.at(-1)).toMatchObject({ name: 'script', type: 'module' })
  })

  it('runs the module script without the later styles if they fail to load', () => {
    const added = started(startOnceStyled({ ...parts, laterStyles }))
    const link = added[0] as { onerror(): void }
    link.onerror()
    expect(added.at(-1)).toMatchObject({ name: 'script', type: 'module' })
  })

  it('cannot be closed by the text it contains', () => {
    const text = startOnceStyled({ ...parts, moduleScript: '"</script><!--"', laterStyles: '</script>' })
    expect(text).not.toContain('<')
    expect(() => new Script(text)).not.toThrow()
  })
})

describe('the later styles', () => {
  it('are in the head of a page that must not be shown without them, and else left to the script', () => {
    const link = '<link rel="stylesheet" href="/assets/later.css"/>'
    expect(render(null, false).html.split('</head>')[0]).toContain(link)
    const deferred = render(null).html
    expect(deferred).not.toContain(link)
    expect(deferred).toContain('as:"style",href:"/assets/later.css"')
  })
})

describe('the early script', () => {
  it('is valid, small, and cannot close itself', () => {
    expect(() => new Script(earlyScript)).not.toThrow()
    expect(earlyScript.length).toBeLessThan(1100)
    expect(earlyScript).not.toContain('</')
  })
})
