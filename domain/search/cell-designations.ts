/**
 * Names of the same cell: IEC, ANSI, Japanese and trade names. The same in every store; names used in a
 * single store are in the table of synonyms. A name of several words is written with spaces.
 */

/**
 * Each line contains names with the same meaning. Those after `<` lead to the others but not back, because
 * they also have other meanings.
 */
export const equalCells: readonly string[] = [
  'aaaa, lr61, lr8d425, mn2500',
  'aaa, lr03, r03, fr03, hr03, mn2400, am4 < micro, mikro, mini penlight',
  'aa, lr6, r6, fr6, hr6, kr6, mn1500, am3, mignon, penlight',
  'c batteri, lr14, r14, hr14, mn1400, am2 < c, baby',
  'd batteri, lr20, r20, hr20, mn1300, am1 < d, mono',
  '9v batteri, 6lr61, 6f22, 6lf22, 6lp3146, mn1604, pp3 < 9v, e block, eblock, 9v block',
  'n batteri, lr1, mn9100, am5 < lady',
  '3r12, 3lr12, mn1203 < 4.5v batteri',
  '4lr44, 4sr44, px28, 476a, a544',
  'a23, 23a, mn21, v23ga, 8lr932, lrv08, 8lr23, gp23a, p23ga',
  'a27, 27a, mn27, v27a, 8lr732, gp27a',
  '4r25, 4lr25, px996 < 908',
  'cr123a, cr123, cr17345, dl123a, dl123, k123la, el123ap',
  'cr2, cr15270, cr15h270, dlcr2, el1cr2, cr17355',
  '2cr5, dl245, kl2cr5, el2cr5',
  'crp2, dl223, el223ap < cr p2, 223',
  'lr44, ag13, a76, v13ga, 357a, lr1154, l1154, ka76, px76a',
  'lr41, ag3, v3ga, lr736, l736 < 192',
  'lr43, ag12, v12ga, lr1142 < 186',
  'lr54, ag10, lr1130, v10ga, l1131 < 189',
  'lr55, ag8, lr1120 < 191',
  'lr45, ag9, lr936 < 194',
  'lr48, ag5, lr754 < 193',
  'lr57, ag7, lr926 < 195',
  'lr59, ag2, lr726 < 196',
  'lr60, ag1, lr621 < 164',
  'lr66, ag4, lr626 < 177',
  'lr69, ag6, lr920 < 171',
  'sr44, v357, sr44w, sr44sw, d357 < 357, 303',
  'sr43, v386, sr43w < 386, 301',
  'sr54, sr1130w, sr1130sw < 389, 390',
  'sr55, sr1120w, sr1120sw < 391, 381',
  'sr41, sr41w, sr41sw < 392, 384',
  'sr45, sr936sw, sr936w < 394, 380',
  'sr48, sr754w, sr754sw < 393, 309',
  'sr57, sr927sw, sr927w < 395, 399',
  'sr59, sr726sw, sr726w < 396, 397',
  'sr60, sr621sw < 364',
  'sr63, sr521sw < 379',
  'sr66, sr626sw, sr626w < 377, 376',
  'sr69, sr920sw, sr920w < 370, 371',
  'za10, pr70, 10au',
  'za312, pr41, 312a, a312, 312au, p312',
  'za13, pr48, a13, 13au',
  'za675, pr44, 675a, a675, 675au, p675',
  '18650, icr18650, inr18650, imr18650, ncr18650',
  '21700, inr21700',
  '14500, icr14500',
  '16340, rcr123, rcr123a, icr16340',
  '26650, imr26650',
  'usb c, usbc < usb typ c, usb type c, type c, typ c',
  'usb a, usba < usb typ a, usb type a',
  'micro usb, microusb',
]

/** Names of the chemistries of cells in the stores' languages and in English, in the form of `equalCells`. */
export const equalChemistries: readonly string[] = [
  'lithium, litium',
  'alkaline, alkalisk, alkalisch < alkali, alkaliskt',
  'silver oxide, silveroxid, sølvoxid, sølvoksid, silberoxid',
  'zinc air, zinkluft, sinkluft, zink luft, sink luft',
  'zinc carbon, zinkkohle, zink kohle, brunsten, brunstein < zinkkol, zinkkarbon, sinkkarbon, kol zink',
  'nimh, nickelmetallhydrid, nikkelmetallhydrid, nickel metal hydride < ni mh, nickel metallhydrid',
  'nicd, nickelkadmium, nikkelkadmium, nickel cadmium < ni cd, nickel kadmium',
  'liion, litiumjon, litiumion, lithiumion, lithiumionen < li ion, litium jon, litium ion, lithium ion, lithium ionen',
  'lipolymer, litiumpolymer, lithiumpolymer < lipo, li po, litium polymer, lithium polymer',
  'lifepo4, litiumjärnfosfat, litiumjernfosfat, lithiumeisenphosphat < lfp',
]

const cellNames = new Set(equalCells.flatMap((line) => line.split(' < ')[0]!.split(', ')))

/** Whether the word is a cell size: another size is never a search result for it. */
export function isCellName(word: string): boolean {
  return cellNames.has(word) || /^(?:cr|br|lr|sr|pr|fr|hr|kr|lir|ml|vl|za|ag)\d{1,5}[a-z]*$/.test(word)
}

/**
 * Makers' prefixes of lithium coin cells: DL2032, ECR2032, KCR2032, BR2032 are CR2032. Null: not such a name.
 */
export function coinName(word: string): string | null {
  const digits = /^(?:dl|ecr|kcr|kecr|br|l)(\d{4})[a-z]?$/.exec(word)?.[1]
  return digits ? `cr${digits}` : null
}
