/** The help sheet: the keys of everything that can be done on the current page, and of the grid that it shows. */
import { useTexts } from '../texts.tsx'
import { Dialog } from './dialog.tsx'
import { currentActions, currentKeys } from './page-actions.ts'
import styles from './shortcuts-dialog.module.css'

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const actions = currentActions()
  const groups = (['page', 'navigation', 'general'] as const).map((group) => ({
    group,
    rows: [
      ...actions.filter((action) => action.group === group && action.keys !== undefined),
      ...(group === 'page' ? currentKeys() : []),
    ],
  }))
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ group, rows }) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{t(`command.group_${group}`)}</h3>
            <dl className={styles.rows}>
              {rows.map(({ label, keys }) => (
                <div key={label} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    {keysIn(keys ?? '').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Dialog>
  )
}

/** `mod+k` → Ctrl, K; `g o` → G, O. */
function keysIn(keys: string): string[] {
  return keys
    .split(/[+ ]/)
    .map((key) => (key === 'mod' ? 'Ctrl' : key.length === 1 ? key.toUpperCase() : key))
}
