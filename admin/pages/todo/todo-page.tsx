/** The landing page: what is to be done today. Each number opens exactly the rows that it counts. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { todoAnswer } from '../../../contract/admin/desk.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession, type Session } from '../../session.ts'
import { ModuleCards } from '../../shell/module-cards.tsx'
import { Page } from '../../shell/page.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { storeName } from '../../store-name.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { checklistId } from '../settings/checklist-id.ts'
import type { PageHandle } from '../../shell/store-choice.ts'
import styles from './todo-page.module.css'

type Todo = z.infer<typeof todoAnswer>
type Task = Todo['tasks'][number]

export const handle: PageHandle = { storeFilter: true }

export const loader = ({ request }: LoaderFunctionArgs) =>
  readApi<Todo>(apiPaths.todo(new URL(request.url).searchParams.get('filter.store')), request.signal)

interface Group {
  title: AdminKey
  tasks: readonly { name: string; label: AdminKey; isUrgent?: boolean }[]
}

/** Tasks by what they are about, the most pressing ones first; `isUrgent`: a promise or a law is at stake. */
const groups: readonly Group[] = [
  {
    title: 'todo.shipping',
    tasks: [
      { name: 'to_ship_overdue', label: 'todo.to_ship_overdue', isUrgent: true },
      { name: 'to_ship_late', label: 'todo.to_ship_late' },
      { name: 'to_ship_today', label: 'todo.to_ship_today' },
      { name: 'to_ship', label: 'todo.to_ship' },
      { name: 'stock_short', label: 'todo.stock_short' },
    ],
  },
  {
    title: 'todo.payments',
    tasks: [
      { name: 'payment_mismatch', label: 'todo.payment_mismatch', isUrgent: true },
      { name: 'payment_problem', label: 'todo.payment_problem', isUrgent: true },
      { name: 'refund_requested', label: 'todo.refund_requested', isUrgent: true },
      { name: 'invoice_review', label: 'todo.invoice_review' },
      { name: 'held', label: 'todo.held' },
    ],
  },
  {
    title: 'todo.other',
    tasks: [
      { name: 'mentioned', label: 'todo.mentioned' },
      { name: 'mail_failed', label: 'todo.mail_failed', isUrgent: true },
      { name: 'campaigns_missed', label: 'todo.campaigns_missed', isUrgent: true },
      { name: 'products_not_sellable', label: 'todo.products_not_sellable' },
      {
        name: 'products_without_statutory_data',
        label: 'todo.products_without_statutory_data',
      },
      { name: 'products_pictures_failed', label: 'todo.products_pictures_failed' },
    ],
  },
]

const known = new Set(groups.flatMap(({ tasks }) => tasks.map(({ name }) => name)))

/** A task that was declared with its list. */
const declared = ({ name, isUrgent }: Task) => ({
  name,
  label: `todo.${name}` as AdminKey,
  isUrgent: isUrgent ?? false,
})

/** The groups with declared tasks: those of lists with a group of their own in front of the last group, which has the others. */
function groupsWith(tasks: readonly Task[], { resources }: Session): readonly Group[] {
  const others = tasks.filter(({ name }) => !known.has(name))
  const titles = new Map(
    resources.flatMap(({ name, hasTodoGroup, todoGroup }) =>
      hasTodoGroup || todoGroup !== null ? [[name, (todoGroup ?? `section.${name}`) as AdminKey]] : [],
    ),
  )
  const titleOf = ({ table }: Task) => titles.get(table) ?? null
  const sections = [...new Set(titles.values())].map((title) => ({
    title,
    tasks: others.filter((task) => titleOf(task) === title).map(declared),
  }))
  const rest = others.filter((task) => titleOf(task) === null).map(declared)
  return groups.flatMap((group) =>
    group.title === 'todo.other' ? [...sections, { ...group, tasks: [...group.tasks, ...rest] }] : [group],
  )
}

export function Component() {
  const { t } = useTexts()
  const { tasks, opening, hasOpenStore } = useLoaderData<Todo>()
  const session = useSession()
  const store = useSearchParams()[0].get('filter.store')
  const open = tasks.filter(({ count }) => count > 0)
  const isPreparing = opening.length > 0 && !hasOpenStore
  return (
    <Page title={t('todo.title')} intro={t('todo.intro')}>
      {open.length === 0 && (
        <EmptyState
          title={<h2>{t(isPreparing ? 'todo.preparing' : 'todo.nothing')}</h2>}
          text={t(isPreparing ? 'todo.preparing_text' : 'todo.nothing_text')}
        >
          {opening.map(({ store, missing }) => (
            <Link key={store} to={`${paths.settingsOf(store)}#${checklistId}`}>
              {t('todo.opening', { store: storeName(store), count: missing })}
            </Link>
          ))}
        </EmptyState>
      )}
      <div className={styles.groups}>
        {groupsWith(open, session).map(({ title, tasks: ofGroup }) => {
          const shown = ofGroup.flatMap(({ name, label, isUrgent = false }) => {
            const task = open.find((one) => one.name === name)
            return task ? [{ ...task, label, isUrgent }] : []
          })
          if (shown.length === 0) return null
          return (
            <section key={title} className={styles.group} aria-label={t(title)}>
              <h2 className={styles.heading}>{t(title)}</h2>
              <ul className={styles.tasks}>
                {shown.map((task) => (
                  <TaskRow key={task.name} task={task} label={t(task.label)} isUrgent={task.isUrgent} />
                ))}
              </ul>
            </section>
          )
        })}
        {open.length > 0 && opening.length > 0 && (
          <section className={styles.group} aria-label={t('settings.checklist')}>
            <h2 className={styles.heading}>{t('settings.checklist')}</h2>
            <ul className={styles.tasks}>
              {opening.map(({ store, missing }) => (
                <li key={store}>
                  <Link className={styles.task ?? ''} to={`${paths.settingsOf(store)}#${checklistId}`}>
                    {t('todo.opening', { store: storeName(store), count: missing })}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <ModuleCards place="todo" of={{ store }} />
    </Page>
  )
}

function TaskRow({ task, label, isUrgent }: { task: Task; label: string; isUrgent: boolean }) {
  const { number } = useTexts()
  return (
    <li>
      <Link className={styles.task ?? ''} to={`/${task.table}?${task.query}`}>
        <span>{label}</span>
        <b className={classNames(styles.count, isUrgent && styles.urgent)}>
          {number(task.count)}
          {task.countIsExact ? '' : '+'}
        </b>
      </Link>
    </li>
  )
}
