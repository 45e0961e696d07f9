import { marshall } from "@aws-sdk/util-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { passes } from "#local-aws";
import { DAY, HOUR } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { handler as announce } from "../../../../functions/customers/announceChanges.ts";
import { freeGrant } from "../../../../functions/grants/grantRules.ts";
import { createGrant } from "../../../../functions/grants/table.ts";
import { activateDevice } from "../../../../functions/licenses/devices/rules.ts";
import { forgetOwner } from "../../../../functions/licenses/rules.ts";
import { createLicense, endTrial, replaceLicense } from "../../../../functions/licenses/table.ts";
import { remindTrials } from "../../../../functions/licenses/trials/remind.ts";
import { render } from "../../../../functions/mail/templates/render.ts";
import { transact } from "../../../../functions/platform/dynamo.ts";
import { STREAM_CONSUMERS } from "../../../../infra/events.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";
import { memoryQueues } from "../../../support/memory/queue.ts";
import { streamRecord } from "../../../support/streamRecord.ts";
import { computer, LICENSE, later, NOW } from "../license.ts";

const wire = network();
let rows: Rows;
let mails: Mail[];
beforeAll(() => {
  for (const table of ["events", "grants", "seats"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("FUNCTION_ID", "insights/refreshDue");
  vi.stubEnv("MAIL_QUEUE_URL", "mail");
  vi.stubEnv("CHANGES_QUEUE_URL", "changes");
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, (_, body) => mails.push(JSON.parse(body)));
});
beforeEach(() => {
  wire.turn = undefined;
  mails = [];
  rows.clear();
  vi.setSystemTime(NOW);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const image = (license: License) => ({ pk: license.licenseKey, sk: "license", ...license });
const context = { awsRequestId: "request" } as Context;
const run = async (at: number) => {
  vi.setSystemTime(NOW.getTime() + at);
  return remindTrials(later(at), () => true);
};
const sent = () => mails.map(({ id }) => id);

/** Lets a computer take the seat, and delivers the stream's record `times` times. */
async function begin(days: number, times = 1, meanwhile?: () => Promise<void>): Promise<License> {
  const waiting: License = { ...LICENSE, trial: { id: "t", days, endsAt: null } };
  const running = activateDevice(waiting, computer("desk"), NOW);
  await transact([createGrant(freeGrant("user", LICENSE.licenseKey, NOW)), createLicense(running)]);
  const record = streamRecord({ before: image(waiting), after: image(running) }, 1);
  const { filters } = STREAM_CONSUMERS["customers/announceChanges"];
  expect(
    passes(
      filters.map((filter) => JSON.stringify(filter)),
      record,
    ),
  ).toBe(true);
  const Records = [{ dynamodb: { OldImage: marshall(image(waiting)), NewImage: marshall(image(running)) } }];
  await meanwhile?.();
  for (let at = 0; at < times; at += 1) await announce({ Records } as never, context);
  return running;
}

describe("the owner of a trial gets", () => {
  test("a mail with the end date when the trial begins", async () => {
    await begin(14);
    expect(sent()).toEqual(["trial-begun:seat"]);
    const [mail] = mails;
    if (!mail) throw new Error("There is no mail");
    expect(render(mail, "https://site.example").text).toMatch(
      /Every feature works on studio-mac until[\s\S]+Trial ends: March 28, 2026/,
    );
  });

  test("one mail three days before the end and one at the end", async () => {
    await begin(14, 2);
    mails = [];
    await run(11 * DAY - HOUR);
    expect(sent()).toEqual([]);
    expect(await run(11 * DAY)).toEqual({ told: 1, isLeft: false });
    await run(11 * DAY + HOUR);
    expect(sent()).toEqual(["trial-ending:seat"]);
    expect(mails[0]?.data.endsOn).toBe("March 28, 2026");
    await run(14 * DAY - HOUR);
    await run(14 * DAY);
    await run(15 * DAY);
    expect(sent()).toEqual(["trial-ending:seat", "trial-over:seat"]);
    expect(rows.of("events")).toEqual([]);
  });

  test("no reminder, only the mail at the end, if the job paused or the trial lasts three days", async () => {
    await begin(14);
    await run(20 * DAY);
    expect(sent()).toEqual(["trial-begun:seat", "trial-over:seat"]);
    rows.clear();
    mails = [];
    await begin(3);
    await run(2 * DAY);
    expect(sent()).toEqual(["trial-begun:seat"]);
    await run(3 * DAY);
    expect(sent()).toEqual(["trial-begun:seat", "trial-over:seat"]);
  });

  test("no more mail after a purchase", async () => {
    await begin(14);
    await transact([endTrial(LICENSE.licenseKey, later(DAY))]);
    await run(11 * DAY);
    expect(sent()).toEqual(["trial-begun:seat"]);
    expect(rows.of("events")).toEqual([]);
  });

  test("no mail if the purchase comes before the stream's record", async () => {
    await begin(14, 1, () => transact([endTrial(LICENSE.licenseKey, NOW)]));
    await remindTrials(later(14 * DAY), () => true);
    expect(sent()).toEqual([]);
    expect(rows.of("events")).toEqual([]);
  });

  test("no reminder while the key is suspended, and the mail at the end once it works", async () => {
    const license = await begin(14);
    const suspended: License = {
      ...license,
      entitlement: { ...license.entitlement, suspensions: ["account"] },
      version: license.version + 1,
    };
    await replaceLicense(license, suspended);
    await run(11 * DAY);
    expect(sent()).toEqual(["trial-begun:seat"]);
    await replaceLicense(suspended, { ...license, version: suspended.version + 1 });
    await run(14 * DAY);
    expect(sent()).toEqual(["trial-begun:seat", "trial-over:seat"]);
  });

  test("no mail after the account was deleted", async () => {
    const license = await begin(14);
    await replaceLicense(license, forgetOwner(license));
    await run(14 * DAY);
    expect(sent()).toEqual(["trial-begun:seat"]);
    expect(rows.of("events")).toEqual([]);
  });

  test("the same mail twice, under one id, if the run dies right after the mail", async () => {
    await begin(14);
    wire.turn = async ({ operation }) => {
      if (operation !== "PutItem") return;
      wire.turn = undefined;
      throw new Error("killed");
    };
    await expect(run(11 * DAY)).rejects.toThrow();
    await run(11 * DAY + HOUR);
    expect(sent()).toEqual(["trial-begun:seat", "trial-ending:seat", "trial-ending:seat"]);
  });
});

test("activating a key without a trial creates no row and no mail", async () => {
  const taken = activateDevice(LICENSE, computer("desk"), NOW);
  const Records = [{ dynamodb: { OldImage: marshall(image(LICENSE)), NewImage: marshall(image(taken)) } }];
  await announce({ Records } as never, context);
  expect(mails).toEqual([]);
  expect(rows.of("events")).toEqual([]);
});
