import { expect, it } from 'vitest'
import { htmlOfText } from './html-of-text.ts'

it('makes paragraphs of text without HTML, and keeps its line breaks', () => {
  expect(htmlOfText('Villkor\r\n\r\n1. Pris\n2. Frakt < 50 kr & mer\n\n\n')).toBe(
    '<p>Villkor</p>\n<p>1. Pris<br>\n2. Frakt &lt; 50 kr &amp; mer</p>',
  )
})

it('keeps HTML, and entities in text', () => {
  expect(htmlOfText('<h2>Villkor</h2>\n\nPris')).toBe('<h2>Villkor</h2>\n\nPris')
  expect(htmlOfText('A&nbsp;B &#8211; C')).toBe('<p>A&nbsp;B &#8211; C</p>')
  expect(htmlOfText('')).toBe('')
})

it('takes addresses in angle brackets as text', () => {
  expect(htmlOfText('Exempel AB <info@exempel.se>\n\nTel. 08-123 45')).toBe(
    '<p>Exempel AB &lt;info@exempel.se&gt;</p>\n<p>Tel. 08-123 45</p>',
  )
  expect(htmlOfText('<https://exempel.se>')).toBe('<p>&lt;https://exempel.se&gt;</p>')
  for (const html of ['Pris<br/>Frakt', 'Pris</p>', '<!-- Pris -->', '<A href="/">Pris</A>'])
    expect(htmlOfText(html)).toBe(html)
})
