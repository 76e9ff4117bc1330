/**
 * Made-up shops and lockers around a postal code, the same for a code every time, for the simulated carriers.
 * Names, streets and hours are invented. It shares no code with the adapters.
 */

export interface SimulatedPlace {
  /** Five digits, the carrier puts its own letters before it. */
  number: string
  isLocker: boolean
  name: string
  street: string
  streetNumber: string
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  latitude: number
  longitude: number
  distanceMetres: number
  /** Monday to Friday, Saturday and Sunday; null: closed. Lockers are always open. */
  hours: readonly [Hours, Hours | null, Hours | null]
}

export interface Hours {
  opens: string
  closes: string
}

interface Surroundings {
  shops: readonly string[]
  streets: readonly string[]
  locker: string
  city: string
  /** Where the country’s postal codes begin, so that positions are plausible. */
  origin: readonly [latitude: number, longitude: number]
  digits: number
}

const surroundings: Readonly<Record<string, Surroundings>> = {
  SE: {
    shops: ['Nära Livs', 'Kiosken på Torget', 'Stationens Spel & Tobak', 'Hörnans Matbutik', 'Blomman'],
    streets: ['Storgatan', 'Kungsgatan', 'Skolgatan', 'Järnvägsgatan'],
    locker: 'Paketskåp',
    city: 'Demostad',
    origin: [59.33, 18.06],
    digits: 5,
  },
  NO: {
    shops: ['Nærbutikken', 'Kiosken på Torget', 'Stasjonskiosken', 'Hjørnet Matsenter', 'Blomsterbua'],
    streets: ['Storgata', 'Kirkegata', 'Skolegata', 'Jernbanegata'],
    locker: 'Pakkeboks',
    city: 'Demoby',
    origin: [59.91, 10.75],
    digits: 4,
  },
  DE: {
    shops: ['Lotto am Markt', 'Kiosk am Bahnhof', 'Späti an der Ecke', 'Schreibwaren Lindner', 'Blumenhaus'],
    streets: ['Hauptstraße', 'Bahnhofstraße', 'Schulstraße', 'Gartenstraße'],
    locker: 'Packstation',
    city: 'Demostadt',
    origin: [52.52, 13.4],
    digits: 5,
  },
  DK: {
    shops: ['Nærkøb', 'Kiosken på Torvet', 'Stationskiosken', 'Hjørnekøbmanden', 'Blomsterhuset'],
    streets: ['Hovedgaden', 'Kirkegade', 'Skolegade', 'Jernbanegade'],
    locker: 'Pakkeboks',
    city: 'Demoby',
    origin: [55.68, 12.57],
    digits: 4,
  },
}

/**
 * Three places, nearest first; null: the country or the postal code does not exist. `postalCode`: digits only.
 */
export function placesNear(
  countryCode: string,
  postalCode: string,
  kind: 'shop' | 'locker',
): SimulatedPlace[] | null {
  const around = surroundings[countryCode]
  if (!around || !/^\d+$/.test(postalCode) || postalCode.length !== around.digits) return null
  return [0, 1, 2].map((index) => placeAt(around, { countryCode, postalCode, kind, index }))
}

function placeAt(
  around: Surroundings,
  at: { countryCode: string; postalCode: string; kind: 'shop' | 'locker'; index: number },
): SimulatedPlace {
  const { countryCode, postalCode, kind, index } = at
  const isLocker = kind === 'locker'
  const seed = Number(postalCode) * 7 + index * 13 + (isLocker ? 5 : 0)
  const pick = (list: readonly string[]): string => list[seed % list.length]!
  const number = String(10_000 + (seed % 90_000))
  return {
    number,
    isLocker,
    name: isLocker ? `${around.locker} ${100 + (seed % 900)}` : pick(around.shops),
    street: pick(around.streets),
    streetNumber: String(1 + (seed % 60)),
    postalCode,
    city: around.city,
    countryCode,
    latitude: Number((around.origin[0] + (seed % 100) / 1000).toFixed(4)),
    longitude: Number((around.origin[1] + (seed % 77) / 1000).toFixed(4)),
    distanceMetres: 150 + index * 450 + (seed % 200),
    hours: [
      { opens: '08:00', closes: '20:00' },
      { opens: '10:00', closes: '18:00' },
      index === 0 ? { opens: '10:00', closes: '18:00' } : null,
    ],
  }
}

/** The hours of each weekday, Monday first. */
export function hoursPerDay(place: SimulatedPlace): (Hours | null)[] {
  if (place.isLocker) return Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' }))
  const [weekday, saturday, sunday] = place.hours
  return [weekday, weekday, weekday, weekday, weekday, saturday, sunday]
}

/** Carriers know no payments. */
export const noPayments = { payments: () => [], clear: () => {} }
