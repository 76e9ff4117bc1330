/**
 * The version of what modules from outside may use (`anode/module`, `anode/storefront`, `anode/staff`): semantic versioning. A module
 * says in its `package.json` which versions it fits (`anode.fits`).
 */
export const moduleInterface = '1.0.0'

/** The schema of the tables of a module: `module_gift_wrap`. Its migrations run in it. */
export const schemaOf = (module: string): string => `module_${module.replaceAll('-', '_')}`
