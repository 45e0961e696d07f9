import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FREE_KEY_REMEMBERED } from "#shared/grants/grant.ts";
import { SECOND } from "#shared/instant.ts";
import { networkOf } from "../../functions/limits/networkRules.ts";
import { FREE_KEYS_A_NETWORK, windowOf } from "../../functions/limits/rules.ts";
import { call } from "../support/api.ts";
import { advanceClock, settle, setViewer } from "../support/control.ts";
import { mailedCode } from "../support/mail.ts";
import { newEmail, type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { patchRow, putRow, rowsOf } from "../support/rows.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
});
afterAll(() => close());

const freeKey = ({ accessToken }: Person) => call("licenses/createFreeKey", {}, { token: accessToken });
const leave = async ({ accessToken, email }: Person) => {
  expect((await call("customers/deleteAccount", { email }, { token: accessToken })).status).toBe(200);
  await settle();
};
const confirm = async ({ accessToken: token, email: address }: Person) => {
  expect((await call("accounts/sendEmailCode", {}, { token })).status).toBe(200);
  const code = await mailedCode(address);
  expect((await call("accounts/confirmEmail", { code }, { token })).status).toBe(200);
};
const REFUSED = { status: 409, body: { code: "CONFLICT" } };

let email: string;
const tagged = (tag: string) => email.replace("@", `+${tag}@`);
beforeEach(() => {
  email = newEmail("again");
});

test("a customer who deletes the account and signs up again gets no second free key, whatever the address's spelling", async () => {
  const first = await signUpPerson(email);
  expect((await freeKey(first)).status).toBe(200);
  await leave(first);
  expect(JSON.stringify(await rowsOf("Grants"))).not.toContain(email);
  for (const spelling of [email, tagged("b"), tagged("c").toUpperCase()])
    expect(await freeKey(await signUpPerson(spelling)), spelling).toMatchObject(REFUSED);
});

test("deleting another account of the same mailbox gives no second free key", async () => {
  expect((await freeKey(await signUpPerson(email))).status).toBe(200);
  const second = await signUpPerson(tagged("b"));
  expect(await freeKey(second)).toMatchObject(REFUSED);
  await leave(second);
  expect(await freeKey(await signUpPerson(tagged("c")))).toMatchObject(REFUSED);
});

test("a customer who never had a free key gets one, and gets another one a year after deleting the account", async () => {
  await leave(await signUpPerson(email));
  const second = await signUpPerson(email);
  expect((await freeKey(second)).status).toBe(200);
  const before = new Set((await rowsOf("Grants")).map(({ pk }) => pk));
  await leave(second);
  const left = (await rowsOf("Grants")).filter(({ pk }) => String(pk).startsWith("left#") && !before.has(pk));
  expect(left).toHaveLength(1);
  const [row] = left;
  expect(Object.keys(row ?? {}).sort()).toEqual(["expiresAtEpoch", "pk", "sk", "unproven"]);
  const now = Date.now() / SECOND;
  const days = (Number(row?.expiresAtEpoch) - now) / (FREE_KEY_REMEMBERED / SECOND);
  expect(days).toBeCloseTo(1, 2);
  await patchRow("Grants", { pk: String(row?.pk), sk: "free" }, "expiresAtEpoch", Math.floor(now) - 60);
  expect((await freeKey(await signUpPerson(email))).status).toBe(200);
});

test("the owner of an address gets a free key, even if a stranger with that address took one and deleted the account", async () => {
  const stranger = await signUpPerson(email);
  expect((await freeKey(stranger)).status).toBe(200);
  await leave(stranger);

  const owner = await signUpPerson(email);
  const refused = await freeKey(owner);
  expect(refused).toMatchObject(REFUSED);
  expect(refused.body.error).toContain("confirm your address");
  await confirm(owner);
  expect((await freeKey(owner)).status).toBe(200);

  // After the owner has deleted the account, confirming the address again gives no second key.
  await leave(owner);
  const again = await signUpPerson(email);
  await confirm(again);
  expect(await freeKey(again)).toMatchObject(REFUSED);
});

test("the owner of an address gets a free key, even if a stranger with that address took one and changed to another address", async () => {
  const stranger = await signUpPerson(email);
  expect((await freeKey(stranger)).status).toBe(200);
  const moved = newEmail("moved");
  const token = stranger.accessToken;
  expect((await call("accounts/changeEmail", { email: moved }, { token })).status).toBe(200);
  const code = await mailedCode(moved);
  expect((await call("accounts/confirmNewEmail", { code }, { token })).status).toBe(200);

  const owner = await signUpPerson(email);
  const refused = await freeKey(owner);
  expect(refused).toMatchObject(REFUSED);
  expect(refused.body.error).toContain("confirm your address");
  await confirm(owner);
  expect((await freeKey(owner)).status).toBe(200);

  await advanceClock(1);
  await leave(await signInPerson(moved));
  const again = await signUpPerson(tagged("b"));
  await confirm(again);
  expect(await freeKey(again)).toMatchObject(REFUSED);
});

test("an owner who confirms the address after taking the free key cannot get a second free key", async () => {
  const owner = await signUpPerson(email);
  expect((await freeKey(owner)).status).toBe(200);
  await confirm(owner);
  await settle();
  const again = await signUpPerson(tagged("b"));
  await confirm(again);
  expect(await freeKey(again)).toMatchObject(REFUSED);
});

test("all addresses of one network together get at most a hundred free keys an hour", async () => {
  const from = async (address: string) => {
    const person = await signUpPerson();
    await setViewer({ country: "US", address });
    try {
      return await freeKey(person);
    } finally {
      await setViewer({ country: "US", address: null });
    }
  };
  const [here, neighbor, elsewhere] = ["198.51.100.7", "198.51.100.201", "203.0.113.7"] as const;
  const window = windowOf(FREE_KEYS_A_NETWORK, new Date());
  for (const sk of [window, window + 1].map(String))
    await putRow("Limits", { pk: `freeKeys#${networkOf(here)}`, sk, calls: FREE_KEYS_A_NETWORK.most - 1 });
  expect((await from(here)).status).toBe(200);
  expect(await from(neighbor)).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect((await from(elsewhere)).status).toBe(200);
});
