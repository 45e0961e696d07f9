import { rmSync } from "node:fs";
import type { Judge, Verdict } from "./judge.ts";
import { signIn } from "./newcomer/commandLines.ts";
import { commandsOf } from "./newcomer/page.ts";
import { openPlace, pageOf } from "./newcomer/place.ts";
import { walk } from "./newcomer/steps.ts";
import { openWorld } from "./newcomer/world.ts";
import { toolPath } from "./tools.ts";

/**
 * Plays a newcomer with an empty AWS account who follows docs/deploy.md on a fake AWS (github.com/faiscadev/fakecloud),
 * with the real CDK and the real AWS command line.
 */
export const fakecloud: Judge = {
  name: "fakecloud",
  judges: "docs/deploy.md, command by command, from an empty account to its removal",
  install: "cargo install fakecloud --version 0.51.0 --locked --root .local/judge",
  finding: "fails",
  isInstalled: () => ["fakecloud", "openssl", "git"].every((name) => toolPath(name) !== undefined),
  judge: () => follow((page) => page),
  mistake: "npm run operate -- stripe:setup",
  /** A page that uses Stripe's key before the key is stored. */
  plant: () => follow((page) => page.replace(/^ +npm run operate -- secrets:set .*$/m, "")),
};

async function follow(read: (page: string) => string): Promise<Verdict> {
  const { folder, clone, session, endpoint, close } = await openWorld();
  try {
    const signedIn = await signIn(session, endpoint);
    const commands = commandsOf(read(pageOf(clone)));
    const place = await openPlace(session, clone, folder, endpoint);
    const findings = [...signedIn.findings, ...(await walk(place, commands))];
    if (findings.length === 0) rmSync(folder, { recursive: true, force: true });
    else console.log(`     ${folder} keeps the session's files`);
    return { findings, judged: `${commands.length} commands, signed in by ${signedIn.judged}` };
  } finally {
    await close();
  }
}
