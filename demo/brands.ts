/**
 * The demo's house brands. All are invented; each names the economic operator responsible for its products
 * (GPSR Art. 19), with the country as a code, which is read in every store. The e-mail addresses end in the reserved
 * domain `example`, so that no mail reaches a real recipient.
 */
import type { BrandRecord } from '../domain/catalogue/catalogue-record.ts'

const rows: [slug: string, name: string, company: string, address: string][] = [
  ['voltara', 'Voltara', 'Voltara Energi AB', 'Cellgatan 12, SE-721 30 Västerås'],
  ['nordcell', 'Nordcell', 'Nordcell AS', 'Industriveien 48, NO-1473 Lørenskog'],
  ['kraftig', 'Kraftig', 'Kraftig Industriprodukter AB', 'Hamnmagasinet 3, SE-417 07 Göteborg'],
  ['lumen-co', 'Lumen & Co', 'Lumen & Co ApS', 'Lysbrovej 21, DK-8600 Silkeborg'],
  ['solgard', 'Solgard', 'Solgard Energilager AB', 'Solvägen 9, SE-392 39 Kalmar'],
  ['tradfast', 'Trådfast', 'Trådfast Kabel AB', 'Spolgatan 5, SE-561 32 Huskvarna'],
  ['cellbyte', 'Cellbyte', 'Cellbyte GmbH', 'Akkuweg 17, DE-04347 Leipzig'],
  ['ampeo', 'Ampeo', 'Ampeo Ladetechnik GmbH', 'Stromstraße 88, DE-44147 Dortmund'],
  ['startvik', 'Startvik', 'Startvik Batteri AS', 'Verkstedgata 6, NO-3044 Drammen'],
  ['momentix', 'Momentix', 'Momentix Werkzeugakkus GmbH', 'Drehmomentring 4, DE-42477 Radevormwald'],
  ['sonavit', 'Sonavit', 'Sonavit Hørelse ApS', 'Klangvej 15, DK-2740 Skovlunde'],
  ['larmia', 'Larmia', 'Larmia Hemsäkerhet AB', 'Vaktgatan 2, SE-254 66 Helsingborg'],
  ['delbo', 'Delbo', 'Delbo Reservdelar AB', 'Fjädervägen 31, SE-331 53 Värnamo'],
  ['everloop', 'Everloop', 'Everloop Rechargeables ApS', 'Genbrugsvej 40, DK-5000 Odense C'],
  // The shop itself, for its gift cards and for sets of several brands.
  ['anode', 'Anode', 'Anode Sverige AB', 'Batterigatan 4, SE-112 51 Stockholm'],
]

/** The slug of the shop's own brand. */
export const shopBrand = 'anode'

/** All brands; the place in the list is the brand's tone in the drawings. */
export const demoBrands: BrandRecord[] = rows.map(([slug, name, company, address]) => ({
  record: 'brand',
  slug,
  name,
  manufacturer: { name: company, address, email: `produkt@${slug}.example` },
}))

/** The brand's drawing tone, 1 … 15; throws for an unknown brand. */
export function brandTone(slug: string): number {
  const index = rows.findIndex(([brand]) => brand === slug)
  if (index < 0) throw new Error(`no brand ${slug}`)
  return index + 1
}

/** The brand's name as shoppers read it; throws for an unknown brand. */
export function brandName(slug: string): string {
  return rows[brandTone(slug) - 1]?.[1] ?? slug
}
