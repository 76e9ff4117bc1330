/** Asks before a page with changes that are not saved is left, within the application and out of it. */
import { createContext, useCallback, useContext, useEffect, useId, useState, type ReactNode } from 'react'
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

type NoteUnsaved = (form: string, isDirty: boolean) => void

const UnsavedForms = createContext<NoteUnsaved>(() => {})

/** One warning for a page of several forms: the router asks once at a time. Each form calls `useUnsaved`. */
export function LeaveWarningOfForms({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<readonly string[]>([])
  const note = useCallback<NoteUnsaved>((form, isDirty) => {
    setDirty((before) => {
      if (before.includes(form) === isDirty) return before
      return isDirty ? [...before, form] : before.filter((each) => each !== form)
    })
  }, [])
  return (
    <UnsavedForms value={note}>
      <LeaveWarning isDirty={dirty.length > 0} />
      {children}
    </UnsavedForms>
  )
}

/** Whether something was typed in the calling form that is not saved. */
export function useUnsaved(isDirty: boolean): void {
  const form = useId()
  const note = useContext(UnsavedForms)
  useEffect(() => {
    note(form, isDirty)
    return () => note(form, false)
  }, [note, form, isDirty])
}
