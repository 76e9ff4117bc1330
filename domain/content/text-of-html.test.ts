import { describe, expect, it } from 'vitest'
import { textOfHtml } from './text-of-html.ts'

describe('HTML in a description', () => {
  it('becomes paragraphs and lists of plain text', () => {
    expect(
      textOfHtml(
        '<p>Til bilnøgler og vægte.<br>Holder <strong>10 år</strong> på hylden.</p>\n<ul><li>3 V</li><li><p>20 mm</p></li><li></li></ul><p>Slut &amp; klart</p>',
      ),
    ).toBe('Til bilnøgler og vægte.\nHolder 10 år på hylden.\n\n- 3 V\n- 20 mm\n\nSlut & klart')
    expect(textOfHtml('<p>Varma <b>handskar</b>&nbsp;med batteri</p>')).toBe('Varma handskar med batteri')
    expect(textOfHtml('<table><tr><td>V</td><td>3</td></tr><tr><td>mm</td><td>20</td></tr></table>')).toBe(
      'V 3\n\nmm 20',
    )
  })

  it('loses what runs or styles, also written with entities', () => {
    expect(textOfHtml('A<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)>B')).toBe('AB')
    expect(textOfHtml('&lt;p onclick="x"&gt;Bra&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;')).toBe('Bra')
    expect(textOfHtml('<!-- a --><p>Bra</p>')).toBe('Bra')
  })

  it('keeps the lines of a text that has no blocks', () => {
    expect(textOfHtml('Första <b>raden</b>\n\n- punkt\n- till')).toBe('Första raden\n\n- punkt\n- till')
    expect(textOfHtml('Salt &amp; peppar')).toBe('Salt & peppar')
  })

  it('is not seen in plain text', () => {
    for (const text of ['Kabel < 3 m', 'AT&T', '5 <-> 12 V', 'a <3', '19" rack\n- punkt', ''])
      expect(textOfHtml(text), text).toBeNull()
  })

  it('is not there after the first time', () => {
    const once = textOfHtml('<ul><li>A &amp; B</li><li>x &lt; 3</li></ul>')!
    expect(once).toBe('- A & B\n- x < 3')
    expect(textOfHtml(once)).toBeNull()
  })
})
