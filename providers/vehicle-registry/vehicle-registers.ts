/** Chooses the vehicle register of a country among those that modules bring. */
import type { VehicleRegistry } from '../../domain/devices/vehicle-registry.ts'

/** A register, and the countries (ISO 3166-1) whose vehicles it knows. */
export interface VehicleRegister extends Pick<VehicleRegistry, 'find'> {
  countries: readonly string[]
  /** Where it knows the types of German papers as well. */
  findByTypeKey?: VehicleRegistry['findByTypeKey']
}

/** `otherwise` is asked of countries and types that no register knows. */
export function createVehicleRegistry(
  registers: readonly VehicleRegister[],
  otherwise: VehicleRegistry,
): VehicleRegistry {
  const of = (country: string) => registers.find(({ countries }) => countries.includes(country))
  return {
    find: (country, plate, signal) => (of(country) ?? otherwise).find(country, plate, signal),
    findByTypeKey: (key, signal) =>
      (registers.find(({ findByTypeKey }) => findByTypeKey)?.findByTypeKey ?? otherwise.findByTypeKey)(
        key,
        signal,
      ),
    // Numbers of a real register are somebody's.
    examples: (country) => (of(country) ? [] : otherwise.examples(country)),
  }
}
