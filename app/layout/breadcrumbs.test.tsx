import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StringsProvider } from '../../ui/strings.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'

it('[ENTITY-38] a crumb is a client-side link, a plain link to any address, or text', () => {
  const html = renderToStaticMarkup(
    <StringsProvider storeCode="sv">
      <Breadcrumbs
        trail={[
          { text: 'Batterier', to: '/sv/artiklar/batterier/index.html' },
          { text: 'Handbok', href: 'https://handbok.example/' },
          { text: 'AA' },
        ]}
      />
    </StringsProvider>,
  )
  expect(html).toContain('<a href="/sv/artiklar/batterier/index.html">Batterier</a>')
  // The client-side navigation leaves such links to the browser.
  expect(html).toContain('<a href="https://handbok.example/" data-document="true">Handbok</a>')
  expect(html).toMatch(/aria-current="page"><span>AA<\/span>/)
})
