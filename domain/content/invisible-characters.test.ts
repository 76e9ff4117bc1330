import { expect, it } from 'vitest'
import { safeName } from '../../contract/text.ts'
import { textProblem } from '../accounts/contact-fields.server.ts'
import { hasInvisible } from './invisible-characters.ts'

it('refuses names that turn the direction of text or hide characters', () => {
  for (const name of [
    'Anna\u202egreB',
    '\u200bAnna',
    'An\u200dna',
    '\ufeffAnna',
    'Anna\u2066',
    '\u3164',
    '\u{e0041}A',
  ]) {
    expect([name, textProblem('firstName', name)]).toEqual([name, 'invisible_characters'])
    expect([name, textProblem('companyName', name)]).toEqual([name, 'invisible_characters'])
    expect([name, safeName(80).safeParse(name).success]).toEqual([name, false])
  }
  for (const name of ['Åsa-Märta O’Neill', 'João', 'Дарья', 'محمد', '李', 'e\u0301'])
    expect([name, textProblem('firstName', name), safeName(80).safeParse(name).success]).toEqual([
      name,
      null,
      true,
    ])
})

it('accepts joined emoji in a note, and nothing that turns its direction', () => {
  expect(textProblem('note', 'Tack 👩‍👩‍👧‍👦!')).toBeNull()
  expect(textProblem('note', 'Port \u202e4321')).toBe('invisible_characters')
})

it('names in requests are judged like those of forms', () => {
  const schema = safeName(80)
  const different: number[] = []
  for (let code = 0x20; code <= 0xffff; code += 1) {
    const name = `A${String.fromCharCode(code)}`
    if (name.isWellFormed() && schema.safeParse(name).success === hasInvisible(name)) different.push(code)
  }
  expect(different).toEqual([])
})
