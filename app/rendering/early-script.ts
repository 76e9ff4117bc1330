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

/** Hides the notices above the header where they were dismissed (app/layout/notice-bar.tsx), so that nothing moves. */
const dismissedNotices =
  'document.cookie.includes("notices=off")&&(document.documentElement.dataset.notices="");'

/**
 * Stores the last tap on a button that is not hydrated yet and replays it after hydration
 * (decision 22). Buttons that work without a script act at once: those of a form with an action, and
 * those of a popover.
 *
 * Until the page is hydrated, taps are held back here. After that they pass, but React stops them at a
 * boundary that is still dehydrated (ui/lazy-hydration.tsx): a tap that does not reach its button is
 * replayed, and a form that only a script can submit is not submitted natively. A tap that another listener has
 * cancelled is not replayed: React stops a click without cancelling it. The consent buttons are handled above all
 * boundaries (app/features/consent/deferred-consent.tsx).
 *
 * A link that opens a menu (`aria-expanded`) is held back until its menu is hydrated (`data-ready`), because it would
 * load its page before the menu could open; the tap counts as the interaction that its script waits for. Where that takes longer than ten seconds, it loads its page.
 *
 * `data-path`: an address that names no store is answered with the not-found page of one (server/rendering/pages.ts), which
 * is shown under its own address, because hydration starts from that.
 */
const earlyTaps =
  '{let held,timer,turns;const d=document.documentElement.dataset,drop=()=>{clearInterval(timer);held&&(held.ariaBusy=null);held=0},stop=e=>{e.preventDefault();e.stopImmediatePropagation()};' +
  'd.path&&history.replaceState(0,"",d.path+location.search);' +
  'addEventListener("click",e=>{const b=e.target.closest("button:not([popovertarget],form[action] [type=submit]),a[aria-expanded]"),l=b&&b.href,ready=()=>l?b.closest("[data-ready]"):"hydrated"in d,a=ready();if(!b||a&&(l||b.dataset.consent)||l&&(e.ctrlKey||e.metaKey||e.shiftKey))return;' +
  'drop();held=b;turns=0;timer=setInterval(()=>{ready()?(drop(),a&&e.defaultPrevented||b.click()):l&&(++turns>200?(drop(),location.assign(l)):"hydrated"in d&&dispatchEvent(new Event("scroll")))},50);' +
  'a?b.addEventListener("click",drop,{capture:true,once:true}):(stop(e),b.ariaBusy=true)},true);' +
  'addEventListener("submit",e=>{held&&!e.target.hasAttribute("action")&&stop(e)},true)}'

/** Runs before the first paint. */
export const earlyScript = askConsent + dismissedNotices + earlyTaps
