import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { withLock } from "../../../packages/license-client/src/node/lock.ts";

const folder = mkdtempSync(join(tmpdir(), "lock-"));
afterAll(() => rmSync(folder, { recursive: true }));
const source = resolve(import.meta.dirname, "../../../packages/license-client/src/node/lock.ts");
const script = (work: string) =>
  `import { withLock } from ${JSON.stringify(source)}; import { readFileSync, writeFileSync } from "node:fs"; const [, path, counter] = process.argv; ${work}`;
const node = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e"];

test("processes take turns, so no count is lost", async () => {
  const [path, counter] = [join(folder, "turns.lock"), join(folder, "count")];
  writeFileSync(counter, "0");
  const work = script(`
    for (let turn = 0; turn < 20; turn += 1)
      await withLock(path, async () => {
        const count = Number(readFileSync(counter, "utf8"));
        await new Promise((done) => setImmediate(done));
        writeFileSync(counter, String(count + 1));
      });`);
  await Promise.all(
    [1, 2, 3].map(() => promisify(execFile)(process.execPath, [...node, work, path, counter])),
  );
  expect(readFileSync(counter, "utf8")).toBe("60");
});

test("after a holder is killed, the others still get the lock one at a time", async () => {
  const path = join(folder, "killed.lock");
  const holder = spawn(process.execPath, [
    ...node,
    script(
      `await withLock(path, () => { console.log("held"); setInterval(() => {}, 1000); return new Promise(() => {}); });`,
    ),
    path,
  ]);
  await new Promise((done) => holder.stdout.once("data", done));
  const ended = new Promise((done) => holder.once("exit", done));
  holder.kill("SIGKILL");
  await ended;
  const left = readFileSync(path, "utf8");
  let [inside, most] = [0, 0];
  const enter = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((done) => setImmediate(done));
    inside -= 1;
  };
  // Repeats the race, because the order of the contenders is random.
  for (let round = 0; round < 40; round += 1) {
    writeFileSync(path, left);
    await Promise.all(Array.from({ length: 8 }, () => withLock(path, enter)));
  }
  expect(most).toBe(1);
});

test("an abort ends the wait for the lock", async () => {
  const path = join(folder, "aborted.lock");
  const abort = new AbortController();
  await withLock(path, async () => {
    const waiting = withLock(path, async () => "never", abort.signal);
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });
});

test.each(["", "null", "{", "{}", '{"token":"../../x"}', '{"token":7,"pid":"x"}'])(
  "a lock file with the content %j blocks no process",
  async (text) => {
    const path = join(folder, "edited.lock");
    writeFileSync(path, text);
    const now = vi.spyOn(performance, "now");
    let ahead = 0;
    // The monotonic clock advances five seconds at each read.
    now.mockImplementation(() => (ahead += 5_000));
    expect(await withLock(path, async () => "done")).toBe("done");
    now.mockRestore();
    expect(readdirSync(folder).filter((name) => name.startsWith("edited"))).toEqual([]);
  },
);
