/**
 * What a customer does after the first order, from opening an account to deleting it, once in every store. Each step has
 * tests of its own; this one shows that the steps follow each other, in each language.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { formatMessage } from '../../domain/content/message.ts'
import { minor } from '../../domain/money/money.ts'
import { createOffer } from '../../modules/offers/offer-repository.server.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { serverTranslate } from '../../app/state/server-strings.server.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, withAuthenticator } from '../customers.ts'
import { deliverOrder, payOrder } from '../delivered-order.ts'
import { mailedPath, mailsTo, mailWaitMs } from '../outbox.ts'
import { demo, hydrated, invoiceOrder, people, plainPage, shopperIn } from '../shopper.ts'
import { testActor } from '../test-actor.ts'

const customers = customersOfTest(test)

for (const code of storeCodes)
  test(`[AUTH-08] [RETURN-06] [ACCOUNT-03] a new customer opens an account, orders, returns, withdraws and leaves (${code})`, async ({
    page,
  }) => {
    const t = serverTranslate(stores[code])
    const { answers, mails, moduleMails } = textsOf(code)
    const { db } = customers()
    const shopper = shopperIn(page, code)
    const { firstName, lastName } = people[code]
    const email = `tur-${randomUUID()}@exempel.se`
    const password = 'grönt batteri 7'
    const main = page.getByRole('main')
    const panel = page.getByRole('dialog', { name: t('login.title') })
    const button = (name: string) => main.getByRole('button', { name, exact: true })

    // Opens an account through the mailed link, and adds a passkey.
    await withAuthenticator(page)
    await shopper.visit('/register')
    await main.getByLabel(t('form.email')).fill(email)
    await button(t('register.send')).click()
    await expect(main.getByRole('status')).toHaveText(t('register.sent'))
    await page.goto(await mailedPath(email, new RegExp(`/${code}/register\\?token=[\\w-]{43}`)))
    await hydrated(page)
    await main.getByLabel(t('checkout.first_name')).fill(firstName)
    await main.getByLabel(t('checkout.last_name')).fill(lastName)
    await main.getByLabel(t('login.password')).fill(password)
    await button(t('register.finish')).click()
    await page.waitForURL(`**/${code}/my-account`)
    await shopper.visit('/my-account/security')
    await button(t('security.add_passkey')).click()
    await expect(main.getByLabel(t('security.passkey_name'))).toBeVisible()
    await main
      .getByRole('navigation')
      .getByRole('button', { name: t('account.log_out') })
      .click()
    await page.waitForURL(new RegExp(`/${code}/?$`))

    // Logs in with it, and orders a personal offer.
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const dear = await shopper.product(demo.dear)
    const offer = { store: code, priceMinor: minor(100_00), quantity: 3, expiresAt: null } as const
    const to = { accountId: account.id }
    await createOffer(db, testActor, { ...offer, productId: toProductId(dear.id), to })
    const logInWithPasskey = async () => {
      await panel.getByRole('button', { name: t('login.passkey') }).click()
      await expect(panel).toBeHidden()
    }
    await shopper.visit(`${plainPage}?login`)
    await logInWithPasskey()
    await shopper.visit('/my-account/offers')
    await main.getByRole('button', { name: t('offer.add') }).click()
    await expect(shopper.line(dear.name)).toBeVisible()
    await shopper.goToCheckout()
    await shopper.fillCheckout({ email })
    await shopper.placeOrder()
    const [order] = /[A-Z]\d+/.exec(await page.locator('[data-order-number]').innerText())!
    await deliverOrder(db, order)
    await page.request.post(`/api/auth/logout?locale=${code}&sid=${stores[code].storeId}`)
    await page.evaluate(() => localStorage.removeItem('bex05'))
    const again = await invoiceOrder(page, [{ sku: demo.dear, quantity: 3 }], { email, store: code })

    // Without the account: reads the order and returns one item; withdraws from part of another order.
    await shopper.visit(`/my-order/${order}`)
    await main.getByLabel(t('form.email')).fill(email)
    await button(t('login.order_open')).click()
    await main.getByRole('link', { name: t('order.return') }).click()
    await page.waitForURL(`**/${code}/my-order/return/${order}`)
    await hydrated(page)
    await main.getByRole('checkbox', { name: dear.name }).check()
    for (const no of await main.getByRole('radio', { name: t('return.damage_no') }).all()) await no.check()
    await button(t('return.send')).click()
    await expect(main.getByRole('heading', { name: t('return.done') })).toBeFocused()
    await shopper.visit('/withdrawal')
    const form = page.getByRole('region', { name: t('withdraw.title') })
    await form.getByLabel(t('account.order_number')).fill(again)
    await form.getByLabel(t('form.email')).fill(email)
    await form.getByLabel(t('withdraw.name'), { exact: true }).fill(`${firstName} ${lastName}`)
    await form.getByRole('button', { name: t('withdraw.title') }).click()
    await main.getByRole('radio', { name: t('withdraw.part') }).check()
    await main.getByRole('checkbox', { name: dear.name }).check()
    await button(t('withdraw.confirm')).click()
    await expect(main.getByRole('heading', { name: t('withdraw.done') })).toBeFocused()

    await shopper.visit(`${plainPage}?login`)
    await logInWithPasskey()

    // Downloads everything, and deletes the account.
    await shopper.visit('/my-account/data')
    const download = page.waitForEvent('download')
    await main.getByRole('link', { name: t('data.download') }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    for (const number of [order, again]) expect(file).toContain(number)
    await main.getByLabel(t('security.current')).fill(password)
    await button(t('data.erase_button')).click()
    await expect(main.getByRole('alert')).toHaveText(answers.account.open_orders)
    await deliverOrder(db, again)
    for (const number of [order, again]) await payOrder(db, number)
    await button(t('data.erase_button')).click()
    await page.waitForURL(/\/(?:sv|no|de|da)\/?$/)
    const query = `locale=${code}&sid=${stores[code].storeId}`
    const logIn = await page.request.post(`/api/auth/login?${query}`, { data: { email, password } })
    expect(logIn.status()).toBe(401)

    // Every mail of the way has come, in the store's language.
    const fill = (text: string, values: Record<string, string>) =>
      formatMessage(text, values, stores[code].iso)
    const expected: [string, unknown][] = [
      ['account-opening', mails.account.opening.subject],
      ['account-passkey-added', mails.account.notice.subject['passkey-added']],
      [`${order}-confirmation`, fill(mails.order.subject, { number: order })],
      [`${order}-shipped-1`, fill(mails.shipped.subject, { number: order })],
      [
        `${order}-return-registered-1`,
        fill(moduleMails.returns.return.registered.subject, { id: `${order}-R1` }),
      ],
      [`${again}-confirmation`, fill(mails.order.subject, { number: again })],
      [`${again}-shipped-1`, fill(mails.shipped.subject, { number: again })],
      ['withdrawal', fill(moduleMails.returns.withdrawal.subject, { number: again })],
    ]
    // The last of them are sent by jobs that run after the answer.
    const missing = async () => {
      const names = (await mailsTo(email)).map(({ name }) => name)
      return expected.map(([name]) => name).filter((name) => !names.some((each) => each.startsWith(name)))
    }
    await expect.poll(missing, { timeout: mailWaitMs }).toEqual([])
    const received = await mailsTo(email)
    for (const [name, subject] of expected)
      expect(received.find((mail) => mail.name.startsWith(name))?.subject, name).toEqual(subject)
    expect(received).toHaveLength(expected.length)
    for (const { name, text, html } of received) {
      expect(html, name).toContain(`lang="${stores[code].iso}"`)
      for (const part of [text, html.replaceAll(/<style[^]*?<\/style>/g, '')])
        expect(part.replaceAll(/https?:[^\s"]+/g, ''), name).not.toMatch(
          /[{}]|undefined|\bnull\b|NaN|\[object/,
        )
      expect(text.length, name).toBeGreaterThan(100)
    }
  })
