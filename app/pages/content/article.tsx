/** A content page: title, sanitised body, and contact details beside it. */
import type { ReactNode } from 'react'
import type { ContentPage } from '../../../domain/content/content.ts'
import { classNames } from '../../../ui/class-names.ts'
import { HelpCard, type HelpLink } from './help-card.tsx'
import styles from './article.module.css'

interface ArticleProps {
  page: Pick<ContentPage, 'title' | 'body'>
  more?: HelpLink[]
  /** An action of the page, rendered above its text. */
  children?: ReactNode
  /** Rendered below its text, in the same style. */
  below?: ReactNode
  /** The page says itself how to reach the shop. */
  isContact?: boolean
}

export function Article({ page, more = [], children, below, isContact = false }: ArticleProps) {
  return (
    <main className={classNames('wrap', styles.page)}>
      <article className={styles.article}>
        <h1>{page.title}</h1>
        {children}
        {/* Sanitised by the content store (PAGE-09). */}
        <div className={styles.body} dangerouslySetInnerHTML={{ __html: page.body }} />
        {below && <div className={styles.body}>{below}</div>}
      </article>
      {!isContact && <HelpCard more={more} />}
    </main>
  )
}
