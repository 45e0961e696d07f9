#!/usr/bin/env node
// A complete terminal application: it shows the license's state and runs the user's commands.
// With --json, it runs as a sidecar: it reads a command per line of standard input and prints screens as lines of JSON.
//   node terminal.mjs --pins license-pins.json --dir ./state
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { openLicense } from "@articlip/license-client";

const { values } = parseArgs({
  options: {
    pins: { type: "string" },
    dir: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
if (!values.pins || !values.dir) {
  console.error("node terminal.mjs --pins <file> --dir <folder> [--json]");
  process.exit(2);
}

/** The commands to show for each action of a state. */
const BUTTONS = {
  "enter-key": "login | key <license key> | request <file> | answer <file>",
  connect: "retry",
  renew: "retry (after you renewed on the site)",
  pay: "retry (after you updated the payment method on the site)",
  "contact-support": "retry (after support has helped)",
  "free-disk": "retry (after you freed disk space)",
};

function screen(state, note = "") {
  if (values.json) {
    console.log(JSON.stringify({ ...state, note }));
    return;
  }
  console.log(`\n== ${state.title} ==\n${state.message}`);
  if (note) console.log(note);
  if (state.name === "active") console.log(`Works offline until ${state.leaseEndsAt.toLocaleString()}.`);
  console.log(
    `[${[BUTTONS[state.action], state.name === "active" && "work, leave", "why", "quit"].filter(Boolean).join(" | ")}]`,
  );
}

const license = await openLicense({
  service: JSON.parse(readFileSync(values.pins, "utf8")),
  product: "articlip",
  appVersion: "example",
  directory: values.dir,
});
const NOTES = {
  done: "",
  "not-reached": "The service cannot be reached. Check your connection.",
  "not-stored": "The license cannot be read or saved. Check the disk, then try again.",
  aborted: "",
};
const show = ({ outcome, refusal, state }) => screen(state, refusal?.message ?? NOTES[outcome]);

async function work() {
  const begun = await license.beginWork();
  if (begun === null) return screen(await license.state(), "Work cannot begin.");
  begun.end();
  await license.report("video_created", { title: "Example" });
  const { waiting } = await license.sendReports();
  screen(await license.state(), waiting === 0 ? "Done and reported." : `Done. Waiting reports: ${waiting}.`);
}

async function login() {
  const before = await license.state();
  show(
    await license.signIn(({ userCode, urlWithCode }) =>
      // A window would call shell.openExternal(urlWithCode) here.
      screen(before, `Open ${urlWithCode} and compare the code: ${userCode}`),
    ),
  );
}

async function why(key) {
  const { sentence, cause, fix, button } = await license.explain(key ? { licenseKey: key } : {});
  const link = button ? ` ${button.label}: ${button.url}` : "";
  screen(await license.state(), `${sentence} ${cause} ${fix}${link}`);
}

async function request(file) {
  const text = await license.requestOffline();
  if (text !== null) writeFileSync(file, text);
  screen(await license.state(), text === null ? NOTES["not-stored"] : `Upload ${file} on the Seats page.`);
}

screen(await license.state());
const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  const [command, ...rest] = line.trim().split(/\s+/);
  if (command === "key") show(await license.activate(rest.join(" ")));
  else if (command === "login") await login();
  else if (command === "retry") show(await license.refresh());
  else if (command === "leave") show(await license.deactivate());
  else if (command === "work") await work();
  else if (command === "why") await why(rest.join(" "));
  else if (command === "request") await request(rest.join(" "));
  else if (command === "answer") show(await license.acceptOffline(readFileSync(rest.join(" "), "utf8")));
  else if (command === "state") screen(await license.state());
  else if (command === "quit") break;
  else screen(await license.state(), `Unknown command: ${command}`);
}
lines.close();
