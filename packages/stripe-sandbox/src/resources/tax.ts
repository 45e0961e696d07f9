import type Stripe from "stripe";
import { invalidParameter, invalidRequest, noSuch } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { TaxId, TaxRegistration } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import type { Raw } from "../http/form.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { address, integer, oneOf, paging, required, shape, text } from "../http/params.ts";
import { NO_ADDRESS } from "../payments/methods.ts";
import { isActive, isTaxReady, taxSettings } from "../tax/settings.ts";

const REGISTRATIONS = "/v1/tax/registrations";

/** "now", or epoch seconds. */
function instant(raw: Raw | undefined, path: string): number | "now" | undefined {
  return raw === "now" ? "now" : integer(raw, path);
}

/** A registration's options, keyed by the country's code in lower case. A US registration also names the state. */
function countryOptions(raw: Raw | undefined, path: string): TaxRegistration["country_options"] {
  if (raw === undefined || typeof raw === "string")
    throw invalidParameter(`Missing required param: ${path}.`, { code: "parameter_missing", param: path });
  const one = shape({ type: required(text), state: text, standard: shape({ place_of_supply_scheme: text }) });
  return Object.fromEntries(
    Object.keys(raw).map((country) => [country, required(one)(raw[country], `${path}[${country}]`)]),
  );
}

function shown(world: World, one: TaxRegistration): TaxRegistration {
  const now = world.clock.now();
  const status = isActive(one, now) ? "active" : one.active_from > now ? "scheduled" : "expired";
  return { ...one, status };
}

export const tax = [
  operation<Stripe.Tax.SettingsRetrieveParams>()(
    "tax.settings.retrieve",
    "GET /v1/tax/settings",
    {},
    ({ world }) => settingsOf(world),
  ),
  operation<Stripe.Tax.SettingsUpdateParams>()(
    "tax.settings.update",
    "POST /v1/tax/settings",
    {
      defaults: shape({
        tax_behavior: oneOf("exclusive", "inclusive", "inferred_by_currency"),
        tax_code: text,
      }),
      head_office: shape({ address: required(address) }),
    },
    ({ world, params: { defaults, head_office } }) => {
      const before = taxSettings(world);
      world.store.put("taxSettings", {
        ...before,
        ...(defaults?.tax_behavior && { behavior: defaults.tax_behavior }),
        ...(defaults?.tax_code && { code: defaults.tax_code }),
        ...(head_office && { headOffice: { ...NO_ADDRESS, ...head_office.address } }),
      });
      return settingsOf(world);
    },
  ),
  operation<Stripe.Tax.RegistrationCreateParams>()(
    "tax.registrations.create",
    "POST /v1/tax/registrations",
    {
      active_from: required(instant),
      country: required(text),
      country_options: countryOptions,
      expires_at: integer,
    },
    ({ world, params }) => {
      const now = world.clock.now();
      const { country, country_options, active_from, expires_at } = params;
      if (!isTaxReady(taxSettings(world)))
        throw invalidRequest("You must set a head office address before you add a tax registration.", {
          param: "country",
        });
      if (!(country.toLowerCase() in country_options))
        throw invalidParameter(`Missing required param: country_options[${country.toLowerCase()}].`, {
          code: "parameter_missing",
          param: "country_options",
        });
      return shown(
        world,
        world.store.put("taxRegistration", {
          id: newId("taxreg"),
          object: "tax.registration",
          active_from: active_from === "now" ? now : active_from,
          country,
          country_options,
          created: now,
          expires_at: expires_at ?? null,
          livemode: false,
          status: "active",
        }),
      );
    },
  ),
  operation<Stripe.Tax.RegistrationListParams>()(
    "tax.registrations.list",
    `GET ${REGISTRATIONS}`,
    { ...paging, status: oneOf("active", "all", "expired", "scheduled") },
    ({ world, params }) => {
      const { status = "all" } = params;
      const found = world.store.all("taxRegistration").map((one) => shown(world, one));
      return page(
        found.filter((one) => status === "all" || one.status === status),
        params,
        REGISTRATIONS,
      );
    },
  ),
  operation<Stripe.CustomerCreateTaxIdParams>()(
    "customers.createTaxId",
    "POST /v1/customers/:id/tax_ids",
    { type: required(text), value: required(text) },
    ({ world, params, id }) => addTaxId(world, id, params.type, params.value),
  ),
  operation<Stripe.CustomerListTaxIdsParams>()(
    "customers.listTaxIds",
    "GET /v1/customers/:id/tax_ids",
    paging,
    ({ world, params, id }) => {
      need(world, "customer", id);
      const found = world.store.all("taxId").filter(({ customer }) => customer === id);
      return page(found, params, `/v1/customers/${id}/tax_ids`);
    },
  ),
  operation<Stripe.CustomerDeleteTaxIdParams>()(
    "customers.deleteTaxId",
    "DELETE /v1/customers/:id/tax_ids/:nested",
    {},
    ({ world, id, nested }) => {
      need(world, "customer", id);
      const gone = world.store.find("taxId", nested);
      if (gone?.customer !== id) throw noSuch("tax_id", nested);
      world.store.remove("taxId", nested);
      world.emit("customer.tax_id.deleted", gone);
      return { id: nested, object: "tax_id", deleted: true };
    },
  ),
];

function settingsOf(world: World) {
  const settings = taxSettings(world);
  const { headOffice, behavior, code } = settings;
  const isReady = isTaxReady(settings);
  return {
    object: "tax.settings",
    defaults: { provider: "stripe", tax_behavior: behavior, tax_code: code },
    head_office: headOffice && { address: headOffice },
    livemode: false,
    status: isReady ? "active" : "pending",
    status_details: isReady ? { active: {} } : { pending: { missing_fields: ["head_office"] } },
  };
}

/** Adds a tax ID to a customer. Checks only the form of an EU VAT ID. */
export function addTaxId(world: World, customer: string, type: string, value: string): TaxId {
  need(world, "customer", customer);
  const compact = value.replace(/[\s.-]/g, "").toUpperCase();
  if (type === "eu_vat" && !/^[A-Z]{2}[0-9A-Z]{8,12}$/.test(compact))
    throw invalidRequest("Invalid value for eu_vat.", { code: "tax_id_invalid", param: "value" });
  const made = world.store.put("taxId", {
    id: newId("txi"),
    object: "tax_id",
    country: type === "eu_vat" ? compact.slice(0, 2) : null,
    created: world.clock.now(),
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: "customer" },
    type,
    value: compact,
    verification: { status: "pending", verified_address: null, verified_name: null },
  });
  world.emit("customer.tax_id.created", made);
  return made;
}
