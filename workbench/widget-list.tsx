/** Every widget under its name, each state with its caption. Widgets of products need a router around them. */
import { useEffect } from 'react'
import { productWidgets } from './product-widgets.tsx'
import { widgets } from './widgets.tsx'
import styles from './workbench.module.css'

/** All widgets: those of `ui/`, then those of products. */
export const allWidgets = { ...widgets, ...productWidgets }

export function WidgetList() {
  // The element that the address names is rendered after the document is loaded.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <main className={styles.widgets}>
      {Object.entries(allWidgets).map(([name, states]) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{name}</h2>
          {Object.entries(states).map(([state, example]) => (
            <figure key={state}>
              <figcaption>{state}</figcaption>
              {example}
            </figure>
          ))}
        </section>
      ))}
    </main>
  )
}
