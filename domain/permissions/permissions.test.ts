import { describe, expect, it } from 'vitest'
import { grantsOf, permissions, roleNames, roles } from './permissions.ts'

describe('the permissions of staff', () => {
  it('are held per store', () => {
    const grants = grantsOf([
      { role: 'warehouse', store: 'sv' },
      { role: 'service', store: 'no' },
      { role: 'service', store: 'sv' },
    ])
    expect(grants['order:ship']).toEqual(['sv'])
    expect(grants['order:read']).toEqual(['sv', 'no'])
    expect(grants['order:refund']).toEqual(['no', 'sv'])
    expect(grants['staff:edit']).toBeUndefined()
  })

  it('to change staff are the owner’s alone, who has every other one too', () => {
    expect(roles.owner).toEqual(permissions)
    expect(roleNames.filter((role) => roles[role].includes('staff:edit'))).toEqual(['owner'])
  })

  it('of an auditor and an accountant change nothing', () => {
    const reads = (permission: string) => /:(?:read|personal)$/.test(permission)
    expect([...roles.auditor, ...roles.accountant].filter((permission) => !reads(permission))).toEqual([])
  })
})
