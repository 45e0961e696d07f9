import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LeaseClaims } from "#shared/licenses/lease.ts";
import { SignInRequest } from "#shared/licenses/signIn.ts";
import { nodeCrypto } from "../../packages/license-client/src/node/crypto.ts";
import { createTrust } from "../../packages/license-client/src/trust.ts";
import { call } from "../support/api.ts";
import { activationOf, freeKeyOf } from "../support/devices.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

const PROGRAM = resolve(import.meta.dirname, "../../packages/license-client/bin/articlip-license.mjs");
const folder = mkdtempSync(join(tmpdir(), "computers-"));
afterAll(() => rmSync(folder, { recursive: true }));

function type(name: string, ...words: string[]) {
  const place = ["--dir", join(folder, name), "--machine", name, "--name", name];
  const options = [...place, "--url", stack().apiUrl, "--json"];
  return new Promise<{ exit: number; said: Record<string, unknown> }>((done, fail) => {
    execFile(process.execPath, [PROGRAM, ...words, ...options], (error, stdout, stderr) => {
      if (stdout === "") return fail(new Error(stderr));
      done({ exit: Number(error?.code ?? 0), said: JSON.parse(stdout) });
    });
  });
}

test("a computer activates by signing in, and its owner chooses the seat in a browser", async () => {
  const person = await signUpPerson();
  await freeKeyOf(person);
  const token = { token: person.accessToken };
  const place = ["--dir", join(folder, "sofa"), "--machine", "sofa", "--name", "sofa"];
  const child = spawn(process.execPath, [PROGRAM, "login", ...place, "--url", stack().apiUrl]);
  const ended = once(child, "exit");
  let said = "";
  for await (const text of child.stdout) {
    said += String(text);
    const code = /compare the code: ([A-Z]{4}-[A-Z]{4})/.exec(said)?.[1];
    if (code === undefined || said.includes("seat")) continue;
    expect(said).toContain(`/activate?code=${code}`);
    const request = SignInRequest.parse((await call("licenses/getSignIn", { code }, token)).body.request);
    expect(request).toMatchObject({ computer_name: "sofa", choices: [{ tier: "free" }] });
    const answer = { code, answer: "approve" as const, keyId: request.choices[0]?.keyId };
    expect((await call("licenses/answerSignIn", answer, token)).status).toBe(200);
  }
  expect(await ended).toEqual([0, null]);
  expect(said).toContain("This computer has the seat.");
  expect(await type("sofa", "explain")).toMatchObject({ exit: 0, said: { code: "VALID" } });
});

describe("a computer's life on the command line", () => {
  let person: Person;
  let licenseKey: string;
  beforeAll(async () => {
    person = await signUpPerson();
    licenseKey = await freeKeyOf(person);
  });
  const seat = async () => {
    const { seats } = (await call("licenses/listSeats", {}, { token: person.accessToken })).body;
    return (seats as Record<string, unknown>[])[0];
  };
  const refusedBy = (code: string) => ({ exit: 1, said: { refusal: { code } } });

  test("a new computer activates and works offline", async () => {
    expect(await type("studio", "status")).toMatchObject({ exit: 1, said: { code: "not-activated" } });
    expect(await type("studio", "activate", licenseKey.toLowerCase())).toMatchObject({ exit: 0 });
    expect(await type("studio", "offline")).toMatchObject({
      exit: 0,
      said: { mayStart: true, code: "VALID" },
    });
    expect(await seat()).toMatchObject({ computer_name: "studio", lease_ends_at: expect.any(String) });
  });

  test("the computer refreshes and validates its license", async () => {
    expect(await type("studio", "refresh")).toMatchObject({ exit: 0 });
    expect(await type("studio", "refresh")).toMatchObject({ exit: 0 });
    expect(await type("studio", "validate")).toMatchObject({ exit: 0, said: { valid: true } });
  });

  test("the computer's videos are counted, and its reports are listed, newest first", async () => {
    expect(await type("studio", "report", "--title", "First")).toMatchObject({
      exit: 0,
      said: { waiting: 0 },
    });
    await type("studio", "report", "--type", "error", "--title", "<b>No voice</b>");
    const token = { token: person.accessToken };
    expect((await call("activity/getVideoCount", {}, token)).body).toEqual({ videoCount: 1 });
    expect((await call("activity/getActivityLogs", {}, token)).body).toEqual({
      logs: [
        expect.objectContaining({ activity_type: "error", status: "error", title: "<b>No voice</b>" }),
        expect.objectContaining({
          activity_type: "video_created",
          status: "success",
          title: "First",
          computer_name: "studio",
        }),
      ],
      next: null,
    });
  });

  test("another computer is refused until the owner swaps the seat on the site", async () => {
    expect(await type("laptop", "activate", licenseKey)).toMatchObject(refusedBy("SEAT_TAKEN"));
    const swapped = await call("licenses/swapSeat", { licenseKey }, { token: person.accessToken });
    expect(swapped).toMatchObject({
      status: 200,
      body: {
        ok: true,
        message: "Device cleared. You can now activate on a new computer.",
        seat: { computer_name: null, ip_address: null, lease_ends_at: null, swap_count_today: 1 },
      },
    });
    expect(await type("laptop", "activate", licenseKey)).toMatchObject({ exit: 0 });
  });

  test("the old computer works offline until its next refresh, and cannot activate again", async () => {
    expect(await type("studio", "offline")).toMatchObject({ exit: 0 });
    expect(await type("studio", "refresh")).toMatchObject(refusedBy("SEAT_TAKEN"));
    expect(await type("studio", "offline")).toMatchObject({ exit: 1 });
    expect(await type("studio", "activate", licenseKey)).toMatchObject(refusedBy("SEAT_TAKEN"));
  });

  test("a second swap on one day is refused with the time of the reset", async () => {
    const answer = await call("licenses/swapSeat", { licenseKey }, { token: person.accessToken });
    expect(answer).toMatchObject({
      status: 429,
      body: {
        code: "SWAP_LIMIT",
        error: "Daily device change limit reached (1/1 used today). Try again after the daily reset.",
        details: {
          swap_count_today: 1,
          max_daily_swaps: 1,
          next_reset_utc: expect.stringMatching(/T00:00:00\.000Z$/),
        },
      },
    });
  });

  test("the second computer activates again and leaves, and then the first computer activates without a swap", async () => {
    expect(await type("laptop", "activate", licenseKey)).toMatchObject({ exit: 0 });
    expect(await type("laptop", "deactivate")).toMatchObject({ exit: 0 });
    expect(await seat()).toMatchObject({ computer_name: null, swap_count_today: 1 });
    expect(await type("laptop", "status")).toMatchObject({ exit: 1, said: { code: "not-activated" } });
    expect(await type("studio", "activate", licenseKey)).toMatchObject({ exit: 0 });
    expect(await seat()).toMatchObject({ computer_name: "studio", swap_count_today: 1 });
  });

  test("a computer that cannot reach the service says so and keeps its reports", async () => {
    const nowhere = ["--machine", "studio", "--url", "http://127.0.0.1:1"];
    const offline = (...words: string[]) =>
      new Promise<{ exit: number; text: string }>((done) => {
        execFile(
          process.execPath,
          [PROGRAM, ...words, "--dir", join(folder, "studio"), ...nowhere],
          (error, text) => done({ exit: Number(error?.code ?? 0), text }),
        );
      });
    expect((await offline("offline")).text).toContain("Work may begin without the network.");
    const refreshing = await offline("refresh");
    expect(refreshing.exit).toBe(3);
    expect(refreshing.text).toMatch(
      /^The license service cannot be reached\. The stored license has not changed\. Check the connection\.\nConnect within 23 hours\./,
    );
    expect((await offline("report", "--title", "Second")).text).toContain("1 waiting");
    expect((await type("studio", "report", "--title", "Third")).said).toMatchObject({ waiting: 0 });
    const { body } = await call("activity/getVideoCount", {}, { token: person.accessToken });
    expect(body.videoCount).toBe(3);
  });
});

describe("leases and their keys", () => {
  test("the key set is public and cacheable, has no private key, and verifies a lease", async () => {
    const response = await fetch(`${stack().apiUrl}/api/license/keys.json`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    const { keys, chain } = await response.json();
    expect(chain).toEqual([]);
    expect(keys).toEqual([
      {
        kty: "OKP",
        crv: "Ed25519",
        alg: "EdDSA",
        use: "sig",
        kid: expect.any(String),
        x: expect.any(String),
      },
    ]);
    const licenseKey = await freeKeyOf(await signUpPerson());
    const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
    const lease = createTrust(stack().siteUrl, keys, nodeCrypto).readLease(String(body.lease));
    expect(lease).toMatchObject({ fingerprint: computer("desk").fingerprint, tier: "free" });
    expect(new Date(lease?.endsAt ?? 0).toISOString()).toBe(body.leaseEndsAt);
    const claims = Buffer.from(String(body.lease).split(".")[1] ?? "", "base64url").toString();
    expect(LeaseClaims.parse(JSON.parse(claims)).iss).toBe(stack().siteUrl);
    expect(claims).not.toContain(licenseKey);
  });
});

describe("reports", () => {
  test("that a computer sends ten times at once are recorded and counted once", async () => {
    const person = await signUpPerson();
    const licenseKey = await freeKeyOf(person);
    const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
    const activation = activationOf(licenseKey, "desk", body);
    const at = new Date().toISOString();
    const entry = (id: string) => ({ id, type: "video_created", status: "success", at }) as const;
    const entries = Array.from({ length: 25 }, (_, index) => entry(`entry-number-${index}`));
    const more = [...entries.slice(0, 5), entry("entry-new")];
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => call("activity/report", { ...activation, sentAt: at, entries })),
      call("activity/report", { ...activation, sentAt: at, entries: more }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
    const recorded = answers.reduce((sum, answer) => sum + Number(answer.body.recorded), 0);
    expect(recorded).toBe(26);
    const token = { token: person.accessToken };
    expect((await call("activity/getVideoCount", {}, token)).body.videoCount).toBe(26);
    const first = (await call("activity/getActivityLogs", {}, token)).body;
    expect(first.logs).toHaveLength(25);
    const rest = (await call("activity/getActivityLogs", { cursor: String(first.next) }, token)).body;
    expect(rest.logs).toHaveLength(1);
  });

  test("are accepted after the license has ended, but not from a computer that has lost its seat", async () => {
    const person = await signUpPerson();
    const licenseKey = await freeKeyOf(person);
    const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
    const activation = activationOf(licenseKey, "desk", body);
    const at = new Date().toISOString();
    const report = (id: string) =>
      call("activity/report", {
        ...activation,
        sentAt: at,
        entries: [{ id, type: "video_created", status: "success", at }],
      });
    const row = (await rowsOf("Seats")).find(({ pk }) => pk === licenseKey);
    const ended = { ...Object(row?.entitlement), ended: true };
    await patchRow("Seats", { pk: licenseKey, sk: "license" }, "entitlement", ended);
    expect(await report("after-the-end")).toMatchObject({
      status: 200,
      body: { code: "EXPIRED", recorded: 1 },
    });
    await call("licenses/swapSeat", { licenseKey }, { token: person.accessToken });
    expect((await report("after-the-swap")).body.code).toBe("FINGERPRINT_MISMATCH");
    const { videoCount } = (await call("activity/getVideoCount", {}, { token: person.accessToken })).body;
    expect(videoCount).toBe(1);
  });
});
