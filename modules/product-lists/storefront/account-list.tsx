/** One list of a customer: its products, and its name, link and end. */
import { useCallback, useEffect, useState, type SubmitEvent } from 'react'
import type { ListAnswer, ListEntry, ListLine } from '../contract.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../../app/state/auth.ts'
import { ModuleActions } from '../../../app/features/products/module-actions.tsx'
import { joinSaved } from './saved-products.ts'
import { AccountFailure } from '../../../app/pages/account/account-failure.tsx'
import { formText } from '../../../app/pages/account/form-text.ts'
import { EmptyList } from './empty-list.tsx'
import { ListLines } from './list-lines.tsx'
import { ListNotices } from './list-notices.tsx'
import { ListSharing } from './list-sharing.tsx'
import { CartButton } from './list-to-cart.tsx'
import styles from './lists-page.module.css'
import { useListChanges } from './use-list-changes.ts'

interface AccountListProps {
  list: ListEntry
  others: readonly ListEntry[]
  nameOf: (list: Pick<ListEntry, 'name'>) => string
  /** Reads the customer's lists again. */
  reload: () => Promise<void>
  onDelete: () => void
}

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; status: number }
  | { state: 'there'; answer: ListAnswer }

export function AccountList({ list, others, nameOf, reload, onDelete }: AccountListProps) {
  const t = useStrings()
  const store = useStore()
  const { id } = list
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const { run, ...changes } = useListChanges()
  const load = useCallback(async () => {
    const answer = await callAccount<ListAnswer>(store, `lists/${id}`)
    setLoaded(
      answer.ok ? { state: 'there', answer: answer.data } : { state: 'failed', status: answer.status },
    )
  }, [store, id])
  useEffect(() => void load(), [load])
  const refresh = () => Promise.all([load(), reload(), joinSaved(store)])

  const add = async (to: ListEntry['id'], { sku, quantity }: Pick<ListLine, 'sku' | 'quantity'>) => {
    const body = { lines: [{ sku, quantity }] }
    return (await callAccount(store, `lists/${to}/lines`, { method: 'POST', body })).ok
  }
  const remove = async (sku: string) => {
    const path = `lists/${id}/lines/${encodeURIComponent(sku)}`
    return (await callAccount(store, path, { method: 'DELETE' })).ok
  }
  const removeLine = async (line: ListLine) => {
    const undo = async () => (await add(id, line)) && refresh()
    await run(remove(line.sku), { name: line.name, undo })
    await refresh()
  }
  const move = async (line: ListLine, to: ListEntry['id']) => {
    await run(add(to, line).then((isAdded) => isAdded && remove(line.sku)))
    await refresh()
  }
  // The saved products move into the cart; a list with a name stays as it is.
  const moved = async (skus: readonly string[]) => {
    if (id !== 'saved') return
    for (const sku of skus) await remove(sku)
    await refresh()
  }
  const lines = loaded.state === 'there' ? loaded.answer.lines : []
  return (
    <section className={styles.list} aria-labelledby="list-name">
      <h2 id="list-name">{nameOf(list)}</h2>
      <ListNotices {...changes} />
      {loaded.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {loaded.state === 'failed' && <AccountFailure status={loaded.status} retry={() => void load()} />}
      {loaded.state === 'there' && lines.length === 0 && <EmptyList />}
      {lines.length > 0 && (
        <>
          <div className={styles.actions}>
            <CartButton look="main" lines={lines} label={t('list.all_to_cart')} onAdded={moved} />
          </div>
          <ListLines
            lines={lines}
            onAdded={moved}
            actionsOf={(line) => (
              <>
                {line.product && <ModuleActions product={line.product} />}
                {others.length > 0 && (
                  <select
                    className={styles.select}
                    aria-label={t('list.move_of', { name: line.name })}
                    value=""
                    onChange={({ target }) =>
                      void move(line, target.value === 'saved' ? 'saved' : Number(target.value))
                    }
                  >
                    <option value="">{t('list.move')}</option>
                    {others.map((other) => (
                      <option key={other.id} value={other.id}>
                        {nameOf(other)}
                      </option>
                    ))}
                  </select>
                )}
                <Button onClick={() => void removeLine(line)}>
                  {t('list.remove')}
                  <span className="visually-hidden">: {line.name}</span>
                </Button>
              </>
            )}
          />
        </>
      )}
      {(lines.length > 0 || list.name !== null) && <ListSharing list={list} reload={reload} />}
      {list.name !== null && <NamedListForm list={list} reload={reload} onDelete={onDelete} />}
    </section>
  )
}

function NamedListForm({ list, reload, onDelete }: Pick<AccountListProps, 'list' | 'reload' | 'onDelete'>) {
  const t = useStrings()
  const store = useStore()
  const [isEditing, setEditing] = useState(false)
  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = { name: formText(event.currentTarget, 'name') }
    if (!(await callAccount(store, `lists/${list.id}`, { method: 'PUT', body })).ok) return
    setEditing(false)
    await reload()
  }
  if (isEditing) {
    return (
      <form className={styles.actions} method="post" onSubmit={save}>
        <FormField
          label={t('saved.name')}
          name="name"
          maxLength={80}
          required
          autoComplete="off"
          defaultValue={list.name ?? ''}
        />
        <Button type="submit">{t('company.save')}</Button>
      </form>
    )
  }
  return (
    <div className={styles.actions}>
      <Button onClick={() => setEditing(true)}>{t('saved.rename')}</Button>
      <Button onClick={onDelete}>{t('list.delete')}</Button>
    </div>
  )
}
