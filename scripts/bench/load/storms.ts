import { post, settle } from "../../../local/seed/api.ts";
import { payCheckout } from "../../../local/seed/checkout.ts";
import { type Load, load } from "./run.ts";
import { endEqual, lanesOf, type Scene, signUp } from "./scene.ts";
import { readTables } from "./tables.ts";

const STORM_LANES = 12;
const STORM_BUYERS = 40;

export type Storm = { name: string; count: number; seconds: number; times: number[]; refused: number };

/** Sends clicks, renewals and webhooks, one kind after the other, as fast as this machine can. */
export async function playStorms(scene: Scene, seconds: number): Promise<Storm[]> {
  const { stack, links } = scene;
  const lanes = lanesOf(scene, STORM_LANES);
  const [link = ""] = links.keys();
  const storms = [
    await storm("clicks on one link", () =>
      load(
        stack.siteUrl,
        seconds,
        lanes.map((lane) => () => lane.click(link)),
      ),
    ),
    await storm("computers that all renew their lease after a release", () =>
      load(
        stack.siteUrl,
        seconds,
        lanes.map((lane) => () => lane.renewal()),
      ),
    ),
    await webhookStorm(scene),
  ];
  await endEqual(scene, lanes);
  return storms;
}

async function storm(name: string, play: () => Promise<Load>): Promise<Storm> {
  const { seconds, went } = await play();
  const times = [...went.values()].flatMap((one) => one.times);
  const refused = [...went.values()].reduce((sum, one) => sum + one.refused + one.unanswered, 0);
  return { name, count: times.length, seconds, times, refused };
}

/** Delivers a day's events at once, like Stripe after a day on which it could not reach the shop. */
async function webhookStorm({ stack, journal }: Scene): Promise<Storm> {
  const control = (what: string, body: object) => post(`${stack.stripe.apiUrl}/_control/${what}`, body);
  const events = async () => (await readTables(stack)).Events.filter(({ sk }) => sk === "event").length;
  const before = await events();
  await control("delivery", { mode: "paused" });
  for (let buyer = 0; buyer < STORM_BUYERS; buyer += 1) {
    const customer = await signUp(stack, journal);
    journal.purchases.set(await payCheckout(stack, customer.token, "monthly"), customer.userId);
  }
  const started = performance.now();
  await control("delivery/flush", {});
  await control("delivery", { mode: "normal" });
  await settle(stack);
  const seconds = (performance.now() - started) / 1000;
  return {
    name: "webhooks of a day at once",
    count: (await events()) - before,
    seconds,
    times: [],
    refused: 0,
  };
}
