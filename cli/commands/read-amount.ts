import { InvalidArgumentError } from 'commander'
import { readMinor, type Minor } from '../../domain/money/money.ts'

/** Reads an amount above 0 in major units, as `--amount` takes it. */
export function readAmount(text: string): Minor {
  try {
    const amount = readMinor(text)
    if (amount >= 1) return amount
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError('An amount above 0 with at most two decimals, please.')
}
