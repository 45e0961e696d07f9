import type { License, Result } from "../api.ts";
import type { Status } from "../status.ts";
import type { ActivityType } from "../wire.ts";

/** What a command found, for people and for programs; `ok` becomes the exit code. */
export type Report = { ok: boolean; lines: string[]; data: Readonly<Record<string, unknown>> };

export type Arguments = { key: string | undefined; type: string; title: string | undefined };
export type Command = { help: string; run(license: License, given: Arguments): Promise<Report> };

const ACTIVITY: Readonly<Record<string, ActivityType>> = {
  video: "video_created",
  publication: "video_published",
  error: "error",
};

const UNREACHABLE = "The licence service cannot be reached.";

export const COMMANDS: Readonly<Record<string, Command>> = {
  activate: {
    help: "<key>   take the key's seat for this computer",
    async run(license, { key }) {
      if (!key) return { ok: false, lines: ["Which key? articlip-license activate <key>"], data: {} };
      return said(await license.activate(key), "This computer has the seat.");
    },
  },
  validate: {
    help: "        ask the service whether this computer may use its key",
    async run(license) {
      const outcome = await license.validate();
      if (outcome.kind !== "answer") return { ok: false, lines: [outcome.message], data: { ...outcome } };
      const { valid, code, message } = outcome.value;
      return { ok: valid, lines: [`${message} (${code})`], data: { ...outcome.value } };
    },
  },
  refresh: {
    help: "         get a new lease",
    run: async (license) => said(await license.refresh(), "The lease is renewed."),
  },
  deactivate: {
    help: "      leave the seat, so that another computer can take it",
    async run(license) {
      const { status, refusal, wasReached } = await license.deactivate();
      const hasLeft = refusal === null && wasReached;
      const line = refusal?.message ?? (wasReached ? "This computer has left the seat." : UNREACHABLE);
      return { ok: hasLeft, lines: [line], data: { status, refusal, wasReached } };
    },
  },
  status: {
    help: "          what holds right now, and for how long",
    run: async (license) => shown(await license.status()),
  },
  offline: {
    help: "         begin a piece of work without the network, from the lease alone",
    async run(license) {
      const work = await license.beginWork();
      const report = shown(await license.status());
      if (work === null) return report;
      work.end();
      return { ...report, lines: ["Work may begin without the network.", ...report.lines] };
    },
  },
  report: {
    help: "          tell of a --type video, publication or error, with a --title",
    async run(license, { type, title }) {
      const activity = Object.hasOwn(ACTIVITY, type) ? ACTIVITY[type] : undefined;
      if (!activity)
        return { ok: false, lines: [`--type must be one of ${Object.keys(ACTIVITY).join(", ")}.`], data: {} };
      await license.report(activity, title === undefined ? {} : { title });
      const waiting = await license.sendReports();
      const line = waiting === 0 ? "Reported." : `Kept; ${waiting} wait until the service can be reached.`;
      return { ok: true, lines: [line], data: { waiting } };
    },
  },
};

function said({ status, refusal, wasReached }: Result, success: string): Report {
  const report = shown(status);
  if (refusal)
    return { ok: false, lines: [`${refusal.message} (${refusal.code})`], data: { ...report.data, refusal } };
  if (!wasReached)
    return { ok: false, lines: [UNREACHABLE, ...report.lines], data: { ...report.data, wasReached } };
  return status.mayStart ? { ...report, lines: [success, ...report.lines] } : report;
}

function shown(status: Status): Report {
  const { mayStart, reason, message, warning, tier, leaseEndsAt } = status;
  const lines = [reason === null ? message : `${message} (${reason})`];
  if (mayStart && leaseEndsAt) lines.push(`It works without the network until ${leaseEndsAt.toISOString()}.`);
  if (warning) lines.push(warning);
  return { ok: mayStart, lines, data: { mayStart, code: reason ?? "VALID", tier, leaseEndsAt, warning } };
}
