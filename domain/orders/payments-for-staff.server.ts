/** Payments about which staff have to ask their provider: nothing in the shop moves them any more. */
import { sql } from 'kysely'

/** How long the shop asks a provider to open an unanswered payment again: providers keep their keys for a day or longer. */
export const askedAgainHours = 24

/** After so many days nobody can pay what was opened: it is neither asked about nor listed any more. */
export const unansweredDays = 14

/** After so many days money that nobody has given back is no longer listed; the comparison of books with providers has it. */
export const unclaimedDays = 180

/**
 * Whether the attempt `a` is one, of an order that is dead: after a day nobody knows whether its payment was opened or has
 * ended; or the provider has taken money for it, and it cannot be held.
 */
export const isForStaff = sql`(
  exists (select from orders ended where ended.id = a.order_id and ended.status in ('payment_failed', 'cancelled'))
    and (a.open_asked_at < now() - make_interval(hours => ${sql.lit(askedAgainHours)})
        and a.open_asked_at > now() - make_interval(days => ${sql.lit(unansweredDays)})
      or a.unclaimed_at > now() - make_interval(days => ${sql.lit(unclaimedDays)})
        and a.status in ('captured', 'part_refunded', 'mismatch')))`
