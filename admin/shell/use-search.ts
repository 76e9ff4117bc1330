import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { searchAnswer } from '../../contract/admin/desk.ts'
import { readApi } from '../api-client.ts'
import { apiPaths } from '../paths.ts'

type Found = z.infer<typeof searchAnswer>
export type SearchHit = Found['hits'][number]

/** How long after the last key the server is asked. */
const searchDelayMilliseconds = 120
const fewestLetters = 2

/** What the search of the back office finds for these words; the last answer stays until the next one. */
export function useSearch(words: string): readonly SearchHit[] {
  const [hits, setHits] = useState<readonly SearchHit[]>([])
  useEffect(() => {
    if (words.length < fewestLetters) {
      setHits([])
      return undefined
    }
    const aborted = new AbortController()
    const search = async () => {
      const answer = await readApi<Found>(apiPaths.search(words), aborted.signal)
      setHits(answer.hits)
    }
    // Without an answer there are no hits.
    const timer = setTimeout(() => void search().catch(() => {}), searchDelayMilliseconds)
    return () => {
      clearTimeout(timer)
      aborted.abort()
    }
  }, [words])
  return hits
}
