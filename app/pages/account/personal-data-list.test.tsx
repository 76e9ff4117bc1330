import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stringsOf } from '../../../locales/texts.server.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import { OwnDataSections, ownDataSections, type OwnData } from './personal-data-list.tsx'

const own: OwnData = {
  account: [{ email: 'anna@example.se', first_name: 'Anna', last_name: 'Berg', city: 'Lund' }],
  addresses: [
    { first_name: 'Anna', last_name: 'Berg', street: 'Sjögatan 2', city: 'Visby', is_default: true },
  ],
  orders: [{ number: 'S100001', placed_at: '2026-11-20T09:00:00.000Z', snapshot: { lines: [] } }],
  devices: [
    { maker: 'Nikon', model: 'D750', label: 'Kameran' },
    { maker: 'Nikon', model: 'D750', label: 'Kameran' },
    { maker: 'Canon', model: 'R6', label: null },
  ],
  sessions: [{ device: 'Firefox, Linux', created_at: '2026-11-19T09:00:00.000Z' }],
}

/** Titles with the lines below them. */
function shown(code: (typeof storeCodes)[number], data: OwnData): Record<string, string[]> {
  const html = renderToStaticMarkup(
    <StringsSource value={stringsOf(code)}>
      <StringsProvider storeCode={code}>
        <OwnDataSections data={data} />
      </StringsProvider>
    </StringsSource>,
  )
  return Object.fromEntries(
    [...html.matchAll(/<dt><strong>(.*?)<\/strong><\/dt>(.*?)<\/div>/g)].map(([, title = '', lines = '']) => [
      title.replaceAll('&amp;', '&'),
      [...lines.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, line = '']) => line.replaceAll(/<[^>]*>/g, '')),
    ]),
  )
}

it('a customer reads orders, addresses and devices on a page', () => {
  expect(shown('sv', own)).toEqual({
    'Mina uppgifter': ['anna@example.se, Anna, Berg, Lund'],
    Adressbok: ['Anna, Berg, Sjögatan 2, Visby'],
    Ordrar: ['S100001, 20 nov. 2026'],
    'Mina apparater': ['Nikon, D750, Kameran', 'Canon, R6'],
    'Inloggade enheter': ['Firefox, Linux, 19 nov. 2026'],
    'Inget sparat': [expect.stringMatching(/Nycklar \(passkeys\)$/)],
  })
})

it.each(storeCodes)(
  'each kind has a title of its own in store %s; those without data are one line',
  (code) => {
    const t = stringsOf(code)
    const titles = new Set(ownDataSections.map(([title]) => t[title]))
    expect(titles.size).toBe(ownDataSections.length)
    expect(shown(code, {})).toEqual({ [t['data.nothing']!]: [[...titles].join(', ')] })
    const full = Object.fromEntries(
      ownDataSections.map(([, kind, fields]) => [kind, [{ [fields[0]!]: 'x' }]]),
    )
    expect(new Set(Object.keys(shown(code, full)))).toEqual(titles)
  },
)
