import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { DAY } from "#shared/instant.ts";
import { entitled } from "../../functions/licenses/license.ts";
import { flawsOf, type Installed, installPacked, NODES } from "../packed.ts";
import { serve } from "./http.ts";
import { ISSUER, KEY } from "./service.ts";
import { publicOf } from "./sign.ts";

const SOURCE = path.resolve(import.meta.dirname, "../../../packages/license-client");
const run = promisify(execFile);

let packed: Installed;
let installed = "";
let app = "";
let folder = "";
beforeAll(() => {
  packed = installPacked("license-client");
  ({ place: installed, app, folder } = packed);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the packed package", () => {
  test("is below 21 kB, and has no dependencies and no sources", () => {
    expect(statSync(packed.tarball).size).toBeLessThan(21_000);
    const manifest = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
    expect(manifest.dependencies).toBeUndefined();
    expect(readdirSync(installed).sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin",
      "dist",
      "package.json",
    ]);
  });

  test("requires only Node's modules, so no other license applies", () => {
    const files = readdirSync(path.join(installed, "dist")).filter((name) => name.endsWith(".cjs"));
    const code = files.map((name) => readFileSync(path.join(installed, "dist", name), "utf8")).join("");
    const required = [...code.matchAll(/require\(["`](.+?)["`]\)/g)].map(([, name]) => name);
    expect(required.filter((name) => !/^(node:|\.\/)/.test(name ?? ""))).toEqual([]);
    expect(required.length).toBeGreaterThan(4);
  });

  test("has a changelog entry for its version", () => {
    const { version } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
    expect(readFileSync(path.join(installed, "CHANGELOG.md"), "utf8")).toContain(`## ${version}\n`);
  });

  test("passes publint and arethetypeswrong", async () => {
    expect(await flawsOf(packed)).toEqual([]);
  });
});

describe.each(NODES)("on %s", (node) => {
  test("can be imported and required as one library", async () => {
    const file = path.join(app, "both.mjs");
    writeFileSync(
      file,
      `import { createRequire } from "node:module";
       import { electronVault, openLicense } from "@articlip/license-client";
       const required = createRequire(import.meta.url)("@articlip/license-client");
       console.log(typeof electronVault, required.openLicense === openLicense);`,
    );
    expect((await run(node, [file])).stdout).toBe("function true\n");
  });

  test("runs its command without a warning", async () => {
    const program = path.join(installed, "bin/articlip-license.mjs");
    const { stdout, stderr } = await run(node, [program, "help"]);
    expect(stdout).toContain("Exit codes:");
    expect(stderr).toBe("");
  });

  test("has background work that keeps no process alive", async () => {
    const file = path.join(app, "ends.mjs");
    writeFileSync(
      file,
      `import { openLicense } from "@articlip/license-client";
       const license = await openLicense({
         service: { url: "http://127.0.0.1:1", issuer: "http://x", keys: [{ kid: "k", kty: "OKP", crv: "Ed25519", x: "x" }] },
         product: "test", appVersion: "1", directory: ${JSON.stringify(path.join(folder, "ends"))},
       });
       license.keepFresh();
       console.log((await license.state()).name);`,
    );
    expect((await run(node, [file], { timeout: 60_000 })).stdout).toBe("needs-key\n");
  });
});

describe("the example application shows every state", () => {
  let service: Awaited<ReturnType<typeof serve>>;
  let state: string;
  let made = 0;
  beforeEach(async () => {
    service = await serve();
    service.world.now = Date.now();
    made += 1;
    state = path.join(folder, `state-${made}`);
    const pins = { url: service.url, issuer: ISSUER, keys: [publicOf(service.world.keys.current)] };
    writeFileSync(path.join(app, "pins.json"), JSON.stringify(pins));
    cpSync(path.join(SOURCE, "examples/terminal.mjs"), path.join(app, "terminal.mjs"));
    return () => service.close();
  });

  /** Starts the application and types each line after the answer to the previous one. */
  async function session(
    lines: readonly (string | (() => void))[],
    clockError = 0,
  ): Promise<Record<string, unknown>[]> {
    const clock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${clockError}`;
    const child = spawn(
      process.execPath,
      ["--import", clock, "terminal.mjs", "--pins", "pins.json", "--dir", state, "--json"],
      { cwd: app },
    );
    const screens: Record<string, unknown>[] = [];
    const left = [...lines, "quit"];
    for await (const line of createInterface({ input: child.stdout })) {
      screens.push(JSON.parse(line));
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        if (typeof next === "function") next();
        else {
          child.stdin.write(`${next}\n`);
          break;
        }
      }
    }
    return screens;
  }
  const names = (screens: Record<string, unknown>[]) =>
    screens.map(({ name, reason, warning }) => [name, reason ?? warning].join(" "));
  const change = (entitlement: Parameters<typeof entitled>[0]) => () => {
    service.world.license = entitled(entitlement, service.world.license);
  };

  test("from the first key to leaving, with every kind of answer", async () => {
    const { world } = service;
    const screens = await session([
      `key ${KEY}`,
      "work",
      change({ pastDueSince: new Date().toISOString() }),
      "retry",
      change({ pastDueSince: null, expiresAt: new Date(Date.now() + 2 * DAY).toISOString() }),
      "retry",
      change({ expiresAt: null, ended: true }),
      "retry",
      change({ ended: false, suspensions: ["payment"] }),
      "retry",
      change({ suspensions: ["account"] }),
      "retry",
      change({ suspensions: [], revocations: ["refund"] }),
      "retry",
      change({ revocations: [], active: false }),
      "retry",
      change({ active: true }),
      "retry",
      () => {
        world.isDown = true;
      },
      "retry",
      "work",
      () => {
        world.isDown = false;
      },
      "leave",
      "leave",
    ]);
    expect(names(screens)).toEqual([
      "needs-key not-activated",
      "active ",
      "active ",
      "active payment",
      "active ending",
      "refused EXPIRED",
      "refused PAYMENT_REQUIRED",
      "refused SUSPENDED",
      "refused REVOKED",
      "refused INACTIVE",
      "active ",
      "active offline",
      "active offline",
      "needs-key not-activated",
      "needs-key not-activated",
    ]);
    expect(screens.map(({ note }) => note)).toEqual(
      expect.arrayContaining([
        "Done and reported.",
        "Done. Waiting reports: 1.",
        "The service cannot be reached. Check your connection.",
        "This computer is not activated, so there is nothing to deactivate.",
      ]),
    );
  });

  test.each([
    ["moved", () => ({ ...service.world.license, device: null })],
    [
      "copied",
      () => {
        const { device } = service.world.license;
        return { ...service.world.license, device: device && { ...device, secretHash: "used up" } };
      },
    ],
    [
      "replaced",
      () => {
        service.world.failures["/api/license/refresh"] = new AppError("REPLACED", "Replaced");
        return service.world.license;
      },
    ],
    [
      "unknown-key",
      () => {
        service.world.failures["/api/license/refresh"] = new AppError("NOT_FOUND", "Unknown");
        return service.world.license;
      },
    ],
  ])("after an activation that ended: %s", async (reason, after) => {
    const screens = await session([
      `key ${KEY}`,
      () => {
        service.world.license = after();
      },
      "retry",
    ]);
    expect(names(screens).at(-1)).toBe(`needs-key ${reason}`);
  });

  test("with a store that was edited, is full or is unreadable", async () => {
    await session([`key ${KEY}`]);
    const file = path.join(state, "license.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("activationId", "activationid"));
    expect(names(await session([]))).toEqual(["needs-key not-activated"]);
    writeFileSync(file, text.replace(/seen\\":\d+/, 'seen\\":1'));
    expect(names(await session(["retry"]))).toEqual(["needs-connection changed", "active "]);
    rmSync(file);
    mkdirSync(file);
    expect(names(await session(["retry"]))).toEqual(["needs-disk read", "needs-disk read"]);
  });

  test("with an ended lease and a clock that was set back", async () => {
    await session([`key ${KEY}`]);
    service.world.isDown = true;
    expect(names(await session(["retry"], 2 * DAY))).toEqual([
      "needs-connection lease-ended",
      "needs-connection lease-ended",
    ]);
    expect(names(await session(["work"], -2 * DAY))).toEqual([
      "needs-connection clock",
      "needs-connection clock",
    ]);
    service.world.isDown = false;
    expect(names(await session(["retry"], -2 * DAY))).toEqual(["needs-connection clock", "active "]);
  });
});
