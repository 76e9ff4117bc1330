/** The notes that mention the person, with the number of those whose order they have not opened yet. */
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Menu } from '@base-ui/react/menu'
import type { Mentions } from '../../contract/admin/mentions.ts'
import { Icon } from '../../ui/icon.tsx'
import { ApiError, readApi } from '../api-client.ts'
import { apiPaths, paths } from '../paths.ts'
import { useTexts } from '../texts.tsx'
import { onSeenMentions } from './seen-mentions.ts'
import styles from './sidebar.module.css'
import menu from './menu.module.css'

/** Characters of a note that the menu shows. */
const shownCharacters = 40

export function MentionsMenu() {
  const { t } = useTexts()
  const mentions = useMentions()
  if (mentions.length === 0) return null
  const unseen = mentions.filter(({ seen }) => !seen).length
  const label = t('mentions.title')
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.section} aria-label={unseen > 0 ? `${label} ${unseen}` : label}>
        <Icon name="info" size={18} />
        <span className={styles.word}>{label}</span> {unseen > 0 && <b className={styles.keys}>{unseen}</b>}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" side="right" sideOffset={4}>
          <Menu.Popup className={menu.popup}>
            {mentions.map(({ id, order, author, body, seen }) => (
              <Menu.Item key={id} className={menu.item} render={<Link to={paths.order(order)} />}>
                {seen ? order : <b>{order}</b>}
                <span className={menu.keys}>
                  {author}: {shortened(body)}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const shortened = (body: string) =>
  body.length > shownCharacters ? `${body.slice(0, shownCharacters)}…` : body

/** Read on every navigation, and when mentions were seen in this tab. */
function useMentions(): Mentions['mentions'] {
  const { pathname } = useLocation()
  const [mentions, setMentions] = useState<Mentions['mentions']>([])
  useEffect(() => {
    const ended = new AbortController()
    const read = async () => {
      const answer = await readApi<Mentions>(apiPaths.mentions, ended.signal).catch((error: unknown) => {
        // Signed out, or no connection: the page itself says so.
        if (error instanceof ApiError || error instanceof Response || ended.signal.aborted) return null
        throw error
      })
      if (answer !== null && !ended.signal.aborted) setMentions(answer.mentions)
    }
    void read()
    const unsubscribe = onSeenMentions(() => void read())
    return () => {
      unsubscribe()
      ended.abort()
    }
  }, [pathname])
  return mentions
}
