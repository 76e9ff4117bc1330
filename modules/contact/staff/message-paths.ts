/** Addresses of what the page of a message reads and changes. */
const of = (reference: string) => `/admin/api/messages/${encodeURIComponent(reference)}`

export const messageApi = {
  message: of,
  photo: (reference: string, id: string) => `${of(reference)}/photos/${encodeURIComponent(id)}`,
  answers: (reference: string) => `${of(reference)}/answers`,
  status: (reference: string) => `${of(reference)}/status`,
}
