/** Accessibility of a page in a browser test, checked with axe. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Scope {
  /** Selector of the part of the page that is checked. */
  within?: string
  /** Only the rules with one of these tags. */
  tags?: string[]
  /** Only these rules. */
  rules?: string[]
  skip?: string[]
}

/**
 * What breaks a rule of axe on the page: each rule's id with the elements that break it. The check waits until the page
 * has its heading, or the part that is checked. For pages without frames of other origins, such as those of payment
 * providers. The rules run within the page itself: by default their results are joined in an empty page that is opened
 * for it, which doubles the processor time.
 */
export async function barriersOf(
  page: Page,
  { within, tags, rules, skip = [] }: Scope = {},
): Promise<[rule: string, elements: string[]][]> {
  await page
    .locator(within ?? 'h1')
    .first()
    .waitFor({ state: 'attached' })
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
  if (within !== undefined) axe.include(within)
  if (tags !== undefined) axe.withTags(tags)
  if (rules !== undefined) axe.withRules(rules)
  if (skip.length > 0) axe.disableRules(skip)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
