/** A subscription from the product's page to the mail about its end, once in every store, in its language. */
import { formatMessage } from '../../domain/content/message.ts'
import { intervalText } from '../../app/features/products/interval-text.ts'
import { serverTranslate } from '../../app/state/server-strings.server.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { mailsTo, mailWaitMs } from '../../test/outbox.ts'
import { demo, plainPage, shopperIn } from '../../test/shopper.ts'
import { renewSubscription } from './renew-now.test-support.ts'

const customers = customersOfTest(test)

/** The demo catalogue gives this product intervals. */
const sku = 'VO-AA-8'

for (const code of storeCodes)
  test(`[SUBS-02] a customer subscribes, skips a delivery, gets the next one and ends the subscription (${code})`, async ({
    page,
  }) => {
    const t = serverTranslate(stores[code])
    const { mails, moduleMails } = textsOf(code)
    const shopper = shopperIn(page, code)
    const customer = await customers().add({ store: code })
    const main = page.getByRole('main')
    const product = await shopper.product(sku)
    // Above the least sum of an order.
    await shopper.startWith(demo.dear)
    await logIn(page, customer, `/${code}${plainPage}?login`, code)

    await shopper.visit(`/artiklar/${product.slug}.html`)
    await page
      .getByRole('group', { name: t('product.subscription') })
      .getByLabel(t('product.every', { interval: intervalText('1 month', t) }))
      .check()
    const buy = page.getByRole('button', { name: t('card.buy'), exact: true }).first()
    await buy.click()
    await expect(shopper.cart).toBeVisible()
    await shopper.goToCheckout()
    await shopper.fillCheckout({ email: customer.email })
    await shopper.placeOrder()
    const [order] = /[A-Z]\d+/.exec(await page.locator('[data-order-number]').innerText())!

    const subscription = `${order}-A1`
    await shopper.visit('/my-account/subscriptions')
    const card = main.getByRole('article')
    const next = card.getByText(new RegExp(t('subscription.next', { day: '.+' })))
    const firstDay = await next.innerText()
    await card.getByRole('button', { name: t('subscription.skip') }).click()
    await expect(next).not.toHaveText(firstDay)
    const renewal = await renewSubscription(customers().db, subscription)
    await shopper.visit('/my-account/subscriptions')
    await card.getByText(t('subscription.cancel'), { exact: true }).click()
    await card.getByRole('button', { name: t('subscription.cancel_now') }).click()
    await expect(card.getByText(t('subscription.status_cancelled'))).toBeVisible()

    const fill = (text: string, values: Record<string, string>) =>
      formatMessage(text, values, stores[code].iso)
    const { cancelled_subject } = moduleMails.subscriptions.subscription
    const expected: [string, unknown][] = [
      [`${order}-confirmation`, fill(mails.order.subject, { number: order })],
      [`${subscription}-2-reminder`, expect.stringContaining(product.name)],
      [`${renewal}-confirmation`, fill(mails.order.subject, { number: renewal })],
      [`${subscription}-cancelled`, fill(cancelled_subject, { number: subscription })],
    ]
    const missing = async () => {
      const names = (await mailsTo(customer.email)).map(({ name }) => name)
      return expected.map(([name]) => name).filter((name) => !names.some((each) => each.startsWith(name)))
    }
    await expect.poll(missing, { timeout: mailWaitMs }).toEqual([])
    const received = await mailsTo(customer.email)
    for (const [name, subject] of expected)
      expect(received.find((mail) => mail.name.startsWith(name))?.subject, name).toEqual(subject)
    expect(received).toHaveLength(expected.length)
    for (const { name, text, html } of received) {
      expect(html, name).toContain(`lang="${stores[code].iso}"`)
      for (const part of [text, html.replaceAll(/<style[^]*?<\/style>/g, '')])
        expect(part.replaceAll(/https?:[^\s"]+/g, ''), name).not.toMatch(
          /[{}]|undefined|\bnull\b|NaN|\[object/,
        )
    }
  })
