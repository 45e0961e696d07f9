import { html } from "hono/html";
import type { CardInput } from "../payments/methods.ts";
import type { Html } from "./layout.ts";

export type CardForm = { number: string; expiry: string; cvc: string; name: string; postal: string };
export const EMPTY_CARD: CardForm = { number: "", expiry: "", cvc: "", name: "", postal: "" };

/** A card's fields with autocomplete. `wrong`: the refused field. */
export function cardFields(sent: CardForm, wrong: string | undefined): Html {
  const mark = (field: string) => (wrong === field ? html` aria-invalid="true"` : "");
  return html`<fieldset>
<legend>Card</legend>
<label for="number">Card number</label>
<input id="number" name="number" value="${sent.number}" required inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"${mark("number")}>
<div class="pair">
<div><label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" value="${sent.expiry}" required inputmode="numeric" autocomplete="cc-exp" placeholder="12 / 34" maxlength="9"${mark("expiry")}></div>
<div><label for="cvc">Security code</label>
<input id="cvc" name="cvc" value="" required inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"${mark("cvc")}></div>
</div>
<label for="name">Name on card</label>
<input id="name" name="name" value="${sent.name}" required autocomplete="cc-name"${mark("name")}>
<label for="postal">Postal code</label>
<input id="postal" name="postal" value="${sent.postal}" autocomplete="postal-code"${mark("postal")}>
</fieldset>`;
}

export function cardForm(form: FormData): CardForm {
  const read = (name: string) => String(form.get(name) ?? "").trim();
  return {
    number: read("number"),
    expiry: read("expiry"),
    cvc: read("cvc"),
    name: read("name"),
    postal: read("postal"),
  };
}

export function cardInput(form: CardForm): CardInput {
  const [month, year] = form.expiry.split(/[\s/-]+/);
  return {
    number: form.number.replace(/[\s-]/g, ""),
    expMonth: Number(month ?? 0),
    expYear: Number(year ?? 0),
    cvc: form.cvc,
  };
}

export function fieldOf(code: string | undefined): string | undefined {
  if (code?.includes("cvc")) return "cvc";
  if (code?.includes("expir") || code === "expired_card") return "expiry";
  return code === undefined ? undefined : "number";
}
