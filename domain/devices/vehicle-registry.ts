/**
 * The port to a country's vehicle register. Adapters are in providers/vehicle-registry; decision 17
 * lists the requirements of a real one. A number is personal data: it is sent to the register and nowhere
 * else.
 */
import type { Country } from './plate.ts'
import type { TypeKey } from './type-key.ts'
import type { BatteryNeed } from './starter-battery.ts'

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
  /** The vehicle type of a key on German papers, parsed by `readTypeKey`; rejects or answers as `find` does. */
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
