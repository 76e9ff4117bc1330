import { InvalidArgumentError } from 'commander'

/** Reads the id of a row, as the lists of commands print it. */
export function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
