/** Every widget under its name, each state with its caption. Widgets of products need a router around them. */
import { useEffect } from 'react'
import { productWidgets } from './product-widgets.tsx'
import { shopWidgets } from './shop-widgets.tsx'
import { widgets } from './widgets.tsx'
import styles from './workbench.module.css'

/** All widgets: those of `ui/`, those of products, then those that need the state of a shop. */
export const allWidgets = { ...widgets, ...productWidgets, ...shopWidgets }

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
