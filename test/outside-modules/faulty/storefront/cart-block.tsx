import { useEffect } from 'react'

/** Fails as browser storage that is full does. */
export default function Faulty() {
  useEffect(() => {
    throw new DOMException('the block fails', 'QuotaExceededError')
  }, [])
  return null
}
