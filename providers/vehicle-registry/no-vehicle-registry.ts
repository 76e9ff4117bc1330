import type { VehicleRegistry } from '../../domain/devices/vehicle-registry.ts'

/** For a shop without a configured vehicle registry: pages say that plates cannot be looked up. */
export const noVehicleRegistry: VehicleRegistry = {
  find: () => Promise.resolve({ ok: false, code: 'unavailable' }),
  findByTypeKey: () => Promise.resolve({ ok: false, code: 'unavailable' }),
  examples: () => [],
}
