/** What staff change of a brand. */
import { z } from 'zod'

export const brandParams = z.object({ slug: z.string().min(1).max(100) })

/** As a feed writes it: one line, nothing around it. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^\P{Cc}+$/u, 'One line of text')

/** The economic operator in the EU who answers for the goods: Regulation (EU) 2023/988 (GPSR) Art. 16 and 19. */
const manufacturer = z.strictObject({
  name: line(255),
  /** Postal address on one line. */
  address: line(500),
  email: z.email().max(255),
})

const storedManufacturer = z.strictObject({ name: z.string(), address: z.string(), email: z.string() })

/** `products`: how many the brand has. */
export const brandOfProduct = z.object({
  slug: z.string(),
  name: z.string(),
  manufacturer: storedManufacturer.nullable(),
  products: z.number(),
})

/**
 * Null: none, or none known. `expected`: what the person saw; a change meanwhile is answered 409 with `current`.
 */
export const setManufacturerBody = z.strictObject({
  manufacturer: manufacturer.nullable(),
  expected: storedManufacturer.nullable(),
})
