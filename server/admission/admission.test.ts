import { describe, expect, it } from 'vitest'
import { createAdmission, type AdmissionLimits, type Priority } from './admission.ts'

const limits: AdmissionLimits = {
  purchase: { running: 2, pending: 4, perNetwork: 100, longestWaitMs: 10_000 },
  browse: { running: 2, pending: 4, perNetwork: 5, longestWaitMs: 1_000 },
}

/** A node whose clock and event loop advance only when the test advances them. */
function setUp(given: AdmissionLimits = limits) {
  const node = { now: 0 }
  const deferred: (() => void)[] = []
  const admission = createAdmission({
    limits: given,
    now: () => node.now,
    defer: (task) => void deferred.push(task),
  })
  const started: string[] = []
  const refused: string[] = []
  const turn = () => {
    while (deferred.length > 0) deferred.shift()!()
  }
  const ask = (name: string, options: { priority?: Priority; network?: string; key?: string | null } = {}) =>
    admission.admit({
      priority: options.priority ?? 'browse',
      network: options.network ?? name,
      key: options.key ?? null,
      start: () => started.push(name),
      refuse: () => refused.push(name),
    })
  return { node, admission, started, refused, turn, ask }
}

describe('admission control', () => {
  it('starts requests up to the limit, queues some and rejects the rest on arrival', () => {
    const { ask, started, refused, turn } = setUp()
    const tickets = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ask(name))
    turn()
    expect(started).toEqual(['a', 'b'])
    expect(refused).toEqual(['g', 'h'])
    turn()
    expect(started).toEqual(['a', 'b'])
    tickets[0]!.release()
    tickets[0]!.release()
    turn()
    expect(started).toEqual(['a', 'b', 'c'])
    for (const ticket of tickets.slice(1, 6)) {
      ticket.release()
      turn()
    }
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('starts a later purchase before a queued browsing request', () => {
    const { ask, started, turn } = setUp()
    const [first] = ['a', 'b', 'c'].map((name) => ask(name))
    turn()
    for (const name of ['p', 'q', 'r']) ask(name, { priority: 'purchase' })
    turn()
    expect(started).toEqual(['a', 'b', 'p', 'q'])
    first!.release()
    turn()
    // Purchases have their own slots: the browsing request takes the one that became free.
    expect(started).toEqual(['a', 'b', 'p', 'q', 'c'])
  })

  it('rejects browsing on arrival when the expected wait is too long', () => {
    const { ask, node, refused, turn } = setUp()
    for (let round = 0; round < 100; round++) {
      const ticket = ask(`slow ${round}`)
      node.now += 3_000
      ticket.release()
      turn()
    }
    ask('a')
    ask('b')
    ask('c')
    expect(refused).toEqual(['c'])
  })

  it('leaves slots for other networks', () => {
    const { ask, refused } = setUp({ ...limits, browse: { ...limits.browse, pending: 100 } })
    for (let n = 0; n < 20; n++) ask(`crowd ${n}`, { network: 'one' })
    ask('somebody else')
    expect(refused).toHaveLength(15)
    expect(refused).not.toContain('somebody else')
  })

  it.each(['browse', 'purchase'] as const)('starts %s requests of networks in turn', (priority) => {
    const { ask, started, turn } = setUp({
      browse: { ...limits.browse, running: 1, pending: 100, perNetwork: 50 },
      purchase: { ...limits.purchase, running: 1, pending: 100 },
    })
    const first = ask('crowd first', { network: 'crowd', priority })
    const crowd = Array.from({ length: 10 }, (_, n) => ask(`crowd ${n}`, { network: 'crowd', priority }))
    const alone = ask('alone', { network: 'alone', priority })
    first.release()
    turn()
    expect(started).toEqual(['crowd first', 'alone'])
    alone.release()
    turn()
    crowd[0]!.release()
    turn()
    expect(started).toEqual(['crowd first', 'alone', 'crowd 0', 'crowd 1'])
  })

  it('lets requests for the same page share its slot, and start with it', () => {
    const { ask, started, refused, admission, turn } = setUp()
    const [first] = [ask('a'), ask('b')]
    turn()
    ask('c', { key: 'page' })
    for (let n = 0; n < 50; n++) ask(`same ${n}`, { key: 'page', network: 'one' })
    expect(refused).toEqual([])
    expect(admission.counts('browse')).toMatchObject({ running: 2, pending: 1 })
    first.release()
    turn()
    expect(started).toHaveLength(53)
    ask('late', { key: 'page' })
    expect(started).toContain('late')
  })

  it('gives the slot of a disconnected client to the next request for the same page', () => {
    const { ask, started, turn } = setUp()
    const [first] = [ask('a'), ask('b')]
    const leaving = ask('c', { key: 'page' })
    ask('d', { key: 'page' })
    leaving.release()
    first.release()
    turn()
    expect(started).toEqual(['a', 'b', 'd'])
  })

  it('starts at most one request in each turn of the event loop', () => {
    const deferred: (() => void)[] = []
    const started: number[] = []
    const admission = createAdmission({ limits, defer: (task) => void deferred.push(task) })
    const tickets = [0, 1, 2, 3].map((n) =>
      admission.admit({
        priority: 'browse',
        network: `${n}`,
        key: null,
        start: () => started.push(n),
        refuse: () => {},
      }),
    )
    expect(started).toEqual([0])
    deferred.shift()!()
    expect(started).toEqual([0, 1])
    deferred.shift()!()
    tickets[0]!.release()
    tickets[1]!.release()
    expect(started).toEqual([0, 1])
    deferred.shift()!()
    expect(started).toEqual([0, 1, 2])
    deferred.shift()!()
    expect(started).toEqual([0, 1, 2, 3])
    while (deferred.length > 0) deferred.shift()!()
    tickets[2]!.release()
    tickets[3]!.release()
    // Pages that are rendered before the next request is read.
    const pages = [0, 0, 0].map(() =>
      admission.admit({
        priority: 'purchase',
        network: 'one',
        key: null,
        start: () => started.push(9),
        refuse: () => {},
      }),
    )
    pages[0]!.release()
    expect(started).toEqual([0, 1, 2, 3, 9])
  })

  it('leaves browsing every fourth slot when many purchases wait', () => {
    const wide = { running: 100, pending: 100, perNetwork: 100, longestWaitMs: 1_000 }
    const { ask, started, turn } = setUp({ purchase: wide, browse: wide })
    for (let n = 0; n < 8; n++) ask('p', { priority: 'purchase' })
    for (let n = 0; n < 2; n++) ask('b')
    turn()
    expect(started.join('')).toBe('pppbpppbpp')
  })
})
