/**
 * The keyboard in a browser test: what has the focus, by the role and name that a screen reader says, and how many
 * presses of Tab lead to it.
 */
import type { Page } from '@playwright/test'

/** The focused element as `role "name"`; empty if the page has lost the focus. */
export async function focused(page: Page): Promise<string> {
  const element = page.locator(':focus')
  if ((await element.count()) === 0) return ''
  const [said = ''] = (await element.ariaSnapshot()).split('\n')
  // YAML: a line with a colon within is quoted.
  const line = said.startsWith("- '")
    ? said.slice(3, said.lastIndexOf("'")).replaceAll("''", "'")
    : said.slice(2)
  return /^\w+(?: "(?:[^"\\]|\\.)*")?/.exec(line)?.[0] ?? line
}

/**
 * Presses Tab until an element with the role, or one of them, is focused whose name is the text or begins so that the
 * pattern matches. Throws with all stops if it takes more than `most` presses: the shopper would have to go past too
 * much.
 */
export async function tabTo(
  page: Page,
  { role, name, most }: { role: string | readonly string[]; name: string | RegExp; most: number },
): Promise<void> {
  const roles = typeof role === 'string' ? [role] : role
  const stops: string[] = []
  while (stops.length < most) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    stops.push(at === '' ? await withoutFocus(page) : at)
    const [said = '', ...words] = at.split(' ')
    const named = words.join(' ').slice(1, -1)
    if (roles.includes(said) && (typeof name === 'string' ? named === name : name.test(named))) return
  }
  throw new Error(
    `${most} presses of Tab do not lead to ${roles.join(' or ')} ${String(name)}, but to ${stops.join(', ')}`,
  )
}

/** Why nothing has the focus, for the message of a failed test. */
const withoutFocus = (page: Page) =>
  page.evaluate(() => {
    const painted = performance.getEntriesByType('paint').length > 0
    const active = document.activeElement?.localName ?? 'no element'
    const state = [
      document.readyState,
      document.hasFocus() ? 'has focus' : 'no focus',
      painted ? 'painted' : 'not painted',
    ]
    return `nothing (${active}, ${state.join(', ')}, ${Math.round(performance.now())} ms after its start)`
  })
