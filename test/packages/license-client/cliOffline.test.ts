import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerRequest, answerTo, offlineClaims } from "../../../functions/licenses/offlineRules.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { LICENSE } from "../../functions/licenses/license.ts";
import { ISSUER } from "./service.ts";
import { publicOf, signToken } from "./sign.ts";

const PROGRAM = resolve(import.meta.dirname, "../../../packages/license-client/bin/articlip-license.mjs");
const keys = nextLeaseKeys();
const folder = mkdtempSync(join(tmpdir(), "cli-offline-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  const pins = { url: "http://127.0.0.1:1", issuer: ISSUER, keys: [publicOf(keys.current)] };
  writeFileSync(join(folder, "pins.json"), JSON.stringify(pins));
});

const file = (name: string) => join(folder, name);

/** Runs the program as a separate process on a computer without a network. */
const run = (machine: string, ...words: string[]) =>
  new Promise<{ exit: number; said: string }>((done) => {
    const place = ["--dir", file(machine), "--machine", machine, "--pins", file("pins.json")];
    execFile(process.execPath, [PROGRAM, ...words, ...place], (error, stdout, stderr) =>
      done({ exit: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

function answer(request: string, to: string, by = keys) {
  const asked = JSON.parse(readFileSync(request, "utf8"));
  const license = answerRequest(LICENSE, asked, "offline-activation", new Date());
  const lease = answerTo(license, asked);
  if (!lease) throw new Error("no answer");
  const signed = signToken(by.current, "lease+jwt", offlineClaims(license, lease, ISSUER));
  writeFileSync(to, JSON.stringify({ type: "license-answer", version: 1, lease: signed, chain: by.chain }));
}

test("a computer without internet gets a license only from the service's answer to its request file", async () => {
  const [request, good, forged] = [file("request.json"), file("answer.json"), file("forged.json")];
  const asked = await run("cabin", "request", request);
  expect(asked).toEqual({
    exit: 0,
    said: `Upload ${request} on the Seats page, and bring back the answer file.\n`,
  });
  answer(request, good);
  answer(request, forged, nextLeaseKeys());
  const refused = { exit: 1, said: expect.stringContaining("ANSWER_INVALID") };
  expect(await run("cabin", "answer", forged)).toEqual(refused);
  expect(await run("other", "answer", good)).toMatchObject({
    exit: 1,
    said: "This answer is for another computer. Create a request on this computer. (ANSWER_OTHER_COMPUTER)\n",
  });
  const accepted = await run("cabin", "answer", good, "--json");
  expect(JSON.parse(accepted.said)).toMatchObject({ ok: true, outcome: "done", state: "active" });
  expect(await run("cabin", "offline")).toMatchObject({ exit: 0 });
  expect(await run("cabin", "answer", good)).toMatchObject({
    exit: 1,
    said: expect.stringContaining("ANSWER_USED"),
  });
});

test("an error names a file that is missing or not writable, or asks for a file that was not given", async () => {
  expect(await run("cabin", "answer", file("none"))).toEqual({
    exit: 4,
    said: `${file("none")} cannot be read. Check its name.\n`,
  });
  const nowhere = file("no/folder");
  expect(await run("cabin", "request", nowhere)).toEqual({
    exit: 4,
    said: `${nowhere} cannot be written. Check the folder and the disk.\n`,
  });
  expect(await run("cabin", "request")).toEqual({ exit: 2, said: "Name a file after the command.\n" });
  expect(await run("cabin", "answer")).toEqual({ exit: 2, said: "Name a file after the command.\n" });
});
