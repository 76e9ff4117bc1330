import { expect, it } from 'vitest'
import { withoutShortcodes } from './shortcodes.ts'

it('leaves out shortcodes and keeps what is between them', () => {
  const builder =
    '[vc_row el_class="a"][vc_column]<p>For keys.</p>[/vc_column][vc_column]Lasts long.[/vc_column][/vc_row]'
  expect(withoutShortcodes(builder)).toEqual({
    text: '<p>For keys.</p>\n\nLasts long.',
    first: '[vc_row el_class="a"]',
  })
  expect(withoutShortcodes('Before [gallery ids="1,2"] after').text).toBe('Before  after')
  expect(withoutShortcodes('[et_pb_section][et_pb_text _builder_version=”4.0”]Text[/et_pb_text]').text).toBe(
    'Text',
  )
  expect(withoutShortcodes('[fancy]Text[/fancy]').text).toBe('Text')
  expect(withoutShortcodes('[box color="red"]Text').text).toBe('Text')
})

it.each([
  'Pack [4 pcs]',
  'Battery [new] with [a-b]',
  '[sic] x = [y]',
  '[km/h]',
  '[video-ready] camera',
  '[[[',
])('keeps the ordinary text %s', (text) => expect(withoutShortcodes(text)).toEqual({ text, first: null }))

it('reads a text of brackets in time that grows with its length', () => {
  const text = '[a '.repeat(300_000)
  expect(withoutShortcodes(text)).toEqual({ text, first: null })
})
