/** A shopper who pays in the simulated Walley's frame, in a real browser. */
import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { StoreCode } from '../domain/stores/stores.ts'
import { chooseDelivery, demo, field, people, shopperIn } from './shopper.ts'

export interface WalleyFrame {
  frame: FrameLocator
  /** Public token of the checkout that the frame shows. */
  token(): Promise<string>
  /** One of the frame's buttons: `pay`, `close`, `hold`, `sign`, `decline`. */
  press(action: string): Promise<void>
  fill(changes?: Record<string, string>): Promise<void>
  /** Asks for delivery to another address, to Bo Ek. */
  fillDelivery(street: string): Promise<void>
  /** A call of the simulator, below its address. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
}

export type WalleyMethod = 'walley_b2c' | 'walley_b2b'

/** Chooses delivery and Walley in an open checkout, and waits for the frame. */
export async function openWalleyFrame(
  page: Page,
  code: StoreCode = 'sv',
  method: WalleyMethod = 'walley_b2c',
): Promise<WalleyFrame> {
  await field(page, 'postalCode').fill(people[code].postalCode)
  await field(page, 'postalCode').blur()
  await chooseDelivery(page, method)
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  const walley = walleyFrame(page, code)
  await expect(walley.frame.locator('#total')).toBeVisible()
  // Browsers do not lay a frame out before it is in view. Then it changes its height, and what is below it moves.
  await page.locator('iframe[title=Walley]').scrollIntoViewIfNeeded()
  const hasItsHeight = () =>
    walley.frame.locator('html').evaluate(() => document.documentElement.offsetHeight === window.innerHeight)
  await expect.poll(hasItsHeight).toBe(true)
  return walley
}

export function walleyFrame(page: Page, code: StoreCode = 'sv'): WalleyFrame {
  const element = page.locator('iframe[title=Walley]')
  const frame = page.frameLocator('iframe[title=Walley]')
  const address = async () => new URL((await element.getAttribute('src'))!)
  let origin: string | undefined
  return {
    frame,
    token: async () => (await address()).pathname.split('/').at(-1)!,
    press: (action) => frame.locator(`button[value=${action}]`).click(),
    async fill(changes = {}) {
      origin = (await address()).origin
      const { firstName, lastName, address: street, postalCode, city, email, phone } = people[code]
      const texts = {
        firstName,
        lastName,
        address: street,
        city,
        mobilePhoneNumber: phone,
        postalCode,
        email,
        ...changes,
      }
      for (const [name, text] of Object.entries(texts)) await frame.locator(`[name=${name}]`).fill(text)
    },
    async fillDelivery(street) {
      const { postalCode, city } = people[code]
      await frame.locator('[name=separate]').check()
      const texts = { firstName: 'Bo', lastName: 'Ek', address: street, postalCode, city }
      for (const [name, text] of Object.entries(texts))
        await frame.locator(`[name="delivery.${name}"]`).fill(text)
    },
    async call(method, path, body) {
      origin ??= (await address()).origin
      const answer = await page.request.fetch(`${origin}/${path}`, {
        method,
        ...(body && { data: JSON.stringify(body) }),
      })
      return answer.json()
    },
  }
}

/** A checkout with one product in it and the frame open. */
export async function startInWalleyFrame(page: Page, code: StoreCode = 'sv'): Promise<WalleyFrame> {
  await shopperIn(page, code).startInCheckoutWith(demo.dear)
  return openWalleyFrame(page, code)
}
