import { useEffect } from 'react'

/** Fails in the browser alone. */
export default function FaultyAction() {
  useEffect(() => {
    throw new Error('the action fails')
  }, [])
  return <p>Action of the module</p>
}
