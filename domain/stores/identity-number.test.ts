import { describe, expect, it } from 'vitest'
import { stores, type StoreCode } from './stores.ts'
import { checkIdentityNumber, maskIdentityNumber } from './identity-number.ts'

const today = { now: Date.UTC(2026, 10, 20) }
const check = (store: 'sv' | 'no' | 'de' | 'da', type: 'private' | 'business', text: string) =>
  checkIdentityNumber(stores[store], type, text, today)

describe('a number for the invoice', () => {
  it.each([
    ['sv', 'private', '811228-9874', '8112289874'],
    ['sv', 'private', '19811228-9874', '8112289874'],
    ['sv', 'private', '198112289874', '8112289874'],
    ['sv', 'private', '811288-9876', null],
    ['sv', 'business', '556737-0431', '5567370431'],
    ['sv', 'business', 'SE556737043101', '5567370431'],
    ['sv', 'business', '811228-9874', '8112289874'],
    ['no', 'private', '01010750160', '01010750160'],
    ['no', 'business', '988 077 917', '988077917'],
    ['no', 'business', 'NO988077917MVA', '988077917'],
    ['da', 'private', '010190-1234', '0101901234'],
    ['da', 'business', 'DK 13585628', '13585628'],
    ['de', 'business', 'DE 136 695 976', 'DE136695976'],
    ['de', 'business', '', null],
    ['de', 'private', '31.12.1990', '1990-12-31'],
    ['de', 'private', '1990-12-31', '1990-12-31'],
  ] as const)('of %s %s may be written %s', (store, type, text, number) => {
    const answer = check(store, type, text)
    if (number === null && text !== '') expect(answer.ok).toBe(false)
    else expect(answer).toMatchObject({ ok: true, number })
  })

  it.each([
    ['sv', 'private', '811228-9875'],
    ['sv', 'private', '811328-9873'],
    ['sv', 'private', '556737-0431'],
    ['sv', 'business', '556737-0432'],
    ['no', 'private', '01010750161'],
    ['no', 'private', '41130750160'],
    ['no', 'business', '988077918'],
    ['da', 'private', '320190-1234'],
    ['da', 'private', '290290-1234'],
    ['da', 'business', '03585628'],
    ['da', 'business', '13585629'],
    ['de', 'business', 'DE136695977'],
    ['de', 'private', '30.02.1990'],
    ['de', 'private', '31.12.2990'],
    ['de', 'private', '01.01.1890'],
    ['de', 'private', 'gestern'],
  ] as const)('of %s %s is not %s', (store, type, text) => {
    expect(check(store, type, text)).toEqual({ ok: false, code: 'identity_number' })
  })

  it('is required, except from German companies, and a German consumer must be of age', () => {
    for (const store of ['sv', 'no', 'da'] as const)
      for (const type of ['private', 'business'] as const)
        expect(check(store, type, ' ')).toEqual({ ok: false, code: 'required' })
    expect(check('de', 'private', '')).toEqual({ ok: false, code: 'required' })
    expect(check('de', 'private', '20.11.2008')).toMatchObject({ ok: true })
    expect(check('de', 'private', '21.11.2008')).toEqual({ ok: false, code: 'too_young' })
  })

  it('with any digit changed is rejected (Luhn, modulo 11)', () => {
    for (const [store, type, number] of [
      ['sv', 'business', '5567370431'],
      ['no', 'business', '988077917'],
      ['da', 'business', '13585628'],
      ['de', 'business', 'DE136695976'],
    ] as const)
      for (let at = number.startsWith('DE') ? 2 : 0; at < number.length; at++) {
        const changed = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1)
        expect([changed, check(store, type, changed).ok]).toEqual([changed, false])
      }
  })

  it('of a person is recognised as one, a Swedish sole trader’s too', () => {
    const personal = (store: StoreCode, type: 'private' | 'business', text: string) => {
      const answer = check(store, type, text)
      return answer.ok && answer.personal
    }
    expect(personal('sv', 'business', '811228-9874')).toBe(true)
    expect(personal('de', 'private', '31.12.1990')).toBe(true)
    expect(personal('sv', 'business', '556737-0431')).toBe(false)
    expect(personal('no', 'business', '988077917')).toBe(false)
  })

  it('of a person is masked when stored', () => {
    expect(maskIdentityNumber('8112289874', { personal: true })).toBe('********74')
    expect(maskIdentityNumber('5567370431', { personal: false })).toBe('5567370431')
  })
})
