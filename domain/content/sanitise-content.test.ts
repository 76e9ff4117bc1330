import { describe, expect, it } from 'vitest'
import { sanitiseContent } from './sanitise-content.server.ts'

describe('content of a merchant', () => {
  it('[PAGE-09] cannot use an id of the program: ids get a prefix, and links within the text follow', () => {
    expect(sanitiseContent('<p id="start">x</p>')).toBe('<p id="content-start">x</p>')
    expect(sanitiseContent('<a href="#faq">?</a><h2 id="faq">!</h2>')).toBe(
      '<a href="#content-faq">?</a><h2 id="content-faq">!</h2>',
    )
    expect(sanitiseContent('<a href="#">up</a>')).toBe('<a href="#">up</a>')
  })

  it('cannot become a property of the document: names are dropped, old anchors become ids', () => {
    expect(sanitiseContent('<img src="/a.svg" name="currentScript"><p name="body">x</p>')).toBe(
      '<img src="/a.svg" /><p>x</p>',
    )
    expect(sanitiseContent('<a name="terms">x</a>')).toBe('<a id="content-terms">x</a>')
    expect(sanitiseContent('<form id="a"><input name="b"><button>c</button></form>')).toBe('c')
  })

  it('names the column in each cell of a table with headings, and stays a table whatever its style', () => {
    const table =
      '<table><thead><tr><th>Data</th><th><b>Purpose</b> &amp; more</th></tr></thead>' +
      '<tbody><tr><td data-label="x" role="y">Name</td><td>Order <a href="/x">it</a></td></tr></tbody></table>'
    expect(sanitiseContent(table)).toBe(
      '<table role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Data</th>' +
        '<th role="columnheader" scope="col"><b>Purpose</b> &amp; more</th></tr></thead>' +
        '<tbody role="rowgroup"><tr role="row"><td role="cell" data-label="Data">Name</td>' +
        '<td role="cell" data-label="Purpose &amp; more">Order <a href="/x">it</a></td></tr></tbody></table>',
    )
    // A table without a row of headings begins anew, and its first cells may be headings of rows.
    expect(sanitiseContent(`${table}<table><tr><th>Phone</th><td>1</td></tr></table>`)).toContain(
      '<table role="table"><tr role="row"><th role="rowheader">Phone</th><td role="cell">1</td></tr></table>',
    )
    expect(sanitiseContent('<p role="alert" data-label="x">x</p>')).toBe('<p>x</p>')
  })

  it('[PAGE-09] loses everything executable', () => {
    for (const html of [
      '<script>window.ran = 1</script>',
      '<style>p{}</style>',
      '<iframe srcdoc="<script>window.ran = 1</script>"></iframe>',
      '<object data="/x.svg"></object>',
      '<meta http-equiv="refresh" content="0;url=/x">',
      '<base href="https://other.example/">',
      '<template><script>window.ran = 1</script></template>',
      '<noscript><p title="</noscript><script>window.ran = 1</script>"></noscript>',
    ])
      expect(sanitiseContent(html), html).not.toMatch(/<(?!\/?p\b)|ran = 1/)
    for (const html of [
      '<img src="/x.svg" onerror="window.ran = 1">',
      '<svg><script>window.ran = 1</script></svg>',
      '<math><mtext><style><img onerror="window.ran = 1"></style></mtext></math>',
      '<p style="background:url(/x)" data-consent="all" class="x">x</p>',
    ])
      expect(sanitiseContent(html), html).not.toMatch(/onerror|<script|<style|style=|data-|class=/)
  })

  it('keeps web, mail and telephone addresses and no others', () => {
    for (const href of ['/sv/terms', 'https://a.example/', 'mailto:a@b.example', 'tel:+4681234'])
      expect(sanitiseContent(`<a href="${href}">x</a>`)).toContain(`href="${href}"`)
    for (const href of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x'])
      expect(sanitiseContent(`<a href="${href}">x</a>`)).toBe('<a>x</a>')
  })
})
