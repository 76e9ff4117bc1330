/** Text fields of requests. */
import { z } from 'zod'

/** A text of at most `longest` characters that PostgreSQL can store: no NUL, no lone surrogates. */
export const safeText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'Text with characters that cannot be kept',
    )
