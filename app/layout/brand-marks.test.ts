import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { storeCodes } from '../../domain/stores/stores.ts'

it.each(storeCodes)('the store %s has a flag and a logo', (code) => {
  for (const file of [`flags/${code}.svg`, `logos/${code}.svg`, `logos/${code}-alt.svg`])
    expect(existsSync(`public/${file}`), file).toBe(true)
})
