/** Carts saved under a name: save the present one, load, rename, share with the company, delete. */
import { useCallback, useEffect, useState, type SubmitEvent } from 'react'
import type { SavedCartEntry } from '../../../contract/saved-carts.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../state/auth.ts'
import { isPlainItem } from '../../state/cart-item.ts'
import { useShopState } from '../../state/shop-state.ts'
import { BuyAgainButton } from '../order/buy-again-button.tsx'
import { AccountFailure } from './account-failure.tsx'
import { formText } from './form-text.ts'
import styles from './security.module.css'

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; status: number }
  | { state: 'there'; carts: SavedCartEntry[] }

export function SavedCarts() {
  const t = useStrings()
  const store = useStore()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const load = useCallback(async () => {
    const answer = await callAccount<SavedCartEntry[]>(store, 'saved-carts')
    setLoaded(answer.ok ? { state: 'there', carts: answer.data } : { state: 'failed', status: answer.status })
  }, [store])
  useEffect(() => void load(), [load])
  return (
    <section className={styles.part}>
      <h3>{t('saved.title')}</h3>
      <SaveForm reload={load} />
      {loaded.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {loaded.state === 'failed' && <AccountFailure status={loaded.status} retry={() => void load()} />}
      {loaded.state === 'there' && loaded.carts.length === 0 && <p>{t('saved.none')}</p>}
      {loaded.state === 'there' && loaded.carts.length > 0 && (
        <ul className={styles.list}>
          {loaded.carts.map((cart) => (
            <SavedCart key={cart.id} cart={cart} reload={load} />
          ))}
        </ul>
      )}
    </section>
  )
}

const useIsInCompany = () => useShopState(({ auth }) => auth.user?.company !== undefined)

function SaveForm({ reload }: { reload: () => Promise<void> }) {
  const t = useStrings()
  const store = useStore()
  const items = useShopState((state) => state.cart.items)
  const isInCompany = useIsInCompany()
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const lines = items.filter(isPlainItem).map(({ sku, quantity }) => ({ sku, quantity }))
    if (lines.length === 0) return setProblem(t('saved.empty'))
    const answer = await callAccount(store, 'saved-carts', {
      method: 'POST',
      body: { name: formText(form, 'name'), shared: formText(form, 'shared') !== '', lines },
    })
    setProblem(answer.ok ? null : (answer.message ?? t('company.failed')))
    if (!answer.ok) return
    form.reset()
    await reload()
  }
  return (
    <form className={styles.form} method="post" onSubmit={submit}>
      <FormField label={t('saved.name')} name="name" maxLength={80} required autoComplete="off" />
      {isInCompany && (
        <div>
          <label>
            <input type="checkbox" name="shared" /> {t('saved.share')}
          </label>
        </div>
      )}
      {problem !== null && (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit">{t('saved.save')}</Button>
    </form>
  )
}

function SavedCart({ cart, reload }: { cart: SavedCartEntry; reload: () => Promise<void> }) {
  const t = useStrings()
  const store = useStore()
  const isInCompany = useIsInCompany()
  const [isEditing, setEditing] = useState(false)
  const { id, name, shared, own, owner, lines } = cart
  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = { name: formText(form, 'name'), shared: formText(form, 'shared') !== '' }
    const answer = await callAccount(store, `saved-carts/${id}`, { method: 'PUT', body })
    if (!answer.ok) return
    setEditing(false)
    await reload()
  }
  const remove = async () => {
    if ((await callAccount(store, `saved-carts/${id}`, { method: 'DELETE' })).ok) await reload()
  }
  return (
    <li>
      <span className={styles.what}>
        <strong>{name}</strong>
        <span className={styles.note}>
          {t('saved.lines', { count: lines.length })}
          {shared && ` · ${own ? t('saved.shared') : t('saved.shared_by', { owner })}`}
        </span>
      </span>
      {isEditing ? (
        <form className={styles.rename} method="post" onSubmit={save}>
          <FormField label={t('saved.name')} name="name" maxLength={80} required defaultValue={name} />
          {isInCompany && (
            <label>
              <input type="checkbox" name="shared" defaultChecked={shared} /> {t('saved.share')}
            </label>
          )}
          <Button type="submit" size="small">
            {t('company.save')}
          </Button>
        </form>
      ) : (
        <div className={styles.rename}>
          <BuyAgainButton lines={lines} label={t('saved.load')} />
          {own && (
            <>
              <Button onClick={() => setEditing(true)}>
                {t('saved.rename')}
                <span className="visually-hidden">: {name}</span>
              </Button>
              <Button onClick={() => void remove()}>
                {t('saved.delete')}
                <span className="visually-hidden">: {name}</span>
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}
