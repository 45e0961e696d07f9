import { createElement } from "react";
import { expect, test } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import { draftOf } from "../../../web/src/operator/promotions/draft.ts";
import { OfferForm } from "../../../web/src/operator/promotions/OfferForm.tsx";
import { OfferPreview } from "../../../web/src/operator/promotions/OfferPreview.tsx";
import { Units } from "../../../web/src/operator/promotions/Units.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const endingIn = (time: number) => ({
  lifetime_enabled: true,
  hero_text: "",
  subtitle: "",
  end_at: new Date(Date.now() + time).toISOString(),
  quantity_remaining: null,
  version: 1,
});
const previewOf = async (time: number) =>
  wordsOf(await htmlOf(createElement(OfferPreview, { draft: draftOf(endingIn(time)) })));
const formOf = async (time: number) =>
  wordsOf(
    await htmlOf(createElement(OfferForm, { loaded: endingIn(time), units: null, waiting: undefined })),
  );

test("the preview counts down to the end of the offer, in days if it is far away", async () => {
  expect(await previewOf(HOUR)).toMatch(/on offer\n[\s\S]*Ends in\s+00:5\d:\d\d$/);
  expect(await previewOf(149.5 * DAY)).toMatch(/Ends in\s+149 days$/);
  expect(await formOf(HOUR)).toContain("Lifetime offer is on");
  expect(await formOf(HOUR)).not.toContain("The offer has ended");
});

test("the preview of an ended offer says when it ended, and the form says how to sell again", async () => {
  const words = await previewOf(-HOUR);
  expect(words).toMatch(/ended\n[\s\S]*Ended \w+ \d+, \d{4}/);
  expect(words).not.toMatch(/Ends in|not on offer/);
  const form = await formOf(-HOUR);
  expect(form).toContain("The offer has ended. To sell again, choose a later time.");
  expect(form).toMatch(/Lifetime offer ended \w+ \d+, \d{4}/);
  expect(form).not.toContain("Lifetime offer is on");
});

test("units offered to the waiting list do not count as held in open checkouts", async () => {
  const wordsFor = async (units: object | null) =>
    wordsOf(await htmlOf(createElement(Units, { units: units as never })));
  expect(await wordsFor({ total: 400, sold: 12, held: 3, offered: 5 })).toMatch(
    /Sold\n12\nHeld in open checkouts\n3\nOffered to the waiting list\n5\nTotal\n400$/,
  );
  expect(await wordsFor({ total: null, sold: 12, held: 3 })).toMatch(/checkouts\n3\nTotal\nNo limit$/);
  expect(await wordsFor(null)).toContain("The units could not be loaded.");
});
