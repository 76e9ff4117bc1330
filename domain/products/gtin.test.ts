import { expect, it } from 'vitest'
import { isGtin } from './gtin.ts'

it('checks the check digit of article numbers and keeps leading zeros', () => {
  for (const good of ['0882780756342', '96385074', '036000291452', '10614141000415'])
    expect(isGtin(good)).toBe(true)
  for (const bad of ['0882780756343', '1234567', '', '088278075634x', '٠٨٨٢٧٨٠٧٥٦٣٤٢'])
    expect(isGtin(bad)).toBe(false)
})
