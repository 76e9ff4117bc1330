/** The login panel's place in the chrome (LAYOUT-04); its content is sent when it is first opened. */
import { lazy, Suspense, useState } from 'react'
import { useOpenPanel } from '../state/panels.ts'

const LoginContent = lazy(() => import('./login-content.tsx'))

export function LoginPanel() {
  const open = useOpenPanel() === 'login'
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <LoginContent open={open} />
      </Suspense>
    )
  )
}
