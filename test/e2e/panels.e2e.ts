import { expect, test } from '../browser-test.ts'
import { hydrated, demo, shopperIn, plainPage } from '../shopper.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('panels', () => {
  test('[LAYOUT-04] cart and login open on home, a product, the checkout and a page that does not exist', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startWith(demo.dear)
    const { slug } = await shopper.product(demo.dear)
    const product = `/artiklar/${slug}.html`
    for (const path of ['', product, '/checkout', '/no-such-page']) {
      await shopper.visit(path)
      if (path === product)
        await expect(page.getByRole('button', { name: 'Köp', exact: true }).first()).toBeVisible()
      const login = page.getByRole('dialog', { name: 'Mitt konto' })
      await page
        .getByRole('link', { name: /Mitt konto|Logga in/ })
        .first()
        .click()
      await expect(login).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(login).toBeHidden()
      await page
        .getByRole('button', { name: /Öppna varukorgen|Ändra korgen/ })
        .first()
        .click()
      await expect(shopper.cart, path).toBeVisible()
    }
  })

  test('[LAYOUT-06] take the focus, restore it, and close by button, Escape and backdrop', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.visit(plainPage)
    const opener = page.getByRole('button', { name: /Öppna varukorgen/ })
    const closings = [
      () => shopper.cart.getByRole('button', { name: 'Stäng' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 400),
    ]
    for (const close of closings) {
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(shopper.cart).toBeVisible()
      await expect
        .poll(() => shopper.cart.evaluate((panel) => panel.contains(document.activeElement)))
        .toBe(true)
      await close()
      await expect(shopper.cart).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })

  test('[LAYOUT-06] stay open when they are opened again before the browser’s close event', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.visit(plainPage)
    const opener = page.getByRole('button', { name: /Öppna varukorgen/ })
    await opener.click()
    await expect(shopper.cart).toBeVisible()
    const states = await opener.evaluate(async (button: HTMLButtonElement) => {
      const panel = document.querySelector<HTMLDialogElement>('dialog[open]')!
      const closed = new Promise((resolve) => panel.addEventListener('close', resolve, { once: true }))
      panel.querySelector('button')!.click()
      await Promise.resolve()
      const afterClosing = panel.open
      button.click()
      await closed
      // React handles the event in the task after it.
      await new Promise((resolve) => setTimeout(resolve))
      return [afterClosing, panel.open]
    })
    expect(states).toEqual([false, true])
  })

  test('[LAYOUT-06] only one is open at a time', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.buy(demo.dear)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Mitt konto' }).first().click()
    const login = page.getByRole('dialog', { name: 'Mitt konto' })
    await expect(login).toBeVisible()
    // Content behind a modal panel cannot be tapped; a script of the page can still open the cart.
    await page.goto(`/sv/artiklar/${product.slug}.html?login`)
    await hydrated(page)
    await expect(login).toBeVisible()
    await page.evaluate(() => document.querySelector('header [data-cart-count]')!.closest('button')!.click())
    await expect(shopper.cart).toBeVisible()
    await expect(login).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })
})
