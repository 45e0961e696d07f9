import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { paymentCheckout } from "./checkouts.ts";
import { CARD, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

describe("a checkout session", () => {
  test("expires automatically, with an event", async () => {
    const hook = await bench.listen(["checkout.session.expired"]);
    const session = await paymentCheckout(bench.stripe, { expires_at: bench.now() + 1800 });
    await bench.forward({ minutes: 29 });
    expect((await bench.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    await bench.forward({ minutes: 2 });
    await bench.sandbox.settle();
    expect(await bench.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    expect(hook.received[0]?.event).toMatchObject({
      created: session.expires_at,
      data: { object: { id: session.id, status: "expired" } },
    });
    expect((await bench.form(session.url ?? "", CARD)).status).toBe(410);
  });

  test("can be expired once by the API", async () => {
    const session = await paymentCheckout(bench.stripe);
    expect((await bench.stripe.checkout.sessions.expire(session.id)).status).toBe("expired");
    expect((await refusal(bench.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
  });

  test("cannot be set to expire in less than 30 minutes or more than 24 hours", async () => {
    for (const ahead of [600, 25 * 3600]) {
      expect((await refusal(paymentCheckout(bench.stripe, { expires_at: bench.now() + ahead }))).param).toBe(
        "expires_at",
      );
    }
  });
});
