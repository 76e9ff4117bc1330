/**
 * The version of what modules from outside may use (`anode/module`, `anode/storefront`): semantic versioning. A module
 * says in its `package.json` which versions it fits (`anode.fits`).
 */
export const moduleInterface = '1.0.0'
