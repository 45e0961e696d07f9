import type Stripe from "stripe";
import { SECOND } from "#shared/instant.ts";
import { clock } from "../determinism.ts";
import type { Person } from "../people.ts";
import type { Shop } from "../shop.ts";
import { confirmAddress } from "./affiliate.ts";
import { signUpAs } from "./customer.ts";
import { purchaseAs } from "./paying.ts";
import { anyone, type Scene, type Step } from "./step.ts";

type Row = {
  ownerId: string;
  members: { id: string; email: string; userId: string | null }[];
  vacated: { endsAt: string }[][];
};

export const teamsOf = (shop: Shop): Row[] =>
  shop.database
    .rows("Grants")
    .filter(({ sk }) => sk === "team")
    .map(({ pk, members, vacated }) => ({
      ownerId: String(pk),
      members: members as Row["members"],
      vacated: vacated as Row["vacated"],
    }));

/** A person who pays or has paid for several seats. */
const anyOwner = ({ shop, people, random }: Scene): Person | undefined => {
  const owners = new Set(
    shop.database
      .rows("Grants")
      .filter(({ subscription }) => ((subscription ?? {}) as { quantity?: number }).quantity !== undefined)
      .map(({ pk }) => pk),
  );
  return random.pick(people.all.filter(({ sub }) => owners.has(sub)));
};

const buyTeam: Step = async (scene) => {
  const person = anyone(scene);
  return (
    person &&
    purchaseAs(
      scene,
      person,
      scene.random.pick(["monthly", "yearly"] as const),
      0.8,
      scene.random.pick([2, 3, 4]),
    )
  );
};

/** Invites any person, even the buyer or a member. */
const inviteMember: Step = async (scene) => {
  const owner = anyOwner(scene);
  const friend = anyone(scene);
  return owner && friend && inviteAs(scene, owner, friend);
};

async function inviteAs({ shop, fault }: Scene, owner: Person, friend: Person): Promise<string> {
  await confirmAddress(shop, owner);
  const { status, body } = await shop.call(
    "subscriptions/inviteMember",
    owner,
    { email: friend.email },
    fault,
  );
  return `${owner.email} invites ${friend.email}: ${status} ${body.code ?? ""}`;
}

/** Joins by one of the mailed links, which may be outdated. */
const joinTeam: Step = async (scene) => {
  const { shop, people, random, fault } = scene;
  const links = shop.services.sent.flatMap(({ to, text }) => {
    const token = /\/join-team#([\w.-]+)/.exec(text)?.[1];
    return token === undefined ? [] : [{ to, token }];
  });
  const link = random.pick(links.slice(-6));
  const reader = people.all.find(({ email }) => email === link?.to);
  const person = random.chance(0.9) ? reader : anyone(scene);
  if (!link || !person) return undefined;
  await confirmAddress(shop, person);
  const { status, body } = await shop.call("subscriptions/joinTeam", person, { token: link.token }, fault);
  if (status === 200 && person !== reader)
    shop.untrue.push(
      `Only the invited person can accept an invitation: ${person.email} accepted the invitation of ${link.to}`,
    );
  return `${person.email} joins a team: ${status} ${body.code ?? ""}`;
};

const removeFromTeam: Step = async (scene) => {
  const { shop, people, random, fault } = scene;
  const team = random.pick(teamsOf(shop).filter(({ members }) => members.length > 0));
  const owner = people.all.find(({ sub }) => sub === team?.ownerId);
  const member = random.pick(team?.members ?? []);
  if (!owner || !member) return undefined;
  const { status, body } = await shop.call("subscriptions/removeMember", owner, { member: member.id }, fault);
  return `${owner.email} removes ${member.email}: ${status} ${body.code ?? ""}`;
};

type Preview = { at: number; due_cents: number };

/** Reads the preview of a number of seats and confirms it. */
const changeSeats: Step = async (scene) => {
  const { shop, random, fault } = scene;
  const person = random.chance(0.7) ? anyOwner(scene) : anyone(scene);
  if (!person) return undefined;
  const seats = random.pick([1, 2, 3, 4, 5]) ?? 2;
  // Stripe counts in seconds, so the order of two payments in one second is unknown.
  clock.moveTo(clock.now() + SECOND);
  const preview = await shop.call("subscriptions/previewPlan", person, { to: "monthly", seats });
  if (preview.status !== 200) return undefined;
  const { at, due_cents } = preview.body as Preview;
  const input = { to: "monthly", seats, at, due_cents };
  const { status, body } = await shop.call("subscriptions/changePlan", person, input, fault);
  if (status === 200) shop.untrue.push(...untrueOf(shop, body, seats, due_cents));
  return `${person.email} changes to ${seats} seats for ${due_cents}: ${status} ${body.outcome ?? body.code ?? ""}`;
};

/** Compares the answer with Stripe. @returns a sentence for each difference */
function untrueOf(shop: Shop, body: Record<string, unknown>, seats: number, due: number): string[] {
  const { store } = shop.stripe;
  const { subscription_id: id } = body.subscription as { subscription_id: string };
  const subscription = store.find("subscription", id) as unknown as Stripe.Subscription | undefined;
  const quantity = subscription?.items.data[0]?.quantity;
  const changes = store
    .all("invoice")
    .filter(
      ({ parent, billing_reason }) =>
        parent?.subscription_details?.subscription === id && billing_reason === "subscription_update",
    );
  const open = changes.filter(({ status }) => status === "open").length;
  const said = `The seats are as the answer says: ${id} is ${body.outcome} to ${seats} for ${due}`;
  switch (body.outcome) {
    case "changed": {
      const paid = due === 0 ? 0 : changes.at(-1)?.amount_paid;
      return quantity === seats && paid === due ? [] : [`${said}, paid ${paid} for ${quantity}`];
    }
    case "declined":
      return open === 0 && quantity !== seats ? [] : [`${said}, with ${open} open and ${quantity} seats`];
    default:
      return open === 1 ? [] : [`${said}, with ${open} open`];
  }
}

/** A person buys a team and invites others, and some of them accept. */
const foundTeam: Step = async (scene) => {
  const { shop, people, random } = scene;
  const owner = (await signUpAs(scene)) ?? anyone(scene);
  if (!owner) return undefined;
  const seats = random.pick([2, 3, 4]) ?? 2;
  const lines = [await purchaseAs(scene, owner, "monthly", 0.8, seats)];
  await shop.settle();
  for (const friend of people.all.filter((one) => one !== owner).slice(-seats))
    lines.push(await inviteAs({ ...scene, fault: undefined }, owner, friend));
  await shop.settle();
  for (let accepts = 1; accepts < seats; accepts += 1) lines.push((await joinTeam(scene)) ?? "nobody joins");
  return lines.join("; ");
};

export const TEAM_STEPS = {
  buyTeam,
  foundTeam,
  inviteMember,
  joinTeam,
  removeFromTeam,
  changeSeats,
} satisfies Record<string, Step>;
