import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { openLicense } from "../../../packages/license-client/src/index.ts";
import { COMPONENTS } from "./computer.ts";
import { serve } from "./http.ts";
import { ISSUER, KEY } from "./service.ts";
import { publicOf } from "./sign.ts";

const folder = mkdtempSync(join(tmpdir(), "processes-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** An application that refreshes and reports without a pause, and prints the outcome of each call. */
const APPLICATION = `
  import { openLicense } from ${JSON.stringify(resolve(import.meta.dirname, "../../../packages/license-client/src/index.ts"))};
  const license = await openLicense(JSON.parse(process.argv[1]));
  for (;;) {
    const { outcome, state } = await license.refresh();
    await license.report("video_created");
    const { waiting } = await license.sendReports();
    console.log(outcome, state.name, waiting);
  }`;

let service: Awaited<ReturnType<typeof serve>>;
let directory = "";
let made = 0;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  service = await serve();
  service.world.now = Date.now();
  made += 1;
  directory = join(folder, String(made));
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  await service.close();
});

const options = () => ({
  service: { url: service.url, issuer: ISSUER, keys: [publicOf(service.world.keys.current)] },
  product: "test",
  appVersion: "1",
  directory,
  components: COMPONENTS,
});

function start() {
  const program = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", APPLICATION];
  const child = spawn(process.execPath, [...program, JSON.stringify(options())]);
  running.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = "";
  child.stderr.on("data", (part) => {
    errors += part;
  });
  return {
    async line(): Promise<string> {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The application ended: ${errors}`);
      return value;
    },
    async kill(): Promise<void> {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await ended;
      running.delete(child);
    },
  };
}

test("two processes that are killed at any moment share one seat and lose nothing", async () => {
  expect((await (await openLicense(options())).activate(KEY)).outcome).toBe("done");
  for (let round = 0; round < 5; round += 1) {
    const applications = [start(), start()];
    for (const application of applications) expect(await application.line()).toMatch(/^done active/);
    // Waits for some calls of the service, so that the kill falls at a random moment during later calls.
    const from = service.world.calls.length;
    await expect.poll(() => service.world.calls.length, { interval: 1 }).toBeGreaterThan(from + round);
    await Promise.all(applications.map((application) => application.kill()));
  }
  const license = await openLicense(options());
  expect((await license.state()).name).toBe("active");
  expect(await license.refresh()).toMatchObject({
    outcome: "done",
    state: { name: "active", warning: null },
  });
  // A killed process leaves its lock, and only a report takes over the lock of the outbox.
  expect(await license.report("video_created")).toBe(true);
  expect((await license.sendReports()).waiting).toBe(0);
  const ids = service.world.reported.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(10);
  expect(service.world.license).toMatchObject({ totalSwaps: 0, activationCount: 1 });
  expect(readdirSync(directory).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test("a folder that is copied to another computer gives no license there and costs the first computer nothing", async () => {
  const first = await openLicense(options());
  await first.activate(KEY);
  await first.report("video_created");
  const copied = join(folder, "copied");
  cpSync(directory, copied, { recursive: true });
  const components = {
    install: "other",
    board: "other",
    cpu: COMPONENTS.cpu,
    disk: "other",
    network: "other",
  };
  const other = await openLicense({ ...options(), directory: copied, components });
  expect(await other.state()).toMatchObject({ name: "needs-connection", reason: "changed" });
  expect(await other.beginWork()).toBeNull();
  expect(await other.refresh()).toMatchObject({ outcome: "refused", state: { name: "needs-key" } });
  expect((await other.activate(KEY)).refusal?.code).toBe("SEAT_TAKEN");
  expect(await first.refresh()).toMatchObject({ outcome: "done", state: { name: "active" } });
});
