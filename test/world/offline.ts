import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { computer, type Person, type World } from "./world.ts";

/** Gets an offline license for two computers in turn, on the person's first seat. */
export async function goOffline(world: World, person: Person): Promise<void> {
  const [key] = await world.keys(person);
  const licenseKey = key?.license_key ?? "";
  for (const name of ["cabin", "boat"]) {
    await world.call("licenses/swapSeat", { licenseKey }, person);
    const request = { type: "license-request" as const, version: 1 as const, nonce: randomUUID() };
    const input = { licenseKey, request: { ...request, ...computer(`${name} ${person.userId}`) } };
    expect((await world.call("licenses/answerOffline", input, person)).status).toBe(200);
  }
}
