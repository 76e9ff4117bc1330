/** The shop's buttons: amber for the main action, quiet for the others. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './button.module.css'

export interface ButtonLook {
  look?: 'main' | 'quiet'
  size?: 'small' | 'normal' | 'large'
  wide?: boolean
}

function lookOf({ look = 'quiet', size = 'normal', wide = false }: ButtonLook, extra?: string) {
  return classNames(
    styles.button,
    styles[look],
    size !== 'normal' && styles[size],
    wide && styles.wide,
    extra,
  )
}

export function Button({
  look,
  size,
  wide,
  className,
  ...rest
}: ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={lookOf({ look, size, wide } as ButtonLook, className)} />
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  wide,
  className,
  children,
  ...rest
}: ButtonLook &
  AnchorHTMLAttributes<HTMLAnchorElement> & {
    /** Opens another document: a page with a content security policy of its own. */
    'data-document'?: boolean
  }) {
  return (
    <a {...rest} className={lookOf({ look, size, wide } as ButtonLook, className)}>
      {children}
    </a>
  )
}
