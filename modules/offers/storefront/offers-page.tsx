/**
 * The customer's personal offers (ROUTE-05, ACCOUNT-03), each with a button that puts it into the cart at its
 * price and quantity. Behind the account's guard like every page below it.
 */
import type { OfferEntry } from '../contract.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { gated } from '../../../app/guards.server.ts'
import { links } from '../../../app/links.ts'
import { addToCart } from '../../../app/state/cart-actions.ts'
import { cartItemOf } from '../../../app/state/cart-item.ts'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { AccountFailure } from '../../../app/pages/account/account-failure.tsx'
import { AccountPart } from '../../../app/pages/account/account-part.tsx'
import styles from './offers.module.css'
import { useAccountList } from '../../../app/pages/account/use-account-list.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OffersPage() {
  const t = useStrings()
  return (
    <AccountPart title={t('account.offers')}>
      <Offers />
    </AccountPart>
  )
}

function Offers() {
  const t = useStrings()
  const { code } = useStore()
  const offers = useAccountList<OfferEntry>('offers')
  if (offers.state === 'loading') return <p role="status">{t('account.loading')}</p>
  if (offers.state === 'failed') return <AccountFailure status={offers.status} retry={offers.retry} />
  if (offers.items.length === 0) {
    return (
      <EmptyState title={<h3>{t('account.no_offers')}</h3>} text={t('account.no_offers_text')}>
        <ButtonLink href={links.home(code)}>{t('confirmation.shop_on')}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.offers}>
      {offers.items.map((offer) => (
        <Offer key={offer.id} offer={offer} />
      ))}
    </ul>
  )
}

function Offer({ offer }: { offer: OfferEntry }) {
  const t = useStrings()
  const store = useStore()
  const { id, product, price, ordinary_price: ordinary, quantity, expires_at: expires } = offer
  const money = (amount: number) => formatMoney(toMinor(amount), store)
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'medium', timeZone: store.timeZone })
  const add = () =>
    addToCart(store, {
      ...cartItemOf(product, quantity, { offer_item_id: id }),
      price,
      ordinary_price: ordinary,
      pricing: [{ q: 1, p: price }],
      campaign: false,
    })
  return (
    <li>
      {product.thumb && (
        <img
          src={product.thumb.url}
          width={80}
          height={80}
          alt=""
          loading="lazy"
          className={styles.picture}
        />
      )}
      <div className={styles.what}>
        <a href={links.product(store.code, product.slug)}>
          <UnbrokenName name={product.name} />
        </a>
        <p>
          <strong>{t('offer.price', { quantity, price: money(price) })}</strong>{' '}
          {ordinary > price && (
            <s>
              <span className="visually-hidden">{t('offer.ordinary')} </span>
              {money(ordinary)}
            </s>
          )}
        </p>
        {expires !== null && (
          <p className={styles.note}>{t('offer.until', { day: day.format(new Date(expires)) })}</p>
        )}
      </div>
      <Button look="main" onClick={add}>
        {t('offer.add')}
        <span className="visually-hidden">: {product.name}</span>
      </Button>
    </li>
  )
}
