/** The icon of each kind of device. */
import type { DeviceKind } from '../../../domain/devices/device.ts'
import type { IconName } from '../../../ui/icon.tsx'

export const kindIcons: Record<DeviceKind, IconName> = {
  smoke_alarm: 'alarm',
  hearing_aid: 'coin',
  remote: 'battery',
  car_key: 'lock',
  phone: 'phone',
  cordless_phone: 'call',
  tablet: 'phone',
  laptop: 'laptop',
  camera: 'cell',
  tool: 'drill',
  vacuum: 'gear',
  garden: 'solar',
  toothbrush: 'bolt',
  ebike: 'bolt',
  smart_home: 'globe',
  alarm_sensor: 'alarm',
  lock: 'lock',
  toy: 'star',
  game_controller: 'plus',
  clock: 'coin',
  scale: 'info',
  thermometer: 'info',
  torch: 'lamp',
  watch: 'coin',
  car: 'car',
  motorcycle: 'car',
  ups: 'charger',
  laptop_pack: 'laptop',
}
