/**
 * Whether products can be ordered at an interval (SUBS rows). Off until orders recur: while it is off, products offer
 * no interval, a cart line that asks for one becomes a single purchase and says so, and pages show no choice. The one
 * switch for all of these.
 */
export const subscriptionsEnabled: boolean = false
