import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UnbrokenName } from './unbroken-name.tsx'

/** The parts of a name that stay on one line. */
const unbroken = (name: string) =>
  [...renderToStaticMarkup(<UnbrokenName name={name} />).matchAll(/<span[^>]*>([^<]*)</g)].map(
    ([, part]) => part,
  )

it('a number stays with its unit and its pack, a short word with what is before its hyphen', () => {
  expect(unbroken('AA-batteri Basic, 20-pack')).toEqual(['20-pack'])
  expect(unbroken('Pannlampa Läs 80 lm')).toEqual(['80 lm'])
  expect(unbroken('Autobatterie AGM 12 V 105 Ah')).toEqual(['12 V', '105 Ah'])
  expect(unbroken('Kabel USB-C 10 Gbit/s')).toEqual(['USB-C', '10 Gbit'])
})

it('a long word after a size may stand on the next line, and nothing breaks within the size', () => {
  for (const name of [
    'CR2032-Knopfzelle',
    '2CR5-Lithiumbatterie',
    'CR2-litiumbatteri',
    'CR2032-knappcellsbatteri',
  ])
    expect(unbroken(name)).toEqual([])
})
