/**
 * Whether products can be ordered at an interval (SUBS rows). Off until recurring orders are implemented:
 * while it is off, products offer no interval, a cart line that requests one becomes a single purchase with a
 * notice, and pages show no choice. The single switch for all of these.
 */
export const subscriptionsEnabled: boolean = false
