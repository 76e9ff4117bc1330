/** Search and commands in one field (Ctrl+K): everything the page and the shell can do, found by its words. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Icon } from '../../ui/icon.tsx'
import { paths } from '../paths.ts'
import { useTexts, type Translate } from '../texts.tsx'
import { codeText } from './change-words.ts'
import { currentActions, type PageAction } from './page-actions.ts'
import { useSearch, type SearchHit } from './use-search.ts'
import dialog from './dialog.module.css'
import styles from './command-dialog.module.css'

type Entry = Omit<PageAction, 'group'> & { detail?: string }

interface Group {
  label: string
  items: Entry[]
}

export default function CommandDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const hits = useSearch(words.trim())
  const actions = currentActions().filter(({ id }) => id !== 'commands')
  const ofPage = new Set(actions.filter(({ group }) => group === 'page').map(({ label }) => label))
  // A page may have an action that the shell has everywhere, as "New coupon".
  const isMatch = ({ label, group }: PageAction) =>
    label.toLowerCase().includes(words.trim().toLowerCase()) && (group === 'page' || !ofPage.has(label))
  const groups: Group[] = [
    {
      label: t('command.group_found'),
      items: hits.map((hit) => ({
        id: `${hit.kind} ${hit.store} ${hit.id}`,
        label: titleOf(t, hit),
        detail: [t(`command.kind_${hit.kind}`), detailOf(t, hit)].filter(Boolean).join(', '),
        run: () => void navigate(pathOf(hit)),
      })),
    },
    ...(['page', 'navigation', 'general'] as const).map((value) => ({
      label: t(`command.group_${value}`),
      items: actions.filter((action) => action.group === value && isMatch(action)),
    })),
  ].filter(({ items }) => items.length > 0)
  const choose = (action: Entry) => {
    if (action.disabledReason !== undefined) return
    onClose()
    action.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={t('command.title')}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            // The server has chosen what it found, and the actions are chosen by their words above.
            filter={null}
            value={words}
            onValueChange={setWords}
            itemToStringValue={({ label }: Entry) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.field}>
              <Icon name="search" size={18} />
              <Autocomplete.Input
                className={styles.input}
                aria-label={t('command.title')}
                placeholder={t('command.placeholder')}
              />
            </div>
            <div className={styles.results}>
              <Autocomplete.Empty>
                <p className={styles.empty}>{t('command.nothing')}</p>
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(group: Group) => (
                  <Autocomplete.Group key={group.label} items={group.items} className={styles.group}>
                    <Autocomplete.GroupLabel className={styles.label}>{group.label}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(action: Entry) => (
                        <Autocomplete.Item
                          key={action.id}
                          value={action}
                          className={styles.item}
                          disabled={action.disabledReason !== undefined}
                          onClick={() => choose(action)}
                        >
                          <span>{action.label}</span>
                          {(action.disabledReason ?? action.detail) !== undefined ? (
                            <span className={styles.hint}>{action.disabledReason ?? action.detail}</span>
                          ) : (
                            action.keys !== undefined && <kbd className={styles.hint}>{action.keys}</kbd>
                          )}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** An invoice is named by its kind and number: `credit_note 4`. */
function titleOf(t: Translate, { kind, title, id }: SearchHit): string {
  if (kind !== 'invoice') return title
  return title.startsWith('invoice')
    ? `${t('order.invoice')} ${id}`
    : t('order.credit_note_number', { number: id })
}

/** The state of what was found is a code: `received · anna@example.se`. */
function detailOf(t: Translate, { kind, detail }: SearchHit): string {
  if (kind === 'coupon') return detail === 'disabled' ? t('coupons.state_disabled') : detail
  if (kind !== 'order' && kind !== 'return') return detail
  const [state = '', ...rest] = detail.split(' · ')
  return [codeText(t, 'status', state) ?? state, ...rest].join(' · ')
}

/** The page of what was found. An invoice's detail is its order's number. */
function pathOf({ kind, id, detail }: SearchHit): string {
  switch (kind) {
    case 'order':
      return paths.order(id)
    case 'invoice':
      return paths.order(detail)
    case 'customer':
      return paths.customer(id)
    case 'product':
      return paths.product(id)
    case 'return':
      return paths.row('returns', id)
    case 'coupon':
      return paths.coupon(id)
    case 'former_order':
      return paths.row('former-orders', id)
  }
}
