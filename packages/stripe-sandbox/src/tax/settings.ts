import { invalidRequest } from "../core/errors.ts";
import type { TaxSettings } from "../core/hidden.ts";
import type { TaxRegistration } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { isInEu, type Place } from "./rates.ts";

const NEW: TaxSettings = { id: "taxSettings", headOffice: null, behavior: null, code: null };

export const taxSettings = (world: World): TaxSettings =>
  world.store.find("taxSettings", "taxSettings") ?? NEW;

export const isTaxReady = ({ headOffice }: TaxSettings): boolean => Boolean(headOffice?.country);

export function requireTaxReady(world: World): void {
  if (!isTaxReady(taxSettings(world)))
    throw invalidRequest(
      "You must have a valid head office address to enable automatic tax calculation in test mode. Visit https://dashboard.stripe.com/test/settings/tax to update it.",
      { param: "automatic_tax" },
    );
}

/** Whether a registration covers the place. A one-stop shop's registration covers the whole EU. */
export function collectsAt(world: World, { country, state }: Place): boolean {
  if (country === null) return false;
  const now = world.clock.now();
  return world.store.all("taxRegistration").some((one) => isActive(one, now) && covers(one, country, state));
}

export const isActive = ({ active_from, expires_at }: TaxRegistration, now: number): boolean =>
  active_from <= now && (expires_at === null || expires_at > now);

function covers({ country, country_options }: TaxRegistration, place: string, state: string | null): boolean {
  if (country === "US") return place === "US" && country_options.us?.state === state;
  const options: Readonly<Record<string, { type?: string } | undefined>> = country_options;
  const isUnion = options[country.toLowerCase()]?.type?.startsWith("oss_") === true;
  return country === place || (isUnion && isInEu(place));
}
