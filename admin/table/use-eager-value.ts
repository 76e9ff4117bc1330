/** A value of the address that a control shows as soon as it is chosen, before the rows for it have loaded. */
import { useEffect, useState } from 'react'

export function useEagerValue(inAddress: string): [string, (value: string) => void] {
  const [shown, setShown] = useState(inAddress)
  useEffect(() => setShown(inAddress), [inAddress])
  return [shown, setShown]
}
