import { beforeEach, expect, test } from "vitest";
import { computer, type Person, theWorld } from "../world/world.ts";

/** A thief knew the password until the owner reset it. */

const world = theWorld();
beforeEach(async () => void (await world.offerUnits(5)));
const computers = async (person: Person) =>
  ((await world.call("licenses/listSeats", {}, person)).body.seats as { computer_name: string | null }[]).map(
    ({ computer_name }) => computer_name,
  );
const resetAt = async (person: Person) => (await world.call("licenses/listSeats", {}, person)).body.reset_at;

async function lostAndReset(): Promise<{ ann: Person; stolen: string }> {
  const ann = await world.signUp({ proves: true });
  await world.buy(ann, "lifetime");
  const [key] = await world.keys(ann);
  expect(await world.activate(ann, "other desk")).toBe("VALID");
  expect(await resetAt(ann)).toBeNull();
  await world.days(2);
  await world.reset(ann);
  await world.signInAgain(ann);
  return { ann, stolen: key?.license_key ?? "" };
}

test("after a reset, one button removes the thief's computers and replaces the key", async () => {
  const { ann, stolen } = await lostAndReset();
  expect(await resetAt(ann)).toEqual(expect.any(String));
  expect(await computers(ann)).toEqual(["other desk"]);
  expect((await world.call("licenses/removeTaken", { keep: false }, ann)).status).toBe(200);
  expect(await computers(ann)).toEqual([null]);
  expect(await resetAt(ann)).toBeNull();
  const again = await world.call("licenses/activate", { licenseKey: stolen, ...computer("other desk") });
  expect(again.body.code).toBe("REPLACED");
  const [key] = await world.keys(ann);
  await world.call("licenses/removeTaken", { keep: false }, ann);
  expect((await world.keys(ann))[0]?.license_key).toBe(key?.license_key);
});

test("a customer who only forgot the password keeps the computers, and is not asked again", async () => {
  const { ann, stolen } = await lostAndReset();
  expect((await world.call("licenses/removeTaken", { keep: true }, ann)).status).toBe(200);
  expect(await resetAt(ann)).toBeNull();
  expect((await world.keys(ann))[0]?.license_key).toBe(stolen);
  expect(await computers(ann)).toEqual(["other desk"]);
});

test("removing computers that may be a stranger's keeps a computer that was activated long before the reset", async () => {
  const ann = await world.signUp({ proves: true });
  await world.buy(ann, "lifetime");
  await world.activate(ann, "old desk");
  await world.days(31);
  await world.reset(ann);
  await world.signInAgain(ann);
  await world.call("licenses/removeTaken", { keep: false }, ann);
  expect(await computers(ann)).toEqual(["old desk"]);
});
