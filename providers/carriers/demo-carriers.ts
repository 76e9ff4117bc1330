/**
 * Made-up service points for trying the shop without a carrier's key: the same three for a postal code every
 * time. Names, streets and hours are invented, and the ids say so (`demo-…`).
 */
import type { Carriers, ServicePoint, ServicePointQuery } from '../../domain/shipping/service-point.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

interface Surroundings {
  shops: readonly string[]
  streets: readonly string[]
  locker: string
  city: string
  hours: string[]
}

const surroundings: Partial<Record<StoreCode, Surroundings>> = {
  sv: {
    shops: ['Nära Livs', 'Kiosken på Torget', 'Stationens Spel & Tobak', 'Hörnans Matbutik', 'Blomman'],
    streets: ['Storgatan', 'Kungsgatan', 'Skolgatan', 'Järnvägsgatan'],
    locker: 'Paketskåp',
    city: 'Demostad',
    hours: ['mån–fre 8–20', 'lör–sön 10–18'],
  },
  no: {
    shops: ['Nærbutikken', 'Kiosken på Torget', 'Stasjonskiosken', 'Hjørnet Matsenter', 'Blomsterbua'],
    streets: ['Storgata', 'Kirkegata', 'Skolegata', 'Jernbanegata'],
    locker: 'Pakkeboks',
    city: 'Demoby',
    hours: ['man–fre 8–20', 'lør–søn 10–18'],
  },
  de: {
    shops: ['Lotto am Markt', 'Kiosk am Bahnhof', 'Späti an der Ecke', 'Schreibwaren Lindner', 'Blumenhaus'],
    streets: ['Hauptstraße', 'Bahnhofstraße', 'Schulstraße', 'Gartenstraße'],
    locker: 'Packstation',
    city: 'Demostadt',
    hours: ['Mo–Fr 8–20 Uhr', 'Sa 9–18 Uhr'],
  },
  da: {
    shops: ['Nærkøb', 'Kiosken på Torvet', 'Stationskiosken', 'Hjørnekøbmanden', 'Blomsterhuset'],
    streets: ['Hovedgaden', 'Kirkegade', 'Skolegade', 'Jernbanegade'],
    locker: 'Pakkeboks',
    city: 'Demoby',
    hours: ['man–fre 8–20', 'lør–søn 10–18'],
  },
}

/** For a store without invented names of its own. */
const plainSurroundings: Surroundings = {
  shops: ['Demo 1', 'Demo 2', 'Demo 3'],
  streets: ['Demo'],
  locker: 'Demo',
  city: 'Demo',
  hours: ['8–20'],
}

/** The carriers of a demo shop: respond at once and never fail. */
export const demoCarriers: Carriers = {
  servicePoints: (query) =>
    Promise.resolve({ ok: true, points: [0, 1, 2].map((index) => demoPoint(query, index)) }),
}

function demoPoint({ store, carrier, kind, postalCode }: ServicePointQuery, index: number): ServicePoint {
  const seed = Number(postalCode) * 7 + index * 13 + carrier.length
  const pick = (list: readonly string[]): string => list[seed % list.length]!
  const isLocker = kind === 'locker'
  const { shops, streets, locker, city, hours } = surroundings[store] ?? plainSurroundings
  return {
    id: `demo-${carrier.toLowerCase().replaceAll(' ', '-')}-${kind}-${postalCode}-${index + 1}`,
    carrier,
    type: isLocker ? 'locker' : 'manned',
    name: isLocker ? `${locker} ${100 + (seed % 900)}` : pick(shops),
    street: `${pick(streets)} ${1 + (seed % 60)}`,
    postalCode,
    city,
    distanceMetres: 150 + index * 450 + (seed % 200),
    openingHours: isLocker ? ['24/7'] : hours,
  }
}
