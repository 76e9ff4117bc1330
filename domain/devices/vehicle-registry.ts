/**
 * The port to a country's register of vehicles. Adapters stand in providers/vehicle-registry; docs/decisions/0017
 * says what a real one must do. A number is personal data: it goes to the register and nowhere else.
 */
import type { Country } from './plate.ts'
import type { BatteryNeed } from './starter-battery.ts'

export interface Vehicle {
  maker: string
  model: string
  year: number
  battery: BatteryNeed
}

export type VehicleAnswer = { ok: true; vehicle: Vehicle } | { ok: false; code: 'unknown' | 'unavailable' }

export interface VehicleRegistry {
  /** The vehicle of a number that `readPlate` has read. A register that is down rejects or says `unavailable`. */
  find(country: Country, plate: string, signal: AbortSignal): Promise<VehicleAnswer>
  /** Numbers to try while the register is made up; none for a real one. */
  examples(country: Country): readonly string[]
}

/** How long a shopper waits for the register. */
const patienceMs = 4_000

/** Asks the register; a fault or a late answer is `unavailable`, never an exception, and names no number. */
export async function findVehicle(
  registry: VehicleRegistry,
  country: Country,
  plate: string,
): Promise<VehicleAnswer> {
  const signal = AbortSignal.timeout(patienceMs)
  const late = new Promise<VehicleAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, code: 'unavailable' }), { once: true })
  })
  const asked = registry
    .find(country, plate, signal)
    .catch((): VehicleAnswer => ({ ok: false, code: 'unavailable' }))
  return Promise.race([asked, late])
}
