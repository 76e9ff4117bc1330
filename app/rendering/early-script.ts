/**
 * The inline script in a page's head that runs before the first paint. Only the server renders it
 * (document-scripts.tsx), so it is in no browser bundle. It is kept for behaviour, not for speed: without it six of
 * the seven tests in test/e2e/early-taps.e2e.ts fail, because taps on Buy, the cart, the consent banner and forms
 * before hydration are lost.
 */

/**
 * Whether to show the consent banner (CONSENT-04). A cached page is the same for every guest, so the server
 * cannot decide it, and a banner shown later would cover text that is already being read.
 */
const askConsent =
  'navigator.cookieEnabled&&!document.cookie.includes("__consent=")&&(document.documentElement.dataset.ask="");'

/**
 * Stores the last tap on a button that is not hydrated yet and replays it after hydration
 * (docs/decisions/0022). Buttons that work without a script act at once: those of a form with an action, and
 * those of a popover.
 *
 * Until the page is hydrated, taps are held back here. After that they pass, but React stops them at a
 * boundary that is still dehydrated (ui/lazy-hydration.tsx): a tap that does not reach its button is
 * replayed, and a form that only a script can submit is not submitted natively. The consent buttons are
 * handled above all boundaries (app/features/consent/deferred-consent.tsx).
 */
const earlyTaps =
  '{let held,timer;const d=document.documentElement.dataset,drop=()=>{clearInterval(timer);held&&(held.ariaBusy=null);held=0},stop=e=>{e.preventDefault();e.stopImmediatePropagation()};' +
  'addEventListener("click",e=>{const b=e.target.closest("button:not([popovertarget],form[action] [type=submit])"),a="hydrated"in d;if(!b||a&&b.dataset.consent)return;' +
  'drop();held=b;timer=setInterval(()=>{"hydrated"in d&&(drop(),b.click())},50);' +
  'a?b.addEventListener("click",drop,{capture:true,once:true}):(stop(e),b.ariaBusy=true)},true);' +
  'addEventListener("submit",e=>{held&&!e.target.hasAttribute("action")&&stop(e)},true)}'

/** Runs before the first paint. */
export const earlyScript = askConsent + earlyTaps
