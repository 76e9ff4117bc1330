import { expect, it } from 'vitest'
import { footerPages } from './footer-pages.ts'

const pages = (titles: Record<string, string>) => (path: string) => {
  const title = titles[path]
  return title === undefined ? null : { title }
}

it('lists the published service pages by their titles, those that the law asks for too', () => {
  expect(footerPages('de', pages({ terms: 'AGB', imprint: 'Impressum', contact: 'Wir & "Sie"' }))).toBe(
    '<ul><li><a href="/de/contact">Wir &amp; &quot;Sie&quot;</a></li>' +
      '<li><a href="/de/terms">AGB</a></li><li><a href="/de/imprint">Impressum</a></li></ul>',
  )
})

it('is empty without pages', () => {
  expect(footerPages('sv', pages({ history: 'Historia' }))).toBe('')
})
