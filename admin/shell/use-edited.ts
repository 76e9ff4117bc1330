/**
 * What is typed in a form over a stored value. A form in which nothing was typed shows what is stored, also after
 * somebody else has changed it. What was typed stays, with the version that it was typed over, so that saving it is
 * refused where that version is not the stored one any more.
 */
import { useState } from 'react'
import type { Refusal } from '../api-client.ts'
import { presentValue } from './refusals.ts'
import { isSame, mergeVersions, type Conflict, type Side } from './versions.ts'

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
  const { rebase: _, ...edited } = useRebased(stored, draftOf)
  return edited
}

function useRebased<Stored, Draft>(stored: Stored, draftOf: (stored: Stored) => Draft) {
  const [typed, setTyped] = useState<{ base: Stored; draft: Draft } | null>(null)
  // What was typed is what is stored by now: it was saved.
  const edited = typed !== null && !isSame(typed.draft, draftOf(stored)) ? typed : null
  const base = edited === null ? stored : edited.base
  const draft = edited === null ? draftOf(stored) : edited.draft
  return {
    base,
    draft,
    isChanged: edited !== null,
    setDraft: (next: Draft) => setTyped(isSame(next, draftOf(base)) ? null : { base, draft: next }),
    reset: () => setTyped(null),
    /** The draft is about this version from now on. */
    rebase: (next: { base: Stored; draft: Draft }) => setTyped(next),
  }
}

export interface MergedEdit<Stored, Draft> extends Edited<Stored, Draft> {
  /** What differs, and which side the person has chosen; null while nobody else has saved meanwhile. */
  versions: {
    conflicts: readonly Conflict[]
    chosen: Readonly<Record<string, Side>>
    onChoose: (path: string, side: Side) => void
  } | null
  /**
   * What a save sends, and the version that it expects: after a refusal the merged draft over the version that the
   * refusal has shown, which the next refusal is about.
   */
  takeNext: () => { base: Stored; draft: Draft }
}

/** As `useEdited`, of a form that merges its draft with what somebody else has stored, as a refused save says. */
export function useMergedEdit<Stored, Draft>(
  stored: Stored,
  draftOf: (stored: NonNullable<Stored>) => Draft,
  { empty, refusal }: { empty: Draft; refusal: Refusal | null },
): MergedEdit<Stored, Draft> {
  const read = (version: Stored) => (version === null || version === undefined ? empty : draftOf(version))
  const { rebase, ...edited } = useRebased(stored, read)
  const { base, draft } = edited
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const current = presentValue<Stored | null>(refusal, null)
  const merged =
    current === null ? null : mergeVersions({ base: read(base), mine: draft, theirs: read(current) }, chosen)
  return {
    ...edited,
    versions: merged && {
      conflicts: merged.conflicts,
      chosen,
      onChoose: (path, side) => setChosen({ ...chosen, [path]: side }),
    },
    takeNext: () => {
      if (current === null || merged === null) return { base, draft }
      const next = { base: current, draft: merged.value }
      rebase(next)
      setChosen({})
      return next
    },
  }
}
