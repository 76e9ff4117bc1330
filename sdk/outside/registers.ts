/**
 * Registers that a module from outside asks: of VAT numbers, and of vehicles. The types stand by themselves; what a
 * register throws, answers wrongly or takes more than 15 seconds for counts as no answer, under the name of the module.
 */
import { z } from 'zod'
import type { VehicleAnswer } from '../../domain/devices/vehicle-registry.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { RegisterName } from '../../domain/vat-numbers/vat-number-registers.ts'
import type { OpenVatRegister as OpenInShop } from '../../providers/vat-number/vat-number-registers.ts'
import type { VehicleRegister as RegisterInShop } from '../../providers/vehicle-registry/vehicle-registers.ts'
import { moduleAnswer, reasonOf } from './module-answer.ts'

/** A VAT number: country (ISO 3166-1), and the number without its letters, spaces and punctuation. */
export interface VatNumberToCheck {
  countryCode: string
  number: string
}

export type VatRegisterAnswer =
  /** `consultationNumber`: the register's proof that it was asked. */
  | { status: 'valid' | 'invalid'; consultationNumber?: string | null }
  /** It does not answer; says nothing about the number. */
  | { status: 'unavailable' }

/** A register of VAT numbers: `vatRegisters` of the declarations names it, its countries and its origin. */
export interface VatRegister {
  /** `requester`: the store's own number; null where it has none. */
  check(number: VatNumberToCheck, requester: VatNumberToCheck | null): Promise<VatRegisterAnswer>
}

/** What a register is opened with. */
export interface RegisterServices {
  log: WarningLog
  /** Epoch milliseconds. */
  clock: () => number
}

/** Opens a register of VAT numbers. `url`: its origin. */
export type OpenVatRegister = (url: string, services: Pick<RegisterServices, 'log'>) => VatRegister

/**
 * A register of vehicles by registration number, for the finder of starter batteries. A number is personal data: it is sent
 * to the register and neither logged nor stored.
 */
export interface VehicleRegister {
  /** Countries (ISO 3166-1) whose vehicles it knows. */
  countries: readonly string[]
  /** `plate`: in capitals, without spaces. The request is given up after four seconds. */
  find(country: string, plate: string, signal: AbortSignal): Promise<VehicleAnswer>
  /** Of a type of German papers: HSN (four digits) and TSN (three characters). */
  findByTypeKey?(key: { hsn: string; tsn: string }, signal: AbortSignal): Promise<VehicleAnswer>
}
export type { VehicleAnswer }

const vatAnswer = z.union([
  z.object({
    status: z.enum(['valid', 'invalid']),
    consultationNumber: z.string().max(200).nullish(),
  }),
  z.object({ status: z.literal('unavailable') }),
])
const sizeMm = z.number().int().positive().max(10_000)
const vehicleAnswer = z.union([
  z.object({
    ok: z.literal(true),
    vehicle: z.object({
      maker: z.string().max(200),
      model: z.string().max(200),
      year: z.number().int().min(1900).max(2200),
      battery: z.object({
        technology: z.enum(['lead_acid', 'efb', 'agm']),
        capacityAh: z.number().positive().max(1_000),
        lengthMm: sizeMm,
        widthMm: sizeMm,
        heightMm: sizeMm,
        layout: z.enum(['right_positive', 'left_positive']),
      }),
    }),
  }),
  z.object({ ok: z.literal(false), code: z.enum(['unknown', 'unavailable']) }),
])

const failing = (log: WarningLog, module: string, register: string) => (reason: string) =>
  log.warn({ module, register, reason }, 'a register of a module failed')

/** The register as the shop asks it. */
export const guardedVatRegister =
  (module: string, register: string, open: OpenVatRegister): OpenInShop =>
  (url, log) => {
    const failed = failing(log, module, register)
    return {
      async check(number, requester) {
        const answer = await moduleAnswer(
          vatAnswer,
          () => open(url, { log }).check({ ...number }, requester && { ...requester }),
          failed,
        )
        return answer === null || answer.status === 'unavailable'
          ? { status: 'unavailable', register: register as RegisterName, consultationNumber: null }
          : {
              status: answer.status,
              register: register as RegisterName,
              consultationNumber: answer.consultationNumber ?? null,
            }
      },
    }
  }

/** The register as the shop asks it; one that cannot be opened knows no country. */
export function guardedVehicleRegister(
  module: string,
  open: (services: RegisterServices) => VehicleRegister,
  services: RegisterServices,
): RegisterInShop {
  const failed = failing(services.log, module, 'vehicles')
  const unavailable: VehicleAnswer = { ok: false, code: 'unavailable' }
  const ask = async (work: () => Promise<VehicleAnswer>) =>
    (await moduleAnswer(vehicleAnswer, work, failed)) ?? unavailable
  try {
    const register = open(services)
    const { countries, findByTypeKey } = register
    return {
      countries: [...countries],
      find: (country, plate, signal) => ask(() => register.find(country, plate, signal)),
      ...(findByTypeKey && {
        findByTypeKey: (key, signal) => ask(() => findByTypeKey.call(register, key, signal)),
      }),
    }
  } catch (error) {
    failed(reasonOf(error))
    return { countries: [], find: () => Promise.resolve(unavailable) }
  }
}
