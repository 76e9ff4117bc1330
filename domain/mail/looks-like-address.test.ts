import { expect, it } from 'vitest'
import { looksLikeAddress } from './looks-like-address.server.ts'

it.each([
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE/x',
  'evil.com',
  'Evil.Com/win',
  'Besök evil.shop nu',
  'evil.photography',
  't.co/abc',
  'www.evil',
  'a@b.se',
  'Anna <anna@example.se>',
  'evil．com',
  'evil。com',
  'evil.\u200bcom',
  'sub.evil.co.uk',
  'пример.рф',
  'evil.xn--p1ai',
  'mailto:anna',
  'Anna evil.se!',
])('%j is no name', (text) => expect(looksLikeAddress(text)).toBe(true))

it.each([
  'Anna',
  'Åsa-Lena Öberg',
  'J. R. R. Tolkien',
  'Dr. Müller',
  'Dr.Müller',
  'A.B.Svensson',
  'Jr.',
  "O'Brien",
  'Svensson & Co. AB',
  'Svenssons El AB',
  'Gl.Kongevej 10, 2.tv',
  'St.Hansgade 3',
  'P.O.Box 12',
  'Kgs. Lyngby',
  'Bahnhofstr.12',
  'Box 1.2',
  'c/o Berg',
  '1.5 V',
])('%j can be a name', (text) => expect(looksLikeAddress(text)).toBe(false))
