import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { report } from "#shared/activity/device.ts";
import { join } from "#shared/affiliates/customer.ts";
import { getOverview } from "#shared/customers/overview.ts";
import { startSession } from "#shared/customers/session.ts";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { activate, refresh } from "#shared/licenses/device.ts";
import { callApi } from "../../../local/seed/api.ts";
import { purchase } from "../../../local/seed/checkout.ts";
import { signInOnce, signUpOnce } from "../../../local/seed/signIn.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { type Recording, record } from "./record.ts";

/** Each flow runs for several people, to separate shared partitions from personal partitions. */
const PEOPLE = 8;
const PASSWORD = "Correct-Horse7";
const Activated = z.object({ activationId: z.string(), refreshSecret: z.string() });

export async function recordFlows(stack: StackFile): Promise<Recording[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `scale${index}-${randomUUID().slice(0, 8)}@example.com`,
    password: PASSWORD,
  }));
  const tokens: string[] = [];
  const keys: string[] = [];
  const proofs: z.output<typeof Activated>[] = [];
  const as = (person: number) => ({ token: tokens[person] ?? "" });
  const computer = (person: number) => ({
    licenseKey: keys[person] ?? "",
    fingerprint: `fingerprint-of-scale-${person}`,
  });
  const proof = (person: number) => ({ ...computer(person), ...proofs[person] });
  const flows: Recording[] = [];
  const flow = async (name: string, act: (person: number) => Promise<unknown>) => {
    console.log(name);
    flows.push(await record(stack, name, PEOPLE, act));
  };

  await flow("sign-up", async (person) => {
    const one = people[person];
    if (one === undefined) return;
    await signUpOnce(stack, one);
    tokens[person] = await signInOnce(stack, one);
    await callApi(stack, startSession, {}, as(person));
  });
  await flow("free key", async (person) => {
    const { licenseKey } = createFreeKey.output.parse(await callApi(stack, createFreeKey, {}, as(person)));
    keys[person] = licenseKey;
  });
  await flow("first activation", async (person) => {
    const described = { computerName: `Computer ${person}`, os: "Windows 11", appVersion: "2.4.1" };
    const answer = await callApi(stack, activate, { ...computer(person), ...described });
    proofs[person] = z.parse(Activated, answer);
  });
  await flow("refresh", async (person) => {
    const answer = await callApi(stack, refresh, { ...proof(person), attemptId: randomUUID() });
    proofs[person] = z.parse(Activated, { ...proofs[person], ...z.parse(z.looseObject({}), answer) });
  });
  await flow("activity report", (person) => {
    const at = new Date().toISOString();
    const entry = { id: randomUUID(), type: "video_created", status: "success", at };
    return callApi(stack, report, { ...proof(person), sentAt: at, entries: [entry] });
  });
  await flow("dashboard", async (person) => {
    await callApi(stack, startSession, {}, as(person));
    await callApi(stack, getOverview, {}, as(person));
  });
  await flow("purchase", (person) => purchase(stack, as(person).token, "monthly"));
  const codes: string[] = [];
  await flow("joining as an affiliate", async (person) => {
    const code = `SCALE${randomUUID().slice(0, 6).toUpperCase()}`;
    await callApi(stack, join, { acceptTerms: true, code }, as(person));
    codes[person] = code;
  });
  await flow("click on one link", () =>
    fetch(`${stack.siteUrl}/r/${codes[0]}`, {
      redirect: "manual",
      headers: { "user-agent": `Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 ${randomUUID()}` },
    }),
  );
  return flows;
}
