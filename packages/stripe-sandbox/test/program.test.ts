import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startStripe } from "../src/server.ts";

const PROGRAM = path.resolve(import.meta.dirname, "../bin/stripe-sandbox.mjs");

/** Runs the program to its end. @returns its exit code and output */
function run(...args: string[]): Promise<{ exit: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) =>
      resolve({ exit: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

test.each(["--help", "-h"])("stripe-sandbox %s prints the options and starts nothing", async (option) => {
  const { exit, stdout, stderr } = await run(option);
  expect(stdout).toMatch(/^stripe-sandbox \[options\]:/);
  expect(stdout).toContain("--port <number>");
  expect([exit, stderr]).toEqual([0, ""]);
});

test.each([
  [["--prot", "4242"], "Unknown option '--prot'"],
  [["4242"], "Unexpected argument '4242'"],
  [["--port"], "'--port <value>' argument missing"],
  [["--port", "http"], '--port must be a whole number from 0 to 65535, but is "http".'],
  [["--port", "65536"], '--port must be a whole number from 0 to 65535, but is "65536".'],
  [["--rate-limit", "0"], '--rate-limit must be a whole number of at least 1, but is "0".'],
  [["--secret-key", "sk_live_x"], "--secret-key must begin with sk_test_ or rk_test_"],
])("stripe-sandbox %j names the wrong option", async (args, sentence) => {
  const { exit, stdout, stderr } = await run(...args);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain("See stripe-sandbox --help.");
  expect(stderr).not.toMatch(/\n\s+at /);
  expect([exit, stdout]).toEqual([2, ""]);
});

test("a port in use gives an error that suggests another port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { exit, stderr } = await run("--port", String(port));
  other.close();
  expect(stderr).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use\\. Choose another port`));
  expect(exit).toBe(1);
});

test("the program listens only on the loopback address", async () => {
  const sandbox = await startStripe({ port: 0 });
  const { port } = new URL(sandbox.url);
  const reached = (host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port: Number(port) });
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);
  expect(await reached("127.0.0.1")).toBe(true);
  for (const address of outer) expect(await reached(address), address).toBe(false);
  await sandbox.close();
});
