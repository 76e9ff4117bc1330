/** The search field in the browser, and its dropdown. */
import { expect, type Page } from '@playwright/test'
import type { StoreCode } from '../domain/stores/stores.ts'
import { hydrated, plainPage } from './shopper.ts'

/** The header's field, before and after it has become a combobox. */
export const fieldOf = (page: Page) => page.getByRole('banner').locator('input[name=query]')
export const dropdownOf = (page: Page) => page.getByRole('banner').getByRole('listbox')
export const optionsOf = (page: Page) => dropdownOf(page).getByRole('option')

/** Opens a page of a store: without a path, one with the layout and little else. */
export async function visit(page: Page, code: StoreCode = 'sv', path: string = plainPage) {
  await page.goto(`/${code}${path}`)
  await hydrated(page)
}

/** Waits until the field has become a combobox. */
export async function focusField(page: Page) {
  await fieldOf(page).focus()
  await expect(fieldOf(page)).toHaveAttribute('role', 'combobox')
}

export async function search(page: Page, text: string) {
  await focusField(page)
  await fieldOf(page).pressSequentially(text)
  await expect(optionsOf(page).first()).toBeVisible()
}

/** The events of a name that were pushed. */
export function pushedEvents(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (event) =>
      (window as unknown as { dataLayer?: { event?: string }[] }).dataLayer?.filter(
        (each) => each.event === event,
      ) ?? [],
    name,
  )
}
