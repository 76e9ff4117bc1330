import { expect, it } from 'vitest'
import type { AdminKey } from '../../admin/texts.tsx'
import { viewParameterText } from '../../admin/shell/view-words.ts'
import { translator } from '../../ui/translator.ts'
import staff from './texts/en.staff.json'

it('names filters of lists that the person may not read', () => {
  const t = translator<AdminKey>(staff, 'en-GB')
  const named = (...filters: string[]) =>
    filters.map((filter) => viewParameterText(t, `filter.${filter}`, { filter: () => null }))
  expect(named('open', 'matched', 'due')).toEqual(['Open', 'Order found', 'Refund due'])
  expect(named('order', 'registered')).toEqual(['Order', 'Registered'])
})
