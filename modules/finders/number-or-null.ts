/** The value of an attribute of a product as a number; null: it has none. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
