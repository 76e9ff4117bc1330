/** The four stores' flags. Decoration beside the country's name. */
import type { StoreCode } from '../../domain/stores/stores.ts'

/** Ground, cross and the cross's inner line; Germany has stripes. */
const nordic = {
  sv: ['#005293', '#fecb00', null],
  no: ['#ba0c2f', '#ffffff', '#00205b'],
  da: ['#c8102e', '#ffffff', null],
} as const

export function Flag({ store }: { store: StoreCode }) {
  return (
    <svg width="22" height="16" viewBox="0 0 22 16" aria-hidden="true" style={{ borderRadius: 2 }}>
      {store === 'de' ? (
        <>
          <path d="M0 0h22v5.33H0Z" fill="#1a1a1a" />
          <path d="M0 5.33h22v5.34H0Z" fill="#d00" />
          <path d="M0 10.67h22V16H0Z" fill="#ffce00" />
        </>
      ) : (
        <>
          <path d="M0 0h22v16H0Z" fill={nordic[store][0]} />
          <path d="M6 0h4v16H6ZM0 6h22v4H0Z" fill={nordic[store][1]} />
          {nordic[store][2] && <path d="M7 0h2v16H7ZM0 7h22v2H0Z" fill={nordic[store][2]} />}
        </>
      )}
    </svg>
  )
}
