import { expect, test } from "vitest";
import { MAX_CODE_TRIES } from "#shared/accounts/emailCode.ts";
import { RECOVERIES_A_NETWORK } from "../../functions/limits/rules.ts";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();
const MISMATCH = "This address and this recovery code do not match.";

/** A person who uses an authenticator and has written the recovery code down. */
async function enrolled(): Promise<{ ann: Person; recoveryCode: string }> {
  const ann = await world.signUp({ proves: true });
  const { body } = await world.call("accounts/beginAuthenticator", {}, ann);
  await world.call("accounts/setSecondFactor", { enabled: true, code: "123456" }, ann);
  await world.settle();
  return { ann, recoveryCode: String(body.recoveryCode) };
}

const factorOf = ({ sub }: Person) => world.shop.services.users.get(sub)?.factor;
const mailedCode = (person: Person) => /\b\d{6}\b/.exec(world.mails(person)[0]?.text ?? "")?.[0] ?? "";
const recover = (email: string, recoveryCode: string, code?: string) =>
  world.call("accounts/recoverAccount", { email, recoveryCode, ...(code === undefined ? {} : { code }) });

test("a customer who lost the phone removes the second factor with the recovery code and a mailed code", async () => {
  const { ann, recoveryCode } = await enrolled();
  await world.signInAgain(ann);
  // The customer copies the code from paper, in capitals and with spaces.
  const typed = recoveryCode.toUpperCase().replaceAll("-", " ");
  expect(await recover(` ${ann.email.toUpperCase()} `, typed)).toMatchObject({ body: { removed: false } });
  await world.settle();
  expect(world.mails(ann)[0]?.subject).toMatch(/^Remove the second factor/);
  expect(await recover(ann.email, typed, mailedCode(ann))).toMatchObject({ body: { removed: true } });
  await world.settle();
  expect(factorOf(ann)).toBe(false);
  expect(world.shop.services.users.get(ann.sub)?.signedOutAt).toBe(world.now().getTime());
  expect(world.mails(ann)[0]?.subject).toMatch(/second factor removed$/);
  expect((await world.call("accounts/listSessions", {}, ann)).status).toBe(401);
  await world.signInAgain(ann);
  expect((await world.call("accounts/getAccount", {}, ann)).body).toMatchObject({
    account: { secondFactorSince: null },
  });
  expect(await recover(ann.email, typed)).toMatchObject({ body: { error: MISMATCH } });
});

test("without the recovery code, a caller removes nothing and does not learn who has an account or a second factor", async () => {
  const { ann } = await enrolled();
  const bob = await world.signUp();
  const before = world.mails(ann).length;
  const guess = "2345-6789-bcdf-ghjk-mnpq-rstv";
  for (const email of [ann.email, bob.email, "nobody@example.com"])
    expect(await recover(email, guess)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", field: "recoveryCode", error: MISMATCH },
    });
  expect((await recover(ann.email, guess, "123456")).body).toMatchObject({ error: MISMATCH });
  await world.settle();
  expect(world.mails(ann)).toHaveLength(before);
  for (let call = 5; call <= RECOVERIES_A_NETWORK.most; call += 1) await recover("nobody@example.com", guess);
  expect((await recover(ann.email, guess)).status).toBe(429);
  expect(factorOf(ann)).toBe(true);
});

test("a mailed code does not work for another address or a deleted account", async () => {
  const { ann, recoveryCode } = await enrolled();
  await recover(ann.email, recoveryCode);
  await world.settle();
  const mailed = mailedCode(ann);
  const email = "ann.next@example.com";
  const change = { userId: ann.userId, email, note: "By phone" };
  expect((await world.operate("accounts/changeCustomerEmail", change)).status).toBe(200);
  await world.minutes(2);
  expect((await recover(email, recoveryCode, mailed)).body).toMatchObject({ field: "code" });
  expect((await recover(email, recoveryCode)).body).toMatchObject({ removed: false });
  await world.signInAgain(ann);
  expect((await world.call("customers/deleteAccount", { email }, ann)).status).toBe(200);
  expect((await recover(email, recoveryCode)).body).toMatchObject({ error: MISMATCH });
});

test("a mailed code does not work after a quarter of an hour", async () => {
  const { ann, recoveryCode } = await enrolled();
  await recover(ann.email, recoveryCode);
  await world.settle();
  const mailed = mailedCode(ann);
  await world.minutes(16);
  expect((await recover(ann.email, recoveryCode, mailed)).body).toMatchObject({ field: "code" });
  expect(factorOf(ann)).toBe(true);
});

test("a thief with only the recovery code gets five guesses for a mailed code, and five mails a day", async () => {
  const { ann, recoveryCode } = await enrolled();
  await recover(ann.email, recoveryCode);
  await world.settle();
  const right = mailedCode(ann);
  const wrong = (at: number) => String((Number(right) + at) % 1_000_000).padStart(6, "0");
  const guess = (at: number) => () => recover(ann.email, recoveryCode, wrong(at + 1));
  await world.atOnce(Array.from({ length: MAX_CODE_TRIES + 3 }, (_, at) => guess(at)));
  const row = world.rows("Users").find(({ userId, sk }) => userId === ann.userId && sk === "account");
  expect(row).toMatchObject({ recoveryMail: { tries: MAX_CODE_TRIES } });
  expect((await recover(ann.email, recoveryCode, right)).body).toMatchObject({ field: "code" });
  expect(factorOf(ann)).toBe(true);
  for (let sent = 1; sent < 5; sent += 1) {
    await world.minutes(2);
    expect((await recover(ann.email, recoveryCode)).status).toBe(200);
  }
  await world.minutes(2);
  expect((await recover(ann.email, recoveryCode)).status).toBe(429);
});

test("a replaced recovery code and a recovery code from before a password reset remove nothing, and a mail reports the replacement", async () => {
  const { ann, recoveryCode } = await enrolled();
  await world.signInAgain(ann);
  const { body } = await world.call("accounts/replaceRecoveryCode", {}, ann);
  await world.settle();
  expect(world.mails(ann)[0]?.subject).toMatch(/recovery code replaced$/);
  expect((await recover(ann.email, recoveryCode)).body).toMatchObject({ error: MISMATCH });
  expect((await recover(ann.email, String(body.recoveryCode))).status).toBe(200);
  expect(JSON.stringify(world.rows("Users"))).not.toContain(String(body.recoveryCode));

  const thief = await world.signUp();
  const planted = await world.call("accounts/beginAuthenticator", {}, thief);
  await world.call("accounts/setSecondFactor", { enabled: true, code: "123456" }, thief);
  await world.reset(thief);
  await world.signInAgain(thief);
  expect((await world.call("accounts/getAccount", {}, thief)).body).toMatchObject({
    account: { secondFactorSince: null },
  });
  await world.call("accounts/beginAuthenticator", {}, thief);
  await world.call("accounts/setSecondFactor", { enabled: true, code: "123456" }, thief);
  expect((await recover(thief.email, String(planted.body.recoveryCode))).status).toBe(400);
});
