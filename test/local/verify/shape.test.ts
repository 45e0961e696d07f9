import { describe, expect, test } from "vitest";
import { differencesOf, shapeOf } from "../../../scripts/verify/stripe/shape.ts";

describe("the shape of an answer", () => {
  test("keeps names, types and Stripe's own words, but no values", () => {
    expect(
      shapeOf({
        id: "sub_1Nabc2345678",
        status: "active",
        created: 1_763_000_000,
        livemode: false,
        email: "someone@example.com",
        trial_end: null,
        metadata: { userId: "1" },
        items: { data: [{ quantity: 1 }, { quantity: 2 }] },
      }),
    ).toEqual({
      id: "id sub",
      status: "=active",
      created: "number",
      livemode: "boolean",
      email: "text",
      trial_end: null,
      metadata: "texts by name",
      items: { data: [{ quantity: "number" }] },
    });
  });
});

describe("a comparison of two runs", () => {
  test("finds no difference between two runs of one story", () => {
    const told = () =>
      shapeOf({ id: `in_${Math.random().toString(36).slice(2, 12)}`, status: "paid", lines: [] });
    expect(differencesOf(told(), told())).toEqual([]);
  });

  test("names the path and both sides' values", () => {
    const sandbox = shapeOf({ a: { status: "open", only: 1 }, list: [{ n: 1 }] });
    const stripe = shapeOf({ a: { status: "paid", more: "x" }, list: [{ n: null }] });
    expect(differencesOf(sandbox, stripe)).toEqual([
      "a.more: only Stripe has it (text)",
      "a.only: only the sandbox has it (number)",
      "a.status: sandbox =open, Stripe =paid",
      "list[].n: sandbox number, Stripe null",
    ]);
  });
});
