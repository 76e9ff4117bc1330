/** The frame of the pages that are open to people who are not signed in. */
import { useEffect, type ReactNode } from 'react'
import mark from '../../../public/favicon.svg?url'
import { languages, useTexts } from '../../texts.tsx'
import styles from './entrance.module.css'

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const { t, language, chooseLanguage } = useTexts()
  useEffect(() => {
    document.title = `${title} · Anode`
  }, [title])
  return (
    <main className={styles.entrance}>
      <div className={styles.card}>
        <img src={mark} width={40} height={40} alt="" />
        <h1>{title}</h1>
        {children}
      </div>
      <label className={styles.language}>
        <span className="visually-hidden">{t('entrance.language')}</span>
        <select
          value={language}
          onChange={({ target }) => void chooseLanguage(target.value as typeof language)}
        >
          {languages.map(({ code, name, iso }) => (
            <option key={code} value={code} lang={iso}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </main>
  )
}
