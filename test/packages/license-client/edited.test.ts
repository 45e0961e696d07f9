import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import { runs } from "../../support/runs.ts";
import { createComputer } from "./computer.ts";
import { KEY } from "./service.ts";

type Edit = (text: string, older: string) => string;

const withField =
  (field: string, value: unknown): Edit =>
  (text) => {
    const { content, ...outer } = JSON.parse(text);
    return JSON.stringify({ ...outer, content: JSON.stringify({ ...JSON.parse(content), [field]: value }) });
  };

/** Changes that an editor, a failing disk or a sync program makes to a file. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.nat(2000).map((at) => (text: string) => text.slice(0, at)),
  fc.tuple(fc.nat(2000), fc.nat(60)).map(
    ([at, size]) =>
      (text: string) =>
        text.slice(0, at) + text.slice(at + size),
  ),
  fc.tuple(fc.nat(2000), fc.string()).map(
    ([at, more]) =>
      (text: string) =>
        text.slice(0, at) + more + text.slice(at + more.length),
  ),
  fc.constant((_text: string, older: string) => older),
  fc.constant((text: string) => text + text),
  fc.constant(() => "\0".repeat(512)),
  fc.json().map((json) => () => json),
  fc.tuple(fc.constantFrom("version", "content", "seals"), fc.jsonValue()).map(
    ([field, value]) =>
      (text: string) =>
        JSON.stringify({ ...JSON.parse(text), [field]: value }),
  ),
  fc
    .tuple(
      fc.constantFrom(
        "licenseKey",
        "activationId",
        "refreshSecret",
        "attempt",
        "lease",
        "seat",
        "nonce",
        "chain",
        "expiresAt",
        "warning",
        "refusal",
        "clock",
      ),
      fc.oneof(fc.jsonValue(), fc.constant({ offset: -300 * DAY, seen: 0 })),
    )
    .map(([field, value]) => withField(field, value)),
);

test("after any edit of the stored license no call rejects, no right is gained, and the key restores it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 1, maxLength: 2 }),
      fc.constantFrom(0, HOUR, 2 * DAY),
      async (edits, time) => {
        const computer = createComputer();
        let license = computer.open();
        await license.activate(KEY);
        const older = computer.kept.get("license") ?? "";
        await license.refresh();
        const genuine = computer.kept.get("license") ?? "";
        const [first, second] = edits;
        let text = first?.(genuine, older) ?? "";
        try {
          text = second?.(text, older) ?? text;
        } catch {
          // The previous edit has broken this text, so it gets no further edits.
        }
        computer.kept.set("license", text);
        computer.pass(time);
        computer.service.isDown = true;
        license = computer.open();
        const state = await license.state();
        const contentOf = (stored: string) => JSON.parse(stored).content;
        if (state.name === "active") {
          expect(time).toBeLessThan(DAY);
          expect([contentOf(genuine), contentOf(older)]).toContain(contentOf(text));
        }
        expect(await license.report("video_created")).toBe(true);
        expect((await license.refresh()).outcome).not.toBe("done");
        computer.service.isDown = false;
        await license.refresh();
        if ((await license.state()).name !== "active") await license.activate(KEY);
        expect(await license.state()).toMatchObject({ name: "active", warning: null });
        expect((await license.sendReports()).waiting).toBe(0);
        expect(computer.service.license.totalSwaps).toBe(0);
      },
    ),
    // This example once failed: the client kept an edited key, and the service refused the reports with that key.
    { numRuns: runs(120), examples: [[[withField("licenseKey", "")], 0]] },
  );
});

test("after any edit of the waiting reports no call rejects, and a new report arrives", async () => {
  const entry = fc.record(
    {
      id: fc.oneof(fc.string(), fc.anything(), fc.constant("entry-by-hand-01")),
      type: fc.oneof(fc.constantFrom("video_created", "error"), fc.string()),
      status: fc.anything(),
      at: fc.oneof(fc.string(), fc.constant("2026-03-15T12:00:00.000Z"), fc.anything()),
      title: fc.oneof(fc.string({ maxLength: 400 }), fc.anything()),
    },
    { requiredKeys: [] },
  );
  const content = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ entries: fc.oneof(fc.anything(), fc.array(entry)), dropped: fc.anything() })
      .map((given) => JSON.stringify(given, (_key, one) => (typeof one === "bigint" ? `${one}` : one)) ?? ""),
  );
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      const computer = createComputer();
      const license = computer.open();
      await license.activate(KEY);
      computer.kept.set("outbox", text);
      expect(await license.report("video_published")).toBe(true);
      expect((await license.sendReports()).waiting).toBe(0);
      expect(computer.service.reported.at(-1)).toMatchObject({ type: "video_published" });
      expect((await license.state()).name).toBe("active");
    }),
    { numRuns: runs(120) },
  );
});
