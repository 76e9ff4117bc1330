/** Version of the section `opening` of a store that was closed when it was registered, and that nobody has opened. Pure. */
export const closedAtFirst = 1
