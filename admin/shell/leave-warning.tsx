/** Asks before a page with changes that are not saved is left, within the application and out of it. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../texts.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'

/** Another search or filter of the same page keeps what was typed, and does not ask. */
export function LeaveWarning({ isDirty }: { isDirty: boolean }) {
  const { t } = useTexts()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog title={t('leave.title')} description={t('leave.text')} onClose={() => blocker.reset()}>
      <DialogButtons>
        <Button size="small" onClick={() => blocker.proceed()}>
          {t('leave.leave')}
        </Button>
        <Button size="small" look="main" onClick={() => blocker.reset()}>
          {t('leave.stay')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
