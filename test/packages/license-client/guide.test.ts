import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import { answered } from "../../../functions/licenses/signIn/rules.ts";
import { LICENSE } from "../../functions/licenses/license.ts";
import { type Installed, installPacked } from "../packed.ts";
import { serve } from "./http.ts";
import { KEY } from "./service.ts";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "../../..");
const GUIDE = readFileSync(path.join(ROOT, "docs/license-guide.md"), "utf8");
const SHELL = [...GUIDE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block.trim());
const FILES = [...GUIDE.matchAll(/^\d+\. `([\w.]+)`[\s\S]*?```\w+\n([\s\S]*?)```/gm)];
/** Divides every wait by 1,000. */
const HURRY =
  "data:text/javascript,const real = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => real(run, ms / 1000, ...rest);";

let packed: Installed;
let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  packed = installPacked("license-client");
  const modules = path.join(packed.app, "node_modules");
  mkdirSync(path.join(modules, "electron"));
  cpSync(path.join(import.meta.dirname, "electron.cjs"), path.join(modules, "electron/index.js"));
  mkdirSync(path.join(modules, ".bin"));
  symlinkSync(
    path.join(packed.place, "bin/articlip-license.mjs"),
    path.join(modules, ".bin/articlip-license"),
  );
  service = await serve();
  service.world.now = Date.now();
  await follow();
});
afterAll(async () => {
  await service.close();
  rmSync(packed.folder, { recursive: true });
});
afterEach(() => {
  rmSync(path.join(packed.app, "user-data"), { recursive: true, force: true });
  // The example for the terminal has another product name, so the service sees another computer.
  service.world.license = LICENSE;
});

/** Follows steps 1 to 5 of the guide literally, except for the packages and the shop's address. */
async function follow(): Promise<void> {
  const [install = "", pin = ""] = SHELL;
  const [init, settings, packages] = install.split("\n");
  expect(GUIDE).toContain("`npm pack --workspace packages/license-client --pack-destination ~`");
  expect(packages).toBe("npm install electron ~/articlip-license-client-*.tgz");
  const url = "https://shop.example.com/backend";
  expect(pin).toContain(url);
  for (const line of [init, settings, "npx articlip-license pin --url URL > license-pins.json"])
    await run("/bin/sh", ["-c", (line ?? "").replace("URL", service.url)], { cwd: packed.app });
  expect(pin.replace(url, "URL")).toBe("npx articlip-license pin --url URL > license-pins.json");
  expect(FILES.map(([, name]) => name)).toEqual(["main.js", "preload.cjs", "index.html"]);
  for (const [, name = "", text = ""] of FILES) writeFileSync(path.join(packed.app, name), text);
}

type Page = { heading: string; message: string; form: boolean; retry: boolean; opened: string[] };

/** Starts the application. `until` resolves with the first matching page. */
function start() {
  const manifest: { main: string } = JSON.parse(readFileSync(path.join(packed.app, "package.json"), "utf8"));
  const child = spawn(process.execPath, ["--import", HURRY, manifest.main], {
    cwd: packed.app,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    act: (action: { submit: string } | { click: string }) => child.stdin.write(`${JSON.stringify(action)}\n`),
    async until(isShown: (page: Page) => boolean): Promise<Page> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error("The application ended.");
        const page: Page = JSON.parse(value);
        if (isShown(page)) return page;
      }
    },
    async close() {
      child.kill();
      await new Promise((closed) => child.once("close", closed));
    },
  };
}

test("a customer enters the key while the service is unreachable, retries, and the dialog closes", async () => {
  const app = start();
  await app.until(({ form, heading }) => form && heading === "Enter your license key");
  service.world.isDown = true;
  app.act({ submit: KEY });
  await app.until(({ message }) => message === "Check your connection and try again.");
  service.world.isDown = false;
  app.act({ submit: KEY });
  expect(await app.until(({ form, retry }) => !form && !retry)).toMatchObject({ heading: "License active" });
  await app.close();
  const again = start();
  await again.until(({ heading, form }) => heading === "License active" && !form);
  await again.close();
});

test("signing in opens the browser, shows the code and activates", async () => {
  const app = start();
  await app.until(({ form }) => form);
  app.act({ click: "signIn" });
  await app.until(({ message }) => message.includes("Your browser shows this code: WDJB-MJHT."));
  const { world } = service;
  if (!world.signIn) throw new Error("no sign-in has begun");
  world.signIn = answered(world.signIn, "user", KEY, new Date(world.now));
  world.now += 5 * MINUTE;
  const page = await app.until(({ heading }) => heading === "License active");
  expect(page.opened).toEqual([`${new URL(service.url).origin}/activate?code=WDJB-MJHT`]);
  await app.close();
});

test("the stored license is encrypted", async () => {
  const app = start();
  await app.until(({ form }) => form);
  app.act({ submit: KEY });
  await app.until(({ heading }) => heading === "License active");
  await app.close();
  const stored = readFileSync(path.join(packed.app, "user-data/license.json"), "utf8");
  expect(stored).toMatch(/^vault:/);
});

test("the terminal's command shows the state and accepts a key", async () => {
  cpSync(
    path.join(ROOT, "packages/license-client/examples/terminal.mjs"),
    path.join(packed.app, "terminal.mjs"),
  );
  const command = SHELL.find((block) => block.includes("terminal.mjs")) ?? "";
  const typed = run("/bin/sh", ["-c", command], { cwd: packed.app });
  typed.child.stdin?.end(`key ${KEY}\nquit\n`);
  expect((await typed).stdout).toMatch(/== Enter your license key ==[\s\S]+== License active ==/);
});
