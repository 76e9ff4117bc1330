/** A line of the tables of access as a request for the objects of a customer. Only in `.http.test.ts` files. */
import { baseUrl } from '../base-url.ts'
import { ask, type Answer, type Ask } from '../http/shop-client.ts'
import type { AccessRule, Owned } from './access-rule.ts'
import type { AccessCustomer } from './two-customers.ts'

export interface Visit {
  /** `METHOD /path` or a page's pattern. */
  pattern: string
  method: NonNullable<Ask['method']>
  path: string
  body: string | null
}

/** Replaces what the customer owns in an address by something near it. */
export type Disguise = (value: string, name: Owned) => string

async function valueOf(customer: AccessCustomer, name: Owned, disguise: Disguise): Promise<string> {
  const value = name === 'checkout' ? await customer.openCheckout() : customer.owned[name]
  return disguise(value, name)
}

/** The request that a line of the table describes, for the objects of a customer. */
export async function visitOf(
  pattern: string,
  rule: AccessRule,
  { of, disguise = (value) => value }: { of: AccessCustomer; disguise?: Disguise },
): Promise<Visit> {
  const [method, route] = pattern.startsWith('/')
    ? ['GET', pattern]
    : (pattern.split(' ') as [string, string])
  const values: Record<string, string> = { ...rule.fixed, locale: 'sv' }
  for (const [name, owned] of Object.entries(rule.params)) values[name] = await valueOf(of, owned, disguise)
  const path = route.replaceAll(
    /\/:([a-zA-Z]+)\?|:([a-zA-Z]+)|\*/g,
    (match, optional?: string, name?: string) => {
      const value = values[optional ?? name ?? '*']
      if (value === undefined && optional === undefined) throw new Error(`${pattern}: no value for ${match}`)
      return optional === undefined ? value! : value === undefined ? '' : `/${value}`
    },
  )
  const body: Record<string, unknown> = { ...rule.body }
  for (const [name, owned] of Object.entries(rule.owned)) body[name] = await valueOf(of, owned, disguise)
  const query = new URLSearchParams({
    ...(path.startsWith('/api/') && { locale: 'sv', sid: '7' }),
    ...rule.query,
  })
  const hasBody = rule.body !== null || Object.keys(rule.owned).length > 0
  return {
    pattern,
    method: (method === 'ANY' ? 'POST' : method) as Visit['method'],
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    body: hasBody && method !== 'GET' ? JSON.stringify(body) : null,
  }
}

/** `from`: the address that the request comes from; the API limits requests per address. */
export function sendVisit(
  { method, path, body }: Visit,
  headers: Record<string, string>,
  from: string,
): Promise<Answer> {
  return ask(baseUrl(), path, {
    method,
    from,
    headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) },
    ...(body !== null && { body }),
  })
}
