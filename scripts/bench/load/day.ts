import { payCheckout } from "../../../local/seed/checkout.ts";
import { signInAs } from "../../../local/seed/signIn.ts";
import { disturb, endDisturbance } from "./faults.ts";
import { signInAll } from "./people.ts";
import { type Load, load } from "./run.ts";
import { endEqual, lanesOf, type Scene, signUp } from "./scene.ts";

/** Operator tokens expire after five minutes. */
const SIGN_IN_EVERY_MS = 60_000;

export type Day = Load & { signUps: number; purchases: number; isDisturbed: boolean };

/** @throws the differences between the tables and the requests */
export async function playDay(
  scene: Scene,
  seconds: number,
  lanes: number,
  isDisturbed: boolean,
): Promise<Day> {
  const { stack } = scene;
  await signInAll(stack, scene.customers);
  let operatorToken = await signInAs(stack, "operator");
  const renewal = setInterval(async () => {
    // If a fault breaks the sign-in, the day continues with the last token.
    operatorToken = await signInAs(stack, "operator").catch(() => operatorToken);
  }, SIGN_IN_EVERY_MS);
  const all = lanesOf(scene, lanes, () => operatorToken);
  if (isDisturbed) await disturb(stack);
  const newcomers = comeAndBuy(scene, seconds);
  const went = await load(
    stack.siteUrl,
    seconds,
    all.map((lane) => () => lane.next()),
  );
  clearInterval(renewal);
  const come = await newcomers;
  if (isDisturbed) await endDisturbance(stack);
  await endEqual(scene, all);
  return { ...went, ...come, isDisturbed };
}

/** Lets people sign up one after the other. Every fourth person buys. */
async function comeAndBuy(
  { stack, journal }: Scene,
  seconds: number,
): Promise<{ signUps: number; purchases: number }> {
  const end = performance.now() + seconds * 1000;
  let signUps = 0;
  let purchases = 0;
  while (performance.now() < end) {
    const customer = await signUp(stack, journal).catch(() => undefined);
    if (customer === undefined) continue;
    signUps += 1;
    if (signUps % 4 !== 0) continue;
    const sessionId = await payCheckout(stack, customer.token, "monthly").catch(() => undefined);
    if (sessionId === undefined) continue;
    journal.purchases.set(sessionId, customer.userId);
    purchases += 1;
  }
  return { signUps, purchases };
}
