/** A shopper who pays in the simulated Kustom's frame, in a real browser. */
import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { StoreCode } from '../domain/stores/stores.ts'
import { chooseDelivery, demo, field, people, shopperIn } from './shopper.ts'

export interface KustomFrame {
  frame: FrameLocator
  /** Id of the payment at the provider. */
  payment(): Promise<string>
  /** One of the frame's buttons: `pay`, `close`, `authenticate`, `approve`, `abort`, `decline`. */
  press(action: string): Promise<void>
  fillAddress(changes?: Record<string, string>): Promise<void>
  /** Asks for delivery to another address, to Bo Ek. */
  fillDelivery(street: string): Promise<void>
  /** A call of the simulator's control endpoint. */
  control(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
}

/** Chooses delivery and Kustom in an open checkout, and waits for the frame. */
export async function openKustomFrame(page: Page, code: StoreCode = 'sv'): Promise<KustomFrame> {
  await field(page, 'postalCode').fill(people[code].postalCode)
  await field(page, 'postalCode').blur()
  await chooseDelivery(page, 'klarna')
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  return kustomFrame(page, code)
}

export function kustomFrame(page: Page, code: StoreCode = 'sv'): KustomFrame {
  const element = page.locator('iframe[title=Kustom]')
  const frame = page.frameLocator('iframe[title=Kustom]')
  const address = async () => new URL((await element.getAttribute('src'))!)
  let origin: string | undefined
  return {
    frame,
    payment: async () => (await address()).pathname.split('/').at(-1)!,
    press: (action) => frame.locator(`button[value=${action}]`).click(),
    async fillAddress(changes = {}) {
      origin = (await address()).origin
      const { firstName, lastName, address: street, postalCode, city, email, phone } = people[code]
      const texts = {
        given_name: firstName,
        family_name: lastName,
        street_address: street,
        city,
        phone,
        postal_code: postalCode,
        email,
        ...changes,
      }
      for (const [name, text] of Object.entries(texts)) await frame.locator(`[name=${name}]`).fill(text)
    },
    async fillDelivery(street) {
      const { postalCode, city } = people[code]
      await frame.locator('[name=separate]').check()
      const texts = {
        given_name: 'Bo',
        family_name: 'Ek',
        street_address: street,
        postal_code: postalCode,
        city,
      }
      for (const [name, text] of Object.entries(texts))
        await frame.locator(`[name="delivery.${name}"]`).fill(text)
    },
    async control(method, path, body) {
      origin ??= (await address()).origin
      const answer = await page.request.fetch(`${origin}/control/${path}`, {
        method,
        ...(body && { data: JSON.stringify(body) }),
      })
      return answer.json()
    },
  }
}

/** A checkout with one product in it and the frame open. */
export async function startInKustomFrame(page: Page, code: StoreCode = 'sv'): Promise<KustomFrame> {
  await shopperIn(page, code).startInCheckoutWith(demo.dear)
  return openKustomFrame(page, code)
}
