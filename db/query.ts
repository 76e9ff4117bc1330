/** Runs one statement; returns rows as plain objects. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>
