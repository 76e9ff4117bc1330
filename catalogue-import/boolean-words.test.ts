import { expect, it } from 'vitest'
import { readBoolean } from './boolean-words.ts'

it.each(['true', 'TRUE', 'Yes', '1', '1.0', 'WAHR', 'ja', 'SANT', 'SANN', 'SAND', "'true", ' Ja '])(
  'reads %s as yes',
  (text) => expect(readBoolean(text)).toBe(true),
)

it.each(['false', 'No', '0', 'FALSCH', 'nein', 'FALSKT', 'FALSK', 'USANN', 'nej', 'nei'])(
  'reads %s as no',
  (text) => expect(readBoolean(text)).toBe(false),
)

it.each(['', '2', '-1', 'maybe', 'truefalse', 'deny'])('reads %s as neither', (text) =>
  expect(readBoolean(text)).toBe(null),
)
