/**
 * Who may open a page. A route names its guards and its validation around its loader; both run before any
 * page data is read, for document requests and for React Router's data requests alike (ROUTE-48, ERROR-05,
 * 06).
 */
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { links, withQuery } from './links.ts'
import { shopContext, type ShopContext } from './shop-context.ts'

/** Lets the visitor pass (null) or returns the response to send instead of the page. `address`: the requested page. */
export type Guard = (shop: ShopContext, address: string) => Response | null | Promise<Response | null>

/** Every guard a route may name. */
const guards: Readonly<Record<string, Guard>> = {
  /**
   * Redirects visitors without an account login (order logins too) to the store's home with the login panel
   * open (AUTH-06), which leads back to the page.
   */
  account: async ({ store, session }, address) =>
    (await session())?.strategy === 'account' ? null : redirect(links.login(store.code, address)),
}

/** Throws if the address is invalid: `{ statusCode, message }` gives that response, anything else a 500. */
export type Validation = (params: LoaderFunctionArgs['params']) => void

interface Gate {
  /** Names of guards, run in order. */
  guards?: readonly string[]
  validate?: Validation
}

/** The loader behind its guards. An unknown guard name is a programming error: 500 (ERROR-05). */
export function gated<Args extends LoaderFunctionArgs, Answer>(
  { guards: names = [], validate }: Gate,
  loader: (args: Args) => Answer | Promise<Answer>,
  known: Readonly<Record<string, Guard>> = guards,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    for (const name of names) {
      const guard = Object.hasOwn(known, name) ? known[name] : undefined
      if (guard === undefined) throw new Response('Unknown middleware', { status: 500 })
      const refusal = await guard(args.context.get(shopContext), addressOf(args.request))
      if (refusal !== null) throw refusal
    }
    if (validate) check(validate, args.params)
    return await loader(args)
  }
}

/** The page of a request: for a client-side navigation React Router names the routes whose data it requests. */
function addressOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  return withQuery(pathname, Object.fromEntries(searchParams))
}

function check(validate: Validation, params: LoaderFunctionArgs['params']): void {
  try {
    validate(params)
  } catch (error) {
    const { statusCode, message = '' } = (error ?? {}) as { statusCode?: unknown; message?: string }
    // A plain error is a fault: React Router responds with 500 and the server logs it.
    if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 599) throw error
    throw new Response(message, { status: statusCode })
  }
}

/** An order number as an address may carry it; null if malformed. */
export const orderNumberInAddress: Validation = ({ id }) => {
  if (id !== undefined && !/^[A-Za-z0-9-]{1,32}$/.test(id)) throw { statusCode: 404 } // oxlint-disable-line typescript/only-throw-error -- the form of ERROR-06
}
