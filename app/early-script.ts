/**
 * The inline script in a page's head that runs before anything is seen. Only the server renders it
 * (document-scripts.tsx), so that no browser file carries it.
 */

/**
 * Whether to ask about cookies (CONSENT-04): a stored page is the same for every guest, and what came later would
 * cover what is read already.
 */
const askConsent =
  'navigator.cookieEnabled&&!document.cookie.includes("__consent=")&&(document.documentElement.dataset.ask="");'

/**
 * Keeps the last tap on a button whose script is still asleep, and gives it once it is hydrated (docs/decisions/0022).
 * Buttons that work without a script go on at once: those of a form with an address, and those of a popover.
 *
 * Until the page is hydrated a tap is held back here. Then it is let through, and React stops it on its way where it
 * meets a part that is still asleep (ui/lazy-hydration.tsx): a tap that does not reach its button is given again, and a form
 * that only a script can send is not sent without it. The answers about cookies are heard above all parts
 * (app/features/consent/deferred-consent.tsx).
 */
const earlyTaps =
  '{let held,timer;const d=document.documentElement.dataset,drop=()=>{clearInterval(timer);held&&(held.ariaBusy=null);held=0},stop=e=>{e.preventDefault();e.stopImmediatePropagation()};' +
  'addEventListener("click",e=>{const b=e.target.closest("button:not([popovertarget],form[action] [type=submit])"),a="hydrated"in d;if(!b||a&&b.dataset.consent)return;' +
  'drop();held=b;timer=setInterval(()=>{"hydrated"in d&&(drop(),b.click())},50);' +
  'a?b.addEventListener("click",drop,{capture:true,once:true}):(stop(e),b.ariaBusy=true)},true);' +
  'addEventListener("submit",e=>{held&&!e.target.hasAttribute("action")&&stop(e)},true)}'

/** Runs before the page is seen. */
export const earlyScript = askConsent + earlyTaps
