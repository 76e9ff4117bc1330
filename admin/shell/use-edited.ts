/**
 * What is typed in a form over a stored value. A form in which nothing was typed shows what is stored, also after
 * somebody else has changed it. What was typed stays, with the version that it was typed over, so that saving it is
 * refused where that version is not the stored one any more.
 */
import { useState } from 'react'
import { isSame } from './versions.ts'

export interface Edited<Stored, Draft> {
  /** The version that the draft was made from: what a save expects to be stored. */
  base: Stored
  draft: Draft
  isChanged: boolean
  setDraft: (draft: Draft) => void
  /** Shows what is stored again, as after a save. */
  reset: () => void
}

export function useEdited<Stored, Draft>(
  stored: Stored,
  draftOf: (stored: Stored) => Draft,
): Edited<Stored, Draft> {
  const [typed, setTyped] = useState<{ base: Stored; draft: Draft } | null>(null)
  // What was typed is what is stored by now: it was saved.
  const edited = typed !== null && !isSame(typed.draft, draftOf(stored)) ? typed : null
  const base = edited === null ? stored : edited.base
  const draft = edited === null ? draftOf(stored) : edited.draft
  return {
    base,
    draft,
    isChanged: edited !== null,
    setDraft: (next) => setTyped(isSame(next, draftOf(base)) ? null : { base, draft: next }),
    reset: () => setTyped(null),
  }
}
