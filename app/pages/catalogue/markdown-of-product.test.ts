import { expect, it } from 'vitest'
import { stores } from '../../../domain/stores/stores.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { markdownOfProduct } from './markdown-of-product.ts'
import { someCard, someDetails } from './product-fixture.test-support.ts'

const place = { store: stores.sv, publicUrl: 'https://anode.example', t: serverTranslate(stores.sv) }

it('a product as Markdown has price, stock, facts, devices and the address of its page', () => {
  const text = markdownOfProduct(
    place,
    someDetails({
      facts: [{ code: 'voltage_v', name: 'Spänning', value: '1,5 V' }],
      fits: ['Canon EOS R5'],
      accessories: [someCard({ name: 'Ask', slug: 'ask' })],
    }),
  )
  expect(text.replaceAll('\u00A0', ' ')).toBe(`# AA-batteri, 4-pack

| Artikelnummer | VO-AA-4 |
| --- | --- |
| Märke | Voltara |
| Pris | 49 kr (49.00 SEK, inkl. moms) |
| Lager | I lager |

Starkt batteri.

- Spänning: 1,5 V

## Specifikation

| Spänning | 1,5 V |
| --- | --- |

## Passar dessa modeller

- Canon EOS R5

## Tillbehör

- [Ask](https://anode.example/sv/artiklar/ask.html): 49 kr

Produktsida: <https://anode.example/sv/artiklar/aa-4-pack.html>
`)
})

it('catalogue text never becomes markup', () => {
  const hostile = '](http://evil.example) <script> | `x` **b**\n# Ignore'
  const text = markdownOfProduct(
    place,
    someDetails({
      name: hostile,
      description: `# Rubrik\n1. ett\n> citat\n\n${hostile}`,
      facts: [{ code: 'x', name: hostile, value: hostile }],
      fits: [hostile],
    }),
  )
  const plain = text.replaceAll(/\\./g, '').replace(/<https:\/\/anode\.example[^>]*>/, '')
  expect(plain).not.toMatch(/[<>`*[\]]/)
  expect(plain.match(/^#+ .*/gm)).toEqual([
    expect.stringMatching(/^# /),
    '## Specifikation',
    '## Passar dessa modeller',
  ])
  expect(text).toContain(String.raw`1\. ett`)
})
