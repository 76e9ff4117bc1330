import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

/** Labels: they name or count something beside them, and are no text to be read. */
const labels: Record<string, readonly string[]> = {
  'badge.module.css': ['.badge'],
  // For staff who preview a store.
  'base.css': ['html[data-closed]::before'],
  'checkout.module.css': ['.count'],
  'chips.module.css': ['.count'],
  'deal-banner.module.css': ['.clock'],
  'facets.module.css': ['.chosenCount', '.number'],
  'finder.module.css': ['.count'],
  'footer.module.css': ['.method'],
  // A logo that is set as text.
  'header.module.css': ['.main .wordmark', '.count'],
  'measuring-guide.module.css': ['.drawing text'],
  'price.module.css': ['.tiers caption'],
  'product-card.module.css': ['.badge, .decoration', '.body > p'],
  'receipt.module.css': ['.part h3', '.next li::before'],
  'search-dropdown.module.css': ['.title', '.label'],
  'search-sheet.module.css': ['.title', '.name small'],
  'stars.module.css': ['.stars'],
  'variant-choice.module.css': ['.name'],
  'vehicle-finder-page.module.css': ['.band'],
}

const sizeOf: Record<string, number> = { 'var(--t1)': 13, 'var(--t2)': 15, smaller: 12, small: 13 }

/** Pixels of a `font-size`; sizes above 15 px need no exact figure. */
function pixels(size: string): number {
  const known = sizeOf[size]
  if (known !== undefined) return known
  const [, number, unit] = /^([\d.]+)(px|rem)$/.exec(size) ?? []
  return unit === undefined ? 16 : Number(number) * (unit === 'rem' ? 16 : 1)
}

it('text has 15 px or more, and labels 13', () => {
  const small: Record<string, string[]> = {}
  for (const file of globSync('{app/**,modules/*/storefront,ui/**}/*.css')) {
    const style = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    for (const [, selector = '', rules = ''] of style.matchAll(/([^{};]+)\{(?=([^{}]*))/g))
      for (const [, size = ''] of rules.matchAll(/font-size:\s*([^;]+);/g)) {
        if (pixels(size) >= 15) continue
        expect(pixels(size), `${file} ${selector.trim()}`).toBe(13)
        ;(small[basename(file)] ??= []).push(selector.replaceAll(/\s+/g, ' ').trim())
      }
  }
  expect(small).toEqual(labels)
})
