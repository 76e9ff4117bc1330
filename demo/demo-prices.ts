/**
 * Prices of the demo in four currencies. One price in kronor is converted to a typical shelf price of each
 * country: 49, 79, 129 kr and 4.95, 8.95 €. Exchange rates are not exact.
 */
import type { PriceTierRecord } from '../domain/catalogue/catalogue-record.ts'
import { stores } from '../domain/stores/stores.ts'
import type { DemoStore } from './demo-stores.ts'
import { chance } from './words.ts'

const rates: Record<DemoStore, number> = { sv: 1, no: 1.04, de: 0.091, da: 0.68 }

/** The shelf price of a store in major units. */
export function shelfPrice(sek: number, store: DemoStore): number {
  const raw = sek * rates[store]
  return stores[store].currencyDigits === 0 ? kronePrice(raw) : euroPrice(raw)
}

/** The highest shelf price that is not above a limit in the store's currency. */
export function shelfPriceAtMost(limit: number, store: DemoStore): number {
  const step = stores[store].currencyDigits === 0 ? 1 : 0.05
  for (let sek = limit / rates[store]; sek > 0; sek -= step / rates[store]) {
    const price = shelfPrice(sek, store)
    if (price <= limit) return price
  }
  throw new Error(`no price is as low as ${limit}`)
}

function kronePrice(raw: number): number {
  if (raw < 22) return Math.max(5, Math.round(raw))
  if (raw < 100) return Math.round((raw + 1) / 5) * 5 - (Math.round((raw + 1) / 5) % 2 === 0 ? 1 : 0)
  if (raw < 1000) return Math.round((raw + 1) / 10) * 10 - 1
  if (raw < 5000) return Math.round((raw + 10) / 50) * 50 - 5
  return Math.round((raw + 10) / 100) * 100 - 10
}

function euroPrice(raw: number): number {
  if (raw < 2)
    return cents(Math.max(0.45, Math.round(raw * 20) / 20 - (Math.round(raw * 20) % 2 === 0 ? 0.01 : 0)))
  if (raw < 15) return cents(Math.round((raw + 0.05) * 2) / 2 - 0.05)
  if (raw < 100) return cents(Math.round(raw + 0.1) - 0.1)
  if (raw < 500) return cents(Math.round(raw) - 0.1)
  return cents(Math.round(raw / 5) * 5 - 1)
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}

/** A price reduced by a share of itself, rounded to the store's price points. */
export function reduced(price: number, share: number, store: DemoStore): number {
  const raw = price * (1 - share)
  if (stores[store].currencyDigits === 0) return raw < 10 ? Math.floor(raw) : Math.round(raw)
  return cents(raw < 5 ? Math.round(raw * 100) / 100 : Math.round(raw * 20) / 20)
}

/** Tiers from 1, 5, 10 and 50 units, each lower than the previous one; other tiers are omitted. */
export function tieredPrices(price: number, store: DemoStore): PriceTierRecord[] {
  const tiers: PriceTierRecord[] = [{ q: 1, p: price }]
  for (const [q, share] of [
    [5, 0.06],
    [10, 0.11],
    [50, 0.18],
  ] as const) {
    const p = reduced(price, share, store)
    if (p < (tiers.at(-1)?.p ?? 0)) tiers.push({ q, p })
  }
  return tiers
}

/** Whether a product without its own setting has quantity prices: about four in ten. */
export function hasTiersByChance(sku: string): boolean {
  return chance(sku, 'tiers') < 0.4
}
