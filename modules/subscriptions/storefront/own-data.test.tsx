import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OwnDataSections } from '../../../app/pages/account/personal-data-list.tsx'
import { stringsOf } from '../../../locales/texts.server.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'

it('a customer reads their subscriptions among their data, with the interval in words', () => {
  const html = renderToStaticMarkup(
    <StringsSource value={stringsOf('sv')}>
      <StringsProvider storeCode="sv">
        <OwnDataSections
          data={{
            subscriptions: [{ number: 'S100001-A1', name: 'Batteri AA', interval_name: '3 months' }],
          }}
        />
      </StringsProvider>
    </StringsSource>,
  )
  expect(html).toMatch(/<dt><strong>Prenumerationer<\/strong><\/dt><dd>.*S100001-A1/)
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('S100001-A1, Batteri AA, var 3:e månad')
})
