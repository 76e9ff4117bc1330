/** Values of the stored state, which may come from anyone. */

/** A text that is not empty; null: it is none. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Whether it is an integer from 1. */
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1
