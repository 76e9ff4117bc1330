/** The shop's line icons: 24 px, drawn with the text's colour. Decorative unless given a label. */
import type { CSSProperties } from 'react'

/** Path data on a 24 × 24 grid, stroked 1.75 wide with round ends. */
const outlines = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.3 15.3L20 20',
  cart: 'M3 4h2.2l2.3 11.2h10.2L20 7.5H6M9 20h.01M16.5 20h.01',
  user: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.5 20c.8-3.7 3.7-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  'chevron-right': 'M9.5 5.5L16 12l-6.5 6.5',
  'chevron-down': 'M5.5 9.5L12 16l6.5-6.5',
  'chevron-left': 'M14.5 5.5L8 12l6.5 6.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  truck: 'M3 6h11v10H3zM14 9.5h3.5L21 13v3h-7M7 18.5a1.7 1.7 0 1 0 0-.01M17 18.5a1.7 1.7 0 1 0 0-.01',
  return: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H8',
  phone:
    'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5M11 17.5h2',
  call: 'M6 4h3l1.5 4-2 1.5a11 11 0 0 0 5 5l1.5-2 4 1.5v3c0 1-1 2-2 2C10.5 18.5 4 12 4 6c0-1 1-2 2-2',
  star: 'M12 4l2.4 5.1 5.6.7-4.1 3.8 1.1 5.5L12 16.4l-5 2.7 1.1-5.5L4 9.8l5.6-.7z',
  'star-half': 'M12 4v12.4l-5 2.7 1.1-5.5L4 9.8l5.6-.7z',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 11v5M12 8h.01',
  warning: 'M12 4L3 19.5h18zM12 10v4.5M12 17h.01',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l1 13h9l1-13M10 10.5v6M14 10.5v6',
  battery: 'M3 8h15v8H3zM18 10.5h2.5v3H18M6 11v2M9 11v2M12 11v2',
  bolt: 'M13 3L5.5 13.5H11L10 21l8-11h-5.5z',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  lock: 'M5.5 10.5h13V20h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5',
  tag: 'M4 4h7l9 9-7 7-9-9zM8 8h.01',
  filter: 'M4 6h10M18 6h2M16 4v4M4 12h3M11 12h9M9 10v4M4 18h8M16 18h4M14 16v4',
  cell: 'M8 6h8v14.5H8zM10.5 6V3.5h3V6M8 16h8M12 9v4M10 11h4',
  coin: 'M11 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14M11 5h2a7 7 0 0 1 0 14h-2M11 9.5v5M8.5 12h5',
  charger: 'M7 3.5h10v9a5 5 0 0 1-10 0zM12 17.5v3M10 7v3M14 7v3',
  laptop: 'M5.5 5h13v10h-13zM2.5 19l2-4h15l2 4z',
  cable: 'M5 3.5h4v5H5zM7 8.5v5a4.5 4.5 0 0 0 9 0v-3M13.5 10.5v-4h5v4zM14.5 6.5v-3M17.5 6.5v-3',
  drill: 'M3.5 5h10v6h-10zM13.5 6.5h3v3h-3M16.5 8H21M5 11l-1 6h5l1-6M3.5 17h6.5v3.5H3.5z',
  car: 'M3.5 16v-4l2.5-1 1.5-4h9l1.5 4 2.5 1v4zM6 11h12M6 16v2.5M18 16v2.5M7 13.5h.01M17 13.5h.01',
  lamp: 'M9 17.5c0-2.5-3-4-3-7.5a6 6 0 0 1 12 0c0 3.5-3 5-3 7.5zM9.5 20.5h5M12 13v4.5M10 11l2 2 2-2',
  alarm: 'M4 9a8 4 0 0 1 16 0v3a8 4.5 0 0 1-16 0zM4 9a8 4 0 0 0 16 0M12 8.5h.01M8.5 20h7',
  gear: 'M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12M12 6V3.5M12 18v2.5M6 12H3.5M18 12h2.5M7.8 7.8L6 6M16.2 16.2L18 18M7.8 16.2L6 18M16.2 7.8L18 6',
  solar: 'M6 9h12l3 11H3zM12 9v11M4.5 14.5h15M12 6V3.5M7 6.5L5.5 5M17 6.5L18.5 5',
} as const

export type IconName = keyof typeof outlines

const filled: ReadonlySet<IconName> = new Set(['star', 'star-half'])

export interface IconProps {
  name: IconName
  /** Pixels; 24 unless told. */
  size?: number
  /** Words for those who cannot see it; without them the icon is hidden from assistive technology. */
  label?: string
  className?: string
  style?: CSSProperties
}

export function Icon({ name, size = 24, label, className, style }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={filled.has(name) ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={style}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={outlines[name]} />
    </svg>
  )
}
