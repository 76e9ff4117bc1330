/** The lists of a customer: which one is open, and a form for a new one. */
import { useCallback, useEffect, useState, type SubmitEvent } from 'react'
import type { ListEntry, NewListAnswer } from '../contract.ts'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../../app/state/auth.ts'
import { joinSaved } from './saved-products.ts'
import { AccountFailure } from '../../../app/pages/account/account-failure.tsx'
import { formText } from '../../../app/pages/account/form-text.ts'
import { AccountList } from './account-list.tsx'
import { ListNotices } from './list-notices.tsx'
import styles from './lists-page.module.css'
import { useListChanges } from './use-list-changes.ts'

type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; status: number }
  | { state: 'there'; lists: ListEntry[] }

export function AccountLists() {
  const t = useStrings()
  const store = useStore()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const [chosen, setChosen] = useState<ListEntry['id']>('saved')
  const { run, ...changes } = useListChanges()
  const load = useCallback(async () => {
    const answer = await callAccount<ListEntry[]>(store, 'lists')
    setLoaded(answer.ok ? { state: 'there', lists: answer.data } : { state: 'failed', status: answer.status })
  }, [store])
  // What was saved before the login belongs to the account first.
  useEffect(() => void joinSaved(store).then(load), [store, load])
  if (loaded.state === 'loading') return <p role="status">{t('account.loading')}</p>
  if (loaded.state === 'failed') return <AccountFailure status={loaded.status} retry={() => void load()} />
  const { lists } = loaded
  const list = lists.find(({ id }) => id === chosen) ?? lists[0]!
  const nameOf = ({ name }: Pick<ListEntry, 'name'>) => name ?? t('list.saved')

  async function create(name: string): Promise<boolean> {
    const answer = await callAccount<NewListAnswer>(store, 'lists', { method: 'POST', body: { name } })
    if (!answer.ok) return false
    await load()
    setChosen(answer.data.id)
    return true
  }
  async function remove({ id, ...removed }: ListEntry) {
    const answer = callAccount(store, `lists/${id}`, { method: 'DELETE' })
    const restore = async () => {
      await callAccount(store, `lists/${id}/restore`, { method: 'POST' })
      await load()
      setChosen(id)
    }
    const undoable = { name: nameOf(removed), undo: restore }
    if (
      await run(
        answer.then(({ ok }) => ok),
        undoable,
      )
    )
      await load()
  }
  return (
    <>
      <nav aria-label={t('list.title')}>
        <ul className={styles.tabs}>
          {lists.map((each) => (
            <li key={each.id}>
              <button type="button" aria-pressed={each.id === list.id} onClick={() => setChosen(each.id)}>
                {nameOf(each)} ({each.skus.length})
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <ListNotices {...changes} />
      <AccountList
        key={list.id}
        list={list}
        others={lists.filter((each) => each.id !== list.id)}
        nameOf={nameOf}
        reload={load}
        onDelete={() => void remove(list)}
      />
      <NewList create={(name) => run(create(name))} />
    </>
  )
}

function NewList({ create }: { create: (name: string) => Promise<boolean> }) {
  const t = useStrings()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (await create(formText(form, 'name'))) form.reset()
  }
  return (
    <form className={styles.actions} method="post" onSubmit={submit}>
      <FormField label={t('list.new_name')} name="name" maxLength={80} required autoComplete="off" />
      <Button type="submit">{t('list.create')}</Button>
    </form>
  )
}
