/** Addresses of the pages of messages, and of what they read and change. */
const api = '/admin/api/messages'

const of = (base: string, reference: string) => `${base}/${encodeURIComponent(reference)}`

export const messagePaths = {
  messages: '/messages',
  message: (reference: string) => of('/messages', reference),
}

export const messageApi = {
  messages: api,
  message: (reference: string) => of(api, reference),
  photo: (reference: string, id: string) => `${of(api, reference)}/photos/${encodeURIComponent(id)}`,
  answers: (reference: string) => `${of(api, reference)}/answers`,
  status: (reference: string) => `${of(api, reference)}/status`,
}
