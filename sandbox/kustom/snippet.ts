/** The markup with which a merchant's page embeds the checkout, and the confirmation after the purchase. */
import type { CheckoutSession } from './checkout-sessions.ts'

/**
 * A container and a script that loads the checkout's own script. The script element runs only where it is
 * part of the document or was made by script: `innerHTML` does not run it.
 */
export function snippetOf(session: CheckoutSession, url: string): string {
  const settings = {
    orderId: session.id,
    url,
    isComplete: session.status === 'checkout_complete',
    requiresClientValidation: session.document.options?.require_client_validation === true,
  }
  return `<div id="klarna-checkout-container" style="overflow-x: hidden;">
  <script type="text/javascript">
  /* <![CDATA[ */
    (function (w, d, settings) {
      w.__kustomCheckout = settings;
      w._klarnaCheckout = function () { (w._klarnaCheckout.q = w._klarnaCheckout.q || []).push(arguments); };
      var script = d.createElement("script");
      script.async = true;
      script.src = settings.url + "/page/checkout.js";
      d.getElementById("klarna-checkout-container").appendChild(script);
    })(window, document, ${JSON.stringify(settings)});
  /* ]]> */
  </script>
</div>`
}
