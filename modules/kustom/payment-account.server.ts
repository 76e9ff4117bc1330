import { keyText, type PaymentAccountDescription } from '../account-description.ts'

export const kustom: PaymentAccountDescription = {
  keys: { username: { form: keyText }, password: { form: keyText } },
  hosts: { url: 'https://api.kustom.co' },
}
