import type { Person } from "../people.ts";
import { joinAs } from "./affiliate.ts";
import { signUpAs } from "./customer.ts";
import { GOOD_CARD, payWith } from "./paying.ts";
import { anyone, type Scene, type Step } from "./step.ts";

const COUNTRIES = ["DE", "FR", "GB"];

/** The operator chooses the countries where a link's cookie needs consent. */
const askForConsent: Step = async ({ shop, people, random, fault }) => {
  const { body } = await shop.call("referrals/getConsentCountries", people.operator);
  const countries = COUNTRIES.filter(() => random.chance(0.6));
  const input = { countries, version: body.version };
  const { status } = await shop.call("referrals/saveConsentCountries", people.operator, input, fault);
  return `the operator asks for consent in ${countries.join(", ") || "no country"}: ${status}`;
};

/** A visitor follows a link, accepts, declines or ignores the page's question, and signs up. */
const visit: Step = async (scene) => {
  const { shop, people, random } = scene;
  const affiliate = random.pick(people.all.filter(({ referralCode }) => referralCode)) ?? anyone(scene);
  if (affiliate && !affiliate.referralCode) await joinAs({ ...scene, fault: undefined }, affiliate);
  const code = affiliate?.referralCode;
  if (code === undefined) return undefined;
  const country = random.pick([...COUNTRIES, "US", null]) ?? null;
  const answer = random.pick(["accepts", "declines", "does not answer"] as const) ?? "accepts";
  if (shop.database.partition("Affiliates", "consent").length === 0 && random.chance(0.7))
    await askForConsent({ ...scene, fault: undefined });
  const [settings] = shop.database.partition("Affiliates", "consent");
  const asked = (settings?.countries ?? []) as string[];
  const mustAsk = asked.length > 0 && (country === null || asked.includes(country));
  const before = new Set(shop.database.rows("Traffic"));
  let cookies = await shop.click(code, { country });
  const isCounted = shop.database.rows("Traffic").some((row) => !before.has(row));
  const who = `a visitor from ${country} by ${code}`;
  if (mustAsk && (cookies.length > 0 || isCounted))
    shop.untrue.push(
      `Nothing is kept before consent: ${who}, cookies ${cookies.length}, counted ${isCounted}`,
    );
  const accepts = mustAsk && answer === "accepts";
  if (accepts) cookies = await shop.click(code, { country, agreed: true });
  const owner = shop.database
    .rows("Affiliates")
    .find(({ sk, referralCode }) => sk !== "code" && referralCode === code);
  if ((accepts || !mustAsk) && owner?.status === "active" && cookies.length !== 1)
    shop.untrue.push(`A visitor who accepted is counted: ${who} has ${cookies.length} cookies`);
  const person = await signUpAs(scene, undefined, cookies);
  if (!person) return `${who} ${mustAsk ? answer : "is not asked"}`;
  if (mustAsk && !accepts) person.declined = true;
  const bought = random.chance(0.5) ? `, ${await buyWithCode(scene, person, code, owner?.status)}` : "";
  return `${who} ${mustAsk ? answer : "is not asked"}: ${person.email}${bought}`;
};

/** Buys with an affiliate's code. The code attributes the buyer even if they did not accept the link's cookie. */
async function buyWithCode(scene: Scene, person: Person, code: string, status: unknown): Promise<string> {
  const { shop } = scene;
  const answer = await shop.call("checkout/startCheckout", person, {
    price_id: shop.stripe.prices.monthly,
    mode: "subscription",
    success_url: "https://shop.example/success",
    cancel_url: "https://shop.example/checkout",
    affiliateCode: code,
  });
  const [attribution] = shop.database.partition("Affiliates", `user#${person.sub}`);
  if (answer.status === 200 && status === "active" && attribution?.affiliateId === undefined)
    shop.untrue.push(
      `A buyer who enters an affiliate's code is attributed to that affiliate: ${person.email} entered ${code}, and is attributed to no affiliate`,
    );
  if (typeof answer.body.sessionId !== "string") return `cannot buy: ${answer.status}`;
  person.sessions.push(answer.body.sessionId);
  return `buys with the code: ${payWith(scene, answer.body.sessionId, GOOD_CARD)}`;
}

export const CONSENT_STEPS = { askForConsent, visit } satisfies Record<string, Step>;
