/**
 * A purchase in every store by what a screen reader reads: roles and names in the store's language. It checks where the focus
 * is after each step.
 */
import type { Page } from '@playwright/test'
import { serverTranslate } from '../../app/state/server-strings.server.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { expect, test } from '../../test/browser-test.ts'
import { pushedEvents } from '../../test/search-field.ts'
import { hydrated, orderBy, people } from '../../test/shopper.ts'

const startsWith = (text: string) => new RegExp(`^${RegExp.escape(text)}`)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  for (const code of storeCodes) {
    const t = serverTranslate(stores[code])
    const person = people[code]

    test(`[PAGE-10] [EVENT-10] roles and names alone lead in ${code} from home through a finder to the receipt`, async ({
      page,
    }) => {
      const main = page.getByRole('main')
      const heading = main.getByRole('heading', { level: 1 })
      const textbox = (name: string) => main.getByRole('textbox', { name, exact: true })

      await page.goto(`/${code}`)
      await hydrated(page)
      expect(await landmarksOf(page)).toEqual(['banner', 'main', 'contentinfo'])
      await page.getByRole('button', { name: t('chrome.menu') }).click()
      const menu = page.getByRole('dialog', { name: t('chrome.menu') })
      await menu.getByRole('link', { name: t('finder.phone') }).click()
      await expect(heading).toBeFocused()
      await main.getByRole('combobox', { name: t('finder.brand') }).selectOption('Apple')
      const model = main.getByRole('combobox', { name: t('finder.model') })
      await expect(model).toBeFocused()
      await model.selectOption('iPhone 12')
      const result = main.getByRole('heading', { level: 2, name: /Apple iPhone 12/ })
      await expect(result).toBeFocused()
      await expect
        .poll(() => pushedEvents(page, 'phoneModelSelector'))
        .toEqual([{ event: 'phoneModelSelector', brand: 'Apple', model: 'iPhone 12' }])
      expect(await skippedHeadings(page)).toEqual([])
      const card = main
        .getByRole('region', { name: await result.innerText() })
        .getByRole('article')
        .first()
      await expect(card).toContainText('iPhone 12')
      const name = await card.getByRole('heading', { level: 3 }).innerText()
      // The battery comes alone or with tools, which its page offers.
      await card.getByRole('link', { name: t('card.choose_of', { name }) }).click()
      await expect(heading).toBeFocused()
      await main
        .getByRole('list', { name: t('product.choose', { name: '' }).trim() })
        .getByRole('link')
        .first()
        .click()
      // A bar at the foot of the window repeats the button.
      await main
        .getByRole('button', { name: t('card.buy'), exact: true })
        .first()
        .click()

      const cart = page.getByRole('dialog', { name: t('cart.title') })
      await expect(cart).toHaveAccessibleDescription(startsWith('1 '))
      await cart.getByRole('button', { name: t('quantity.more') }).click()
      await expect(cart.getByRole('status').first()).toHaveText(/^2 /)
      await cart.getByRole('link', { name: t('cart.to_checkout') }).click()

      await expect(heading).toBeFocused()
      const order = main.getByRole('button', { name: t('checkout.order_button') })
      await order.click()
      const wrong = main.getByRole('group', { name: t('checkout.check_fields') })
      await expect(wrong).toBeFocused()
      await wrong.getByRole('link', { name: t('checkout.email') }).click()
      await expect(textbox(t('checkout.email'))).toBeFocused()
      await textbox(t('checkout.email')).fill(person.email)
      await textbox(t('checkout.phone')).fill(person.phone)
      await textbox(t('checkout.first_name')).fill(person.firstName)
      await textbox(t('checkout.last_name')).fill(person.lastName)
      await textbox(t('checkout.address')).fill(person.address)
      await textbox(t('checkout.postal_code')).fill(person.postalCode)
      await textbox(t('checkout.city')).fill(person.city)
      await textbox(t('checkout.city')).blur()
      const methods = main.getByRole('radiogroup', { name: t('checkout.shipping_method') })
      await methods.getByRole('radio').first().check()
      const points = methods.getByRole('group', { name: t('checkout.service_point') }).getByRole('radio')
      if ((await points.count()) > 0) await points.first().check()
      await main
        .getByRole('radiogroup', { name: t('checkout.step_payment') })
        .getByRole('radio', { name: startsWith(`${t('checkout.pay_invoice')} `) })
        .and(page.locator('[value=invoice]'))
        .check()
      await textbox(t('checkout.identity_private')).fill(person.identityNumber)
      await main.getByRole('checkbox', { name: t('checkout.accept_terms') }).check()
      await orderBy(page, () => order.click())
      await expect(heading).toBeFocused()
      await expect(heading).toHaveText(t('confirmation.title'))
      expect(await skippedHeadings(page)).toEqual([])
    })
  }
})

/** The landmarks of a page that there is one of, in their order. */
const landmarksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, main, footer')]
      .filter((element) => !element.parentElement?.closest('header, main, footer'))
      .map(({ localName }) => ({ header: 'banner', main: 'main', footer: 'contentinfo' })[localName]),
  )

/** Headings of the main part that come a level too low after the one before. */
const skippedHeadings = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const all = [...main.querySelectorAll('h1, h2, h3, h4')].filter((heading) => heading.checkVisibility())
    const level = (heading: Element | undefined) => Number(heading?.localName.slice(1) ?? 0)
    return all
      .filter((heading, index) => level(heading) > level(all[index - 1]) + 1)
      .map((heading) => heading.textContent)
  })
