#!/usr/bin/env node
// Replaces `docker` for fakecloud's Lambda functions: a container is a folder and a process that runs the function's
// bundle. Supports only the commands for functions in zip files, and refuses other images (databases, clusters).
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

const HOME = process.env.JUDGE_CONTAINERS;
const HOST_ALIAS = "host.docker.internal";
const [command, ...args] = process.argv.slice(2);
const folderOf = (id) => path.join(HOME, id);
const read = (id, name) => readFileSync(path.join(folderOf(id), name), "utf8");

const COMMANDS = {
  info() {},
  version() {},
  pull() {},
  tag() {},
  image() {},
  ps() {},
  network: () => process.stdout.write("127.0.0.1\n"),
  create,
  cp: copy,
  start,
  port: ([id]) => process.stdout.write(`127.0.0.1:${read(id, "port")}\n`),
  logs: (given) => process.stdout.write(read(given.at(-1), "log")),
  rm: (given) => remove(given.at(-1)),
};

function create(given) {
  const env = {};
  let image;
  let handler;
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at];
    if (word === "-e") {
      at += 1;
      const [, name, value] = /^([^=]+)(?:=([\s\S]*))?$/.exec(given[at]);
      env[name] = (value ?? process.env[name] ?? "").replaceAll(HOST_ALIAS, "127.0.0.1");
    } else if (word.startsWith("-")) at += 1;
    else if (image === undefined) image = word;
    else handler = word;
  }
  if (!image?.includes("lambda/nodejs")) throw new Error(`this machine runs no ${image}`);
  const id = randomBytes(8).toString("hex");
  mkdirSync(path.join(folderOf(id), "task"), { recursive: true });
  writeFileSync(path.join(folderOf(id), "container.json"), JSON.stringify({ env, handler }));
  process.stdout.write(`${id}\n`);
}

function copy([from, to]) {
  const [id, place] = to.split(":");
  if (place === "/var/task")
    cpSync(from.replace(/\/\.$/, ""), path.join(folderOf(id), "task"), { recursive: true });
}

async function start([id]) {
  const { env, handler } = JSON.parse(read(id, "container.json"));
  const port = await freePort();
  const log = openSync(path.join(folderOf(id), "log"), "a");
  const node = process.env.JUDGE_NODE ?? process.execPath;
  const child = spawn(node, [path.join(import.meta.dirname, "lambdaRuntime.mjs")], {
    detached: true,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      TZ: "UTC",
      NODE_OPTIONS: process.env.JUDGE_FUNCTION_NODE_OPTIONS ?? "",
      NODE_EXTRA_CA_CERTS: process.env.JUDGE_CA ?? "",
      JUDGE_INTERNET_PORT: process.env.JUDGE_INTERNET_PORT ?? "",
      JUDGE_PLAIN_PORT: process.env.JUDGE_PLAIN_PORT ?? "",
      ...env,
      AWS_ENDPOINT_URL: process.env.JUDGE_FUNCTION_ENDPOINT ?? env.AWS_ENDPOINT_URL,
      LAMBDA_TASK_ROOT: path.join(folderOf(id), "task"),
      _HANDLER: handler,
      RUNTIME_PORT: String(port),
      // The process id of fakecloud, which started this program.
      CLOUD_PID: String(process.ppid),
    },
  });
  child.unref();
  writeFileSync(path.join(folderOf(id), "port"), String(port));
  writeFileSync(path.join(folderOf(id), "pid"), String(child.pid));
}

function remove(id) {
  if (!id || !existsSync(folderOf(id))) return;
  if (existsSync(path.join(folderOf(id), "pid")))
    try {
      process.kill(Number(read(id, "pid")));
    } catch {
      // The process has already ended.
    }
  rmSync(folderOf(id), { recursive: true, force: true });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

try {
  if (!Object.hasOwn(COMMANDS, command)) throw new Error(`${command} is not a command here`);
  await COMMANDS[command](args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
