import { afterEach, describe, expect, it } from 'vitest'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { withdrawalMail } from './withdrawal-mail.server.ts'

const declared = {
  store: 'sv' as const,
  order: 'S100001',
  orderNumber: 'S100001',
  name: 'Anna Berg',
  email: 'anna@example.se',
  goods: '',
  items: [],
  declaredAt: new Date('2026-11-27T10:00:00Z'),
}
const textOf = (hasReturnLabels: boolean) =>
  withdrawalMail(declared, 'http://shop.example', hasReturnLabels).text

afterEach(() => applySettings('sv', {}))

describe('the receipt of a withdrawal', () => {
  it('names the address at which returns arrive, not that of the company', () => {
    const dispatch = { street: 'Lagergatan 2', postalCode: '11122', city: 'Uppsala', countryCode: 'SE' }
    applySettings('sv', { dispatch: { ...dispatch, voecNumber: null } })
    expect(textOf(true)).toContain('Lagergatan 2, 11122 Uppsala')
  })

  it('promises a label only where the store can have one made', () => {
    expect(textOf(true)).toContain('Returen är gratis med vår fraktetikett.')
    expect(textOf(false)).not.toContain('fraktetikett')
    expect(textOf(false)).toContain('så ordnar vi returen med dig')
  })
})
