/** The demo's product tags with their address segment in each store. */
import type { TagRecord } from '../domain/catalogue/catalogue-record.ts'
import { slugify, words, type Words } from './words.ts'
import { eachDemoStore } from './demo-stores.ts'

const rows: [code: string, names: Words, slugs?: Words][] = [
  ['new', words('Nyheter', 'Nyheter', 'Neuheiten', 'Nyheder'), words('ny', 'ny', 'neu', 'ny')],
  ['bestseller', words('Storsäljare', 'Bestselgere', 'Bestseller', 'Bestsellere')],
  ['sale', words('Kampanj', 'Kampanje', 'Angebote', 'Tilbud')],
  ['rechargeable', words('Laddningsbart', 'Oppladbart', 'Aufladbar', 'Genopladeligt')],
  ['long-life', words('Lång livslängd', 'Lang levetid', 'Lange Lebensdauer', 'Lang levetid')],
  [
    'professional',
    words('För proffs', 'For proffer', 'Für Profis', 'Til professionelle'),
    words('proffs', 'proff', 'profi', 'professionel'),
  ],
  ['cold-proof', words('Tål kyla', 'Tåler kulde', 'Kältefest', 'Tåler kulde')],
  [
    'travel',
    words('Bra på resan', 'Bra på reise', 'Gut auf Reisen', 'God på rejsen'),
    words('resa', 'reise', 'reise', 'rejse'),
  ],
]

export const demoTags: TagRecord[] = rows.map(([code, names, slugs]) => {
  const address = slugs ?? eachDemoStore((store) => slugify(names[store], store))
  const text = (store: keyof Words) => ({ name: names[store], slug: address[store] })
  return { record: 'tag', code, texts: eachDemoStore(text) }
})
