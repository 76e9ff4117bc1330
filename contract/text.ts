/** Text fields of requests. */
import { z } from 'zod'

/** As `domain/content/invisible-characters.ts`, which explains them; a test compares the two. */
const invisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u

/** A text of at most `longest` characters that PostgreSQL can store: no NUL, no lone surrogates. */
export const safeText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'Text with characters that cannot be kept',
    )

/** The same for a name: also without characters that turn the direction of text or have no width. */
export const safeName = (longest: number) =>
  safeText(longest).refine((value) => !invisible.test(value), 'Text with invisible characters')
