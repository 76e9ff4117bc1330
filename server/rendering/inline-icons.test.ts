import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inlineIcons, spriteAddressOf } from './inline-icons.ts'

const icon = (name: string) => `<svg width="24"><use href="/assets/icons-CFDcqxuW.svg#${name}"></use></svg>`
const page = `<html><head></head><body class="page"><nav id="menu">${icon('menu')}</nav>${icon('cart')}</body></html>`

it('links icons to symbols inside the page, whose ids are not those of its elements', async () => {
  const sprite = await readFile(new URL('../../ui/icons.svg', import.meta.url), 'utf8')
  const inlined = inlineIcons(page, sprite)
  for (const name of ['menu', 'cart']) {
    expect(inlined).toContain(`<use href="#icon-${name}">`)
    expect(inlined.split(`<symbol id="icon-${name}"`)).toHaveLength(2)
  }
  expect(inlined).toContain('<nav id="menu">')
  expect(inlined.indexOf('<symbol')).toBeGreaterThan(inlined.indexOf('<body class="page">'))
  expect(inlined).not.toContain('icons-CFDcqxuW')
})

it('names the sprite that icons are in', () => {
  expect(spriteAddressOf(page)).toBe('/assets/icons-CFDcqxuW.svg')
  expect(spriteAddressOf(page)).toBe('/assets/icons-CFDcqxuW.svg')
  expect(spriteAddressOf('<body><use href="https://other.example/assets/a.svg#x"></use></body>')).toBeNull()
})
