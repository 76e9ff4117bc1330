/** The shop's buttons: amber for the main action, quiet for the others. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

export interface ButtonLook {
  look?: 'main' | 'quiet'
  size?: 'small' | 'normal' | 'large'
  wide?: boolean
}

/** The attributes with the look as class names. */
function looked<Attributes extends { className?: string | undefined }>({
  look = 'quiet',
  size = 'normal',
  wide = false,
  className,
  ...attributes
}: ButtonLook & Attributes) {
  return {
    ...attributes,
    className: classNames(
      styles.button,
      styles[look],
      size !== 'normal' && styles[size],
      wide && styles.wide,
      className,
    ),
  }
}

export function Button(given: ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...looked(given)} />
}

/** A link that looks like a button. */
export function ButtonLink({
  children,
  ...given
}: ButtonLook &
  AnchorHTMLAttributes<HTMLAnchorElement> & {
    /** Opens another document: a page with a content security policy of its own. */
    'data-document'?: boolean
  }) {
  return <a {...looked(given)}>{children}</a>
}
