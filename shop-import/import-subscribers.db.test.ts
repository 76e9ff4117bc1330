import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { customerList } from './customer-list.ts'
import { subscriberList } from './subscriber-list.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport()
const subscribers = async () => {
  const { rows } = await sql`select email, source, unsubscribed_at is null as "isSubscribed",
    subscribed_at as "since" from newsletter_subscriber order by email`.execute(shop.test.db)
  return rows
}
const accounts = async () =>
  (await sql<{ total: number }>`select count(*)::integer as total from account`.execute(shop.test.db))
    .rows[0]!.total

it('subscribers of Mailchimp get the newsletter since they confirmed it, without an account', async () => {
  const text = [
    'Email Address,First Name,Last Name,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,TAGS',
    'Anna@Example.se,Anna,Berg,2023-01-02 10:00:00,,2023-01-02 10:05:00,,',
    'bo@example.se,Bo,Ek,2023-02-02 10:00:00,,,,',
    'cam@example.se,Cam,,,,,,',
    'no address,,,2023-02-02 10:00:00,,,,',
    'anna@example.se,Anna,Berg,2023-01-02 10:00:00,,,,',
    '',
  ].join('\n')
  const result = await shop.imported(text)
  expect(result).toMatchObject({ holds: 'subscribers', created: 1, unchanged: 0, refused: 4, audience: null })
  expect(result.table).toMatchObject({
    preset: 'subscriber-list',
    unusedColumns: ['First Name', 'Last Name', 'OPTIN_IP', 'CONFIRM_IP', 'TAGS'],
  })
  // Who signed up and never confirmed has not accepted.
  expect(result.reports.map(({ row, code, value }) => [row, code, value])).toEqual([
    [3, 'no_consent', undefined],
    [4, 'no_consent', undefined],
    [5, 'bad_email', undefined],
    [6, 'no_consent', undefined],
  ])
  expect(await subscribers()).toEqual([
    {
      email: 'anna@example.se',
      source: 'imported',
      isSubscribed: true,
      since: new Date('2023-01-02T09:05:00Z'),
    },
  ])
  expect(await accounts()).toBe(0)
  expect(await shop.imported(text)).toMatchObject({ created: 0, unchanged: 1 })
})

it.each([
  ['Email;Subscribed at;Status\na@example.se;2021-05-01;bounced\n'],
  ['Email;Subscribed at;Unsubscribed at\na@example.se;2021-05-01;2022-05-01\n'],
  ['Email;Consent;Newsletter\na@example.se;yes;no\n'],
  ['E-post;Nyhetsbrev\na@example.se;Nej\na@example.se;Ja\n'],
  ['E-post;Nyhetsbrev\na@example.se;Ja\nA@example.se;Nej\n'],
  ['Email;Subscribed at;Accepts marketing\na@example.se;2021-05-01;no\n'],
  ['Email;Subscribed at;Confirmed at\na@example.se;2021-05-01;\n'],
])('nobody is subscribed whom any column or row refuses: %j', async (text) => {
  await shop.imported(text)
  expect((await subscribers()).filter((each) => (each as { isSubscribed: boolean }).isSubscribed)).toEqual([])
})

it('a later file ends what an import began, and none that was ended here begins again', async () => {
  const file = (consent: string) =>
    `Email,First Name,Email Marketing Consent,Email Marketing Consent Timestamp\na@example.se,A,${consent},2023-02-03T10:00:00Z\n`
  expect(await shop.imported(file('SUBSCRIBED'))).toMatchObject({ created: 1 })
  expect(await shop.imported(file('UNSUBSCRIBED'))).toMatchObject({ changed: 1 })
  const again = await shop.imported(file('SUBSCRIBED'))
  expect(again).toMatchObject({ unchanged: 1, created: 0 })
  expect(again.reports).toMatchObject([{ outcome: 'noted', code: 'unsubscribed_here' }])
  expect((await shop.imported(file('perhaps'))).reports).toMatchObject([
    { outcome: 'refused', code: 'no_consent', column: 'Email Marketing Consent' },
  ])
  expect(await subscribers()).toMatchObject([{ email: 'a@example.se', isSubscribed: false }])
})

it.each([
  ['E-post;Prenumererar sedan', true],
  ['E-post;Nyhetsbrev', true],
  ['Email;UNSUB_TIME;OPTIN_TIME', true],
  // A list of addresses proves nothing, nor does the date of an account.
  ['Email', false],
  ['E-post;Anmäld', false],
  ['email,first_name,last_name,confirmed_at', false],
  ['Email;First name;Last name;City;Accepts marketing;Signup date', false],
  ['E-post;Förnamn;Postnr;Nyhetsbrev', false],
])('%s: subscribers %s', (columns, isList) => {
  expect(subscriberList.matches(columns.split(/[;,]/))).toBe(isList)
})

it('a list with both names, or with one and a newsletter, is of customers', () => {
  expect(customerList.matches(['email', 'firstname', 'lastname', 'group_id'])).toBe(true)
  expect(customerList.matches(['Email', 'First name', 'Newsletter'])).toBe(true)
  expect(customerList.matches(['Email', 'First name'])).toBe(false)
})
