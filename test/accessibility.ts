/** Accessibility of a page in a browser test, checked with axe. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'

interface Scope {
  /** Selector of the part of the page that is checked. */
  within?: string
  /** Only the rules with one of these tags. */
  tags?: string[]
  /** Only these rules. */
  rules?: string[]
  skip?: string[]
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What breaks a rule of axe on the page and in its frames: each rule's id with the elements that break it. The check
 * waits until the page has its heading, or the part that is checked. A document gets axe once, and only what breaks a
 * rule is read from it: `@axe-core/playwright` takes two to five times the processor time.
 */
export async function barriersOf(
  page: Page,
  { within, tags, rules, skip = [] }: Scope = {},
): Promise<[rule: string, elements: string[]][]> {
  await page
    .locator(within ?? 'h1')
    .first()
    .waitFor({ state: 'attached' })
  for (const frame of page.frames()) await addAxe(frame)
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    // How long a frame may take to answer that it has axe; without an answer it is not checked.
    pingWaitTime: 20_000,
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
    rules: Object.fromEntries(skip.map((rule) => [rule, { enabled: false }])),
  }
  const include = within === undefined ? [] : [within]
  return page.evaluate(
    async ({ parts, given }): Promise<[rule: string, elements: string[]][]> => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: parts, exclude: [] },
        given,
      )
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    },
    { parts: include, given: options },
  )
}

async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}
