import { readFile, writeFile } from "node:fs/promises";
import type { License, Result } from "../api.ts";
import type { LicenseState } from "../states.ts";
import type { ActivityType } from "../wire.ts";

export const EXIT = { ok: 0, refused: 1, usage: 2, notReached: 3, disk: 4 } as const;

export type Report = { exit: number; lines: string[]; data: Readonly<Record<string, unknown>> };

export type Arguments = {
  /** Prints before the command ends: the text for people, or the data for programs. */
  announce(text: string, data: Report["data"]): void;
  key: string | undefined;
  type: string;
  title: string | undefined;
};
export type Command = { help: string; run(license: License, given: Arguments): Promise<Report> };

const ACTIVITY: Readonly<Record<string, ActivityType>> = {
  video: "video_created",
  publication: "video_published",
  error: "error",
};

function report(exit: number, line: string, data: Report["data"] = {}): Report {
  return { exit, lines: [line], data };
}

const UNREACHED =
  "The license service cannot be reached. The stored license has not changed. Check the connection.";

export const COMMANDS: Readonly<Record<string, Command>> = {
  activate: {
    help: "<key> take the key's seat for this computer",
    async run(license, { key }) {
      if (!key) return report(EXIT.usage, "The key is missing. Run: articlip-license activate <key>");
      return said(await license.activate(key), "This computer has the seat.");
    },
  },
  login: {
    help: "sign in with a browser; shows a code to compare",
    async run(license, { announce }) {
      // Keeps the process alive, which the library's timers do not.
      const alive = setInterval(() => {}, 60_000);
      const result = await license.signIn((code) =>
        announce(`Open ${code.urlWithCode}\nand compare the code: ${code.userCode}\n`, code),
      );
      clearInterval(alive);
      return said(result, "This computer has the seat.");
    },
  },
  validate: {
    help: "ask the service whether this computer may use its key",
    async run(license) {
      const verdict = await license.validate();
      if (verdict === null) return report(EXIT.notReached, UNREACHED);
      const { code, message } = verdict;
      const valid = code === "VALID";
      return report(valid ? EXIT.ok : EXIT.refused, `${message} (${code})`, { valid, code, message });
    },
  },
  explain: {
    help: "[key] say why the license does not work here, and how to fix it",
    async run(license, { key }) {
      const explanation = await license.explain(key === undefined ? {} : { licenseKey: key });
      const { code, sentence, cause, fix, button } = explanation;
      const link = button === null ? [] : [`${button.label}: ${button.url}`];
      const exit = code === "VALID" ? EXIT.ok : code === "NOT_REACHED" ? EXIT.notReached : EXIT.refused;
      return { exit, lines: [`${sentence} (${code})`, `${cause} ${fix}`.trim(), ...link], data: explanation };
    },
  },
  refresh: {
    help: "get a new lease",
    run: async (license) => said(await license.refresh(), "The lease is renewed."),
  },
  deactivate: {
    help: "free the seat for another computer",
    async run(license) {
      const result = await license.deactivate();
      if (result.outcome !== "done") return said(result, "");
      return report(EXIT.ok, "The seat is free for another computer.", dataOf(result.state));
    },
  },
  status: {
    help: "show the current state, and how long it lasts",
    run: async (license) => shown(await license.state()),
  },
  offline: {
    help: "check that work may begin without the network",
    async run(license) {
      const work = await license.beginWork();
      const report = shown(await license.state());
      if (work === null) return report;
      work.end();
      return { ...report, lines: ["Work may begin without the network.", ...report.lines] };
    },
  },
  request: {
    help: "<file> write a request file for the Seats page, on a computer without internet",
    async run(license, { key: file }) {
      if (!file) return unnamed;
      const request = await license.requestOffline();
      const isWritten = request !== null && (await isDone(writeFile(file, request)));
      if (!isWritten) return report(EXIT.disk, `${file} cannot be written. Check the folder and the disk.`);
      return report(EXIT.ok, `Upload ${file} on the Seats page, and bring back the answer file.`, { file });
    },
  },
  answer: {
    help: "<file> read the answer file from the Seats page",
    async run(license, { key: file }) {
      if (!file) return unnamed;
      const answer = await readFile(file, "utf8").catch(() => null);
      if (answer === null) return report(EXIT.disk, `${file} cannot be read. Check its name.`);
      return said(await license.acceptOffline(answer), "This computer has an offline license.");
    },
  },
  report: {
    help: "report a --type video, publication or error, with a --title",
    async run(license, { type, title }) {
      const activity = Object.hasOwn(ACTIVITY, type) ? ACTIVITY[type] : undefined;
      if (!activity) return report(EXIT.usage, `--type must be one of ${Object.keys(ACTIVITY).join(", ")}.`);
      if (!(await license.report(activity, title === undefined ? {} : { title })))
        return report(EXIT.disk, "The report cannot be saved.");
      const { waiting, dropped } = await license.sendReports();
      const lost = dropped.full + dropped.refused;
      return {
        exit: EXIT.ok,
        lines: [
          waiting === 0 ? "Reported." : `Saved. ${waiting} waiting until the service can be reached.`,
          ...(lost === 0
            ? []
            : [`${dropped.full} dropped because the outbox was full, ${dropped.refused} refused.`]),
        ],
        data: { waiting, dropped },
      };
    },
  },
};

const unnamed = report(EXIT.usage, "Name a file after the command.");
const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

function said({ outcome, refusal, state }: Result, success: string): Report {
  const report = shown(state);
  const data = { ...report.data, outcome, refusal };
  if (refusal) return { exit: EXIT.refused, lines: [`${refusal.message} (${refusal.code})`], data };
  if (outcome === "not-stored")
    return { exit: EXIT.disk, lines: ["The license cannot be read or saved.", ...report.lines], data };
  if (outcome !== "done") return { exit: EXIT.notReached, lines: [UNREACHED, ...report.lines], data };
  return { ...report, lines: [success, ...report.lines], data };
}

const reasonOf = (state: LicenseState): string => (state.name === "active" ? "VALID" : state.reason);

function dataOf(state: LicenseState) {
  const { name, message, tier, entitlements, leaseEndsAt, action } = state;
  const warning = state.name === "active" ? state.warning : null;
  return {
    state: name,
    code: reasonOf(state),
    mayStart: name === "active",
    message,
    action,
    tier,
    entitlements,
    leaseEndsAt,
    warning,
  };
}

function shown(state: LicenseState): Report {
  const lines = [`${state.title}. ${state.message} (${reasonOf(state)})`];
  if (state.name === "active" && state.leaseEndsAt)
    lines.push(`It works without the network until ${state.leaseEndsAt.toISOString()}.`);
  const exit = state.name === "active" ? EXIT.ok : state.name === "needs-disk" ? EXIT.disk : EXIT.refused;
  return { exit, lines, data: dataOf(state) };
}
