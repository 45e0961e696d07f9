import type { Person } from "../people.ts";
import type { Shop } from "../shop.ts";
import { anyone, type Scene, type Step } from "./step.ts";

const affiliate = ({ people, random }: Scene): Person | undefined =>
  random.pick(people.all.filter(({ referralCode }) => referralCode));

const join: Step = async (scene) => {
  const person = anyone(scene);
  return person && joinAs(scene, person);
};

export async function joinAs(scene: Scene, person: Person): Promise<string> {
  const country = scene.random.pick([undefined, "DE", "US", "BR"]);
  const { status, body } = await scene.shop.call(
    "affiliates/join",
    person,
    // Some affiliates joined before the form had a country. Stripe cannot pay to Brazil, so joining there must fail.
    { acceptTerms: true, ...(country ? { country } : {}) },
    scene.fault,
  );
  if (country === "BR" && status === 200 && !person.referralCode)
    scene.shop.untrue.push(
      `Nobody joins from a country where Stripe cannot pay: ${person.email} joined from ${country}`,
    );
  if (typeof body.referral_code === "string") person.referralCode = body.referral_code;
  return `${person.email} joins the program: ${status}`;
}

/** The operator creates or ends an affiliate's discount. */
const giveDiscount: Step = async (scene) => {
  const { shop, people, random, fault } = scene;
  const person = affiliate(scene);
  if (!person?.referralCode) return undefined;
  const ending = shop.stripe.store
    .all("promotionCode")
    .find(({ code, active }) => code === person.referralCode && active);
  const { status } = ending
    ? await shop.call("discounts/endDiscountCode", people.operator, { codeId: ending.id }, fault)
    : await shop.call(
        "discounts/createDiscountCode",
        people.operator,
        {
          requestId: random.bytes(8).toString("hex"),
          code: person.referralCode,
          forAffiliate: true,
          percentOff: 1 + random.below(60),
          plans: random.pick([["monthly"], ["yearly", "lifetime"], ["monthly", "yearly", "lifetime"]]),
          firstPurchaseOnly: random.chance(0.3),
        },
        fault,
      );
  if (!ending && status === 200) person.givesDiscount = true;
  return `the operator ${ending ? "ends" : "gives"} the discount of ${person.email}: ${status}`;
};

const click: Step = async (scene) => {
  const code = affiliate(scene)?.referralCode;
  if (code === undefined) return undefined;
  await scene.shop.click(code);
  return `a visitor follows the link ${code}`;
};

/** Confirms the address with the mailed code, because payouts require a confirmed address. */
export async function confirmAddress(shop: Shop, person: Person): Promise<void> {
  await shop.call("accounts/sendEmailCode", person);
  await shop.settle();
  const isCode = /^Confirm your .* email address$/;
  const sent = shop.services.sent.filter(({ to, subject }) => to === person.email && isCode.test(subject));
  const mail = sent.at(-1)?.text ?? "";
  const code = /\b\d{6}\b/.exec(mail)?.[0];
  if (code !== undefined) await shop.call("accounts/confirmEmail", person, { code });
  shop.signInAgain();
}

const onboard: Step = async (scene) => {
  const person = affiliate(scene);
  return person && onboardAs(scene, person);
};

export async function onboardAs(scene: Scene, person: Person): Promise<string> {
  const { shop } = scene;
  await shop.call(
    "payouts/startOnboarding",
    person,
    { return_url: "https://shop.example/affiliate" },
    scene.fault,
  );
  await confirmAddress(shop, person);
  const { engine, store } = shop.stripe;
  for (const account of store.all("account"))
    if (account.metadata?.affiliateId === person.sub) engine.acts.completeOnboarding(account.id);
  return `${person.email} opens an account at Stripe`;
}

const restrict: Step = async ({ shop, random }) => {
  const { engine, store } = shop.stripe;
  const own = engine.ownAccount();
  const account = random.pick(store.all("account").filter(({ id }) => id !== own));
  if (!account || random.chance(0.5)) return undefined;
  engine.acts.restrictAccount(account.id);
  return `Stripe restricts ${account.id}`;
};

const requestPayout: Step = async (scene) => {
  const person = affiliate(scene);
  return person && requestPayoutAs(scene, person);
};

export async function requestPayoutAs(scene: Scene, person: Person): Promise<string | undefined> {
  const seen = await scene.shop.call("affiliates/getAffiliate", person);
  const view = seen.body.affiliate as { balance: { available_cents: number } } | null | undefined;
  const available = view?.balance.available_cents ?? 0;
  if (available < 2000) return undefined;
  const amount = scene.random.chance(0.5) ? available : 2000 + scene.random.below(available - 1999);
  const { status, body } = await scene.shop.call(
    "payouts/requestPayout",
    person,
    { amount_cents: amount },
    scene.fault,
  );
  return `${person.email} requests ${amount}: ${status} ${body.code ?? ""}`;
}

export const AFFILIATE_STEPS = {
  join,
  giveDiscount,
  click,
  onboard,
  restrict,
  requestPayout,
} satisfies Record<string, Step>;
