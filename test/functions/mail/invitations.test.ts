import { beforeEach, describe, expect, test, vi } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { handler as refuse } from "../../../functions/accounts/unsubscribe.ts";
import { mayMail } from "../../../functions/mail/invitations/rules.ts";
import { handler as open } from "../../../functions/mail/openUnsubscribe.ts";
import { handler as setMail } from "../../../functions/mail/setInvitationMail.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { followFeedback } from "../../../functions/security/followFeedback.ts";
import { handler as invite } from "../../../functions/subscriptions/inviteMember.ts";
import { handler as join } from "../../../functions/subscriptions/joinTeam.ts";
import { handler as remove } from "../../../functions/subscriptions/removeMember.ts";
import { memoryTeam } from "../../support/memory/team.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "", mails: [] as Mail[] }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/queue.ts", () => ({
  enqueue: async (_: string, mails: Mail[]) => void outside.mails.push(...mails),
}));
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));
vi.mock("../../../functions/directory/table.ts", () => ({
  findByName: async () => ({ rows: [] }),
}));

const { as, asks, bench, billing, codeOf, follow, linkTo, rows, subscribe, seatOf } = memoryTeam(outside);

type Answer = { link: string; mailed: boolean };
const inviteAt = (email: string, user: object = {}) => as<Answer>("ann", invite, { email }, user);
const mailsTo = (email: string) => outside.mails.filter(({ to }) => Object(to).address === email);
const lastSubject = () => {
  const mail = outside.mails.at(-1);
  return mail === undefined ? "" : render(mail, "https://site.example").subject;
};
const tokenIn = (url: string | undefined) => ({ token: url?.split("#")[1]?.split("/")[0] ?? "" });

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
});

describe("invitation mail", () => {
  test("is sent only for an account with a proven address and a paid subscription", async () => {
    await subscribe(2);
    await expect(inviteAt("ben@example.com", { emailConfirmed: false })).rejects.toThrow(
      "Confirm your email address before you invite anyone.",
    );
    const row = rows.of("grants").find(({ subscription }) => subscription);
    const subscription = { ...Object(row?.subscription), subscription_status: "past_due" };
    const entitlement = Object(row?.entitlement);
    for (const change of [
      { subscription },
      { entitlement: { ...entitlement, suspensions: ["dispute"] } },
      { entitlement: { ...entitlement, active: false } },
    ]) {
      rows.put("grants", { ...row, ...change } as never);
      await expect(inviteAt("ben@example.com")).rejects.toThrow("Your subscription is not active");
    }
    expect(outside.mails).toEqual([]);
  });

  test.each([
    "Your account is locked. Go to https://evil.example",
    "evil.example",
    "www evil",
    "Call 030 123456 now",
    "Ada ✔ verified",
    "A".repeat(51),
    "42",
  ])("never contains the name '%s'", async (name) => {
    await subscribe(2);
    await inviteAt("ben@example.com", { name });
    expect(lastSubject()).toBe(`Your ${BRAND.name} team invitation from ann@example.com`);
    expect(outside.mails.at(-1)?.data.owner).toBe("ann@example.com");
  });

  test.each(["Łukasz O’Neill", "李小龍", "J. R. Smith-Jones", "Müller & Söhne (3D)"])(
    "contains the name '%s' beside the address",
    async (name) => {
      await subscribe(2);
      await inviteAt("ben@example.com", { name });
      expect(lastSubject()).toBe(`Your ${BRAND.name} team invitation from ${name} (ann@example.com)`);
    },
  );

  test("is sent to an address at most once a week by one team, and its link can always be copied", async () => {
    await subscribe(2);
    expect(await inviteAt("ben@example.com")).toMatchObject({
      mailed: true,
      link: expect.stringContaining("#"),
    });
    for (const address of ["ben@example.com", "BEN@example.com"]) {
      await as("ann", remove, {
        member: seatOf((await billing()).team, "b") || seatOf((await billing()).team, "B"),
      });
      expect(await inviteAt(address)).toMatchObject({ mailed: false });
    }
    const { link } = await inviteAt("ben@example.com");
    expect(outside.mails).toHaveLength(1);
    await as("ben", join, tokenIn(link));
    expect(codeOf("ben")).toEqual(["VALID"]);
    await as("ann", remove, { member: seatOf((await billing()).team, "b") });
    await bench().forward({ days: 7 });
    await subscribe(2);
    expect(await inviteAt("ben@example.com")).toMatchObject({ mailed: true });
  });

  test("is sent to an address at most three times a week by all teams together", () => {
    const now = new Date("2026-03-10T00:00:00.000Z");
    const none = { sent: [], isRefused: false };
    const by = (...at: string[]) => ({
      sent: at.map((day, place) => ({ team: `${place}`, at: day })),
      isRefused: false,
    });
    const day = "2026-03-09T00:00:00.000Z";
    expect(mayMail(by(day, day), none, "d", 1, now)).toBe(true);
    expect(mayMail(by(day, day, day), none, "d", 1, now)).toBe(false);
    expect(mayMail(by("2026-03-03T00:00:00.000Z", day, day), none, "d", 1, now)).toBe(true);
  });

  test("reaches at most seven people when a team with two seats invites and removes people in a loop", async () => {
    await subscribe(2);
    for (let at = 0; at < 50; at++) {
      await inviteAt(`stranger${at}@example.com`);
      await as("ann", remove, { member: seatOf((await billing()).team, "stranger") });
    }
    expect(outside.mails).toHaveLength(7);
  });

  test("is not sent to an address that refused invitations, until the account with that address allows them again", async () => {
    await subscribe(3);
    await asks("ben");
    const { refusalUrl = "" } = outside.mails.at(-1)?.data ?? {};
    const { token } = tokenIn(refusalUrl);
    const other = token.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const wrong of [other, token.slice(0, -1), "x"])
      await expect(as("eve", refuse, { token: wrong })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await as("ben", setMail)).toEqual({ enabled: true });
    // Some mail programs and virus scanners open each link. Opening this link must not turn the mail off.
    expect(await as("eve", open, { token })).toMatchObject({ location: refusalUrl });
    expect(await as("eve", open, { token: "incident.ben.x" })).toMatchObject({
      location: "https://site.example/dashboard/account#notifications",
    });
    expect(await as("ben", setMail)).toEqual({ enabled: true });
    await as("eve", refuse, { token });
    expect(await as("ben", setMail)).toEqual({ enabled: false });
    const refusal = () => rows.of("grants").find(({ isRefused }) => isRefused);
    expect(refusal()).not.toHaveProperty("expiresAtEpoch");
    await bench().forward({ days: 9 });
    expect(await inviteAt("ben@example.com")).toMatchObject({ mailed: false });
    expect(refusal()).not.toHaveProperty("expiresAtEpoch");
    await expect(as("ben", setMail, { enabled: true }, { emailConfirmed: false })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await as("ben", setMail, { enabled: true })).toEqual({ enabled: true });
    expect(await inviteAt("ben@example.com")).toMatchObject({ mailed: true });
    expect(JSON.stringify(rows.of("grants").filter(({ sk }) => sk === "mail"))).not.toContain("ben@");
  });

  test.each(["Bounce", "Complaint"] as const)(
    "is stopped for 30 days after a %s, for the team that invited the address last and for no other",
    async (eventType) => {
      await subscribe(4);
      await asks("ben");
      const invited = rows.of("grants").find(({ pk }) => String(pk).startsWith("invited#"));
      const earlier = { team: "earlier", at: new Date(bench().now() * 1000).toISOString() };
      const sent = invited?.sent as object[];
      rows.put("grants", { ...invited, sent: [earlier, ...sent] } as never);
      const recipients = [{ emailAddress: "ben@example.com" }];
      const about = { timestamp: new Date(bench().now() * 1000).toISOString(), feedbackId: "feedback" };
      await followFeedback(
        eventType === "Bounce"
          ? { eventType, bounce: { ...about, bounceType: "Permanent", bouncedRecipients: recipients } }
          : { eventType, complaint: { ...about, complainedRecipients: recipients } },
      );
      expect(await inviteAt("eve@example.com")).toMatchObject({ mailed: false });
      expect(rows.of("grants").filter(({ pk }) => pk === "inviter#earlier")).toEqual([]);
      await bench().forward({ days: 31 });
      await billing();
      expect(await inviteAt("eve@example.com")).toMatchObject({ mailed: true });
    },
  );
});

describe("an invitation", () => {
  test("for sales+ben does not affect the invitation for sales+anna", async () => {
    await subscribe(3);
    await inviteAt("sales+anna@firm.example");
    const first = linkTo("sales+anna@firm.example");
    await inviteAt("sales+ben@firm.example");
    expect(mailsTo("sales+ben@firm.example")).toHaveLength(1);
    await as("anna", join, { token: first }, { email: "sales+anna@firm.example" });
    await expect(
      as("anna", join, { token: linkTo("sales+ben@firm.example") }, { email: "sales+anna@firm.example" }),
    ).rejects.toThrow("This invitation is for s…@firm.example. Sign in with that address to accept it.");
    expect(codeOf("anna")).toEqual(["VALID"]);
  });

  test("contains the invited address only in the mailed link", async () => {
    await subscribe(2);
    const { link } = await inviteAt("ben@example.com");
    const mailed = mailsTo("ben@example.com").at(-1)?.data.invitationUrl;
    expect(mailed).toBe(`${link}/ben%40example.com`);
    expect(link).toMatch(/#[\w.-]+\/ann%40example\.com$/);
    for (const token of [link, mailed].map(tokenIn))
      await expect(as("eve", join, token)).rejects.toThrow("This invitation is for b…@example.com.");
    await as("ben", join, tokenIn(link));
    expect(codeOf("ben")).toEqual(["VALID"]);
  });

  test("can be accepted without the tag of the address if the provider ignores tags", async () => {
    await subscribe(2);
    await inviteAt("anna+work@gmail.com");
    await as("anna", join, { token: linkTo("anna+work@gmail.com") }, { email: "anna@gmail.com" });
    expect(codeOf("anna")).toEqual(["VALID"]);
  });

  test("can be accepted only by an account that has proven the address", async () => {
    await subscribe(2);
    await asks("ben");
    const token = linkTo("ben@example.com");
    await expect(as("ben", join, { token }, { emailConfirmed: false })).rejects.toThrow(
      "Confirm your email address first. Then you can accept this invitation.",
    );
    expect(codeOf("ben")).toEqual([]);
    await as("ben", join, { token });
    expect(codeOf("ben")).toEqual(["VALID"]);
  });

  test("that has expired is deleted with its address, and members stay", async () => {
    await subscribe(3);
    await asks("ben");
    await asks("eve");
    await as("eve", join, { token: linkTo("eve@example.com") });
    await bench().forward({ days: 17 });
    expect(await follow()).toBe(true);
    expect(JSON.stringify(rows.of("grants"))).not.toContain("ben@example.com");
    expect((await billing()).team?.members).toMatchObject([{ email: "eve@example.com", state: "accepted" }]);
  });
});
