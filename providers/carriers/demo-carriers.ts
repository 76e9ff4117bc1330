/**
 * Made-up service points for trying the shop without a carrier's key: the same three for a postal code every
 * time. Names, streets and hours are invented, and the ids say so (`demo-…`).
 */
import type { Carriers, ServicePoint, ServicePointQuery } from '../../domain/shipping/service-point.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

const shops: Record<StoreCode, readonly string[]> = {
  sv: ['Nära Livs', 'Kiosken på Torget', 'Stationens Spel & Tobak', 'Hörnans Matbutik', 'Blomman'],
  no: ['Nærbutikken', 'Kiosken på Torget', 'Stasjonskiosken', 'Hjørnet Matsenter', 'Blomsterbua'],
  de: ['Lotto am Markt', 'Kiosk am Bahnhof', 'Späti an der Ecke', 'Schreibwaren Lindner', 'Blumenhaus'],
  da: ['Nærkøb', 'Kiosken på Torvet', 'Stationskiosken', 'Hjørnekøbmanden', 'Blomsterhuset'],
}
const streets: Record<StoreCode, readonly string[]> = {
  sv: ['Storgatan', 'Kungsgatan', 'Skolgatan', 'Järnvägsgatan'],
  no: ['Storgata', 'Kirkegata', 'Skolegata', 'Jernbanegata'],
  de: ['Hauptstraße', 'Bahnhofstraße', 'Schulstraße', 'Gartenstraße'],
  da: ['Hovedgaden', 'Kirkegade', 'Skolegade', 'Jernbanegade'],
}
const lockerNames: Record<StoreCode, string> = {
  sv: 'Paketskåp',
  no: 'Pakkeboks',
  de: 'Packstation',
  da: 'Pakkeboks',
}
const cities: Record<StoreCode, string> = { sv: 'Demostad', no: 'Demoby', de: 'Demostadt', da: 'Demoby' }
const hours: Record<StoreCode, string[]> = {
  sv: ['mån–fre 8–20', 'lör–sön 10–18'],
  no: ['man–fre 8–20', 'lør–søn 10–18'],
  de: ['Mo–Fr 8–20 Uhr', 'Sa 9–18 Uhr'],
  da: ['man–fre 8–20', 'lør–søn 10–18'],
}

/** The carriers of a demo shop: respond at once and never fail. */
export const demoCarriers: Carriers = {
  servicePoints: (query) =>
    Promise.resolve({ ok: true, points: [0, 1, 2].map((index) => demoPoint(query, index)) }),
}

function demoPoint({ store, carrier, kind, postalCode }: ServicePointQuery, index: number): ServicePoint {
  const seed = Number(postalCode) * 7 + index * 13 + carrier.length
  const pick = (list: readonly string[]): string => list[seed % list.length]!
  const locker = kind === 'locker'
  return {
    id: `demo-${carrier.toLowerCase().replaceAll(' ', '-')}-${kind}-${postalCode}-${index + 1}`,
    carrier,
    type: locker ? 'locker' : 'manned',
    name: locker ? `${lockerNames[store]} ${100 + (seed % 900)}` : pick(shops[store]),
    street: `${pick(streets[store])} ${1 + (seed % 60)}`,
    postalCode,
    city: cities[store],
    distanceMetres: 150 + index * 450 + (seed % 200),
    openingHours: locker ? ['24/7'] : hours[store],
  }
}
