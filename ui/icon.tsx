/** The shop's line icons: 24 px, drawn with the text's colour. Decorative unless given a label. */
import type { CSSProperties } from 'react'
import type { IconName } from '../contract/sidebar.ts'
// The outlines are in one SVG file: inlined as script they would be loaded with every page.
import sprite from './icons.svg?url'

export type { IconName }

export interface IconProps {
  name: IconName
  /** Pixels; default 24. */
  size?: number
  /** Accessible name; without it the icon is hidden from assistive technology. */
  label?: string
  className?: string
  style?: CSSProperties
}

export function Icon({ name, size = 24, label, className, style }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      fill={name.startsWith('star') ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={style}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
