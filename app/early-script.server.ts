/**
 * The lines of script in a page's head that run before anything is seen. They are written into the document on its
 * way out, so that no script of the page carries them.
 */

/**
 * Whether to ask about cookies (CONSENT-04): a stored page is the same for every guest, and what came later would
 * cover what is read already.
 */
const askConsent =
  'navigator.cookieEnabled&&!document.cookie.includes("__consent=")&&(document.documentElement.dataset.ask="");'

/**
 * Keeps the last tap on a button whose script is still asleep, and gives it once it is awake (docs/decisions/0022).
 * Buttons that work without a script go on at once: those of a form with an address, and those of a popover.
 *
 * Until the page is awake a tap is held back here. Then it is let through, and React stops it on its way where it
 * meets a part that is still asleep (app/ui/late.tsx): a tap that does not reach its button is given again, and a form
 * that only a script can send is not sent without it. The answers about cookies are heard above all parts
 * (app/chrome/late-consent.tsx).
 */
const earlyTaps =
  '{let held,timer;const d=document.documentElement.dataset,drop=()=>{clearInterval(timer);held&&(held.ariaBusy=null);held=0},stop=e=>{e.preventDefault();e.stopImmediatePropagation()};' +
  'addEventListener("click",e=>{const b=e.target.closest("button:not([popovertarget],form[action] [type=submit])"),a="awake"in d;if(!b||a&&b.dataset.consent)return;' +
  'drop();held=b;timer=setInterval(()=>{"awake"in d&&(drop(),b.click())},50);' +
  'a?b.addEventListener("click",drop,{capture:true,once:true}):(stop(e),b.ariaBusy=true)},true);' +
  'addEventListener("submit",e=>{held&&!e.target.hasAttribute("action")&&stop(e)},true)}'

const place = /<meta charset="utf-8"\/?>/i

/** The document with the script in its head, under `nonce` where its policy wants one. */
export function withEarlyScript(html: string, nonce: string | null): string {
  const open = nonce === null ? '<script>' : `<script nonce="${nonce}">`
  return html.replace(place, (meta) => `${meta}${open}${askConsent}${earlyTaps}</script>`)
}
