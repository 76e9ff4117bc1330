/** Devices: look-up by name, products that fit one, whether products fit a shopper's devices, and those saved on an account. */
import { z } from 'zod'
import { productCard } from '../../contract/catalogue.ts'

/** As `deviceKinds` in the domain: the compiler reports one that is missing here. */
const deviceKind = z.enum([
  'smoke_alarm',
  'hearing_aid',
  'remote',
  'car_key',
  'phone',
  'cordless_phone',
  'tablet',
  'laptop',
  'camera',
  'tool',
  'vacuum',
  'garden',
  'toothbrush',
  'ebike',
  'smart_home',
  'alarm_sensor',
  'lock',
  'toy',
  'game_controller',
  'clock',
  'scale',
  'thermometer',
  'torch',
  'watch',
  'car',
  'motorcycle',
  'ups',
  'laptop_pack',
])

const device = z.object({
  id: z.number().int(),
  slug: z.string().meta({ description: "The device's address below the finder" }),
  name: z.string(),
  kind: deviceKind,
  sold: z.boolean().meta({ description: 'Whether the store sells something that fits' }),
})
export type DeviceAnswer = z.infer<typeof device>

/** GET /api/devices */
export const devicesQuery = z.object({
  query: z.string(),
  limit: z.coerce.number().int().min(1).max(20).default(5),
})
export const devicesAnswer = z.object({ devices: z.array(device) })
export type FoundDevices = z.infer<typeof devicesAnswer>

/** GET /api/devices/:slug/products */
export const deviceParams = z.object({ slug: z.string().max(200) })
export const deviceProductsAnswer = z.object({
  name: z.string(),
  cell_size: z.string().nullable(),
  quantity: z.number().nullable(),
  batteries: z.array(productCard),
  others: z.array(productCard),
})

/** POST /api/device-fit */
export const deviceFitRequest = z.object({
  devices: z.array(z.number().int()).max(20),
  skus: z.array(z.string().max(100)).max(100),
})
export const deviceFitAnswer = z.object({
  answers: z.array(z.object({ deviceId: z.number().int(), sku: z.string(), fits: z.boolean() })),
})
export type DeviceFits = z.infer<typeof deviceFitAnswer>

/** POST and PUT /api/auth/devices: the newest first. */
export const savedDevicesRequest = z.object({
  devices: z.array(z.object({ id: z.int().min(1), label: z.string().max(60).nullish() })).max(50),
})
export const savedDevicesAnswer = z.array(
  z.object({ id: z.number(), slug: z.string(), name: z.string(), label: z.string().nullable() }),
)
export type SavedDevicesAnswer = z.infer<typeof savedDevicesAnswer>
