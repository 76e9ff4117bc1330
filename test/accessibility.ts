/** Accessibility of a page in a browser test, checked with axe. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What breaks a rule of axe on the page: each rule's id with the elements that break it. For pages without frames of
 * other origins, such as those of payment providers. The rules run within the page itself: by default their results are
 * joined in an empty page that is opened for it, which doubles the processor time.
 */
export async function barriersOf(
  page: Page,
  { within, tags }: { within?: string; tags?: string[] } = {},
): Promise<[rule: string, elements: string[]][]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (tags !== undefined) axe.withTags(tags)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
