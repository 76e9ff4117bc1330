/** A content page of the demo as its author writes it: title and HTML body. */
export type PageText = [title: string, body: string]
