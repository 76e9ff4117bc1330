/**
 * The port to a country's vehicle register. Adapters are in providers/vehicle-registry; decision 17
 * lists the requirements of a real one. A number is personal data: it is sent to the register and nowhere
 * else.
 */
import type { Country } from './plate.ts'

type StarterTechnology = 'lead_acid' | 'efb' | 'agm'

/** A vehicle's battery requirements, as in makers' fitment tables. */
export interface BatteryNeed {
  technology: StarterTechnology
  /** Minimum capacity, Ah. */
  capacityAh: number
  /** The tray: largest length, width and height, mm. */
  lengthMm: number
  widthMm: number
  heightMm: number
  layout: 'right_positive' | 'left_positive'
}

/**
 * The key of a vehicle type on German registration papers: manufacturer (HSN, field 2.1; four digits) and type (TSN, the
 * first three characters of field 2.2, in capitals). It names a type, not a person's car.
 */
export interface TypeKey {
  hsn: string
  tsn: string
}

export interface Vehicle {
  maker: string
  model: string
  year: number
  battery: BatteryNeed
}

export type VehicleAnswer = { ok: true; vehicle: Vehicle } | { ok: false; code: 'unknown' | 'unavailable' }

export interface VehicleRegistry {
  /**
   * The vehicle of a number parsed by `readPlate`. An unavailable register rejects or returns `unavailable`.
   */
  find(country: Country, plate: string, signal: AbortSignal): Promise<VehicleAnswer>
  /** The vehicle type of a key on German papers; rejects or answers as `find` does. */
  findByTypeKey(key: TypeKey, signal: AbortSignal): Promise<VehicleAnswer>
  /** Example numbers of a fake register; none for a real one. */
  examples(country: Country): readonly string[]
}

/** How long a request waits for the register. */
const patienceMs = 4_000

/** Queries the register by a number. The number is not logged. */
export function findVehicle(
  registry: VehicleRegistry,
  country: Country,
  plate: string,
): Promise<VehicleAnswer> {
  return answerInTime((signal) => registry.find(country, plate, signal))
}

/** Queries the register by a type key. */
export function findVehicleType(registry: VehicleRegistry, key: TypeKey): Promise<VehicleAnswer> {
  return answerInTime((signal) => registry.findByTypeKey(key, signal))
}

/** A fault or a timeout of the register is `unavailable`, never an exception. */
async function answerInTime(ask: (signal: AbortSignal) => Promise<VehicleAnswer>): Promise<VehicleAnswer> {
  const signal = AbortSignal.timeout(patienceMs)
  const late = new Promise<VehicleAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, code: 'unavailable' }), { once: true })
  })
  const asked = ask(signal).catch((): VehicleAnswer => ({ ok: false, code: 'unavailable' }))
  return Promise.race([asked, late])
}
