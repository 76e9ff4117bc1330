/**
 * The receipt behind an order's unguessable token (CHECKOUT-11). Without a token, or with one that opens nothing
 * here, it thanks without naming anybody (CHECKOUT-17).
 */
import { formatMoney } from '../../../domain/money/money.ts'
import type { OrderSnapshot } from '../../../domain/orders/order-snapshot.ts'
import type { PageHandle } from '../../chrome/page-handle.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/confirmation-page'
import styles from './checkout.module.css'

export const handle: PageHandle = { layout: 'simple' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const t = serverTranslate(shop.store)
  const order = params.id === undefined ? null : await shop.orderByToken(params.id)
  const mine = order !== null && order.snapshot.store === code ? order : null
  return {
    head: pageHead(shop, {
      title: t(mine ? 'confirmation.title' : 'confirmation.neutral_title'),
      path: links.confirmation(code),
      index: false,
    }),
    order: mine && { number: mine.number, snapshot: mine.snapshot },
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ConfirmationPage({ loaderData: { order } }: Route.ComponentProps) {
  return <main className="wrap">{order ? <Receipt {...order} /> : <NeutralThanks />}</main>
}

function NeutralThanks() {
  const t = useStrings()
  const { code } = useStore()
  return (
    <div className={styles.receipt}>
      <h1>{t('confirmation.neutral_title')}</h1>
      <p>{t('confirmation.neutral_text')}</p>
      <p>
        <ButtonLink look="main" href={links.home(code)}>
          {t('confirmation.shop_on')}
        </ButtonLink>
      </p>
    </div>
  )
}

function Receipt({ number, snapshot }: { number: string; snapshot: OrderSnapshot }) {
  const t = useStrings()
  const { code } = useStore()
  const { customer } = snapshot
  return (
    <article className={styles.receipt}>
      <header className={styles.receiptHead}>
        <span className={styles.done}>
          <Icon name="check" size={40} />
        </span>
        <h1>{t('confirmation.title')}</h1>
        <p>
          <strong data-order-number={number}>{t('confirmation.number', { number })}</strong>
          <br />
          {t('confirmation.mail', { email: customer.email })}
        </p>
      </header>
      <NextSteps snapshot={snapshot} />
      <ReceiptLines snapshot={snapshot} />
      <p>
        <ButtonLink look="main" href={links.home(code)}>
          {t('confirmation.shop_on')}
        </ButtonLink>{' '}
        <Button onClick={() => print()}>{t('confirmation.print')}</Button>
      </p>
    </article>
  )
}

function NextSteps({ snapshot }: { snapshot: OrderSnapshot }) {
  const t = useStrings()
  const { iso } = useStore()
  const { shipping, address, customer } = snapshot
  const day = new Intl.DateTimeFormat(iso, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const from = day.format(new Date(shipping.arrival.from))
  const to = day.format(new Date(shipping.arrival.to))
  return (
    <div className={styles.columns}>
      <section className={styles.step}>
        <h2>{t('confirmation.next')}</h2>
        <ol>
          <li>{t('confirmation.next_pack')}</li>
          <li>{t('confirmation.next_arrive', { carrier: shipping.name, from, to })}</li>
          {snapshot.payment === 'invoice' && <li>{t('confirmation.next_pay')}</li>}
          <li>{t('confirmation.next_withdraw')}</li>
        </ol>
      </section>
      <section className={styles.step}>
        <h2>{t('confirmation.delivered_to')}</h2>
        <address>
          {customer.companyName && (
            <>
              {customer.companyName}
              <br />
            </>
          )}
          {customer.firstName} {customer.lastName}
          <br />
          {address.street}
          <br />
          {address.postalCode} {address.city}
        </address>
        {shipping.servicePoint && (
          <p className={styles.hint}>
            {shipping.servicePoint.name}, {shipping.servicePoint.street}, {shipping.servicePoint.city}
          </p>
        )}
      </section>
    </div>
  )
}

function ReceiptLines({ snapshot }: { snapshot: OrderSnapshot }) {
  const t = useStrings()
  const store = useStore()
  const money = (minor: number) => formatMoney(minor, store)
  return (
    <section className={styles.step} aria-label={t('confirmation.lines')}>
      <dl className={styles.sums}>
        {snapshot.lines.map((line) => (
          <div key={line.uuid}>
            <dt>
              {line.quantity} × {line.name}
            </dt>
            <dd>{money(line.lineTotalMinor)}</dd>
          </div>
        ))}
        {snapshot.deductions.map((deduction) => (
          <div key={deduction.code}>
            <dt>{deduction.label}</dt>
            <dd>−{money(deduction.amountMinor)}</dd>
          </div>
        ))}
        <div>
          <dt>
            {t('checkout.shipping')}: {snapshot.shipping.name}
          </dt>
          <dd>
            {snapshot.shipping.priceMinor === 0 ? t('checkout.free') : money(snapshot.shipping.priceMinor)}
          </dd>
        </div>
        <div className={styles.total}>
          <dt>{t('checkout.total')}</dt>
          <dd>{money(snapshot.totalMinor)}</dd>
        </div>
        {snapshot.vatPerRate.map((rate) => (
          <div key={rate.vatRateBasisPoints} className={styles.hint}>
            <dt>{t('checkout.vat_at', { rate: rate.vatRateBasisPoints / 100 })}</dt>
            <dd>{formatMoney(rate.vatMinor, store, { vat: false })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
