import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();

test("the mail with the first key lists three steps, and is sent once, after the address is confirmed", async () => {
  const welcomes = (person: Person) =>
    world.mails(person).filter(({ subject }) => subject.startsWith(`Welcome to ${BRAND.name}`));
  for (const provesFirst of [true, false]) {
    const person = await world.signUp({ proves: provesFirst });
    const { licenseKey } = (await world.call("licenses/createFreeKey", {}, person)).body;
    await world.settle();
    expect(welcomes(person)).toHaveLength(provesFirst ? 1 : 0);
    if (!provesFirst) await world.prove(person);
    await world.settle();
    const [mail, ...more] = welcomes(person);
    expect(more).toEqual([]);
    for (const said of [licenseKey, "/dashboard", "1. Download", "2. Open it", "3. Paste"])
      expect(mail?.text).toContain(said);
  }
});
